"""Rows for the messages about card payments.

The customer was to pay $417.20 and paid $416.90; $75.40 was refunded in total, of which $51.15 just now.
"""

import datetime as dt
from decimal import Decimal
from typing import Any

from accounts.models import User
from notifications.tests.stored_messages import EARLIER, NOW, Planned, account, id_of, stored
from payments import emails, money_emails
from payments.models import DisputeResponse, Payment, Payout, Recount, Refund
from payments.tests.factories import make_payment

DEADLINE = dt.datetime(2026, 11, 26, 3, tzinfo=dt.UTC)  # November 25 in Eastern time
NOW_AND_BEFORE = "24.25 75.40 2"


def _payment(user: User | None, **changes: Any) -> Payment:
    fields = {
        "id": id_of("card", 11), "user": user, "description": "Holiday lighting, front yard",
        "amount": Decimal("417.20"), "amount_received": Decimal("416.90"), "amount_refunded": Decimal("75.40"),
        "stripe_payment_intent_id": "pi_of_the_customer", "receipt_email": "else@payer.example",
        "payer_name": "Somebody Else", "card_brand": "visa", "card_last4": "4242", "succeeded_at": EARLIER,
    }  # fmt: skip
    make_payment(stripe_payment_intent_id="pi_of_a_stranger", amount="8888.88", amount_received="8888.88")
    return make_payment(**{**fields, **changes})


@stored("payment-refunded")
def _refunded() -> Planned:
    return Planned(emails.payment_refunded, _payment(account()).id, NOW_AND_BEFORE)


@stored("payment-refunded-guest")
def _refunded_to_guest() -> Planned:
    return Planned(emails.payment_refunded, _payment(None).id, NOW_AND_BEFORE)


@stored("refund-sent")
def _refund_sent() -> Planned:
    return Planned(emails.refund_sent, _payment(account()).id, NOW_AND_BEFORE)


@stored("refund-sent-guest")
def _refund_sent_to_guest() -> Planned:
    return Planned(emails.refund_sent, _payment(None).id, NOW_AND_BEFORE)


@stored("refund-failed")
def _refund_failed() -> Planned:
    payment = _payment(account(), amount_refunded=Decimal("24.25"))
    return Planned(emails.refund_failed, payment.id, "75.40 24.25 2")


@stored("refund-not-made")
def _refund_not_made() -> Planned:
    payment = _payment(account())
    refund = Refund.objects.create(
        id=id_of("refund", 4), payment=payment, amount="33.60", reason="Two strings were dark", status="refused",
        error="Insufficient funds in your Stripe balance",
    )  # fmt: skip
    return Planned(emails.refund_not_made, payment.id, str(refund.id))


@stored("card-saved")
def _card_saved() -> Planned:
    return Planned(emails.card_saved, _payment(account()).id)


@stored("payment-disputed")
def _disputed() -> Planned:
    changes = {"disputed": True, "dispute_status": "needs_response", "bank_deadline": DEADLINE}
    return Planned(money_emails.payment_disputed, _payment(account(), **changes).id, "dp_1")


@stored("payment-disputed-without-deadline")
def _disputed_without_deadline() -> Planned:
    changes = {"disputed": True, "dispute_status": "under_review"}
    return Planned(money_emails.payment_disputed, _payment(None, **changes).id, "dp_1")


@stored("dispute-decided-won")
def _dispute_won() -> Planned:
    return Planned(money_emails.dispute_decided, _payment(account(), dispute_status="won").id, "dp_1 won")


@stored("dispute-decided-dropped")
def _dispute_dropped() -> Planned:
    payment = _payment(None, dispute_status="warning_closed")
    return Planned(money_emails.dispute_decided, payment.id, "dp_1 warning_closed")


@stored("dispute-decided")
def _dispute_lost() -> Planned:
    payment = _payment(account(), disputed=True, dispute_status="lost")
    return Planned(money_emails.dispute_decided, payment.id, "dp_1 lost")


@stored("dispute-not-answered")
def _dispute_not_answered() -> Planned:
    payment = _payment(account(), disputed=True, dispute_status="needs_response", bank_deadline=DEADLINE)
    by = User.objects.create_superuser("sam@staff.example", first_name="Sam")
    response = DisputeResponse.objects.create(
        payment=payment, action="answer", requested_by=by, status="refused", error="The evidence was too large"
    )
    return Planned(money_emails.dispute_not_answered, payment.id, str(response.id))


def _payout(**changes: Any) -> Planned:
    fields = {
        "stripe_id": "po_returned", "amount": "2310.45", "status": "failed", "created_at_stripe": EARLIER,
        "arrives_on": dt.date(2026, 11, 12), "failed_at": NOW,
    }  # fmt: skip
    Payout.objects.create(**{**fields, "stripe_id": "po_other", "amount": "8888.88"})
    return Planned(money_emails.payout_failed, None, Payout.objects.create(**{**fields, **changes}).stripe_id)


@stored("payout-failed")
def _payout_failed() -> Planned:
    return _payout(failure_message="The bank account has been closed")


@stored("payout-failed-without-reason")
def _payout_failed_without_reason() -> Planned:
    return _payout()


def _recount(count: int) -> Planned:
    differences = [
        {"what": "month", "name": "October 2026", "id": "", "stripe": "1530.10", "ours": "1498.75"},
        {"what": "payment", "name": "Holiday lighting", "id": "pi_of_the_customer", "stripe": "404.51", "ours": "0"},
        *(
            {"what": "payout", "name": f"2026-10-{n + 10}", "id": f"po_{n}", "stripe": f"{n}.10", "ours": "-7"}
            for n in range(20)
        ),
    ]
    recount = Recount.objects.create(checked_at=NOW, matches=False, differences=differences[:count])
    return Planned(money_emails.recount_differs, None, str(recount.id))


@stored("recount-differs")
def _recount_differs() -> Planned:
    return _recount(18)


@stored("recount-differs-once")
def _recount_differs_once() -> Planned:
    return _recount(1)
