"""Email scanners open every link, often many times. Nothing changes until a person sees the page."""

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from invoices.tests.factories import make_invoice
from links.tests.factories import MadeLink, make_link, open_link
from quotes.models import Quote
from quotes.tests.factories import make_quote
from testing.helpers import in_threads
from trees.tests.factories import make_tree_order


@pytest.fixture
def quote(db: None) -> Quote:
    return make_quote(status="reviewed", quote_amount="500.00")


@pytest.fixture
def link(quote: Quote) -> MadeLink:
    return make_link(quote)


def _writes(queries: CaptureQueriesContext) -> list[str]:
    return [each["sql"] for each in queries if not each["sql"].lstrip().upper().startswith("SELECT")]


@pytest.mark.parametrize("method", ["get", "head"])
def test_opening_a_link_writes_nothing(method: str, link: MadeLink, guest: APIClient) -> None:
    with CaptureQueriesContext(connection) as queries:
        response = getattr(guest, method)(link.path)
        guest.get(response["Location"])
        getattr(guest, method)(f"/f/{'x' * 43}")
    assert response.status_code == 302
    assert _writes(queries) == []


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_only_get_and_head_open_a_link(method: str, link: MadeLink, guest: APIClient) -> None:
    assert getattr(guest, method)(link.path).status_code == 405


def test_viewing_the_quote_writes_nothing(link: MadeLink, quote: Quote, guest: APIClient) -> None:
    open_link(guest, link)
    with CaptureQueriesContext(connection) as queries:
        guest.get(f"/api/quotes/{quote.id}")
        guest.get(f"/api/quotes/{quote.id}/comments")
    assert _writes(queries) == []


@pytest.mark.django_db(transaction=True)
def test_fifty_scanners_change_nothing() -> None:
    quote = make_quote(status="reviewed", quote_amount="500.00")
    link = make_link(quote)
    before = link.row.updated_at
    assert set(in_threads(50, lambda number: open_link(APIClient(), link).status_code)) == {302}
    quote.refresh_from_db()
    assert (link.row.open_count, link.row.updated_at, quote.opened_at) == (0, before, None)
    assert quote.status == "reviewed"


def test_page_opened_by_a_person_is_recorded(
    link: MadeLink, quote: Quote, guest: APIClient, admin_client: APIClient
) -> None:
    other = make_quote()
    others_link = make_link(other)
    with time_machine.travel("2026-11-22T15:00:00Z", tick=False):
        open_link(guest, link)
        assert guest.post(f"/api/quotes/{quote.id}/opened").status_code == 204
        assert guest.post(f"/api/quotes/{quote.id}/opened").status_code == 204  # counts as the same opening
    with time_machine.travel("2026-11-22T15:02:00Z", tick=False):
        for _ in range(2):
            guest.post(f"/api/quotes/{quote.id}/opened")
    row = link.row
    assert (row.open_count, row.first_opened_at.minute, row.last_opened_at.minute) == (2, 0, 2)  # type: ignore[union-attr]
    seen = admin_client.get(f"/api/quotes/{quote.id}").json()
    assert seen["openedAt"] == "2026-11-22T15:02:00Z"
    listed, others = admin_client.get("/api/quotes?scope=admin").json()[::-1]
    assert (listed["id"], listed["updatedAt"]) == (str(quote.id), seen["updatedAt"])
    assert (others["id"], others["openedAt"], others_link.row.open_count) == (str(other.id), None, 0)
    assert "openedAt" not in guest.get(f"/api/quotes/{quote.id}").json()


def test_tree_order_shows_when_it_was_opened(guest: APIClient, admin_client: APIClient) -> None:
    _other, order = make_tree_order(), make_tree_order()
    assert admin_client.get(f"/api/tree-orders/{order.id}").json()["openedAt"] is None
    open_link(guest, make_link(order))
    guest.post(f"/api/tree-orders/{order.id}/opened")
    opened, other = admin_client.get("/api/tree-orders?scope=admin").json()
    assert (opened["id"], opened["openedAt"] is not None, other["openedAt"]) == (str(order.id), True, None)


def test_opened_invoice_counts_for_the_link_to_its_quote(guest: APIClient) -> None:
    quote = make_quote()
    invoice, link = make_invoice(quote=quote), make_link(quote)
    open_link(guest, link)
    assert guest.post(f"/api/invoices/{invoice.id}/opened").status_code == 204
    assert link.row.open_count == 1
