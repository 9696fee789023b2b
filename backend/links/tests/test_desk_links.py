"""Administrators list and withdraw links."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from invoices.tests.factories import make_invoice
from links.services import withdraw_link
from links.tests.factories import make_link, open_link
from quotes.models import Quote
from quotes.tests.factories import make_quote
from trees.tests.factories import make_tree_order


@pytest.mark.parametrize(
    ("make", "name"), [(make_quote, "quoteId"), (make_tree_order, "treeOrderId"), (make_invoice, "invoiceId")]
)
def test_links_are_listed_newest_first(make: Any, name: str, admin_client: APIClient) -> None:
    row = make()
    links = [make_link(row), make_link(row)]
    make_link(make())
    listed = admin_client.get(f"/api/links?{name}={row.id}").json()
    assert [each["id"] for each in listed] == [link.link_id for link in reversed(links)]
    assert listed[0][name] == str(row.id)
    assert links[0].token not in str(listed)


def test_list_shows_when_a_link_was_opened_and_when_it_expires(guest: APIClient, admin_client: APIClient) -> None:
    quote = make_quote()
    Quote.objects.update(updated_at="2026-11-20T12:00:00Z", last_word_at=None)
    link = make_link(quote)
    open_link(guest, link)
    (listed,) = admin_client.get(f"/api/links?quoteId={quote.id}").json()
    assert (listed["openedAt"], listed["openCount"], listed["source"]) == (None, 0, "form")
    assert listed["validUntil"] == "2027-03-20T12:00:00Z"
    guest.post(f"/api/quotes/{quote.id}/opened")
    (listed,) = admin_client.get(f"/api/links?quoteId={quote.id}").json()
    assert listed["openedAt"] == listed["firstOpenedAt"] is not None
    assert listed["openCount"] == 1


def test_withdrawing_a_link_twice_changes_nothing(admin_client: APIClient) -> None:
    quote = make_quote()
    link = make_link(quote)
    first = admin_client.post(f"/api/links/{link.link_id}/withdraw").json()
    assert first["withdrawnAt"]
    assert first["validUntil"] is None
    assert admin_client.post(f"/api/links/{link.link_id}/withdraw").json() == first
    assert admin_client.get(f"/api/links?quoteId={quote.id}").json() == [first]


def test_links_to_an_erased_quote_have_no_expiry(admin_client: APIClient) -> None:
    quote = make_quote()
    make_link(quote)
    path = f"/api/links?quoteId={quote.id}"
    quote.delete()
    assert [each["validUntil"] for each in admin_client.get(path).json()] == [None]


@pytest.mark.parametrize("query", ["", "?quoteId=x", "?quoteId=", "?quoteId={0}&invoiceId={0}", "?messageId={0}"])
def test_list_needs_exactly_one_resource(query: str, admin_client: APIClient) -> None:
    assert admin_client.get(f"/api/links{query.format(make_quote().id)}").status_code == 400


def test_unknown_link_cannot_be_withdrawn(admin_client: APIClient) -> None:
    assert admin_client.post(f"/api/links/{make_quote().id}/withdraw").status_code == 404


def test_list_takes_a_constant_number_of_queries(admin_client: APIClient, django_assert_max_num_queries: Any) -> None:
    quote = make_quote()
    for _ in range(10):
        link = make_link(quote)
    withdraw_link(link_id=link.row.id)
    with django_assert_max_num_queries(4):  # session, user, resource, page
        assert len(admin_client.get(f"/api/links?quoteId={quote.id}").json()) == 10
