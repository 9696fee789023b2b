"""The pages of the desk's lists for ``make bench``: every filter, search and order, the first and a middle page."""

import base64
import datetime as dt
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.utils import timezone

from desk.models import QueueKind
from invoices.ages import Age

NEWEST = {"-createdAt": "created_at DESC, id DESC"}
BY_TIME = NEWEST | {"createdAt": "created_at, id"}
# The generated customers' most common last name is in a sixth of the rows; one phone number in 10,000 ends in 7919.
SEARCHES = {"": "", "common word": "smith", "several words": "james smith", "rare word": "7919"}


class Page(NamedTuple):
    """A page to request. ``group`` is the list and how it is searched; ``name`` is the same for every size."""

    group: str
    name: str
    path: str


@dataclass(frozen=True)
class DeskList:
    """A list. ``orders`` are its values of ``ordering`` with their SQL columns, default first. Only the first page of
    a list without a ``table`` is measured. ``filters`` are combined with each search and order."""

    path: str
    table: str = ""
    orders: dict[str, str] = field(default_factory=lambda: NEWEST)
    filters: tuple[str, ...] = ("",)
    searched: bool = True

    def pages(self) -> Iterator[Page]:
        """Yield the pages. This reads the row in the middle of each order."""
        middles = {order: self._middle(order, columns) for order, columns in self.orders.items()} if self.table else {}
        searches = SEARCHES if self.searched else {"": ""}
        for (kind, words), chosen, order in product(searches.items(), self.filters, self.orders):
            ordering = f"&ordering={order}" if len(self.orders) > 1 else ""
            query = chosen + _search(words) + ordering
            group = ", ".join(filter(None, [self.path, kind]))
            path = f"/api/{self.path}?scope=admin{query}"
            yield Page(group, f"{self.path}?{query[1:]}", path)
            if order in middles:
                yield Page(group, f"{self.path}?{query[1:]} (middle)", f"{path}&cursor={middles[order]}")

    def _middle(self, order: str, columns: str) -> str:
        names = columns.replace(" DESC", "")
        rows = f"FROM {self.table} WHERE {names.partition(',')[0]} IS NOT NULL"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {names} {rows} ORDER BY {columns} OFFSET (SELECT count(*) / 2 {rows}) LIMIT 1")
            return _cursor(order, *cursor.fetchone())


def _search(words: str) -> str:
    return words and f"&q={words.replace(' ', '+')}"


def _cursor(order: str, *key: object) -> str:
    return base64.urlsafe_b64encode(json.dumps([order, *map(str, key)]).encode()).decode()


def _each_and_some(*choices: tuple[str, ...]) -> tuple[str, ...]:
    """Return no filter, each filter alone, and the first one of each choice combined with the first of another."""
    first = [choice[0] for choice in choices]
    pairs = [one + other for number, one in enumerate(first) for other in first[number + 1 :]]
    return "", *(each for choice in choices for each in choice), *pairs, "".join(first)


def lists() -> list[DeskList]:
    """Return every list that grows with the business."""
    today = timezone.localdate()
    week, season = today + dt.timedelta(days=6), today - dt.timedelta(days=90)
    by_day = {"scheduledDate": "scheduled_date, id", "-scheduledDate": "scheduled_date DESC, id DESC"}
    quote_orders = {
        "fullName": "lower(full_name), id", "-fullName": "lower(full_name) DESC, id DESC",
        "quoteAmount": "quote_amount, id", "-quoteAmount": "quote_amount DESC, id DESC",
        "status": "status, created_at DESC, id DESC",
    }  # fmt: skip
    tree_orders = {
        "customerName": "lower(customer_name), id", "-customerName": "lower(customer_name) DESC, id DESC",
        "scheduledDeliveryDate": "scheduled_delivery_date, id", "preferredDeliveryDate": "preferred_delivery_date, id",
        "status": "status, created_at DESC, id DESC",
    }  # fmt: skip
    return [
        DeskList("quotes", "quotes_quote", BY_TIME | quote_orders, _each_and_some(
            ("&status=pending", "&status=complete", "&status=pending,rejected"),
            ("&servicePackage=basic", "&servicePackage=premium,commercial"),
            ("&city=Dover", "&city=Lee"),
        )),
        DeskList("jobs", "jobs_job", BY_TIME | by_day, _each_and_some(
            ("&status=scheduled", "&status=scheduled,cancelled"),
            ("&kind=takedown",),
            (f"&from={today}&to={week}", f"&from={season}&to={today}", f"&from={today}", f"&to={season}",
             "&unscheduled=1", "&pastUnmarked=true"),
        )),
        DeskList("tree-orders", "trees_treeorder", BY_TIME | tree_orders, _each_and_some(
            ("&status=pending", "&status=scheduled,cancelled"),
            ("&size=premium_8_10ft",),
            ("&town=Dover", "&disposal=1", "&unanswered=1", "&pastUnmarked=true", "&unpaid=1",
             f"&deliveryDay={today}", f"&preferredDay={today}"),
        )),
        DeskList("invoices", "invoices_invoice", filters=_each_and_some(
            ("&status=overdue", "&status=sent,paid"), ("&overpaid=1",), tuple(f"&due={age}" for age in Age.values),
        )),
        DeskList("storage-subscriptions", "storage_storagesubscription", searched=False, filters=(
            "", "&status=past_due", "&status=active,canceling",
        )),
        DeskList("payments", "payments_payment", searched=False, filters=("", "&trouble=1")),
        DeskList("stripe/events", "payments_stripeevent", searched=False, filters=("", "&state=failed")),
        DeskList("desk/messages", "notifications_message", filters=_each_and_some(
            ("&status=failed", "&status=sent,skipped"), ("&kind=quote-priced", "&kind=invoice-sent"),
        )),
        DeskList("desk/customers", "quotes_quote", {"lastSeen": "created_at DESC, id DESC"}),
    ]  # fmt: skip


def pages() -> Iterator[Page]:
    """Yield every page of the lists, the queue and the search, and the pages with metrics."""
    for each in lists():
        yield from each.pages()
    after = _cursor("queue", 1, timezone.now(), 0, UUID(int=0))
    for kind, city, late in product(["", *QueueKind.values], ["", "&city=Dover"], ["", "&late=true"]):
        path = f"desk/queue?kind={kind}{city}{late}"
        yield Page("desk/queue", path, f"/api/{path}")
        yield Page("desk/queue", f"{path} (middle)", f"/api/{path}&cursor={after}")
    for kind, words in SEARCHES.items():
        if words:
            path = f"desk/search?{_search(words)[1:]}"
            yield Page(f"desk/search, {kind}", path, f"/api/{path}")
    numbers = (
        "analytics/mrr", "analytics/subscriptions", "analytics/quotes", "analytics/season", "desk/promise",
        "desk/queue/counts", "desk/past-unmarked", "desk/messages/summary", "desk/money", "desk/money/due",
    )  # fmt: skip
    for path in numbers:
        yield Page("numbers", path, f"/api/{path}")
