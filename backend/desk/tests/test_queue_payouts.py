"""A payout that the bank returned is a row in Due now until a later one has arrived."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from payments.models import PaymentAssignee, Payout
from payments.services import assign_payment
from testing import cards
from testing.cards import open_intent
from testing.payments import StripeSandbox


@pytest.fixture
def returned(stripe_sandbox: StripeSandbox, customer: User) -> str:
    """The ID of a payout that the bank returned."""
    intent = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(intent.client_secret)
    stripe_sandbox.deliver()
    assign_payment(payment_id=intent.payment.id, by=customer, kind=PaymentAssignee.USER, to=customer.id)
    payout = str(stripe_sandbox.pay_out()["id"])
    stripe_sandbox.advance_payout(payout)
    stripe_sandbox.fail_payout(payout)
    stripe_sandbox.deliver()
    return payout


def _rows(client: APIClient) -> list[dict[str, Any]]:
    return client.get("/api/desk/queue?kind=payment").json()  # type: ignore[no-any-return]


@pytest.mark.django_db(transaction=True)
def test_returned_payout_is_in_queue_until_next_payout(
    admin_client: APIClient, stripe_sandbox: StripeSandbox, returned: str
) -> None:
    [row] = _rows(admin_client)
    assert (row["customerName"], row["status"], row["amount"], row["paymentId"]) == (
        "Payout", "payout_failed", "581.33", None,
    )  # fmt: skip
    assert row["summary"] == "Your bank returned a payout of $581.33. The bank account has been closed."
    assert admin_client.get("/api/desk/queue/counts").json()["kinds"]["payment"] == 1
    following = stripe_sandbox.pay_out()["id"]
    stripe_sandbox.advance_payout(following)
    stripe_sandbox.deliver()
    assert len(_rows(admin_client)) == 1  # the next one may be returned, too
    stripe_sandbox.advance_payout(following)
    stripe_sandbox.deliver()
    assert _rows(admin_client) == []


@pytest.mark.django_db(transaction=True)
def test_row_is_late_a_day_after_the_return(admin_client: APIClient, returned: str) -> None:
    Payout.objects.update(failed_at=timezone.now() - dt.timedelta(hours=25))
    assert admin_client.get("/api/desk/queue/counts").json()["late"] == 1
