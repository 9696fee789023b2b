"""The owner sees the results of the installation checks on the desk."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from common.doctor import inspect
from config.version import VERSION
from desk.tests.money import make_payout
from notifications.tests.factories import make_failed_message
from quotes.tests.factories import make_quote


def test_owner_sees_each_check_with_what_to_do(admin_client: APIClient) -> None:
    response = admin_client.get("/api/desk/installation")
    assert (response.status_code, response.json()["version"]) == (200, VERSION)
    checks: dict[str, Any] = {each["name"]: each for each in response.json()["checks"]}
    titles = [each["title"] for each in response.json()["checks"]]
    assert titles == sorted(titles)
    assert checks["database"]["state"] == "ok"
    assert checks["worker"] == {
        "name": "worker",
        "title": "Worker",
        "state": "failing",
        "sentence": "The worker has never run, so no email goes out and no payment is recorded.",
        "whatToDo": "Start it: docker compose up --detach worker. If it stops again, see why: docker compose logs "
        "worker.",
    }


@pytest.mark.parametrize(
    ("hours", "sentence"),
    [
        ([25], "1 customer has waited for more than 24 hours."),
        ([25, 23, 26], "2 customers have waited for more than 24 hours."),
        ([23], "No customer has waited for more than 24 hours."),
    ],
)
def test_promise_check_counts_customers_past_deadline(db: None, hours: list[int], sentence: str) -> None:
    now = timezone.now()
    [quote, *_] = [make_quote(created_at=now - dt.timedelta(hours=each)) for each in hours]
    # These are late, too, but not covered by the promise.
    make_quote(status="reviewed", quote_amount="500.00", created_at=now - dt.timedelta(days=5))
    make_failed_message(failed_at=now - dt.timedelta(hours=30), about_kind="quote", about_id=quote.id)
    make_payout(now - dt.timedelta(days=3), status="failed", failed_at=now - dt.timedelta(days=2))
    assert inspect(["promise"])[0].sentence == sentence


def test_promise_check_ignores_rows_to_try_again_later(db: None) -> None:
    now = timezone.now()
    hour = dt.timedelta(hours=1)
    quote = make_quote(created_at=now - 25 * hour, tries=1, last_tried_at=now - hour, retry_at=now + hour)
    assert inspect(["promise"])[0].sentence.startswith("No customer has waited")
    quote.retry_at = now - hour
    quote.save()
    assert inspect(["promise"])[0].sentence == "1 customer has waited for more than 24 hours."
