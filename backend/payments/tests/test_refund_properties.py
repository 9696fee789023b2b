"""However often staff refund a payment, the refunds never exceed it."""

from decimal import Decimal

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common.errors import Conflict
from payments.refunds import request_refund
from payments.tests.factories import make_payment

pytestmark = pytest.mark.properties

amounts = st.decimals(min_value=Decimal("0.01"), max_value=2000, places=2)


@settings(max_examples=settings().max_examples // 10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(received=amounts, requests=st.lists(st.none() | amounts, max_size=8))
def test_refunds_never_exceed_payment(db: None, received: Decimal, requests: list[Decimal | None]) -> None:
    with transaction.atomic():
        payment = make_payment(amount=received, amount_received=received, stripe_payment_intent_id="pi_1")
        refunded = Decimal(0)
        for amount in requests:
            left = received - refunded
            try:
                with transaction.atomic():
                    refund = request_refund(payment_id=payment.id, by=None, reason="Rained out", amount=amount)
            except Conflict:
                assert left == 0 or (amount is not None and amount > left)
                continue
            refunded += refund.amount
            assert refund.amount == (left if amount is None else amount)
            assert refunded <= received
        payment.refresh_from_db()
        assert payment.refundable == received - refunded
        transaction.set_rollback(True)
