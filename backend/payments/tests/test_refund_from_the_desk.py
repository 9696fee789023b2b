"""An administrator refunds a card payment: once, never more than was received, and the row follows Stripe."""

from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from payments.client import client
from payments.models import Payment, Refund
from payments.refunds import request_refund
from testing import cards
from testing.cards import open_intent
from testing.helpers import delivered, delivered_to_office, end_waits, in_threads, text_of
from testing.payments import CHECKOUT_DOLLARS, StripeSandbox, run_payments_queue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def payment(stripe_sandbox: StripeSandbox, customer: User) -> Payment:
    """A customer's payment of the published amount."""
    intent = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(intent.client_secret)
    stripe_sandbox.deliver()
    return Payment.objects.get()


def _refund(client: APIClient, payment: Payment, key: str = "", **body: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(
        f"/api/payments/{payment.id}/refund", {"reason": "Rained out", **body}, format="json", headers=headers
    )


def _row(client: APIClient) -> Any:
    [row] = client.get("/api/payments?scope=admin").json()
    return row


def _refunded_at_stripe(sandbox: StripeSandbox) -> Decimal:
    return sum((Decimal(each["amount"]) / 100 for each in sandbox.objects("refund")), Decimal(0))


def test_payment_is_refunded_in_two_parts(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    first = _refund(admin_client, payment, amount="100.00")
    assert first.status_code == 200, first.content
    row = first.json()
    assert (row["amountRefunded"], row["amountRefunding"], row["refundable"]) == ("100.00", "0.00", "499.00")
    [asked] = row["refunds"]
    assert (asked["amount"], asked["reason"], asked["status"], asked["requestedBy"]) == (
        "100.00", "Rained out", "sent", "Ada",
    )  # fmt: skip
    assert _refund(admin_client, payment, amount="499.00").json()["amountRefunded"] == CHECKOUT_DOLLARS
    stripe_sandbox.deliver()
    assert _row(admin_client)["refundable"] == "0.00"
    assert _refunded_at_stripe(stripe_sandbox) == payment.amount_received
    assert sorted(mail["Subject"] for mail in delivered(tmp_path)) == [
        "Refund: $100.00, Holiday lighting",
        "Refund: $499.00, Holiday lighting",
    ]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"amount": "599.01"}, 409),
        ({"amount": "0"}, 400),
        ({"amount": "-5"}, 400),
        ({"amount": "1.005"}, 400),
        ({"amount": "all"}, 400),
        ({"reason": ""}, 400),
        ({"reason": None}, 400),
    ],
)
def test_invalid_refund_stores_nothing(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, body: dict[str, Any], status: int
) -> None:
    assert _refund(admin_client, payment, **body).status_code == status
    assert not Refund.objects.exists()
    assert stripe_sandbox.objects("refund") == []
    assert _row(admin_client)["refundable"] == CHECKOUT_DOLLARS


def test_repeated_request_refunds_once(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    first = _refund(admin_client, payment, key="the-same-key", amount="50")
    assert _refund(admin_client, payment, key="the-same-key", amount="50").json() == first.json()
    assert _refund(admin_client, payment, key="the-same-key", amount="60").status_code == 409
    assert _refunded_at_stripe(stripe_sandbox) == Decimal(50)


def test_concurrent_refunds_never_exceed_payment(admin: User, payment: Payment, stripe_sandbox: StripeSandbox) -> None:
    def ask(_: int) -> int:
        client = APIClient()
        client.force_login(admin)
        return int(_refund(client, payment, amount="400").status_code)

    assert sorted(in_threads(4, ask)) == [200, 409, 409, 409]
    assert _refunded_at_stripe(stripe_sandbox) == Decimal(400)
    payment.refresh_from_db()
    assert (payment.amount_refunded, payment.amount_refunding) == (Decimal(400), Decimal(0))


@pytest.mark.parametrize(
    ("state", "reason"), [("open", "This payment hasn't gone through"), ("disputed", "The customer's bank disputes")]
)
def test_processing_or_disputed_payment_cannot_be_refunded(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, state: str, reason: str
) -> None:
    if state == "open":
        Payment.objects.update(status="processing")
    else:
        stripe_sandbox.dispute(payment.stripe_payment_intent_id)
        stripe_sandbox.deliver()
    refused = _refund(admin_client, payment)
    assert (refused.status_code, refused.json()["message"].startswith(reason)) == (409, True)
    assert not Refund.objects.exists()


def test_refund_is_refused_by_dispute_without_event(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    stripe_sandbox.dispute(payment.stripe_payment_intent_id)
    response = _refund(admin_client, payment)
    assert (response.status_code, response.json()["message"]) == (
        409, "Stripe refused this refund, so nothing was refunded. Reload the page to see what changed.",
    )  # fmt: skip
    row = _row(admin_client)
    assert (row["disputed"], row["amountRefunding"]) == (True, "0.00")
    [asked] = row["refunds"]
    assert (asked["status"], "charged back" in asked["error"]) == ("refused", True)


@pytest.mark.parametrize("is_busy", [False, True], ids=["down", "busy"])
def test_worker_sends_refund_after_stripe_was_down_or_busy(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, settings: Any, is_busy: bool
) -> None:
    if is_busy:
        settings.STRIPE_CONCURRENT_REQUESTS = 0
    else:
        stripe_sandbox.faults.add("503", path="refunds", count=None)
    row = _refund(admin_client, payment, amount="75").json()
    assert (row["amountRefunded"], row["amountRefunding"], row["refundable"]) == ("0.00", "75.00", "524.00")
    end_waits()
    run_payments_queue()  # the worker's first attempt fails too
    stripe_sandbox.faults.clear()
    end_waits()
    run_payments_queue()
    row = _row(admin_client)
    assert (row["amountRefunded"], row["amountRefunding"], row["refunds"][0]["status"]) == ("75.00", "0.00", "sent")


def test_refund_with_lost_response_is_found_at_stripe(
    admin: User, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    """Stripe forgets idempotency keys after a day, so the refund's metadata has the ID of our row."""
    refund = request_refund(payment_id=payment.id, by=admin, reason="Rained out", amount=Decimal(20))
    client().v1.refunds.create(
        {"payment_intent": payment.stripe_payment_intent_id, "amount": 2000, "metadata": {"refund": str(refund.id)}}
    )
    end_waits()
    run_payments_queue()
    refund.refresh_from_db()
    assert (refund.status, len(stripe_sandbox.objects("refund"))) == ("sent", 1)


def test_automatic_refund_has_no_requester(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    request_refund(payment_id=payment.id, by=None, reason="Canceled before its day was set", amount=Decimal(20))
    end_waits()
    run_payments_queue()
    [asked] = _row(admin_client)["refunds"]
    assert (asked["status"], asked["amount"], asked["requestedBy"]) == ("sent", "20.00", "")


def test_returned_refund_is_in_due_now_until_refunded_again(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    _refund(admin_client, payment, amount="40")
    stripe_sandbox.deliver()
    [refund] = stripe_sandbox.objects("refund")
    stripe_sandbox.fail_refund(refund["id"])
    stripe_sandbox.deliver()
    [item] = admin_client.get("/api/desk/queue?kind=payment").json()
    assert (item["status"], item["summary"], item["amount"]) == (
        "refund_failed", "Holiday lighting: a refund of $40.00 failed", "40.00",
    )  # fmt: skip
    row = _row(admin_client)
    assert (row["amountRefunded"], row["refunds"][0]["status"]) == ("0.00", "failed")
    assert row["refunds"][0]["error"] == "expired_or_canceled_card"
    assert "Refund returned: $40.00, Holiday lighting" in [mail["Subject"] for mail in delivered_to_office(tmp_path)]
    assert _refund(admin_client, payment, amount="40").status_code == 200
    assert admin_client.get("/api/desk/queue?kind=payment").json() == []


def test_refund_made_again_after_the_bank_returned_it_is_emailed_again(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    what = "$40.00, Holiday lighting"
    for times in (1, 2):
        _refund(admin_client, payment, amount="40")
        stripe_sandbox.deliver()
        mails = delivered(tmp_path)
        assert [mail["Subject"] for mail in mails] == [f"Refund: {what}"] * times
        assert "We refunded $40.00 of your card payment: Holiday lighting.\n" in text_of(mails[-1])
        assert f"Paid: ${CHECKOUT_DOLLARS}\nRefunded in total: $40.00\n" in text_of(mails[-1])
        made = next(each for each in stripe_sandbox.objects("refund") if each["status"] == "succeeded")
        stripe_sandbox.fail_refund(made["id"])
        stripe_sandbox.deliver()
        assert [mail["Subject"] for mail in delivered_to_office(tmp_path)] == [
            f"Refunded: {what}", f"Refund returned: {what}"
        ] * times  # fmt: skip
        assert _row(admin_client)["refundFailed"] == "40.00"


def test_unknown_payment_is_not_found(admin_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    assert _refund(admin_client, Payment(id=uuid4())).status_code == 404
