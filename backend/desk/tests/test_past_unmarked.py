"""Open visits and deliveries of past days are counted, and listed by a filter."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from jobs.models import Job
from quotes.tests.factories import make_quote
from trees.tests.factories import make_tree_order

DAY = dt.timedelta(days=1)


def _today() -> dt.datetime:
    """Return today's midnight in Eastern time."""
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)


@pytest.fixture(autouse=True)
def _night() -> Iterator[None]:
    """Set the clock to 11:00 PM Eastern, when it is the next day in UTC."""
    with time_machine.travel(_today().replace(hour=23)):
        yield


def _job(at: dt.datetime | None, **fields: Any) -> Job:
    return Job.objects.create(quote=make_quote(), scheduled_date=at, **fields)


def _ids(client: APIClient, path: str, query: str = "") -> list[str]:
    response = client.get(f"/api/{path}?scope=admin&pastUnmarked=true{query}")
    assert response.status_code == 200, response.content
    return [row["id"] for row in response.json()]


def _counts(client: APIClient) -> dict[str, int]:
    return client.get("/api/desk/past-unmarked").json()  # type: ignore[no-any-return]


def test_open_visits_of_past_days_are_listed_oldest_first(admin_client: APIClient) -> None:
    oldest = _job(_today() - 30 * DAY, status="in_progress", kind="takedown")
    last_minute = _job(_today() - dt.timedelta(seconds=1))
    for at in (_today(), _today() + 3 * DAY, None):
        _job(at)
    for status in ("completed", "cancelled"):
        _job(_today() - DAY, status=status)
    assert _ids(admin_client, "jobs") == [str(oldest.id), str(last_minute.id)]
    assert _ids(admin_client, "jobs", "&kind=takedown") == [str(oldest.id)]
    assert _ids(admin_client, "jobs", "&q=eleanor&ordering=-scheduledDate") == [str(last_minute.id), str(oldest.id)]
    assert _counts(admin_client) == {"jobs": 2, "treeOrders": 0}


def test_open_deliveries_of_past_days_are_listed_oldest_first(admin_client: APIClient) -> None:
    today = timezone.localdate()
    open_ = [
        make_tree_order(status=status, scheduled_delivery_date=today - days * DAY)
        for days, status in ((3, "scheduled"), (2, "confirmed"), (1, "pending"))
    ]
    for day in (today, today + DAY, None):
        make_tree_order(status="scheduled", scheduled_delivery_date=day)
    for status in ("delivered", "cancelled"):
        make_tree_order(status=status, scheduled_delivery_date=today - DAY)
    assert _ids(admin_client, "tree-orders") == [str(order.id) for order in open_]
    assert _ids(admin_client, "tree-orders", "&status=confirmed") == [str(open_[1].id)]
    assert _counts(admin_client) == {"jobs": 0, "treeOrders": 3}


def test_marked_rows_are_no_longer_counted(admin_client: APIClient) -> None:
    job = _job(_today() - DAY)
    order = make_tree_order(status="scheduled", scheduled_delivery_date=timezone.localdate() - DAY)
    admin_client.patch(f"/api/jobs/{job.id}", {"status": "completed"}, format="json")
    admin_client.patch(f"/api/tree-orders/{order.id}", {"status": "delivered"}, format="json")
    assert _counts(admin_client) == {"jobs": 0, "treeOrders": 0}


@pytest.mark.parametrize("path", ["jobs", "tree-orders"])
def test_pages_have_every_row_once(admin_client: APIClient, path: str) -> None:
    for _ in range(5):
        _job(_today() - DAY)
        make_tree_order(scheduled_delivery_date=timezone.localdate() - DAY)
    seen, address = [], f"/api/{path}?scope=admin&pastUnmarked=true&limit=2"
    while address:
        page = admin_client.get(address)
        seen += [row["id"] for row in page.json()]
        address = page.headers.get("Link", "").partition(">")[0][1:]
    assert len(seen) == len(set(seen)) == 5


@pytest.mark.parametrize("path", ["jobs", "tree-orders"])
def test_other_values_are_a_400(admin_client: APIClient, path: str) -> None:
    assert admin_client.get(f"/api/{path}?scope=admin&pastUnmarked=maybe").status_code == 400
