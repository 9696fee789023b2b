"""Administrators see how often the promise of a response within 24 hours is kept. Tries don't count."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from quotes.models import Question
from quotes.tests.factories import make_quote
from replies.models import Inquiry
from trees.tests.factories import make_tree_order

NOW = dt.datetime(2026, 11, 21, 20, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)
NOTHING = {
    "season": "2026-27", "answered": 0, "onTime": 0, "late": 0, "open": 0, "overdue": 0, "percent": None,
    "triedInTime": 0,
}  # fmt: skip


def _hours_ago(hours: float) -> dt.datetime:
    return NOW - dt.timedelta(hours=hours)


def _promise(client: APIClient) -> dict[str, Any]:
    return client.get("/api/desk/promise").json()  # type: ignore[no-any-return]


@pytest.fixture
def clock(admin_client: APIClient, customer_client: APIClient) -> Any:
    """A clock to ``shift``. It starts after everyone has signed in, since sessions expire by the database's clock."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def staff(admin_client: APIClient, clock: Any) -> APIClient:
    """An administrator's client."""
    return admin_client


@pytest.fixture
def asker(customer_client: APIClient, clock: Any) -> APIClient:
    """A customer's client."""
    return customer_client


def _send(client: APIClient, path: str, row: Any, action: str = "", **body: Any) -> None:
    send = client.post if action else client.patch
    response = send(f"/api/{path}/{row.id}" + (f"/{action}" if action else ""), body, format="json")
    assert response.status_code in {200, 201}, response.content


def test_percentage_is_null_before_the_first_request(staff: APIClient) -> None:
    assert _promise(staff) == NOTHING


def test_season_lasts_until_midnight_eastern_time(staff: APIClient, clock: Any) -> None:
    for hour, season in ((3, "2026-27"), (4, "2027-28")):  # UTC, four hours ahead
        clock.move_to(dt.datetime(2027, 7, 1, hour, 30, tzinfo=dt.UTC))
        assert _promise(staff)["season"] == season


def test_replies_on_time_late_replies_and_open_requests_are_counted(staff: APIClient) -> None:
    make_quote(created_at=_hours_ago(72), answered_at=_hours_ago(60))
    make_quote(created_at=_hours_ago(72), answered_at=_hours_ago(48))  # to the minute
    make_quote(created_at=_hours_ago(72), answered_at=_hours_ago(47))
    make_quote(created_at=_hours_ago(25))
    make_tree_order(created_at=_hours_ago(24.1))
    Inquiry.objects.create(sender="+16035550142", created_at=_hours_ago(25))
    make_quote(created_at=_hours_ago(23))
    make_quote(created_at=_hours_ago(400), status="rejected")  # nobody is waiting
    make_quote(created_at=_hours_ago(24 * 365), answered_at=_hours_ago(24 * 365))  # last season's
    assert _promise(staff) == NOTHING | {
        "answered": 3, "onTime": 2, "late": 1, "open": 4, "overdue": 3, "percent": 67,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("", {"quoteAmount": "500", "status": "reviewed"}),
        ("comments", {"content": "Hello"}),
        ("calls", {"outcome": "reached"}),
    ],
    ids=["price", "staff reply", "contact"],
)
@pytest.mark.parametrize(("hours", "kept"), [(24, True), (24.01, False)])
def test_each_response_to_a_request_counts_once(
    staff: APIClient, clock: Any, action: str, body: dict[str, Any], hours: float, kept: bool
) -> None:
    quote = make_quote(created_at=timezone.now())
    clock.shift(hours * HOUR)
    for _ in range(2):
        _send(staff, "quotes", quote, action, **body)
    counted = {"onTime": 1, "percent": 100} if kept else {"late": 1, "percent": 0}
    assert _promise(staff) == NOTHING | {"answered": 1, **counted}


@pytest.mark.parametrize("path", ["quotes", "tree-orders"])
@pytest.mark.parametrize("outcome", ["voicemail", "no_answer", "wrong_number"])
def test_tries_are_not_responses(staff: APIClient, clock: Any, path: str, outcome: str) -> None:
    row = make_quote(created_at=timezone.now()) if path == "quotes" else make_tree_order(created_at=timezone.now())
    for _ in range(3):
        clock.shift(HOUR)
        _send(staff, path, row, "calls", outcome=outcome)
    assert _promise(staff) == NOTHING | {"open": 1, "triedInTime": 1}
    clock.shift(30 * HOUR)
    assert _promise(staff) == NOTHING | {"open": 1, "overdue": 1, "triedInTime": 1}
    _send(staff, path, row, "calls", outcome="reached")
    assert _promise(staff) == NOTHING | {"answered": 1, "late": 1, "percent": 0, "triedInTime": 1}


def test_try_after_the_deadline_was_not_in_time(staff: APIClient, clock: Any) -> None:
    quote = make_quote(created_at=timezone.now())
    clock.shift(25 * HOUR)
    _send(staff, "quotes", quote, "calls", outcome="voicemail")
    assert _promise(staff) == NOTHING | {"open": 1, "overdue": 1}


def test_customer_reached_in_time_after_try_is_on_time(staff: APIClient, clock: Any) -> None:
    order = make_tree_order(created_at=timezone.now())
    _send(staff, "tree-orders", order, "calls", outcome="voicemail")
    clock.shift(23 * HOUR)
    _send(staff, "tree-orders", order, "calls", outcome="reached")
    assert _promise(staff) == NOTHING | {"answered": 1, "onTime": 1, "percent": 100}


@pytest.mark.parametrize(
    ("path", "action", "body"),
    [
        ("quotes", "", {"status": "rejected"}),
        ("quotes", "", {"status": "approved"}),
        ("quotes", "let-go", {}),
        ("tree-orders", "", {"status": "cancelled"}),
        ("tree-orders", "", {"status": "confirmed"}),
    ],
)
@pytest.mark.parametrize(("hours", "is_late"), [(23, False), (25, True)])
def test_closing_is_no_response_and_saves_nothing_after_the_deadline(
    staff: APIClient, clock: Any, path: str, action: str, body: dict[str, Any], hours: float, is_late: bool
) -> None:
    row = make_quote(created_at=timezone.now()) if path == "quotes" else make_tree_order(created_at=timezone.now())
    clock.shift(hours * HOUR)
    _send(staff, path, row, action, **body)
    assert _promise(staff) == NOTHING | ({"late": 1, "percent": 0} if is_late else {})
    if not action:  # by mistake: the deadline of the request still applies
        _send(staff, path, row, status="pending")
        assert _promise(staff) == NOTHING | {"open": 1, "overdue": int(is_late)}


@pytest.mark.parametrize("status", ["pending", "quoting", "reviewed"])
@pytest.mark.parametrize(("hours", "late"), [(23, 0), (25, 1)])
def test_unpriced_quote_of_each_status_is_closed_late_after_the_deadline(
    staff: APIClient, clock: Any, status: str, hours: float, late: int
) -> None:
    row = make_quote(created_at=timezone.now(), status=status)
    clock.shift(hours * HOUR)
    _send(staff, "quotes", row, status="rejected")
    assert _promise(staff)["late"] == late


@pytest.mark.parametrize(
    ("path", "first", "then"),
    [
        ("tree-orders", {"status": "confirmed"}, {"notes": "Ring twice"}),
        ("tree-orders", {"status": "cancelled"}, {"notes": "Called off"}),
        ("tree-orders", {"status": "confirmed"}, {"status": "delivered"}),
        ("quotes", {"status": "rejected"}, {"quoteAmount": "500"}),
        ("quotes", {"status": "approved"}, {"status": "complete"}),
        ("quotes", {"action": "let-go"}, {"status": "rejected"}),
    ],
)
def test_row_closed_in_time_is_not_late_after_later_save(
    staff: APIClient, clock: Any, path: str, first: dict[str, Any], then: dict[str, Any]
) -> None:
    row = make_quote(created_at=timezone.now()) if path == "quotes" else make_tree_order(created_at=timezone.now())
    clock.shift(23 * HOUR)
    _send(staff, path, row, **first)
    clock.shift(2 * HOUR)
    _send(staff, path, row, **then)
    assert _promise(staff) == NOTHING


def test_each_question_has_24_hours_of_its_own(staff: APIClient, asker: APIClient, customer: User, clock: Any) -> None:
    quote = make_quote(user=customer, created_at=timezone.now(), answered_at=timezone.now(), status="reviewed")
    _send(asker, "quotes", quote, "comments", content="Does it include the dormers?")
    _send(asker, "quotes", quote, "comments", content="And the porch?")
    clock.shift(20 * HOUR)
    assert _promise(staff) == NOTHING | {"answered": 1, "onTime": 1, "percent": 100, "open": 1}
    _send(staff, "quotes", quote, "comments", content="Yes")
    _send(asker, "quotes", quote, "comments", content="When can you come?")
    _send(staff, "quotes", quote, "calls", outcome="no_answer")
    clock.shift(25 * HOUR)
    _send(staff, "quotes", quote, "calls", outcome="no_answer")  # the first try was in time
    assert _promise(staff) == NOTHING | {
        "answered": 2, "onTime": 2, "percent": 100, "open": 1, "overdue": 1, "triedInTime": 1,
    }  # fmt: skip
    _send(staff, "quotes", quote, "calls", outcome="reached")
    assert _promise(staff) == NOTHING | {"answered": 3, "onTime": 2, "late": 1, "percent": 67, "triedInTime": 1}
    assert Question.objects.count() == 2


@pytest.mark.parametrize(
    ("action", "body", "counted"),
    [
        ("comments", {"content": "Yes"}, {"answered": 1, "onTime": 1, "percent": 100}),
        ("no-reply-needed", {}, {}),
        (
            "calls",
            {"outcome": "voicemail"},
            {"triedInTime": 2, "open": 2},
        ),  # both the request and the question
    ],
    ids=["reply", "no reply needed", "try"],
)
def test_response_to_one_question_leaves_others_open(
    staff: APIClient, asker: APIClient, customer: User, action: str, body: dict[str, Any], counted: dict[str, int]
) -> None:
    asked, _other = (make_quote(user=customer, status="rejected") for _ in range(2))
    for quote in (asked, _other):
        _send(asker, "quotes", quote, "comments", content="When can you come?")
    _send(staff, "quotes", asked, action, **body)
    assert _promise(staff) == NOTHING | {"open": 1} | counted


@pytest.mark.parametrize(("hours", "is_late"), [(23, False), (25, True)])
def test_question_that_needs_no_reply_counts_only_if_it_was_overdue(
    staff: APIClient, asker: APIClient, customer: User, clock: Any, hours: float, is_late: bool
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount=5, created_at=_hours_ago(1), answered_at=NOW)
    _send(asker, "quotes", quote, "comments", content="Thanks!")
    clock.shift(hours * HOUR)
    _send(staff, "quotes", quote, "no-reply-needed")
    late = {"late": 1, "percent": 50} if is_late else {"percent": 100}
    assert _promise(staff) == NOTHING | {"answered": 1, "onTime": 1, **late}
