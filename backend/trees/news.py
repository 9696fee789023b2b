"""Plan the messages to customers about changes to their tree orders."""

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone

from notifications.planning import plan, plan_news
from notifications.told import evening_before, is_too_late_to_remind
from trees import emails
from trees.models import TreeOrder, TreeOrderStatus

# Several moves in a row send one email, this long after the last.
AFTER_THE_LAST_MOVE = dt.timedelta(minutes=2)
# Time to undo a tap on the wrong tree, and to record what was paid at the door.
AFTER_THE_DELIVERY = dt.timedelta(minutes=2)


@dataclass(frozen=True)
class Snapshot:
    """The facts about an order whose changes the customer is notified of."""

    day: dt.date | None
    canceled: bool
    delivered: bool


def take_snapshot(order: TreeOrder) -> Snapshot:
    """Return the facts that the customer is notified of. A delivered or canceled order has no delivery day."""
    return Snapshot(
        day=order.scheduled_delivery_date if order.status in TreeOrderStatus.UNDELIVERED else None,
        canceled=order.status in TreeOrderStatus.CALLED_OFF,
        delivered=order.status == TreeOrderStatus.DELIVERED,
    )


def plan_messages(order: TreeOrder, before: Snapshot) -> None:
    """Plan the messages about an order that the caller has locked, changed and saved."""
    now = take_snapshot(order)
    if now.delivered:
        if not before.delivered:
            _plan_delivered(order)
        return
    if now != before:
        moved = before.day is not None and not now.canceled
        plan_news(
            emails.tree_day,
            order.id,
            thing=order.id,
            not_before=timezone.now() + AFTER_THE_LAST_MOVE if moved else None,
        )
    if now.day and now.day != before.day and not is_too_late_to_remind(now.day, timezone.now()):
        plan(emails.tree_tomorrow, order.id, occasion=f"{now.day}", not_before=evening_before(now.day))


def _plan_delivered(order: TreeOrder) -> None:
    """Plan the message about the delivery. It is skipped for a paid order that is marked days later: its time, the
    evening of the delivery day, is then too long ago. What is still to be paid is always told.
    """
    day, now = order.scheduled_delivery_date, timezone.now()
    evening = evening_before(day + dt.timedelta(days=1)) if day and not order.amount_due else None
    passed = evening if evening and evening < now else None
    plan_news(emails.tree_delivered, order.id, thing=order.id, not_before=passed or now + AFTER_THE_DELIVERY)
