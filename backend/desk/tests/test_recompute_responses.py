"""The migration removes response marks that came from tries, and computes all deadlines."""

import datetime as dt
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from desk.models import Call
from jobs.models import Job
from quotes.models import Quote, QuoteComment
from quotes.tests.factories import make_quote
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order

NOW = timezone.now()


def _ago(hours: float) -> dt.datetime:
    return NOW - dt.timedelta(hours=hours)


def _migrate() -> None:
    with connection.cursor() as cursor:
        for operation in import_module("desk.migrations.0002_recompute_responses").Migration.operations:
            cursor.execute(operation.sql)


def _say(quote: Quote, text: str, hours: float, *, staff: bool = False, kind: str = "comment") -> None:
    QuoteComment.objects.create(
        quote=quote, comment=text, created_at=_ago(hours), is_staff_comment=staff, comment_type=kind
    )


def _rows(client: APIClient) -> list[tuple[str, float]]:
    """Return each row's kind and the hours until its deadline."""
    rows = client.get("/api/desk/queue").json()
    return [
        (row["kind"], round((dt.datetime.fromisoformat(row["respondBy"]) - NOW) / dt.timedelta(hours=1), 1))
        for row in rows
    ]


@pytest.mark.parametrize("outcome", ["voicemail", "no_answer"])
@pytest.mark.parametrize(("make", "link"), [(make_quote, "quote"), (make_tree_order, "tree_order")])
def test_response_marks_from_tries_are_removed(admin_client: APIClient, make: Any, link: str, outcome: str) -> None:
    row = make(created_at=_ago(30), answered_at=_ago(20))
    Call.objects.create(**{link: row}, outcome=outcome, created_at=_ago(20))
    _migrate()
    row.refresh_from_db()
    assert (row.answered_at, row.tried_at, row.last_tried_at, row.tries) == (None, _ago(20), _ago(20), 1)
    promise = admin_client.get("/api/desk/promise").json()
    assert (promise["answered"], promise["overdue"], promise["triedInTime"]) == (0, 1, 1)
    assert _rows(admin_client) == [("quote" if link == "quote" else "tree_order", -6)]


def test_later_response_replaces_mark_from_try(admin_client: APIClient) -> None:
    called, priced, replied = (make_quote(created_at=_ago(60), answered_at=_ago(50)) for _ in range(3))
    order = make_tree_order(created_at=_ago(60), answered_at=_ago(50))
    for row in ({"quote": called}, {"quote": priced}, {"quote": replied}, {"tree_order": order}):
        Call.objects.create(**row, outcome="no_answer", created_at=_ago(50))
    for row in ({"quote": called}, {"tree_order": order}):
        Call.objects.create(**row, outcome="reached", created_at=_ago(10))
    _say(priced, "Quote amount set to $500.00", 10, staff=True, kind="status_update")
    _say(replied, "Hello", 10, staff=True)
    _migrate()
    for rows in (Quote.objects.all(), TreeOrder.objects.all()):
        for each in rows.values("id", "answered_at", "tried_at", "tries"):
            assert (each["answered_at"], each["tried_at"]) == (_ago(10), _ago(50))
            assert each["tries"] == (1 if each["id"] == priced.id else 0)
    order.refresh_from_db()
    assert order.reached_at == _ago(10)
    promise = admin_client.get("/api/desk/promise").json()
    assert (promise["late"], promise["triedInTime"]) == (4, 4)


def test_other_response_marks_stay(admin_client: APIClient) -> None:
    priced = make_quote(created_at=_ago(30), answered_at=_ago(20), quote_amount=5, status="reviewed")
    Call.objects.create(quote=priced, outcome="voicemail", created_at=_ago(5))
    confirmed = make_tree_order(created_at=_ago(30), answered_at=_ago(20), status="confirmed")
    called = make_quote(created_at=_ago(30), answered_at=_ago(20))
    Call.objects.create(quote=called, outcome="reached", created_at=_ago(20))
    _migrate()
    for row in (priced, confirmed, called):
        row.refresh_from_db()
        assert row.answered_at == _ago(20)
    assert admin_client.get("/api/desk/promise").json()["onTime"] == 3


def test_threads_have_their_questions(admin_client: APIClient, customer: User) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount=5, created_at=_ago(200))
    _say(quote, "Quote amount set to $5.00", 190, staff=True, kind="status_update")
    for hours in (180, 170):
        _say(quote, "Does it include the dormers?", hours)
    _say(quote, "Yes", 150, staff=True)
    _say(quote, "And the porch?", 100)
    Call.objects.create(quote=quote, outcome="reached", created_at=_ago(90))
    for hours in (3, 2):
        _say(quote, "When can you come?", hours)
    _migrate()
    questions = quote.questions.order_by("created_at").values_list("created_at", "answered_at")
    assert list(questions) == [(_ago(180), _ago(150)), (_ago(100), _ago(90)), (_ago(3), None)]
    assert _rows(admin_client) == [("question", 21)]


def test_accepted_and_silent_quotes_are_found(admin_client: APIClient) -> None:
    accepted = make_quote(status="approved", created_at=_ago(90), answered_at=_ago(80))
    _say(accepted, "Status changed to Approved", 10, kind="status_update")
    planned = make_quote(status="service_scheduled", created_at=_ago(90), answered_at=_ago(80))
    Job.objects.create(quote=planned, scheduled_date=_ago(-50))
    installed = make_quote(status="service_scheduled", created_at=_ago(24 * 400), answered_at=_ago(24 * 400))
    Job.objects.create(quote=installed, scheduled_date="2025-12-01T14:00:00Z", status="completed")
    Job.objects.create(quote=installed, kind="takedown")
    make_quote(status="reviewed", quote_amount=5, created_at=_ago(120), answered_at=_ago(100))
    _migrate()
    installed.refresh_from_db()
    assert installed.takedown_from == dt.datetime(2025, 12, 26, 5, tzinfo=dt.UTC)
    assert [row for row in _rows(admin_client) if row[1] > -1000] == [("silent", -4), ("accepted", 14)]
