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
@given(received=amounts, wishes=st.lists(st.none() | amounts, max_size=8))
def test_refunds_never_exceed_payment(db: None, received: Decimal, wishes: list[Decimal | None]) -> None:
    with transaction.atomic():
        payment = make_payment(amount=received, amount_received=received, stripe_payment_intent_id="pi_1")
        refunded = Decimal(0)
        for wish in wishes:
            left = received - refunded
            try:
                with transaction.atomic():
                    refund = request_refund(payment_id=payment.id, by=None, reason="Rained out", amount=wish)
            except Conflict:
                assert left == 0 or (wish is not None and wish > left)
                continue
            refunded += refund.amount
            assert refund.amount == (left if wish is None else wish)
            assert refunded <= received
        payment.refresh_from_db()
        assert payment.refundable == received - refunded
        transaction.set_rollback(True)
