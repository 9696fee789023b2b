"""The reconciliation catches up on events that never arrived."""

import datetime as dt
from contextlib import suppress
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.days import eastern
from payments import events, reconciliation, tasks
from payments.client import PaymentsUnavailable
from payments.models import Payment, ReconciliationCheckpoint, StripeEvent
from payments.reconciliation import reconcile
from stripe_sandbox.api import ApiRequest
from testing import cards
from testing.cards import open_intent
from testing.payments import StripeSandbox


def _paid(user: User | AnonymousUser) -> Payment:
    intent = open_intent(purpose="checkout", reference=None, viewer=user)
    cards.pay(intent.client_secret)
    return intent.payment


def _status(payment: Payment) -> str:
    payment.refresh_from_db()
    return payment.status


def test_lost_events_are_found_after_later_ones(customer: User, outsider: User, stripe_sandbox: StripeSandbox) -> None:
    """Some events are lost, and a later one arrives. The lost ones are found even so."""
    stripe_sandbox.set_webhooks(drop_share=1.0)
    lost = _paid(customer)
    stripe_sandbox.refund(lost.stripe_payment_intent_id, amount=100)
    stripe_sandbox.set_webhooks(drop_share=0.0)
    _paid(outsider)
    stripe_sandbox.deliver()
    assert _status(lost) == "open"
    reconcile()
    assert _status(lost) == "succeeded"
    assert str(lost.amount_refunded) == "1.00"
    count = StripeEvent.objects.count()
    attempts = set(StripeEvent.objects.values_list("attempts", flat=True))
    reconcile()
    assert (StripeEvent.objects.count(), attempts) == (count, {1})


def test_invalid_event_does_not_stop_the_others(customer: User, stripe_sandbox: StripeSandbox) -> None:
    payment = _paid(customer)
    with stripe_sandbox.store.transaction():
        event = stripe_sandbox.store.select("event", type="payment_intent.succeeded")[0]
        about = event["data"]["object"]
        for number, invalid in enumerate([about | {"id": "x" * 300}, about | {"id": 7}, "pi_1"]):
            stripe_sandbox.store.save(event | {"id": f"evt_invalid_{number}", "data": {"object": invalid}})
    reconcile()
    assert _status(payment) == "succeeded"
    assert not StripeEvent.objects.filter(stripe_id__startswith="evt_invalid").exists()


def test_task_reconciles(customer: User, stripe_sandbox: StripeSandbox) -> None:
    payment = _paid(customer)
    tasks.reconcile_payments(timestamp=0)
    assert _status(payment) == "succeeded"


def test_tasks_do_nothing_without_keys(db: None, settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.STRIPE_SECRET_KEY = ""
    tasks.reconcile_payments(timestamp=0)
    assert not ReconciliationCheckpoint.objects.exists()
    with time_machine.travel(eastern(timezone.localdate(), dt.time(12))):
        tasks.recount_payments(timestamp=0)
    assert caplog.messages == []
    with pytest.raises(CommandError, match="not set up"):
        call_command("reconcile_stripe")


def test_reconciliation_resumes_after_stripe_outage(customer: User, stripe_sandbox: StripeSandbox) -> None:
    payment = _paid(customer)
    stripe_sandbox.faults.add("503", path="events", count=3)
    tasks.reconcile_payments(timestamp=0)  # an outage of Stripe is no failed job
    assert not ReconciliationCheckpoint.objects.exists()  # so the next run reads the same events again
    stripe_sandbox.faults.add("503", path="payment_intents", count=3)
    with pytest.raises(PaymentsUnavailable):
        reconcile()
    assert StripeEvent.objects.get(state="failed").attempts == 1  # stored, to be retried
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=4)):
        tasks.reconcile_payments(timestamp=0)
    assert _status(payment) == "succeeded"


def test_all_pages_of_events_are_read(customer: User, stripe_sandbox: StripeSandbox) -> None:
    payment = _paid(customer)
    for _ in range(120):
        stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=100)
    reconcile()
    payment.refresh_from_db()
    assert str(payment.amount_refunded) == "120.00"
    assert StripeEvent.objects.filter(type="refund.created").count() == 120  # more than a page holds


def test_events_about_one_payment_share_one_fetch(
    customer: User, stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    payment = _paid(customer)
    for _ in range(5):
        stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=100)
    fetched, respond = [], stripe_sandbox.api.respond

    def note(request: ApiRequest, *given: Any) -> Any:
        fetched.append(request.path)
        return respond(request, *given)

    monkeypatch.setattr(stripe_sandbox.api, "respond", note)
    reconcile()
    assert StripeEvent.objects.count() > 5
    assert set(StripeEvent.objects.values_list("state", "attempts")) == {("processed", 1)}
    assert fetched.count(f"/v1/payment_intents/{payment.stripe_payment_intent_id}") == 1


def test_events_about_one_payment_fail_and_are_retried_together(customer: User, stripe_sandbox: StripeSandbox) -> None:
    payment = _paid(customer)
    stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=100)
    stripe_sandbox.faults.add("500", path="payment_intents", count=3)
    with pytest.raises(PaymentsUnavailable):
        reconcile()
    [(state, error)] = set(StripeEvent.objects.values_list("state", "error"))
    assert (state, error.split(":")[0]) == ("failed", "PaymentsUnavailable")
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=4)):
        reconcile()
    assert set(StripeEvent.objects.values_list("state", "error", "attempts")) == {("processed", "", 2)}
    assert _status(payment) == "succeeded"


def test_lost_update_of_a_plans_card_is_found(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    started = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json")
    cards.pay(started.json()["clientSecret"])
    stripe_sandbox.deliver()
    [plan] = customer_client.get("/api/storage-subscriptions").json()
    update = customer_client.post(f"/api/storage-subscriptions/{plan['id']}/update-card")
    cards.set_up(update.json()["clientSecret"])
    stripe_sandbox.capture_webhooks()
    paid = stripe_sandbox.faults.add("500", path="/pay$")
    reconcile()
    assert not paid.hits, "nothing is overdue"
    [subscription] = stripe_sandbox.objects("subscription")
    [intent] = stripe_sandbox.objects("setup_intent")
    assert subscription["default_payment_method"] == intent["payment_method"]
    [at_stripe] = stripe_sandbox.objects("customer")
    assert at_stripe["invoice_settings"]["default_payment_method"] == intent["payment_method"]


def test_every_type_of_event_is_read(customer: User, stripe_sandbox: StripeSandbox) -> None:
    """Stripe takes at most 20 types in a request."""
    _paid(customer)
    with stripe_sandbox.store.transaction():
        event = stripe_sandbox.store.select("event", type="payment_intent.succeeded")[0]
        for number, name in enumerate(events.HANDLERS):
            stripe_sandbox.store.save(event | {"id": f"evt_of_{number}", "type": name})
    reconcile()
    assert set(StripeEvent.objects.values_list("type", flat=True)) == set(events.HANDLERS)


def test_event_listed_late_is_read(customer: User, stripe_sandbox: StripeSandbox) -> None:
    """Stripe lists an event some time after it happened, when the checkpoint may already be later."""
    payment = _paid(customer)
    ReconciliationCheckpoint.objects.create(until=timezone.now() + dt.timedelta(minutes=5))
    reconcile()
    assert _status(payment) == "succeeded"


def test_checkpoint_is_the_start_of_reading(
    db: None, stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, began = reconciliation._listed, timezone.now()
    with time_machine.travel(began, tick=False) as clock:

        def read_slowly(since: dt.datetime) -> Any:
            listed = read(since)
            clock.shift(dt.timedelta(minutes=30))
            return listed

        monkeypatch.setattr(reconciliation, "_listed", read_slowly)
        reconcile()
    assert ReconciliationCheckpoint.objects.get().until == began


def test_open_payment_without_events_is_fetched(customer: User, stripe_sandbox: StripeSandbox) -> None:
    payment = _paid(customer)
    ReconciliationCheckpoint.objects.create(until=timezone.now() + dt.timedelta(hours=2))  # nothing to read in the list
    reconcile()
    assert _status(payment) == "open"  # it was just made, so its webhook may still arrive
    for days in (0, 2):  # a settled payment is not fetched again
        with time_machine.travel(timezone.now() + dt.timedelta(days=days, minutes=4)):
            reconcile()
        checked = payment.checked_at
        assert _status(payment) == "succeeded"
    assert payment.checked_at == checked


def test_processing_payment_without_events_is_fetched(customer: User, stripe_sandbox: StripeSandbox) -> None:
    stripe_sandbox.process_next()
    payment = _paid(customer)
    stripe_sandbox.deliver()
    assert _status(payment) == "processing"
    stripe_sandbox.finish_processing(payment.stripe_payment_intent_id)
    ReconciliationCheckpoint.objects.create(until=timezone.now() + dt.timedelta(hours=2))
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=4)):
        reconcile()
    assert _status(payment) == "succeeded"


@pytest.mark.parametrize("is_guest", [False, True])
def test_payment_without_intent_id_gets_it_back(customer: User, stripe_sandbox: StripeSandbox, is_guest: bool) -> None:
    """The process died after storing the row and before Stripe's response, so the same call is repeated."""
    payment = _paid(AnonymousUser() if is_guest else customer)
    Payment.objects.update(stripe_payment_intent_id="")
    ReconciliationCheckpoint.objects.create(until=timezone.now() + dt.timedelta(hours=2))
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=4)):
        reconcile()
    intent = payment.stripe_payment_intent_id
    assert (_status(payment), payment.stripe_payment_intent_id) == ("succeeded", intent)
    assert len(stripe_sandbox.objects("payment_intent")) == 1


def test_abandoned_payment_is_fetched_less_and_less_often(customer: User, stripe_sandbox: StripeSandbox) -> None:
    payment = open_intent(purpose="checkout", reference=None, viewer=customer).payment
    asked = []
    start = timezone.now()
    for minutes in range(5, 24 * 60, 5):
        with time_machine.travel(start + dt.timedelta(minutes=minutes)):
            reconcile()
        payment.refresh_from_db()
        asked.append(payment.checked_at)
    assert len(set(asked[:12])) == 12
    assert 40 < len(set(asked)) < 120


def test_failed_events_are_retried(
    customer: User,
    outsider: User,
    stripe_sandbox: StripeSandbox,
    admin_client: APIClient,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(reconciliation, "BATCH_SIZE", 1)
    _paid(outsider)
    stripe_sandbox.deliver()  # older events that are processed already don't count
    payment = _paid(customer)
    stripe_sandbox.faults.add("500", path="payment_intents", count=3)
    stripe_sandbox.deliver()
    assert StripeEvent.objects.filter(state="failed").count() == 1
    call_command("reconcile_stripe")
    assert _status(payment) == "open"  # the queue is about to retry
    assert capsys.readouterr().out == "Reconciled with Stripe; events that still fail: 1\n"
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=4)):
        call_command("reconcile_stripe")
    assert _status(payment) == "succeeded"
    assert capsys.readouterr().out == "Reconciled with Stripe\n"
    assert admin_client.get("/api/stripe/events?state=failed").json() == []
    stripe_sandbox.faults.add("500", path="payment_intents", count=3)
    done = StripeEvent.objects.filter(type="payment_intent.succeeded").latest("created_at")
    again = admin_client.post(f"/api/stripe/events/{done.id}/process").json()
    assert (again["state"], again["error"]) == ("processed", ""), "as another process left it"
    stripe_sandbox.faults.clear()
    stripe_sandbox.refund(payment.stripe_payment_intent_id)
    stripe_sandbox.capture_webhooks()  # lost
    admin_client.post(f"/api/stripe/events/{done.id}/process")
    payment.refresh_from_db()
    assert payment.amount_refunded == payment.amount, "although the event was processed before"


def test_payment_that_stripe_refuses_to_look_up_is_looked_up_again(
    customer: User, stripe_sandbox: StripeSandbox
) -> None:
    """Only a payment that Stripe doesn't have is settled without it."""
    payment = _paid(customer)
    stripe_sandbox.faults.add("400", path="payment_intents")
    stripe_sandbox.deliver()
    assert StripeEvent.objects.filter(state="failed").count() == 1
    assert _status(payment) == "open"
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=4)):
        reconcile()
    assert _status(payment) == "succeeded"


def test_event_that_always_fails_is_retried_less_and_less_often(
    customer: User, outsider: User, stripe_sandbox: StripeSandbox
) -> None:
    failing, other = _paid(customer), _paid(outsider)
    stripe_sandbox.faults.add("500", path=failing.stripe_payment_intent_id, count=None)
    start, tried = timezone.now(), []
    for minutes in range(0, 600, 5):
        with time_machine.travel(start + dt.timedelta(minutes=minutes)), suppress(PaymentsUnavailable):
            reconcile()
        tried.append(StripeEvent.objects.get(state="failed").attempts)
    assert _status(other) == "succeeded"
    assert 15 < tried[-1] < 100


def test_outage_ends_run_after_three_rows(db: None, stripe_sandbox: StripeSandbox) -> None:
    """If Stripe is down, each row would cost a timeout."""
    for number in range(6):
        _paid(User.objects.create_user(f"person{number}@example.com"))
    fault = stripe_sandbox.faults.add("503", path="payment_intents", count=None)
    with pytest.raises(PaymentsUnavailable):
        reconcile()
    assert fault.hits == 9  # three rows, three tries each
    assert StripeEvent.objects.filter(state="received").count() == 3
    stripe_sandbox.faults.clear()
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=4)):
        reconcile()
    assert set(Payment.objects.values_list("status", flat=True)) == {"succeeded"}
    assert set(StripeEvent.objects.values_list("state", flat=True)) == {"processed"}
