"""The balance: how each movement of money changes it, payouts and their lists."""

from typing import Any

import pytest
import stripe

from stripe_sandbox.errors import ApiError
from stripe_sandbox.resources import disputes
from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.shop import Shop, expect_error


def _booked(shop: Shop, **wanted: Any) -> list[tuple[str, str, int, int, int]]:
    """Return all balance transactions, oldest first: type, reporting category, amount, fee and net."""
    listed = list(shop.api.balance_transactions.list({"limit": 2, **wanted}).auto_paging_iter())
    return [(one.type, one.reporting_category, one.amount, one.fee, one.net) for one in reversed(listed)]


CHARGE = ("charge", "charge", 59900, 1767, 58133)  # 2.9% and 30 cents


def test_charge_has_balance_transaction_with_fee(shop: Shop) -> None:
    paid = shop.paid_intent(description="Storage")
    assert _booked(shop, source=paid.latest_charge) == [CHARGE]
    assert shop.events().index("charge.succeeded") < shop.events().index("charge.updated")
    assert shop.last_event("charge.succeeded")["data"]["object"]["balance_transaction"] is None
    found = shop.api.payment_intents.retrieve(paid.id, {"expand": ["latest_charge.balance_transaction"]})
    booked = found.latest_charge.balance_transaction
    assert (booked.description, booked.status, booked.fee_details[0].type) == ("Storage", "pending", "stripe_fee")


def test_balance_transaction_of_charge_can_be_delayed(shop: Shop, sandbox: Sandbox) -> None:
    sandbox.hold_bookings()
    paid = shop.paid_intent()
    assert shop.api.charges.retrieve(paid.latest_charge).balance_transaction is None
    sandbox.hold_bookings(False)
    assert shop.api.charges.retrieve(paid.latest_charge).balance_transaction
    assert _booked(shop) == [CHARGE]


def test_declined_card_has_no_balance_transaction(shop: Shop) -> None:
    intent = shop.intent()
    expect_error(
        stripe.CardError, shop.api.payment_intents.confirm, intent.id, {"payment_method": "pm_card_chargeDeclined"}
    )
    assert _booked(shop) == []


def test_refund_does_not_return_the_fee(shop: Shop, sandbox: Sandbox) -> None:
    refund = shop.api.refunds.create({"payment_intent": shop.paid_intent().id, "amount": 10000})
    sandbox.fail_refund(refund.id)
    assert _booked(shop) == [
        CHARGE, ("refund", "refund", -10000, 0, -10000), ("refund_failure", "refund_failure", 10000, 0, 10000),
    ]  # fmt: skip
    found = shop.api.refunds.retrieve(refund.id, {"expand": ["failure_balance_transaction"]})
    assert (found.status, found.failure_balance_transaction.amount) == ("failed", 10000)
    with pytest.raises(ApiError, match="failed already"):
        sandbox.fail_refund(refund.id)


def test_refund_in_progress_arrives_or_fails_later(shop: Shop, sandbox: Sandbox) -> None:
    sandbox.delay_refunds(2)
    paid = shop.paid_intent()
    first, second = (shop.api.refunds.create({"payment_intent": paid.id, "amount": cents}) for cents in (100, 200))
    assert (first.status, first.pending_reason) == ("pending", "processing")
    assert shop.api.charges.retrieve(paid.latest_charge).amount_refunded == 300
    sandbox.finish_refund(first.id)
    sandbox.fail_refund(second.id)
    assert [shop.api.refunds.retrieve(one.id).status for one in (first, second)] == ["succeeded", "failed"]
    assert shop.api.charges.retrieve(paid.latest_charge).amount_refunded == 100
    assert shop.api.refunds.create({"payment_intent": paid.id, "amount": 50}).status == "succeeded"


@pytest.mark.parametrize("won", [True, False])
def test_dispute_withdraws_amount_and_fee(shop: Shop, sandbox: Sandbox, won: bool) -> None:
    paid = shop.paid_intent()
    shop.api.refunds.create({"payment_intent": paid.id, "amount": 900})
    dispute = sandbox.dispute(paid.id)
    taken = ("adjustment", "dispute", -59000, 1500, -60500)
    assert _booked(shop, source=dispute["id"]) == [taken]
    sandbox.close_dispute(dispute["id"], won=won)
    returned = ("adjustment", "dispute_reversal", 59000, 0, 59000)
    assert _booked(shop, source=dispute["id"]) == ([taken, returned] if won else [taken])
    assert len(shop.api.disputes.retrieve(dispute["id"]).balance_transactions) == (2 if won else 1)


def test_evidence_is_staged_and_submitted(shop: Shop, sandbox: Sandbox) -> None:
    dispute = sandbox.dispute(shop.paid_intent().id, reason="product_not_received", due_in=3600)
    assert dispute["evidence_details"]["due_by"] == dispute["created"] + 3600
    update = shop.api.disputes.update
    staged = update(dispute["id"], {"evidence": {"uncategorized_text": "We were there."}, "submit": False})
    assert (staged.status, staged.evidence_details.has_evidence) == ("needs_response", True)
    sent = update(dispute["id"], {"evidence": {"customer_name": "Eleanor Hayes"}})
    assert (sent.status, sent.evidence_details.submission_count) == ("under_review", 1)
    assert (sent.evidence.uncategorized_text, sent.evidence.customer_name) == ("We were there.", "Eleanor Hayes")
    for late in (
        lambda: update(dispute["id"], {"evidence": {"customer_name": "Oscar"}}),
        lambda: shop.api.disputes.close(dispute["id"]),
    ):
        expect_error(stripe.InvalidRequestError, late)


def test_dispute_is_lost_when_accepted_or_late(shop: Shop, sandbox: Sandbox) -> None:
    given_up = sandbox.dispute(shop.paid_intent().id)["id"]
    assert shop.api.disputes.close(given_up).status == "lost"
    late, early = (sandbox.dispute(shop.paid_intent().id, due_in=seconds)["id"] for seconds in (0, 60))
    with sandbox.store.transaction():
        disputes.lose_overdue(sandbox.call())
    assert [sandbox.get(one)["status"] for one in (late, early)] == ["lost", "needs_response"]


def test_payout_has_all_unpaid_transactions(shop: Shop, sandbox: Sandbox) -> None:
    shop.paid_intent()
    sandbox.adjust(-200, "Fee for Radar", fee=True)
    payout = sandbox.pay_out()
    assert (payout["amount"], payout["status"], payout["reconciliation_status"]) == (57933, "pending", "in_progress")
    assert _booked(shop, payout=payout["id"]) == []  # not complete yet
    later = shop.paid_intent()
    sandbox.advance_payout(payout["id"])
    fee, own = ("stripe_fee", "fee", -200, 0, -200), ("payout", "payout", -57933, 0, -57933)
    assert _booked(shop, payout=payout["id"]) == [CHARGE, fee, own]
    assert _booked(shop, type="payout") == [own]
    sandbox.advance_payout(payout["id"])
    assert shop.api.payouts.retrieve(payout["id"]).status == "paid"
    kinds = [kind for kind in shop.events() if kind.startswith("payout")]
    assert kinds == [
        "payout.created", "payout.updated", "payout.reconciliation_completed", "payout.updated", "payout.paid",
    ]  # fmt: skip
    assert sandbox.pay_out()["amount"] == 58133
    assert _booked(shop, source=later.latest_charge) == [CHARGE]
    with pytest.raises(ApiError, match="insufficient funds"):
        sandbox.pay_out()


def test_returned_payout_is_part_of_the_next(shop: Shop, sandbox: Sandbox) -> None:
    shop.paid_intent()
    payout = sandbox.pay_out()["id"]
    for _ in range(2):
        sandbox.advance_payout(payout)
    failed = sandbox.fail_payout(payout)
    assert (failed["status"], failed["failure_code"]) == ("failed", "account_closed")
    again = sandbox.pay_out()["id"]
    sandbox.advance_payout(again)
    assert _booked(shop, payout=again) == [
        ("payout_failure", "payout_reversal", 58133, 0, 58133), ("payout", "payout", -58133, 0, -58133),
    ]  # fmt: skip
    assert [one.id for one in shop.api.payouts.list({"status": "failed"}).data] == [payout]
    for repeated in (sandbox.fail_payout, sandbox.advance_payout):
        with pytest.raises(ApiError, match="failed already"):
            repeated(payout)


def test_manual_payout_has_no_list(shop: Shop, sandbox: Sandbox) -> None:
    shop.paid_intent()
    payout = sandbox.pay_out(amount=10000)["id"]
    sandbox.advance_payout(payout)
    refused = expect_error(stripe.InvalidRequestError, shop.api.balance_transactions.list, {"payout": payout})
    assert "only be filtered on automatic transfers" in str(refused)


def test_balance_transactions_are_listed_by_time(shop: Shop, sandbox: Sandbox) -> None:
    for _ in range(3):
        shop.paid_intent()
    assert len(_booked(shop)) == 3
    now = sandbox.objects("charge")[0]["created"]
    assert len(_booked(shop, created={"gte": now - 60, "lt": now + 60})) == 3
    assert _booked(shop, created={"gte": now + 60}) == []
    [expanded] = shop.api.balance_transactions.list({"limit": 1, "expand": ["data.source"]}).data
    assert expanded.source.payment_intent
