"""The desk's filter for payments that were refunded, are disputed, or whose refund or last card failed."""

from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from payments.models import Payment, PaymentStatus


def _payment(user: User, number: int, **fields: Any) -> str:
    paid = {
        "amount": "875.00",
        "amount_received": "875.00",
        "status": PaymentStatus.SUCCEEDED,
        "succeeded_at": timezone.now(),
    }
    payment = Payment.objects.create(
        user=user,
        purpose="invoice",
        stripe_payment_intent_id=f"pi_{number}",
        **(paid | fields),
    )
    return str(payment.id)


def test_trouble_filter_lists_payments_that_need_attention(customer: User, admin_client: APIClient) -> None:
    _payment(customer, 1)
    refunded = _payment(customer, 2, amount_refunded="100.00")
    disputed = _payment(customer, 3, disputed=True)
    unpaid = {"amount_received": 0, "succeeded_at": None, "failure_message": "Your card was declined."}
    declined = _payment(customer, 4, status=PaymentStatus.OPEN, **unpaid)
    _payment(customer, 5, status=PaymentStatus.CANCELED, **unpaid)
    not_refunded = _payment(customer, 6, refund_failed="90.00", refund_failed_at=timezone.now())
    rows = admin_client.get("/api/payments?scope=admin&trouble=1").json()
    assert [row["id"] for row in rows] == [not_refunded, declined, disputed, refunded]
    assert len(admin_client.get("/api/payments?scope=admin").json()) == 6


@pytest.mark.parametrize("value", ["2", "yes"])
def test_trouble_filter_takes_only_0_or_1(admin_client: APIClient, value: str) -> None:
    answer = admin_client.get(f"/api/payments?scope=admin&trouble={value}")
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["trouble"]
