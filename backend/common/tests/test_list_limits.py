"""Every list accepts the same ``limit`` and ``cursor``, and rejects invalid values."""

import base64
import json

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from quotes.tests.factories import make_quote
from testing.helpers import paged_lists

LISTS = paged_lists()
BAD_LIMITS = [
    "0",
    "00",
    "-1",
    "+5",
    "201",
    "0002000",
    "050",
    "1e2",
    "1_0",
    "5.0",
    " 5",
    "\u0665",
    "²",
    "9" * 20,
    "0" * 20 + "9" * 20,
    "1" * 4000,
    "%00",
    "%ED%A0%80",
]


def test_lists_are_found_in_the_schema() -> None:
    assert {"/api/quotes", "/api/quotes?scope=admin", "/api/desk/queue", "/api/stripe/events"} <= set(LISTS)


@pytest.mark.parametrize("path", LISTS)
def test_limit_must_be_an_integer_up_to_the_maximum(path: str, admin_client: APIClient) -> None:
    join = "&" if "?" in path else "?"
    for limit in BAD_LIMITS:
        response = admin_client.get(f"{path}{join}limit={limit}")
        assert response.status_code == 400, (limit, response.content[:200])
        assert set(response.json()["errors"]) == {"limit"}
    for limit in ("1", "200"):
        assert admin_client.get(f"{path}{join}limit={limit}").status_code == 200


@pytest.mark.parametrize("path", LISTS)
def test_forged_cursor_is_rejected(path: str, admin_client: APIClient) -> None:
    join = "&" if "?" in path else "?"
    for cursor in bad_cursors():
        response = admin_client.get(f"{path}{join}cursor={cursor}")
        assert response.status_code == 400, (cursor, response.content[:200])
        assert set(response.json()["errors"]) == {"cursor"}


def test_cursor_of_another_ordering_is_rejected(admin_client: APIClient) -> None:
    for _ in range(2):
        make_quote()
    link = admin_client.get("/api/quotes?scope=admin&limit=1&ordering=createdAt")["Link"]
    cursor = link.partition("cursor=")[2].partition("&")[0].partition(">")[0]
    for ordering, status in (("createdAt", 200), ("-createdAt", 400), ("-updatedAt", 400)):
        response = admin_client.get(f"/api/quotes?scope=admin&limit=1&ordering={ordering}&cursor={cursor}")
        assert response.status_code == status, ordering


@pytest.mark.parametrize(("limit", "more"), [(1, True), (2, True), (3, False), (4, False)])
def test_next_page_is_linked_only_if_there_are_more_rows(admin_client: APIClient, limit: int, more: bool) -> None:
    for _ in range(3):
        make_quote()
    response = admin_client.get(f"/api/quotes?scope=admin&limit={limit}")
    assert response.has_header("Link") is more


def bad_cursors() -> list[str]:
    """Return forged cursors in the format of a list's cursors."""
    id_ = "01981234-0000-7000-8000-000000000000"
    values = [
        [],
        ["-createdAt"],
        ["-createdAt", "\ud800", id_],
        ["-createdAt", "2026-12-01T00:00:00+00:00", "\udfff"],
        ["-createdAt", "2026-12-01T00:00:00", id_],
        ["-createdAt", "2026-13-01T00:00:00+00:00", id_],
        ["-createdAt", None, id_],
        ["lastSeen", "\ud800", id_],
        ["-createdAt", 5, id_],
        ["-createdAt", ["2026"], id_],
        ["-createdAt", "2026-12-01T00:00:00+00:00", id_, id_],
        {"-createdAt": 1},
        None,
        "text",
        7,
    ]
    return ["x", "é", "%00", *(base64.urlsafe_b64encode(json.dumps(value).encode()).decode() for value in values)]


@pytest.mark.parametrize("order", ["fullName", "-fullName", "status", "quoteAmount"])
@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "a\x00b"])
def test_cursor_with_text_that_cannot_be_stored_is_rejected(admin_client: APIClient, order: str, text: str) -> None:
    place = [order, text, "2026-12-01T00:00:00+00:00", "01981234-0000-7000-8000-000000000000"]
    if order != "status":
        del place[2]
    cursor = base64.urlsafe_b64encode(json.dumps(place).encode()).decode()
    response = admin_client.get(f"/api/quotes?scope=admin&ordering={order}&cursor={cursor}")
    assert response.status_code == 400, response.content


@pytest.mark.parametrize("instant", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_cursor_with_the_first_or_last_day_is_accepted(admin_client: APIClient, customer: User, instant: str) -> None:
    make_quote(user=customer)
    for order in ("-createdAt", "createdAt"):
        place = [order, instant, "01981234-0000-7000-8000-000000000000"]
        cursor = base64.urlsafe_b64encode(json.dumps(place).encode()).decode()
        for search in ("", "&q=e"):
            response = admin_client.get(f"/api/quotes?scope=admin&ordering={order}&cursor={cursor}{search}")
            assert response.status_code in {200, 400}, response.content
