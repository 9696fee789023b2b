"""A refund that Stripe refuses in the background, or can't be reached for, is the office's to repeat or to keep."""

import datetime as dt
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.balance import recompute_balance
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from payments.client import PaymentsUnavailable, client
from payments.ledger import sync_payment
from payments.models import Payment, Refund
from payments.reconciliation import reconcile
from payments.refunds import give_up_unsent, request_refund, send_refund
from payments.tests.factories import make_payment
from testing import cards
from testing.cards import open_intent
from testing.helpers import delivered_to_office, end_waits, in_threads, run_during_transaction, text_of
from testing.payments import StripeSandbox, run_payments_queue

pytestmark = pytest.mark.django_db(transaction=True)

DAY = dt.timedelta(days=1)
NOT_MADE = "Refund not made:"


@pytest.fixture
def payment(stripe_sandbox: StripeSandbox, customer: User) -> Payment:
    """A customer's payment of the published amount."""
    cards.pay(open_intent(purpose="checkout", reference=None, viewer=customer).client_secret)
    stripe_sandbox.deliver()
    return Payment.objects.get()


def _request(payment: Payment, amount: int | str) -> Refund:
    return request_refund(payment_id=payment.id, by=None, reason="Canceled", amount=Decimal(amount))


def _work() -> None:
    end_waits()
    run_payments_queue()


def _refund(client: APIClient, payment: Payment, key: str = "", **body: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    body = {"reason": "Again", **body}
    return client.post(f"/api/payments/{payment.id}/refund", body, format="json", headers=headers)


def _keep(client: APIClient, payment: Payment, reason: str = "They tipped the crew") -> Any:
    return client.post(f"/api/payments/{payment.id}/keep", {"reason": reason}, format="json")


def _queue(client: APIClient) -> list[tuple[str, str]]:
    return [(row["status"], row["amount"]) for row in client.get("/api/desk/queue?kind=payment").json()]


def _row(client: APIClient) -> Any:
    [row] = client.get("/api/payments?scope=admin").json()
    return row


def _statuses(client: APIClient) -> dict[str, str]:
    return {each["amount"]: each["status"] for each in _row(client)["refunds"]}


def _subjects(data_dir: Path) -> list[str]:
    return [mail["Subject"] for mail in delivered_to_office(data_dir)]


def _refuse(payment: Payment, sandbox: StripeSandbox) -> None:
    """Let Stripe refuse a full refund in the background, after $100 were refunded in the dashboard."""
    sandbox.refund(payment.stripe_payment_intent_id, amount=10_000)
    sandbox.capture_webhooks()
    _request(payment, 599)
    _work()


def _leave_unsent(sandbox: StripeSandbox, payment: Payment, amount: int | str = 40, *, fault: str = "503") -> Refund:
    """Let Stripe fail each attempt for a day and two hours."""
    sandbox.faults.add(fault, method="POST", path="refunds", count=200)
    refund = _request(payment, amount)
    with suppress(PaymentsUnavailable):
        reconcile()
    assert Refund.objects.get(id=refund.id).status == "requested", "the worker retries for a day"
    Refund.objects.update(created_at=timezone.now() - DAY - dt.timedelta(hours=2))
    with suppress(PaymentsUnavailable):
        reconcile()
    sandbox.faults.clear()
    return refund


def test_refund_refused_in_background_is_emailed_and_in_due_now(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    _refuse(payment, stripe_sandbox)
    assert _queue(admin_client) == [("refund_failed", "499.00")]
    row = _row(admin_client)
    assert (row["refundable"], row["refundFailed"], row["refunds"][0]["status"]) == ("499.00", "499.00", "refused")
    [mail] = [
        mail for mail in delivered_to_office(tmp_path) if mail["Subject"] == f"{NOT_MADE} $599.00, Holiday lighting"
    ]
    assert "greater than unrefunded amount" in text_of(mail)
    assert "Reason for the refund: Canceled\n" in text_of(mail)


def test_refusal_shown_on_screen_is_not_in_due_now(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    stripe_sandbox.dispute(payment.stripe_payment_intent_id)
    first = _refund(admin_client, payment, key="the-first-try", amount="40")
    assert first.status_code == 409
    assert _refund(admin_client, payment, key="the-first-try", amount="40").json() == first.json()
    _work()
    stripe_sandbox.deliver()
    assert [status for status, _ in _queue(admin_client)] == ["disputed"]
    assert f"{NOT_MADE} $40.00, Holiday lighting" not in _subjects(tmp_path)


@pytest.mark.parametrize("won", [True, False])
def test_dispute_opened_before_refund_is_sent_decides(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path, won: bool
) -> None:
    _request(payment, 40)
    dispute = stripe_sandbox.dispute(payment.stripe_payment_intent_id)
    _work()
    stripe_sandbox.deliver()
    [mail] = [
        mail for mail in delivered_to_office(tmp_path) if mail["Subject"] == f"{NOT_MADE} $40.00, Holiday lighting"
    ]
    assert "charged back" in text_of(mail)
    assert [status for status, _ in _queue(admin_client)] == ["disputed"]
    assert _keep(admin_client, payment).status_code == 409
    stripe_sandbox.close_dispute(dispute["id"], won=won)
    stripe_sandbox.deliver()
    assert _queue(admin_client) == ([("refund_failed", "40.00")] if won else [])
    assert _keep(admin_client, payment).status_code == (200 if won else 409)
    assert _queue(admin_client) == []


def test_refund_already_made_in_dashboard_need_not_be_repeated(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    _request(payment, 599)
    stripe_sandbox.refund(payment.stripe_payment_intent_id)
    stripe_sandbox.capture_webhooks()
    _work()
    row = _row(admin_client)
    assert (row["amountRefunded"], row["refundFailed"], row["refunds"][0]["status"]) == ("599.00", "0.00", "refused")
    assert not [subject for subject in _subjects(tmp_path) if subject.startswith(NOT_MADE)]
    assert _queue(admin_client) == []


def test_canceled_refund_without_reason_is_in_due_now(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    other = Refund.objects.create(
        payment=make_payment(user=payment.user, reference=payment.id),
        amount=5,
        status="sent",
        stripe_refund_id="re_other",
    )
    _refund(admin_client, payment, amount="40")
    [refund] = stripe_sandbox.objects("refund")
    stripe_sandbox.fail_refund(refund["id"])
    with stripe_sandbox.store.transaction():
        failed = stripe_sandbox.store.require(refund["id"])
        stripe_sandbox.store.save(failed | {"status": "canceled", "failure_reason": None})
    stripe_sandbox.deliver()
    outcomes = {each.id: (each.status, each.error) for each in Refund.objects.all()}
    assert outcomes.pop(other.id) == ("sent", "")
    assert list(outcomes.values()) == [("failed", "")]
    assert _queue(admin_client) == [("refund_failed", "40.00")]


def test_refund_unsent_for_a_day_is_emailed_and_in_due_now(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    _leave_unsent(stripe_sandbox, payment, "0.75")
    assert _queue(admin_client) == [("refund_failed", "0.75")]
    row = _row(admin_client)
    assert (row["refundable"], row["amountRefunding"], row["refunds"][0]["status"]) == ("599.00", "0.00", "unsent")
    assert f"{NOT_MADE} $0.75, Holiday lighting" in _subjects(tmp_path)
    _work()  # the waiting job sends nothing, since the office decides now
    assert stripe_sandbox.objects("refund") == []


def test_late_refund_is_sent_by_final_attempt(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    refund = _request(payment, 40)
    sent = Refund.objects.create(  # of another payment
        payment=make_payment(user=payment.user, reference=payment.id),
        amount=5,
        reason="Rain",
        status="sent",
        arrived_late_at=timezone.now(),
    )
    Refund.objects.update(created_at=timezone.now() - 2 * DAY)
    Refund.objects.filter(id=sent.id).update(created_at=timezone.now() - 3 * DAY)
    monkeypatch.setattr("payments.refunds.BATCH_SIZE", 1)
    reconcile()
    refund.refresh_from_db()
    assert refund.status == "sent"
    assert _queue(admin_client) == []


def test_late_refund_refused_in_its_final_attempt_is_emailed_and_in_due_now(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    _request(payment, 599)
    stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=10_000)
    stripe_sandbox.capture_webhooks()
    Refund.objects.update(created_at=timezone.now() - 2 * DAY)
    call_command("reconcile_stripe")  # which fails if the reconciliation has errors
    assert _statuses(admin_client) == {"599.00": "refused"}
    assert _queue(admin_client) == [("refund_failed", "499.00")]
    assert f"{NOT_MADE} $599.00, Holiday lighting" in _subjects(tmp_path)


def test_refund_again_leaves_due_now(payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    _refuse(payment, stripe_sandbox)
    assert _refund(admin_client, payment, amount="15").status_code == 200
    stripe_sandbox.deliver()
    assert _queue(admin_client) == [("refund_failed", "484.00")]
    assert _refund(admin_client, payment).status_code == 200
    assert _queue(admin_client) == []
    assert _row(admin_client)["amountRefunded"] == "599.00"


def test_dashboard_refund_reduces_failed_amount(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    _refuse(payment, stripe_sandbox)
    stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=10_000)
    stripe_sandbox.deliver()
    assert _queue(admin_client) == [("refund_failed", "399.00")]
    stripe_sandbox.refund(payment.stripe_payment_intent_id)
    stripe_sandbox.deliver()
    assert _queue(admin_client) == []


def test_refund_failing_again_returns_to_due_now(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    _refuse(payment, stripe_sandbox)
    assert _refund(admin_client, payment, amount="40").status_code == 200
    stripe_sandbox.deliver()
    refund = next(each for each in stripe_sandbox.objects("refund") if each["amount"] == 4000)
    stripe_sandbox.fail_refund(refund["id"])
    stripe_sandbox.deliver()
    assert _queue(admin_client) == [("refund_failed", "499.00")]


def test_refused_repeat_leaves_failed_amount_in_due_now(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    _refuse(payment, stripe_sandbox)
    stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=10_000)
    stripe_sandbox.capture_webhooks()
    assert _refund(admin_client, payment, amount="499").status_code == 409
    assert _queue(admin_client) == [("refund_failed", "399.00")]


def test_refused_larger_refund_leaves_only_failed_amount_in_due_now(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    _leave_unsent(stripe_sandbox, payment)
    dispute = stripe_sandbox.dispute(payment.stripe_payment_intent_id)
    assert _refund(admin_client, payment, amount="100").status_code == 409
    stripe_sandbox.close_dispute(dispute["id"], won=True)
    stripe_sandbox.deliver()
    assert _queue(admin_client) == [("refund_failed", "40.00")]


def test_kept_refund_leaves_due_now_with_reason(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    _refuse(payment, stripe_sandbox)
    kept = _keep(admin_client, payment)
    assert (kept.status_code, kept.json()["amountKept"]) == (200, "499.00")
    assert _queue(admin_client) == []
    row = _row(admin_client)
    assert (row["keptReason"], row["keptBy"], row["keptAt"] is not None) == ("They tipped the crew", "Ada", True)
    assert _keep(admin_client, payment).status_code == 409


def test_amounts_kept_of_one_payment_add_up(customer: User, admin_client: APIClient) -> None:
    invoice = make_invoice(user=customer, amount="100.00")
    payment = make_payment(user=customer, purpose="invoice", reference=invoice.id, stripe_payment_intent_id="pi_1")
    card = InvoicePayment.objects.create(invoice=invoice, payment=payment, method="card", amount=Decimal(90))
    for check, kept in ((30, "20.00"), (25, "25.00")):
        InvoicePayment.objects.create(invoice=invoice, method="check", amount=Decimal(check))
        recompute_balance(Invoice.objects.get())
        assert _keep(admin_client, payment).json() == {"amountKept": kept}
    card.refresh_from_db()
    assert (str(card.amount_kept), _queue(admin_client)) == ("45.00", [])


def test_unsent_refund_that_reached_stripe_is_not_repeated(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    refund = _leave_unsent(stripe_sandbox, payment)
    client().v1.refunds.create(
        {"payment_intent": payment.stripe_payment_intent_id, "amount": 4000, "metadata": {"refund": str(refund.id)}}
    )
    stripe_sandbox.capture_webhooks()
    again = _refund(admin_client, payment, amount="40")
    assert again.status_code == 409
    assert "had reached Stripe" in again.json()["message"]
    assert len(stripe_sandbox.objects("refund")) == 1
    row = _row(admin_client)
    assert (row["amountRefunded"], [each["status"] for each in row["refunds"]]) == ("40.00", ["sent", "refused"])
    assert row["refunds"][1]["error"].startswith("An earlier refund of this payment had reached Stripe after all")
    assert _queue(admin_client) == []
    assert not [subject for subject in _subjects(tmp_path) if subject.startswith(NOT_MADE)]
    assert _refund(admin_client, payment, amount="10").status_code == 200, "a request made after that is a new refund"


def test_waiting_repeat_is_not_sent_after_original_is_found(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    refund = _leave_unsent(stripe_sandbox, payment)
    _request(payment, 40)
    client().v1.refunds.create(
        {"payment_intent": payment.stripe_payment_intent_id, "amount": 4000, "metadata": {"refund": str(refund.id)}}
    )
    stripe_sandbox.deliver()
    _work()
    assert len(stripe_sandbox.objects("refund")) == 1
    assert _queue(admin_client) == []


def test_unsent_refund_is_marked_sent_by_event(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    _leave_unsent(stripe_sandbox, payment, 15)
    refund = _leave_unsent(stripe_sandbox, payment)
    made = client().v1.refunds.create(
        {"payment_intent": payment.stripe_payment_intent_id, "amount": 4000, "metadata": {"refund": str(refund.id)}}
    )
    stripe_sandbox.deliver()
    assert _statuses(admin_client) == {"40.00": "sent", "15.00": "unsent"}
    assert _queue(admin_client) == []
    stripe_sandbox.fail_refund(made.id)
    stripe_sandbox.deliver()
    assert _statuses(admin_client) == {"40.00": "failed", "15.00": "unsent"}
    assert _queue(admin_client) == [("refund_failed", "40.00")]


def test_concurrent_keep_and_refund_never_both_count(
    payment: Payment, admin: User, stripe_sandbox: StripeSandbox
) -> None:
    _refuse(payment, stripe_sandbox)

    def work(number: int) -> int:
        browser = APIClient()
        browser.force_login(admin)
        return int((_keep if number % 2 else _refund)(browser, payment).status_code)

    statuses = in_threads(6, work)
    kept, refunded = statuses[1::2], statuses[0::2]
    assert kept.count(200) <= 1
    assert refunded.count(200) == 1
    payment.refresh_from_db()
    assert (payment.amount_refunded, payment.amount_refunding, payment.refund_failed) == (
        Decimal(599), Decimal(0), Decimal(0),
    )  # fmt: skip


def test_concurrent_syncs_count_returned_refund_once(
    payment: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    _refund(admin_client, payment, amount="40")
    [refund] = stripe_sandbox.objects("refund")
    stripe_sandbox.fail_refund(refund["id"])
    in_threads(4, lambda _: sync_payment(payment.stripe_payment_intent_id))
    assert _queue(admin_client) == [("refund_failed", "40.00")]


def test_concurrent_sends_make_one_refund(payment: Payment, stripe_sandbox: StripeSandbox) -> None:
    refund = _request(payment, 40)
    in_threads(3, lambda _: send_refund(refund.id))
    payment.refresh_from_db()
    assert (payment.amount_refunding, payment.amount_refunded) == (Decimal(0), Decimal(40))
    assert len(stripe_sandbox.objects("refund")) == 1


def test_giving_up_refund_keeps_concurrent_request(stripe_sandbox: StripeSandbox, payment: Payment) -> None:
    given_up = _request(payment, 40)
    Refund.objects.update(created_at=timezone.now() - 2 * DAY)
    stripe_sandbox.faults.add("503", path="refunds", count=None)
    with transaction.atomic():
        _request(payment, 7)
        finish = run_during_transaction(give_up_unsent)
    assert finish() == []
    given_up.refresh_from_db()
    payment.refresh_from_db()
    assert (given_up.status, payment.amount_refunding) == ("unsent", Decimal(7))
