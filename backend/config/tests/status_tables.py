"""Tables of what is true for which statuses of a row, or for which kinds of visits."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import time_machine
from rest_framework.test import APIClient

from accounts.models import User
from common.days import eastern
from common.statuses import Status
from invoices.models import Invoice
from invoices.tests.factories import make_invoice
from jobs.models import Job, JobKind
from notifications.models import Message
from quotes.models import Quote
from quotes.tests.factories import make_quote
from storage.models import StorageSubscription
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order

DAY = dt.timedelta(days=1)
# Nothing about any of these rows is due at another time of the day.
NOON = eastern(dt.date(2026, 11, 24), dt.time(12))
TODAY = NOON.date()

Fact = tuple[str, str, Callable[["World", str], bool]]


class World:
    """A customer and an administrator, and rows of any status."""

    def __init__(self, customer: User, customer_client: APIClient, admin_client: APIClient) -> None:
        self.customer, self.own, self.desk = customer, customer_client, admin_client

    def get(self, path: str) -> Any:
        return self.desk.get(f"/api/{path}").json()

    def post(self, path: str, **body: Any) -> int:
        return int(self.desk.post(f"/api/{path}", body, format="json").status_code)

    def patch(self, path: str, **body: Any) -> int:
        return int(self.desk.patch(f"/api/{path}", body, format="json").status_code)

    def is_next(self, row: Any) -> bool:
        return str(row.id) in [item["subjectId"] for item in self.own.get("/api/whats-next").json()]

    def is_listed(self, row: Any, path: str) -> bool:
        return str(row.id) in [each["id"] for each in self.get(path)]

    def is_due(self, row: Any, kind: str) -> bool:
        return self.is_listed(row, f"desk/queue?kind={kind}")

    def is_awaited(self, make: Callable[[], Any]) -> bool:
        """Return whether one more row without a first response counts among those who wait for it."""
        before = self.get("desk/promise")["open"]
        make()
        return bool(self.get("desk/promise")["open"] > before)

    def is_told(self, row: Any, kind: str) -> bool:
        return Message.objects.filter(about_id=row.id, kind=kind).exists()

    def quote(self, status: str, **changes: Any) -> Quote:
        given = {"status": status, "quote_amount": "500.00", "created_at": NOON, **changes}
        return make_quote(user=self.customer, **given)

    def invoice(self, status: str, **changes: Any) -> Invoice:
        return make_invoice(**{"user": self.customer, "status": status, "due_date": TODAY, **changes})

    def visit(self, status: str = "scheduled", quote: Quote | None = None, **changes: Any) -> Job:
        quote = quote or self.quote("service_scheduled", has_visit=True)
        job: Job = Job.objects.create(
            **{"quote": quote, "user": self.customer, "status": status, "scheduled_date": NOON + DAY, **changes}
        )
        return job

    def complete(self, job: Job) -> Any:
        """Mark a visit as completed; return the response."""
        return self.desk.patch(f"/api/jobs/{job.id}", {"status": "completed"}, format="json").json()

    def beside(self, job: Job, **changes: Any) -> Any:
        """Complete another visit of the same quote; return the response."""
        return self.complete(self.visit(quote=job.quote, **changes))

    def tree(self, status: str, **changes: Any) -> TreeOrder:
        return make_tree_order(
            **{
                "user": self.customer, "status": status, "scheduled_delivery_date": TODAY + 3 * DAY, "created_at": NOON,
                **changes,
            }
        )  # fmt: skip

    def plan(self, status: str, **changes: Any) -> StorageSubscription:
        StorageSubscription.objects.all().delete()
        row: StorageSubscription = StorageSubscription.objects.create(
            **{
                "user": self.customer, "plan": "business", "monthly_amount": 45, "status": status, "started_at": NOON,
                "created_at": NOON, **changes,
            }
        )  # fmt: skip
        return row


def check(world: World, statuses: type[Status] | type[JobKind], facts: list[Fact]) -> None:
    """Compare for which statuses (or kinds) each fact holds with those that it names, separated by spaces."""
    with time_machine.travel(NOON, tick=False):
        found = {fact: {status for status in statuses.values if holds(world, status)} for fact, _, holds in facts}
    assert found == {fact: set(expected.split()) for fact, expected, _ in facts}
