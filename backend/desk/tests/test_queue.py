"""Customers who wait for a response are in the desk's queue, the earliest deadline first."""

import datetime as dt
import re
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from desk.models import Call
from quotes.tests.factories import make_quote
from testing.helpers import in_threads
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order


def _ago(hours: float) -> dt.datetime:
    return timezone.now() - dt.timedelta(hours=hours)


def _queue(client: APIClient) -> list[dict[str, Any]]:
    return client.get("/api/desk/queue").json()  # type: ignore[no-any-return]


def test_queue_has_quotes_and_tree_orders_by_deadline(admin_client: APIClient) -> None:
    quote = make_quote(created_at=_ago(30), add_ons=["wreaths", "Ladder"], communication_preference="sms")
    order = make_tree_order(created_at=_ago(31), include_disposal=True)
    make_quote(created_at=_ago(1))
    first, second, _ = _queue(admin_client)
    assert (first["kind"], first["id"]) == ("tree_order", str(order.id))
    assert first["summary"] == "Modest 6 ft Standard Tree, End of Season Christmas Tree Disposal"
    assert first["communicationPreference"] == "phone"
    assert (second["kind"], second["id"]) == ("quote", str(quote.id))
    assert second["summary"] == "Premium Installation, Wreaths & Garland, Ladder"
    assert (second["customerName"], second["phone"], second["city"]) == ("Eleanor Hayes", "603-555-0172", "Portsmouth")
    assert second["communicationPreference"] == "sms"
    due = dt.datetime.fromisoformat(second["dueAt"])
    assert due - dt.datetime.fromisoformat(second["createdAt"]) == dt.timedelta(hours=24)


def test_second_of_two_responses_at_once_is_a_conflict(admin_client: APIClient) -> None:
    quote = make_quote()
    [seen] = _queue(admin_client)
    for amount, status in ((900, 200), (700, 409)):
        given = {"quoteAmount": amount, "status": "reviewed", "updatedAt": seen["updatedAt"]}
        assert admin_client.patch(f"/api/quotes/{quote.id}", given, format="json").status_code == status
    quote.refresh_from_db()
    assert quote.quote_amount == 900


@pytest.mark.parametrize("status", ["approved", "service_scheduled", "complete", "complete_storage", "rejected"])
def test_settled_requests_leave_the_queue(admin_client: APIClient, status: str) -> None:
    make_quote(status=status)
    make_tree_order(status="cancelled")
    assert _queue(admin_client) == []


def test_price_or_confirmation_removes_from_the_queue(admin_client: APIClient) -> None:
    quote, order = make_quote(), make_tree_order()
    admin_client.patch(f"/api/quotes/{quote.id}", {"quoteAmount": 5}, format="json")
    admin_client.patch(f"/api/tree-orders/{order.id}", {"status": "confirmed"}, format="json")
    assert _queue(admin_client) == []


@pytest.mark.parametrize(
    ("outcome", "counts_as_response"),
    [("reached", True), ("voicemail", True), ("no_answer", True), ("wrong_number", False)],
)
def test_call_counts_as_a_response_unless_the_number_was_wrong(
    admin_client: APIClient, outcome: str, counts_as_response: bool
) -> None:
    for path, row in (("quotes", make_quote()), ("tree-orders", make_tree_order())):
        call = admin_client.post(f"/api/{path}/{row.id}/calls", {"outcome": outcome, "note": " Busy "}, format="json")
        assert call.status_code == 201
        assert (call.json()["outcome"], call.json()["note"], call.json()["authorName"]) == (outcome, "Busy", "Ada")
        assert admin_client.get(f"/api/{path}/{row.id}/calls").json() == [call.json()]
        row.refresh_from_db()
        assert (row.answered_at is not None) is counts_as_response
    assert len(_queue(admin_client)) == (0 if counts_as_response else 2)
    assert TreeOrder.objects.get().call_count == 1


@pytest.mark.parametrize("path", ["quotes", "tree-orders"])
def test_second_call_leaves_first_response_time(admin_client: APIClient, path: str) -> None:
    row = make_quote() if path == "quotes" else make_tree_order()
    first = None
    for _ in range(2):
        admin_client.post(f"/api/{path}/{row.id}/calls", {"outcome": "reached"}, format="json")
        row.refresh_from_db()
        first = first or row.answered_at
    assert first is not None
    assert row.answered_at == first


def test_call_does_not_conflict_with_edits_by_others(admin_client: APIClient) -> None:
    quote = make_quote()
    seen = quote.updated_at.isoformat()
    admin_client.post(f"/api/quotes/{quote.id}/calls", {"outcome": "reached"}, format="json")
    response = admin_client.patch(f"/api/quotes/{quote.id}", {"quoteAmount": 5, "updatedAt": seen}, format="json")
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "outcome"), ({"outcome": "sang"}, "outcome"), ({"outcome": "reached", "note": "x" * 2001}, "note")],
)
def test_bad_call_is_a_400(admin_client: APIClient, body: dict[str, str], field: str) -> None:
    response = admin_client.post(f"/api/quotes/{make_quote().id}/calls", body, format="json")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]


@pytest.mark.parametrize("path", ["quotes", "tree-orders"])
def test_call_about_an_unknown_row_is_a_404(admin_client: APIClient, path: str) -> None:
    address = f"/api/{path}/01890000-0000-7000-8000-000000000000/calls"
    assert admin_client.post(address, {"outcome": "reached"}, format="json").status_code == 404
    assert admin_client.get(address).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_calls_at_once_are_all_counted_and_the_first_is_the_response(admin: User) -> None:
    order = make_tree_order()

    def call(_: int) -> int:
        client = APIClient()
        client.force_login(admin)
        response = client.post(f"/api/tree-orders/{order.id}/calls", {"outcome": "reached"}, format="json")
        return int(response.status_code)

    assert in_threads(4, call) == [201] * 4
    order.refresh_from_db()
    assert (order.call_count, Call.objects.count()) == (4, 4)
    assert order.answered_at is not None


def test_queue_pages_have_every_row_once_in_constant_queries(
    admin_client: APIClient, django_assert_num_queries: Any
) -> None:
    moment = _ago(5)
    for number in range(9):
        make_quote(created_at=moment) if number % 2 else make_tree_order(created_at=moment)
    seen, address = [], "/api/desk/queue?limit=2"
    while address:
        with django_assert_num_queries(4):  # session, user, quotes, tree orders
            response = admin_client.get(address)
        seen += [row["id"] for row in response.json()]
        match = re.fullmatch(r'<(.+)>; rel="next"', response.headers.get("Link", ""))
        address = match[1] if match else ""
    assert len(seen) == len(set(seen)) == 9
    assert seen == sorted(seen)


def test_promise_counts_responses_in_time(admin_client: APIClient) -> None:
    empty = admin_client.get("/api/desk/promise").json()
    assert (empty["answered"], empty["percent"]) == (0, None)
    asked = _ago(40)
    make_quote(created_at=asked, answered_at=asked + dt.timedelta(hours=24))
    make_quote(created_at=asked, answered_at=asked + dt.timedelta(hours=24, seconds=1))
    make_tree_order(created_at=asked, answered_at=asked + dt.timedelta(hours=1))
    make_quote(created_at=asked)
    make_quote(created_at=asked)
    make_tree_order()
    make_quote(created_at=_ago(24 * 500), answered_at=_ago(24 * 499))  # another season's
    figures = admin_client.get("/api/desk/promise").json()
    del figures["season"]
    assert figures == {"answered": 3, "onTime": 2, "late": 1, "open": 3, "overdue": 2, "percent": 67}
