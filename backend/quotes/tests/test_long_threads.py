"""Long threads are read page by page, and customers can add at most 500 comments to one."""

import re
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from quotes.models import Quote, QuoteComment
from quotes.tests.factories import make_quote
from testing.helpers import in_threads


@pytest.fixture
def quote(customer: User) -> Quote:
    return make_quote(user=customer)


def _fill(quote: Quote, user: User, comments: int, **fields: Any) -> None:
    QuoteComment.objects.bulk_create(
        QuoteComment(quote=quote, user=user, comment=f"comment {number}", **fields) for number in range(comments)
    )


def _pages(client: APIClient, path: str) -> list[list[str]]:
    pages = []
    while path:
        response = client.get(path)
        assert response.status_code == 200
        pages.append([entry["content"] for entry in response.json()])
        match = re.fullmatch(r'<(.+)>; rel="next"', response.headers.get("Link", ""))
        path = match[1] if match else ""
    return pages


def test_thread_pages_are_oldest_first(customer: User, customer_client: APIClient, quote: Quote) -> None:
    _fill(quote, customer, 120)
    pages = _pages(customer_client, f"/api/quotes/{quote.id}/comments")
    assert [len(page) for page in pages] == [50, 50, 20]
    assert [content for page in pages for content in page] == [f"comment {number}" for number in range(120)]


def test_thread_can_be_read_newest_first(customer: User, customer_client: APIClient, quote: Quote) -> None:
    _fill(quote, customer, 30)
    pages = _pages(customer_client, f"/api/quotes/{quote.id}/comments?ordering=-createdAt&limit=20")
    assert [len(page) for page in pages] == [20, 10]
    assert [content for page in pages for content in page] == [f"comment {number}" for number in range(29, -1, -1)]


def test_thread_has_only_its_own_comments(customer: User, customer_client: APIClient, quote: Quote) -> None:
    _fill(make_quote(user=customer), customer, 5)
    _fill(quote, customer, 3)
    assert _pages(customer_client, f"/api/quotes/{quote.id}/comments?limit=2") == [
        ["comment 0", "comment 1"],
        ["comment 2"],
    ]


@pytest.mark.parametrize("limit", ["0", "201", "0002000", "9" * 30, "x"])
def test_thread_limit_cannot_exceed_the_cap(customer_client: APIClient, quote: Quote, limit: str) -> None:
    response = customer_client.get(f"/api/quotes/{quote.id}/comments?limit={limit}")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["limit"]


@pytest.mark.parametrize("rows", [5, 5000])
def test_page_of_a_long_thread_takes_a_constant_number_of_queries(
    customer: User, customer_client: APIClient, quote: Quote, rows: int, django_assert_num_queries: Any
) -> None:
    _fill(quote, customer, rows)
    with django_assert_num_queries(4):
        response = customer_client.get(f"/api/quotes/{quote.id}/comments?ordering=-createdAt&limit=5")
    assert response.json()[0]["content"] == f"comment {rows - 1}"


def test_only_staff_can_comment_on_a_full_thread(
    customer: User, customer_client: APIClient, admin_client: APIClient, quote: Quote, settings: Any
) -> None:
    settings.THROTTLES = True
    path = f"/api/quotes/{quote.id}/comments"
    _fill(quote, customer, 500)
    response = customer_client.post(path, {"content": "One more"}, format="json")
    assert response.status_code == 409
    assert settings.BUSINESS_PHONE in response.json()["message"]
    assert admin_client.post(path, {"content": "Let's talk on the phone"}, format="json").status_code == 201
    assert quote.thread.count() == 501


def test_staff_comments_and_status_lines_do_not_fill_a_thread(
    customer: User, customer_client: APIClient, admin: User, quote: Quote, settings: Any
) -> None:
    settings.THROTTLES = True
    _fill(quote, customer, 499)
    _fill(quote, admin, 300, is_staff_comment=True)
    _fill(quote, customer, 300, comment_type="status_update")
    path = f"/api/quotes/{quote.id}/comments"
    statuses = [customer_client.post(path, {"content": "Hello"}, format="json").status_code for _ in range(2)]
    assert statuses == [201, 409]


@pytest.mark.django_db(transaction=True)
def test_simultaneous_comments_cannot_exceed_the_limit(customer: User, settings: Any) -> None:
    settings.THROTTLES = True
    quote = make_quote(user=customer)
    _fill(quote, customer, 499)

    def send(_: int) -> int:
        client = APIClient()
        client.force_login(customer)
        return client.post(f"/api/quotes/{quote.id}/comments", {"content": "Hello"}, format="json").status_code

    assert sorted(in_threads(8, send)) == [201] + [409] * 7


def test_thread_has_no_limit_without_throttles(customer: User, customer_client: APIClient, quote: Quote) -> None:
    _fill(quote, customer, 500)
    response = customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Hello"}, format="json")
    assert response.status_code == 201
