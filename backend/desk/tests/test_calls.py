"""Staff log calls, texts and emails to a customer. Only one that reaches them is a response; the others are tries."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from desk.models import Call
from desk.services import default_retry
from notifications.tests.factories import make_failed_message
from quotes.tests.factories import make_quote
from replies.models import Inquiry
from testing.helpers import in_threads
from texts.models import ContactChoice
from trees.tests.factories import make_tree_order

EASTERN = ZoneInfo("America/New_York")
PATHS = [("quotes", make_quote), ("tree-orders", make_tree_order)]
both = pytest.mark.parametrize(("path", "make"), PATHS, ids=["quote", "tree order"])


def _call(client: APIClient, path: str, row: Any, outcome: str = "no_answer", **body: Any) -> Any:
    return client.post(f"/api/{path}/{row.id}/calls", {"outcome": outcome, **body}, format="json")


def _row(client: APIClient, path: str, row: Any) -> dict[str, Any]:
    return client.get(f"/api/{path}/{row.id}").json()  # type: ignore[no-any-return]


def _other(make: Any) -> Any:
    """Create a row of someone else that is not waiting and was never answered."""
    return make(status="complete" if make is make_quote else "delivered")


def _queue(client: APIClient) -> list[dict[str, Any]]:
    return client.get("/api/desk/queue").json()  # type: ignore[no-any-return]


@both
@pytest.mark.parametrize("outcome", ["voicemail", "no_answer", "wrong_number"])
def test_unsuccessful_contact_is_a_try(admin_client: APIClient, path: str, make: Any, outcome: str) -> None:
    row, other = make(), _other(make)
    for number, channel in enumerate(["phone", "text", "email"], 1):
        call = _call(admin_client, path, row, outcome, note=" Busy ", channel=channel)
        assert call.status_code == 201
        shown = call.json()
        assert (shown["outcome"], shown["channel"], shown["note"]) == (outcome, channel, "Busy")
        assert shown["authorName"] == "Ada"
        [item] = _queue(admin_client)
        assert (item["tries"], item["retryAt"]) == (number, shown["retryAt"])
        assert item["lastTriedAt"] is not None
    assert len(admin_client.get(f"/api/{path}/{row.id}/calls").json()) == 3
    User.objects.filter(first_name="Ada").update(first_name="")
    assert admin_client.get(f"/api/{path}/{row.id}/calls").json()[0]["authorName"] == "ada@example.com"
    row = _row(admin_client, path, row)
    assert (row["answeredAt"], row["tries"]) == (None, 3)
    assert _row(admin_client, path, other)["tries"] == 0


@both
def test_successful_contact_is_a_response_and_resets_tries(admin_client: APIClient, path: str, make: Any) -> None:
    row, other = make(), _other(make)
    _call(admin_client, path, row, "voicemail")
    call = _call(admin_client, path, row, "reached", retryAt="2020-01-01T00:00:00Z")
    assert (call.status_code, call.json()["channel"], call.json()["retryAt"]) == (201, "phone", None)
    first = _row(admin_client, path, row)
    assert (first["answeredAt"] is not None, first["tries"]) == (True, 0)
    [item] = _queue(admin_client)
    assert (item["tries"], item["lastTriedAt"], item["retryAt"]) == (0, None, None)
    _call(admin_client, path, row, "reached")
    assert _row(admin_client, path, row)["answeredAt"] == first["answeredAt"]
    assert _row(admin_client, path, other)["answeredAt"] is None


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("2026-11-23T10:00", "2026-11-23T12:00"),
        ("2026-11-23T17:59", "2026-11-23T19:59"),
        ("2026-11-23T18:00", "2026-11-23T20:00"),
        ("2026-11-23T18:01", "2026-11-24T08:00"),
        ("2026-11-23T23:30", "2026-11-24T08:00"),
        ("2026-11-24T03:00", "2026-11-24T08:00"),
        ("2026-11-24T06:30", "2026-11-24T08:30"),
        ("2026-10-31T21:00", "2026-11-01T08:00"),  # clocks go back that night
        ("2027-03-13T21:00", "2027-03-14T08:00"),  # clocks go forward that night
    ],
)
def test_next_try_is_two_hours_later_when_people_can_be_called(now: str, then: str) -> None:
    def eastern(text: str) -> dt.datetime:
        return dt.datetime.fromisoformat(text).replace(tzinfo=EASTERN)

    assert default_retry(eastern(now).astimezone(dt.UTC)) == eastern(then)


@both
def test_next_try_is_in_two_hours_or_at_chosen_time(admin_client: APIClient, path: str, make: Any) -> None:
    with time_machine.travel(dt.datetime(2026, 11, 23, 10, tzinfo=EASTERN), tick=False):
        row = make(created_at=timezone.now())
        assert _call(admin_client, path, row).json()["retryAt"] == "2026-11-23T17:00:00Z"
        for chosen in ("2026-11-23T15:00:01Z", "2026-11-24T08:00:00Z", "2026-12-23T15:00:00Z"):  # 3 AM, 30 days
            assert _call(admin_client, path, row, retryAt=chosen).json()["retryAt"] == chosen
        for wrong in ("2026-11-23T15:00:00Z", "2026-11-22T15:00:00Z", "2026-12-23T15:00:01Z", "2027-11-23T15:00:00Z"):
            response = _call(admin_client, path, row, retryAt=wrong)
            assert (response.status_code, list(response.json()["errors"])) == (400, ["retryAt"])
        assert _row(admin_client, path, row)["tries"] == 4


@pytest.mark.parametrize("outcome", ["reached", "voicemail"])
@pytest.mark.parametrize(
    ("path", "make", "status"),
    [("quotes", make_quote, "rejected"), ("tree-orders", make_tree_order, "cancelled")],
    ids=["rejected quote", "canceled order"],
)
def test_call_about_closed_quote_or_order_is_logged_without_effect(
    admin_client: APIClient, path: str, make: Any, status: str, outcome: str
) -> None:
    row = make(status=status)
    before = _row(admin_client, path, row)
    promise = admin_client.get("/api/desk/promise").json()
    call = _call(admin_client, path, row, outcome)
    assert (call.status_code, call.json()["retryAt"]) == (201, None)
    assert admin_client.get(f"/api/{path}/{row.id}/calls").json() == [call.json()]
    assert _row(admin_client, path, row) == before
    assert admin_client.get("/api/desk/promise").json() == promise
    assert _queue(admin_client) == []


@both
def test_call_does_not_conflict_with_edits_by_others(admin_client: APIClient, path: str, make: Any) -> None:
    row = make()
    seen = row.updated_at.isoformat()
    for outcome in ("no_answer", "reached"):
        _call(admin_client, path, row, outcome)
    change = {"status": "cancelled" if path == "tree-orders" else "quoting", "updatedAt": seen}
    assert admin_client.patch(f"/api/{path}/{row.id}", change, format="json").status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "outcome"),
        ({"outcome": "sang"}, "outcome"),
        ({"outcome": "reached", "note": "x" * 2001}, "note"),
        ({"outcome": "reached", "channel": "pigeon"}, "channel"),
        ({"outcome": "voicemail", "retryAt": "soon"}, "retryAt"),
    ],
)
def test_invalid_call_is_a_400(admin_client: APIClient, body: dict[str, str], field: str) -> None:
    response = admin_client.post(f"/api/quotes/{make_quote().id}/calls", body, format="json")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]


@pytest.mark.parametrize("outcome", ["reached", "no_answer"])
@pytest.mark.parametrize("path", ["quotes", "tree-orders"])
def test_call_about_an_unknown_row_is_a_404(admin_client: APIClient, path: str, outcome: str) -> None:
    address = f"/api/{path}/01890000-0000-7000-8000-000000000000/calls"
    assert admin_client.post(address, {"outcome": outcome}, format="json").status_code == 404
    assert admin_client.get(address).status_code == 404


@pytest.mark.django_db(transaction=True)
@both
def test_tries_at_once_are_all_counted(admin: User, path: str, make: Any) -> None:
    row = make()

    def call(_: int) -> int:
        client = APIClient()
        client.force_login(admin)
        return int(_call(client, path, row).status_code)

    assert in_threads(4, call) == [201] * 4
    row.refresh_from_db()
    assert (row.tries, Call.objects.count()) == (4, 4)


@pytest.mark.parametrize("sender", ["neighbor@example.com", "tom@school.example"])
@pytest.mark.parametrize(
    ("path", "left"), [("desk/questions", ["tree_order"]), ("tree-orders", ["question", "tree_day"])]
)
def test_reaching_the_customer_or_somebody_else_about_a_tree_leaves_the_other_waiting(
    customer: User, admin_client: APIClient, sender: str, path: str, left: list[str]
) -> None:
    EmailAddress.objects.create(user=customer, email="tom@school.example", verified=False)
    order = make_tree_order(user=customer)
    inquiry = Inquiry.objects.create(sender=sender, tree_order=order)
    assert _call(admin_client, path, order if path == "tree-orders" else inquiry, "reached").status_code == 201
    assert [row["kind"] for row in _queue(admin_client)] == left


@pytest.mark.parametrize("sender", ["+16035550142", "+16035550143", "tom@home.example", "tom@work.example"])
@pytest.mark.parametrize("path", ["desk/questions", "tree-orders"])
def test_customer_reached_about_a_tree_or_a_question_on_it_waits_for_neither(
    customer: User, admin_client: APIClient, path: str, sender: str
) -> None:
    EmailAddress.objects.create(user=customer, email="tom@work.example", verified=True)
    ContactChoice.objects.create(user=customer, channel="sms", number="+16035550143")
    order = make_tree_order(user=customer, customer_phone="603-555-0142", customer_email="Tom@home.example")
    inquiry = Inquiry.objects.create(sender=sender, tree_order=order)
    assert [row["kind"] for row in _queue(admin_client)] == ["tree_order", "question"]
    assert _call(admin_client, path, order if path == "tree-orders" else inquiry, "reached").status_code == 201
    assert [row["kind"] for row in _queue(admin_client)] == ["tree_day"]


def test_try_about_question_after_completion_counts(
    customer: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    quote = make_quote(user=customer, status="complete")
    comments = f"/api/quotes/{quote.id}/comments"
    customer_client.post(comments, {"content": "Is my timer with you?"}, format="json")
    assert _call(admin_client, "quotes", quote).status_code == 201
    [row] = _queue(admin_client)
    assert (row["kind"], row["tries"], row["retryAt"] is None) == ("question", 1, False)
    customer_client.post(comments, {"content": "I missed your call"}, format="json")
    assert [row["retryAt"] for row in _queue(admin_client)] == [None], "the next try doesn't wait"


def test_acceptance_by_phone_is_a_contact_that_reached_the_customer(
    customer: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="800.96")
    make_failed_message(about_kind="quote", about_id=quote.id)
    customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Do you take checks?"}, format="json")
    _call(admin_client, "quotes", quote, "wrong_number")
    accept = {"quoteAmount": "800.96", "acceptedBy": "Eleanor Hayes", "channel": "phone"}
    for _ in range(2):
        accepted = admin_client.post(f"/api/quotes/{quote.id}/accept", accept, format="json").json()
        assert (accepted["status"], accepted["progress"]["replyBy"]) == ("approved", None)
    assert [row["kind"] for row in _queue(admin_client)] == ["accepted"]
    calls = admin_client.get(f"/api/quotes/{quote.id}/calls").json()
    assert [(call["outcome"], call["channel"], call["authorName"]) for call in calls] == [
        ("reached", "phone", "Ada"), ("wrong_number", "phone", "Ada"),
    ]  # fmt: skip
    assert admin_client.get("/api/desk/promise").json()["answered"] == 2


def test_customer_who_accepts_online_still_waits_for_an_answer(
    customer: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="800.96")
    customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Do you take checks?"}, format="json")
    customer_client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": "800.96"}, format="json")
    assert [row["kind"] for row in _queue(admin_client)] == ["question", "accepted"]
    assert admin_client.get(f"/api/quotes/{quote.id}/calls").json() == []
