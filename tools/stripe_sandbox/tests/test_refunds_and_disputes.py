"""Refunds and disputes."""

import pytest
import stripe

from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.shop import Shop, expect_error


def test_refunds_in_parts_cannot_exceed_charge(shop: Shop) -> None:
    intent = shop.paid_intent()
    refund = shop.api.refunds.create({"payment_intent": intent.id, "amount": 10000, "reason": "duplicate"})
    assert (refund.status, refund.amount, refund.charge) == ("succeeded", 10000, intent.latest_charge)
    charge = shop.api.charges.retrieve(intent.latest_charge, {"expand": ["refunds"]})
    assert (charge.amount_refunded, charge.refunded, len(charge.refunds.data)) == (10000, False, 1)
    error = expect_error(stripe.InvalidRequestError, shop.api.refunds.create, {"charge": charge.id, "amount": 50000})
    assert error.user_message == "Refund amount ($500.00) is greater than unrefunded amount on charge ($499.00)"
    assert shop.api.refunds.create({"charge": charge.id}).amount == 49900
    assert shop.api.charges.retrieve(charge.id).refunded
    error = expect_error(stripe.InvalidRequestError, shop.api.refunds.create, {"charge": charge.id})
    assert error.code == "charge_already_refunded"
    assert shop.events()[-2:] == ["refund.created", "charge.refunded"]
    assert shop.last_event("charge.refunded")["data"]["previous_attributes"]["amount_refunded"] == 10000


def test_charge_shows_only_its_newest_refunds(shop: Shop) -> None:
    intent = shop.paid_intent()
    made = [shop.api.refunds.create({"payment_intent": intent.id, "amount": 100}).id for _ in range(11)]
    shown = shop.api.charges.retrieve(intent.latest_charge, {"expand": ["refunds"]}).refunds
    assert ([each.id for each in shown.data], shown.has_more) == (made[:0:-1], True)


def test_failed_refund_can_be_made_again(shop: Shop, sandbox: Sandbox) -> None:
    intent = shop.paid_intent()
    sandbox.fail_refund(shop.api.refunds.create({"payment_intent": intent.id}).id)
    charge = shop.api.charges.retrieve(intent.latest_charge)
    assert (charge.amount_refunded, charge.refunded) == (0, False)
    assert shop.api.refunds.create({"payment_intent": intent.id}).amount == 59900


def test_dashboard_can_refund(shop: Shop, sandbox: Sandbox) -> None:
    intent = shop.paid_intent()
    sandbox.refund(intent.id)
    assert shop.api.charges.retrieve(intent.latest_charge).refunded
    assert shop.last_event("charge.refunded")["request"] == {"id": None, "idempotency_key": None}


def test_unpaid_intent_cannot_be_refunded(shop: Shop) -> None:
    expect_error(stripe.InvalidRequestError, shop.api.refunds.create, {"payment_intent": shop.intent().id})
    expect_error(stripe.InvalidRequestError, shop.api.refunds.create, {})


@pytest.mark.parametrize("won", [True, False])
def test_dispute_is_won_or_lost(shop: Shop, sandbox: Sandbox, won: bool) -> None:
    intent = shop.paid_intent()
    dispute = sandbox.dispute(intent.id)
    assert shop.api.charges.retrieve(intent.latest_charge).disputed
    found = shop.api.disputes.list({"payment_intent": intent.id}).data
    assert [(one.id, one.status, one.amount) for one in found] == [(dispute["id"], "needs_response", 59900)]
    assert "charge.dispute.created" in shop.events()
    error = expect_error(stripe.InvalidRequestError, shop.api.refunds.create, {"payment_intent": intent.id})
    assert error.code == "charge_disputed"
    sandbox.close_dispute(dispute["id"], won=won)
    assert shop.api.disputes.retrieve(dispute["id"]).status == ("won" if won else "lost")


def test_dispute_card_is_disputed_at_once(shop: Shop) -> None:
    shop.api.payment_intents.confirm(shop.intent().id, {"payment_method": "pm_card_createDispute"})
    assert len(shop.api.disputes.list().data) == 1
