"""``POST /api/stripe/webhook``: signatures, and how events are stored and processed."""

from typing import Any

import pytest
from procrastinate.contrib.django.models import ProcrastinateJob
from rest_framework.test import APIClient

from accounts.models import User
from catalog.catalog import STORAGE_PLANS
from payments import events, hooks
from payments.client import client
from payments.customers import customer_of
from payments.hooks import Due, PaymentPart, Purpose
from payments.models import Payment, StripeEvent
from payments.prices import price_of
from testing import cards
from testing.cards import open_intent
from testing.helpers import end_waits, in_threads
from testing.payments import (
    CHECKOUT_DOLLARS,
    StripeSandbox,
    deliver,
    event_body,
    post_webhook,
    run_payments_queue,
    send_event,
    sign_webhook,
)

ABOUT = {"id": "pi_unknown", "object": "payment_intent"}


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The states with which the checkout's ``settle`` was called."""
    calls: list[tuple[str, str]] = []
    checkout = hooks.purpose("checkout")
    monkeypatch.setitem(
        hooks._purposes,
        "checkout",
        Purpose(checkout.due, lambda payment: calls.append((str(payment.status), str(payment.amount_refunded)))),
    )
    return calls


def _paid(stripe_sandbox: StripeSandbox, user: User) -> Payment:
    intent = open_intent(purpose="checkout", reference=None, viewer=user)
    cards.pay(intent.client_secret)
    return intent.payment


def test_webhook_with_bad_signature_or_body_is_rejected(db: None, stripe_sandbox: StripeSandbox) -> None:
    body = event_body("payment_intent.succeeded", ABOUT)
    assert post_webhook(body, None) == 400
    assert post_webhook(body, "") == 400
    assert post_webhook(body, "t=1,v1=00") == 400
    assert post_webhook(body, sign_webhook(body, secret="whsec_other")) == 400
    assert post_webhook(body, sign_webhook(body, age=301)) == 400
    assert post_webhook(body + b" ", sign_webhook(body)) == 400
    assert post_webhook(b"", sign_webhook(b"")) == 400
    for other in (b"[]", b'{"id": 1}', b'{"data": {"object": "pi_1"}, "id": "evt_1", "type": "payout.paid"}'):
        assert post_webhook(other, sign_webhook(other)) == 400
    assert post_webhook(b"\xff\xfe", "t=1,v1=00") == 400
    assert StripeEvent.objects.count() == 0


@pytest.mark.parametrize("id", ["evt_\0", "evt_" + "x" * 300])
def test_event_with_invalid_id_is_rejected(db: None, stripe_sandbox: StripeSandbox, id: str) -> None:
    assert send_event("payment_intent.succeeded", ABOUT, id) == 400
    assert send_event("payment_intent.succeeded", {**ABOUT, "id": id}) == 400
    assert StripeEvent.objects.count() == 0


def test_oversized_webhook_is_rejected(db: None, stripe_sandbox: StripeSandbox) -> None:
    body = event_body("payment_intent.succeeded", ABOUT).ljust(256 * 1024)
    assert post_webhook(body, sign_webhook(body)) == 200
    body += b" "
    assert post_webhook(body, sign_webhook(body)) == 413


def test_events_about_foreign_objects_are_stored_as_ignored(db: None, stripe_sandbox: StripeSandbox) -> None:
    assert send_event("payout.paid", {"id": "po_1", "object": "payout"}, "evt_1") == 200
    assert send_event("payment_intent.succeeded", ABOUT, "evt_2") == 200
    assert send_event("charge.refunded", {"id": "ch_1", "object": "charge", "payment_intent": None}, "evt_3") == 200
    assert send_event("customer.subscription.updated", {"id": "sub_1", "object": "subscription"}, "evt_4") == 200
    assert send_event("invoice.paid", {"id": "in_1", "object": "invoice", "parent": None}, "evt_5") == 200
    assert send_event("setup_intent.succeeded", {"id": "seti_1", "object": "setup_intent"}, "evt_6") == 200
    assert set(StripeEvent.objects.values_list("state", "attempts")) == {("ignored", 1)}
    assert StripeEvent.objects.count() == 6


def test_foreign_payment_gets_no_row(db: None, stripe_sandbox: StripeSandbox) -> None:
    foreign = client().v1.payment_intents.create(
        {"amount": 500, "currency": "usd", "allowed_payment_method_types": ["card"]}
    )
    cards.pay(f"{foreign.id}_secret_x")
    assert {status for _, status in stripe_sandbox.deliver()} == {200}
    assert Payment.objects.count() == 0
    assert set(StripeEvent.objects.values_list("state", flat=True)) == {"ignored"}


@pytest.mark.parametrize(
    "reference", ["", "01890000-0000-7000-8000-000000000000"]
)  # another shop's; and one whose row was deleted
def test_foreign_subscription_gets_no_rows(customer: User, stripe_sandbox: StripeSandbox, reference: str) -> None:
    foreign = client().v1.subscriptions.create(
        {
            "customer": customer_of(customer),
            "items": [{"price": price_of(STORAGE_PLANS[0])}],
            "payment_behavior": "default_incomplete",
            "metadata": {"purpose": "storage", "reference": reference},
            "expand": ["latest_invoice.confirmation_secret"],
        }
    )
    invoice: Any = foreign.latest_invoice
    cards.pay(invoice.confirmation_secret.client_secret)
    stripe_sandbox.deliver()
    assert stripe_sandbox.get(foreign.id)["status"] == "active"
    assert set(StripeEvent.objects.values_list("state", flat=True)) == {"ignored"}
    assert Payment.objects.count() == 0


def test_card_saved_for_something_else_is_ignored(customer: User, stripe_sandbox: StripeSandbox) -> None:
    made = client().v1.setup_intents.create({"customer": customer_of(customer)})
    cards.set_up(made.client_secret or "")
    stripe_sandbox.deliver()
    assert set(StripeEvent.objects.values_list("type", "state")) >= {("setup_intent.succeeded", "ignored")}
    assert not StripeEvent.objects.filter(state="failed").exists()


def test_payment_without_intent_id_is_found_by_metadata(customer: User, stripe_sandbox: StripeSandbox) -> None:
    payment = _paid(stripe_sandbox, customer)
    Payment.objects.update(stripe_payment_intent_id="")
    stripe_sandbox.deliver()
    found = Payment.objects.get()
    assert (found.status, found.stripe_payment_intent_id) == ("succeeded", payment.stripe_payment_intent_id)


def test_second_intent_of_a_payment_gets_its_own_row(customer: User, stripe_sandbox: StripeSandbox) -> None:
    """A payment never gets two intents; but if it did, all money would have a row."""
    payment = _paid(stripe_sandbox, customer)
    stripe_sandbox.deliver()
    Payment.objects.update(stripe_payment_intent_id="pi_another")
    StripeEvent.objects.update(state="received")
    event = StripeEvent.objects.get(type="payment_intent.succeeded")
    events.process(event.id)
    assert set(Payment.objects.values_list("stripe_payment_intent_id", "status", "purpose")) == {
        ("pi_another", "succeeded", "checkout"),
        (payment.stripe_payment_intent_id, "succeeded", "checkout"),
    }


@pytest.mark.usefixtures("outsider")
def test_lost_payment_row_is_restored(customer: User, stripe_sandbox: StripeSandbox, settings: Any) -> None:
    """The database was restored from an older backup."""
    payment = _paid(stripe_sandbox, customer)
    Payment.objects.all().delete()
    settings.SITE_URL = "https://staging.lights.example"  # another installation with the same keys
    stripe_sandbox.deliver()
    assert Payment.objects.count() == 0
    settings.SITE_URL = stripe_sandbox.get(payment.stripe_payment_intent_id)["metadata"]["site"]
    events.process(StripeEvent.objects.get(type="payment_intent.succeeded").id, again=True)
    found = Payment.objects.get()
    assert (found.user, found.purpose, found.status, str(found.amount_received)) == (
        customer,
        "checkout",
        "succeeded",
        CHECKOUT_DOLLARS,
    )


@pytest.mark.django_db(transaction=True)
def test_event_delivered_five_times_at_once_is_processed_once(
    stripe_sandbox: StripeSandbox, customer: User, settled: list[tuple[str, str]]
) -> None:
    _paid(stripe_sandbox, customer)
    bodies = [
        (body, signature)
        for body, signature in stripe_sandbox.capture_webhooks()
        if b'"type": "payment_intent.succeeded"' in body
    ]
    [(body, signature)] = bodies
    assert in_threads(5, lambda _: post_webhook(body, signature)) == [200] * 5
    event = StripeEvent.objects.get()
    assert ProcrastinateJob.objects.filter(args__event_id=str(event.id)).count() == 1
    in_threads(5, lambda _: events.process(event.id))
    event.refresh_from_db()
    assert event.state == "processed"
    assert settled == [("succeeded", "0.00")]


@pytest.mark.django_db(transaction=True)
def test_concurrent_events_of_a_payment_settle_it_once(
    stripe_sandbox: StripeSandbox, customer: User, settled: list[tuple[str, str]]
) -> None:
    payment = _paid(stripe_sandbox, customer)
    stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=10000)
    caught = stripe_sandbox.capture_webhooks()
    assert set(in_threads(len(caught), lambda number: deliver(*caught[number]))) == {200}
    assert settled == [("succeeded", "100.00")]


def test_failed_event_keeps_its_error_and_is_retried_by_queue(
    customer: User, stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch, admin_client: APIClient
) -> None:
    _paid(stripe_sandbox, customer)

    def refuse(payment: Payment) -> None:
        raise ValueError("the invoice is not there")

    whole = hooks._purposes["checkout"]
    monkeypatch.setitem(hooks._purposes, "checkout", Purpose(whole.due, refuse))
    assert set(dict(stripe_sandbox.deliver()).values()) == {200}
    assert Payment.objects.get().status == "open"  # nothing is stored
    [failed] = admin_client.get("/api/stripe/events?state=failed").json()
    assert failed["error"] == "ValueError: the invoice is not there"
    assert failed["attempts"] == 1

    monkeypatch.setitem(hooks._purposes, "checkout", whole)
    run_payments_queue()
    assert Payment.objects.get().status == "open"  # it waits before the next attempt
    end_waits()
    run_payments_queue()
    assert Payment.objects.get().status == "succeeded"
    [event] = admin_client.get("/api/stripe/events?state=processed").json()
    assert (event["error"], event["attempts"], event["id"]) == ("", 2, failed["id"])


def test_failure_does_not_overwrite_success_of_another_process(
    customer: User, stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch, admin_client: APIClient
) -> None:
    _paid(stripe_sandbox, customer)
    kind = "payment_intent.succeeded"
    handle = events.HANDLERS[kind]

    def overtaken(event: StripeEvent) -> bool:
        """Fail after another process has finished with the same event."""
        monkeypatch.setitem(events.HANDLERS, kind, handle)
        events.process(event.id)
        event.refresh_from_db()
        assert event.state == "processed"
        raise ConnectionError("The connection was lost")

    monkeypatch.setitem(events.HANDLERS, kind, overtaken)
    stripe_sandbox.deliver()
    [event] = [one for one in admin_client.get("/api/stripe/events").json() if one["type"] == kind]
    assert (event["state"], event["error"]) == ("processed", "")
    assert Payment.objects.get().status == "succeeded"


def test_administrator_can_process_event_again(
    customer: User, stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient
) -> None:
    _paid(stripe_sandbox, customer)
    stripe_sandbox.faults.add("500", path="payment_intents", count=3)
    stripe_sandbox.deliver()
    event = StripeEvent.objects.get(state="failed")
    url = f"/api/stripe/events/{event.id}/process"
    assert customer_client.post(url).status_code == 403
    stripe_sandbox.faults.add("503", path="payment_intents", count=3)
    again = admin_client.post(url)
    assert (again.status_code, again.json()["state"], again.json()["attempts"]) == (200, "failed", 2)
    again = admin_client.post(url)
    assert (again.status_code, again.json()["state"], again.json()["error"]) == (200, "processed", "")
    assert Payment.objects.get().status == "succeeded"
    assert admin_client.get("/api/stripe/events?state=nonsense").status_code == 400


def test_back_office_processes_events_again(customer: User, stripe_sandbox: StripeSandbox, admin: User) -> None:
    _paid(stripe_sandbox, customer)
    stripe_sandbox.faults.add("500", path="payment_intents", count=3)
    stripe_sandbox.deliver()
    event = StripeEvent.objects.get(state="failed")
    end_waits()
    office = APIClient()
    office.force_login(admin)

    def process() -> Any:
        chosen = {"action": "process_again", "_selected_action": [str(event.id)]}
        return office.post("/backoffice/payments/stripeevent/", chosen, follow=True)

    page = process()
    assert b"1 event will be processed again" in page.content
    run_payments_queue()
    assert Payment.objects.get().status == "succeeded"
    Payment.objects.update(status="open")
    process()  # also one that was processed
    run_payments_queue()
    assert Payment.objects.get().status == "succeeded"


def test_dashboard_refund_and_dispute_update_payment(
    customer: User, stripe_sandbox: StripeSandbox, settled: list[Any]
) -> None:
    payment = _paid(stripe_sandbox, customer)
    stripe_sandbox.deliver()
    stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=20000)
    stripe_sandbox.deliver()
    payment.refresh_from_db()
    assert (payment.status, str(payment.amount_refunded)) == ("succeeded", "200.00")
    dispute = stripe_sandbox.dispute(payment.stripe_payment_intent_id)
    stripe_sandbox.deliver()
    payment.refresh_from_db()
    assert payment.disputed
    stripe_sandbox.close_dispute(dispute["id"], won=True)
    stripe_sandbox.deliver()
    payment.refresh_from_db()
    assert not payment.disputed
    assert settled == [("succeeded", "0.00")] + [("succeeded", "200.00")] * 3


def test_lost_dispute_stays_disputed(customer: User, stripe_sandbox: StripeSandbox) -> None:
    payment = _paid(stripe_sandbox, customer)
    dispute = stripe_sandbox.dispute(payment.stripe_payment_intent_id)
    stripe_sandbox.close_dispute(dispute["id"], won=False)
    stripe_sandbox.deliver()
    payment.refresh_from_db()
    assert payment.disputed


@pytest.mark.parametrize(
    ("status", "disputed", "waits"),
    [
        ("warning_needs_response", True, True),
        ("warning_under_review", True, False),
        ("warning_closed", False, False),
        ("prevented", False, False),
    ],
)
def test_inquiry_counts_as_dispute_until_closed(
    customer: User, stripe_sandbox: StripeSandbox, status: str, disputed: bool, waits: bool
) -> None:
    payment = _paid(stripe_sandbox, customer)
    dispute = stripe_sandbox.dispute(payment.stripe_payment_intent_id)
    with stripe_sandbox.store.transaction():
        stripe_sandbox.store.save({**stripe_sandbox.store.require(dispute["id"]), "status": status})
    stripe_sandbox.deliver()
    payment.refresh_from_db()
    assert (payment.disputed, payment.bank_deadline is not None) == (disputed, waits)


def test_unknown_purpose_raises_404(customer: User, stripe_sandbox: StripeSandbox) -> None:
    from django.http import Http404

    with pytest.raises(Http404):
        open_intent(purpose="nothing", reference=None, viewer=customer)
    assert isinstance(hooks.purpose("checkout").due(customer, None, PaymentPart.ALL), Due)
