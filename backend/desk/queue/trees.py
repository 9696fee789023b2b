"""The queue's kinds for tree orders."""

import datetime as dt
from collections.abc import Iterator
from uuid import UUID

from common.days import in_words
from common.literals import written_out
from desk.models import QueueKind
from desk.queue.kind import Kind, Place, QueueItem
from desk.queue.subjects import order_subject
from trees.models import DAYLESS_ORDERS, WAITING_ORDERS, TreeOrder


def _load(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    for order in TreeOrder.objects.filter(id__in=places):
        yield QueueItem(
            **order_subject(order),
            place=places[order.id],
            amount_paid=order.amount_paid,
            amount_due=order.amount_due,
            summary=_summary(order),
            status=order.status,
            created_at=order.created_at,
            updated_at=order.updated_at,
            tries=order.tries,
            last_tried_at=order.last_tried_at,
            retry_at=order.retry_at,
        )


def _summary(order: TreeOrder) -> str:
    day = order.preferred_delivery_date
    prefers = [f"prefers {in_words(day)}"] if day else []
    return ", ".join([order.get_tree_size_display(), *(add_on.name for add_on in order.add_ons), *prefers])


TREE_KINDS = (
    Kind(QueueKind.TREE_ORDER, rows=lambda now: TreeOrder.objects.filter(written_out(WAITING_ORDERS)), load=_load),
    Kind(
        QueueKind.TREE_DAY,
        rows=lambda now: TreeOrder.objects.filter(written_out(DAYLESS_ORDERS)),
        load=_load,
        since="choose_day_by",
        time=dt.timedelta(),
    ),
)
