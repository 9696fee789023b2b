"""Rows for the messages about tree orders.

A tree for $83.40 and delivery for $36.10 come to $211.75 with add-ons. The preferred day is December 5, the planned one
December 8, and the one before that December 10.
"""

import datetime as dt
from decimal import Decimal
from typing import Any

from accounts.models import User
from desk import emails as desk_emails
from desk.models import Call
from notifications.tests.stored_messages import (
    EARLIER,
    GUEST_EMAIL,
    GUEST_NAME,
    NOW,
    PHONE,
    TYPED_EMAIL,
    TYPED_NAME,
    Planned,
    account,
    id_of,
    stored,
    was_told,
)  # fmt: skip
from payments import money_emails
from payments.models import Payment
from payments.tests.factories import make_payment
from trees import emails, payment_emails
from trees.models import TreeOrder, TreePayment
from trees.tests.factories import make_tree_order

DAY, TOLD = dt.date(2026, 12, 8), "2026-12-10"


def _order(user: User | None, **changes: Any) -> TreeOrder:
    """Create the customer's order, after another customer's that no message may mention."""
    make_tree_order(customer_name="Zelda Stranger", customer_email="zelda@example.com", total_amount="8888.88")
    fields = {
        "id": id_of("order", 47), "user": user, "customer_name": TYPED_NAME, "customer_email": TYPED_EMAIL,
        "customer_phone": PHONE, "address_line1": "7 Water Street", "address_line2": "Barn", "city": "Exeter",
        "zip_code": "03833", "tree_size": "quality_7_8ft", "tree_price": "83.40", "delivery_price": "36.10",
        "total_amount": "211.75", "include_tree_stand": True, "include_disposal": True, "notes": "Call first",
        "text_updates": True, "preferred_delivery_date": dt.date(2026, 12, 5),
    }  # fmt: skip
    guest = {
        "customer_name": GUEST_NAME, "customer_email": GUEST_EMAIL, "text_updates": False, "city": "Springfield",
        "include_tree_stand": False, "include_disposal": False, "preferred_delivery_date": None,
    }  # fmt: skip
    order = make_tree_order(**{**fields, **({} if user else guest), **changes})
    return TreeOrder.objects.get(id=order.id)


def _part_paid(user: User | None, **changes: Any) -> TreeOrder:
    """Create an order with $61.25 paid, of which $15.50 was refunded, so $166.00 is due."""
    return _order(user, **{"amount_paid": "45.75", "amount_refunded": "15.50", **changes})


def _payment(order: TreeOrder, amount: str, **changes: Any) -> TreePayment:
    fields = {"id": id_of("payment", 6), "order": order, "method": "check", "created_at": EARLIER}
    return TreePayment.objects.create(**{**fields, "amount": Decimal(amount), **changes})


def _by_card(order: TreeOrder, amount: str, **changes: Any) -> TreePayment:
    card = make_payment(
        id=id_of("card", 9), purpose="tree_order", reference=order.id, amount=Decimal(amount),
        amount_received=Decimal(amount), succeeded_at=EARLIER, payer_name="Somebody Else",
        receipt_email="else@payer.example", amount_refunded=Decimal(changes.get("amount_refunded", "0.00")),
    )  # fmt: skip
    return _payment(order, amount, **{"method": "card", "payment": card, **changes})


def _day(order: TreeOrder, **tells: str) -> Planned:
    if tells:
        was_told(emails.tree_day, order.id, order.id, tells)
    return Planned(emails.tree_day, order.id, f"{order.id} 2")


@stored("tree-order-received")
def _received() -> Planned:
    return Planned(emails.tree_order_received, _order(account()).id)


@stored("tree-order-received-guest")
def _received_from_guest() -> Planned:
    return Planned(emails.tree_order_received, _order(None).id)


@stored("tree-order-received-other-state")
def _received_from_other_state() -> Planned:
    return Planned(emails.tree_order_received, _order(None, state="ME", zip_code="03904").id)


@stored("tree-order-received-while-paying")
def _received_while_paying() -> Planned:
    return Planned(emails.tree_order_received, _order(None, is_paying=True).id)


@stored("tree-order-link")
def _link() -> Planned:
    return Planned(emails.tree_order_link, _part_paid(account()).id, "asked at noon")


@stored("tree-day")
def _set() -> Planned:
    return _day(_part_paid(account(), status="scheduled", scheduled_delivery_date=DAY))


@stored("tree-day-guest")
def _set_for_guest() -> Planned:
    return _day(_order(None, status="scheduled", scheduled_delivery_date=dt.date(2026, 11, 17)))


@stored("tree-day-moved")
def _moved() -> Planned:
    order = _part_paid(account(), status="scheduled", scheduled_delivery_date=DAY)
    return _day(order, status="open", day=TOLD)


@stored("tree-day-withdrawn")
def _withdrawn() -> Planned:
    return _day(_part_paid(account(), status="confirmed"), status="open", day=TOLD)


@stored("tree-day-missed")
def _missed() -> Planned:
    return _day(_part_paid(account(), status="confirmed"), status="open", day="2026-11-15")


@stored("tree-day-canceled")
def _canceled() -> Planned:
    order = _order(
        account(), status="cancelled", scheduled_delivery_date=DAY, amount_paid="61.25", amount_refunding="40.00",
        refund_at=NOW,
    )  # fmt: skip
    return _day(order, status="open", day=TOLD)


@stored("tree-day-canceled-guest")
def _canceled_for_guest() -> Planned:
    return _day(_order(None, status="cancelled"), status="open", day=TOLD)


@stored("tree-day-canceled-late")
def _canceled_late() -> Planned:
    return _day(_order(account(), status="cancelled", amount_paid="61.25"))


@stored("tree-day-canceled-after-the-day")
def _canceled_after_the_day() -> Planned:
    return _day(_order(account(), status="cancelled", amount_paid="61.25"), status="open", day="2026-11-09")


@stored("tree-day-canceled-while-paying")
def _canceled_while_paying() -> Planned:
    return _day(_order(None, status="cancelled", is_paying=True))


@stored("tree-day-reinstated")
def _reinstated() -> Planned:
    return _day(_part_paid(account(), status="confirmed"), status="cancelled", day="")


@stored("tree-tomorrow")
def _tomorrow() -> Planned:
    order = _part_paid(account(), status="scheduled", scheduled_delivery_date=dt.date(2026, 11, 18))
    was_told(emails.tree_day, order.id, order.id, {"status": "open", "day": "2026-11-18"})
    return Planned(emails.tree_tomorrow, order.id, "2026-11-18")


@stored("tree-delivered")
def _delivered() -> Planned:
    return Planned(emails.tree_delivered, _part_paid(account(), status="delivered", scheduled_delivery_date=DAY).id)


@stored("tree-delivered-paid")
def _delivered_paid() -> Planned:
    return Planned(emails.tree_delivered, _order(None, status="delivered", amount_paid="211.75").id)


@stored("tree-delivered-disputed")
def _delivered_disputed() -> Planned:
    disputed = {"amount_paid": "211.75", "amount_disputed": "116.25"}
    return Planned(emails.tree_delivered, _order(account(), status="delivered", **disputed).id)


@stored("tree-delivered-dispute-lost")
def _delivered_and_dispute_lost() -> Planned:
    lost = {"amount_paid": "211.75", "amount_disputed": "116.25", "amount_lost": "86.25"}
    return Planned(emails.tree_delivered, _order(account(), status="delivered", **lost).id)


def _dispute_lost(order: TreeOrder) -> Planned:
    card = _by_card(order, "116.25", disputed=True, dispute_lost=True).payment_id
    return Planned(money_emails.dispute_decided, card, "dp_1 lost")


@stored("dispute-decided-tree-undelivered")
def _dispute_lost_before_the_delivery() -> Planned:
    return _dispute_lost(_order(account(), status="scheduled", scheduled_delivery_date=DAY))


@stored("dispute-decided-tree-delivered")
def _dispute_lost_after_the_delivery() -> Planned:
    return _dispute_lost(_order(None, status="delivered"))


@stored("dispute-decided-tree-canceled")
def _dispute_lost_after_the_cancellation() -> Planned:
    return _dispute_lost(_order(account(), status="cancelled"))


@stored("tree-delivered-other-state")
def _delivered_to_other_state() -> Planned:
    return Planned(emails.tree_delivered, _order(None, status="delivered", state="ME", zip_code="03904").id)


@stored("tree-not-reached")
def _not_reached() -> Planned:
    order = _order(account(), tries=1)
    Call.objects.create(tree_order=order, outcome="no_answer", channel="phone", created_at=NOW)
    return Planned(desk_emails.tree_not_reached, order.id, "2026-11-17")


@stored("tree-not-reached-by-text")
def _not_reached_by_text() -> Planned:
    order = _order(None, tries=1, status="scheduled", scheduled_delivery_date=DAY)
    Call.objects.create(tree_order=order, outcome="no_answer", channel="text", created_at=NOW)
    return Planned(desk_emails.tree_not_reached, order.id, "2026-11-17")


@stored("office-ordered")
def _office_ordered() -> Planned:
    return Planned(emails.office_ordered, _part_paid(account()).id)


@stored("tree-payment-received")
def _payment_received() -> Planned:
    order = _part_paid(account())
    return Planned(payment_emails.tree_payment_received, order.id, str(_payment(order, "35.25").id))


@stored("tree-payment-received-in-full")
def _payment_received_in_full() -> Planned:
    order = _order(None, amount_paid="211.75")
    return Planned(payment_emails.tree_payment_received, order.id, str(_by_card(order, "150.50").id))


@stored("tree-payment-received-too-much")
def _payment_received_too_much() -> Planned:
    order = _order(account(), amount_paid="246.00")
    row = _by_card(order, "150.50", amount_owed="34.25", owed_since=NOW)
    return Planned(payment_emails.tree_payment_received, order.id, str(row.id))


@stored("tree-payment-received-after-canceling")
def _payment_received_after_canceling() -> Planned:
    order = _order(account(), status="cancelled", amount_paid="61.25", amount_refunding="61.25", refund_at=NOW)
    row = _by_card(order, "61.25", amount_owed="61.25", owed_since=NOW)
    return Planned(payment_emails.tree_payment_received, order.id, str(row.id))


@stored("tree-payment-received-canceled-late")
def _payment_received_canceled_late() -> Planned:
    order = _order(account(), status="cancelled", amount_paid="61.25")
    return Planned(payment_emails.tree_payment_received, order.id, str(_by_card(order, "61.25").id))


@stored("tree-payment-reversed")
def _reversed() -> Planned:
    order = _part_paid(account())
    return Planned(payment_emails.tree_payment_reversed, order.id, str(_taken_back(order, "35.25").id))


@stored("tree-payment-reversed-no-refund")
def _no_refund_after_all() -> Planned:
    order = _order(account(), amount_paid="211.75")
    row = _taken_back(order, "35.25")
    _by_card(order, "211.75", id=id_of("payment", 2), receipt_at=NOW - dt.timedelta(hours=9))
    return Planned(payment_emails.tree_payment_reversed, order.id, str(row.id))


def _taken_back(order: TreeOrder, amount: str) -> TreePayment:
    by = User.objects.create_superuser("sam@staff.example", first_name="Sam")
    return _payment(
        order, amount, receipt_at=EARLIER, taken_back_at=NOW, taken_back_by=by, taken_back_note="Bounced, call them"
    )


@stored("tree-refunded")
def _refunded() -> Planned:
    order = _order(account(), amount_paid="125.00", amount_refunded="25.50")
    row = _by_card(order, "150.50", amount_refunded="25.50")
    return Planned(payment_emails.tree_refunded, order.id, f"{row.payment_id} 8.25 25.50 2")


@stored("tree-refunded-canceled")
def _refunded_and_canceled() -> Planned:
    order = _order(account(), status="cancelled", amount_paid="125.00", amount_refunded="25.50")
    row = _by_card(order, "150.50", amount_refunded="25.50")
    return Planned(payment_emails.tree_refunded, order.id, f"{row.payment_id} 8.25 25.50 2")


def _overpaid_by_card(order: TreeOrder, amount: str, dispute_status: str = "") -> Planned:
    row = _by_card(order, amount)
    Payment.objects.update(dispute_status=dispute_status)
    return Planned(payment_emails.tree_overpaid, order.id, f"{amount} {row.id} {EARLIER}")


@stored("tree-overpaid")
def _overpaid() -> Planned:
    order = _order(account(), amount_paid="246.00", amount_refunded="9.75", amount_kept="4.00")
    return _overpaid_by_card(order, "30.25")


@stored("tree-overpaid-canceled")
def _overpaid_canceled() -> Planned:
    return _overpaid_by_card(_order(account(), status="cancelled", amount_paid="61.25"), "61.25")


@stored("tree-overpaid-dispute-won")
def _overpaid_dispute_won() -> Planned:
    return _overpaid_by_card(_order(account(), amount_paid="246.00"), "34.25", dispute_status="won")


@stored("tree-overpaid-dispute-dropped")
def _overpaid_dispute_dropped() -> Planned:
    order = _order(account(), status="cancelled", amount_paid="61.25")
    return _overpaid_by_card(order, "61.25", dispute_status="warning_closed")
