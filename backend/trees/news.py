"""When customers are told of what staff change in their tree order."""

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone

from notifications.planning import plan, plan_news
from notifications.told import evening_before, is_too_late_to_remind
from trees import emails
from trees.models import TreeOrder, TreeOrderStatus

# A day that is dragged to another one, and on to a third, is one email.
AFTER_THE_LAST_MOVE = dt.timedelta(minutes=2)


@dataclass(frozen=True)
class Told:
    """What of an order a customer is told: its delivery day, and whether it is canceled or delivered."""

    day: dt.date | None
    canceled: bool
    delivered: bool


def told_of(order: TreeOrder) -> Told:
    """Return what the customer of ``order`` is told about it. Only an undelivered order has a day to tell."""
    return Told(
        day=order.scheduled_delivery_date if order.status in TreeOrderStatus.UNDELIVERED else None,
        canceled=order.status in TreeOrderStatus.CALLED_OFF,
        delivered=order.status == TreeOrderStatus.DELIVERED,
    )


def plan_messages(order: TreeOrder, before: Told) -> None:
    """Plan what the customer is told about an order that the caller has locked, changed and saved."""
    now = told_of(order)
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
    """Plan the message now. An order that was delivered days ago is only being tidied up: its message is skipped."""
    day = order.scheduled_delivery_date
    ended = evening_before(day + dt.timedelta(days=1)) if day else None
    late = ended if ended and ended < timezone.now() else None
    plan_news(emails.tree_delivered, order.id, thing=order.id, not_before=late)
