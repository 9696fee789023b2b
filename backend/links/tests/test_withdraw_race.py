"""A link is withdrawn while someone uses it: their change is either completed first or rejected."""

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from links.models import Link
from links.services import withdraw_link
from links.tests.factories import MadeLink, make_link, open_link
from quotes.models import Quote
from quotes.tests.factories import make_quote
from testing.helpers import in_threads, run_during_transaction
from trees.tests.factories import make_tree_order

pytestmark = pytest.mark.django_db(transaction=True)


def _accept(client: APIClient, quote: Quote) -> int:
    body = {"quoteAmount": "500.00", "acceptedBy": "Pat"}
    return client.post(f"/api/quotes/{quote.id}/accept", body, format="json").status_code


def _quote_and_link() -> tuple[Quote, MadeLink]:
    quote = make_quote(status="reviewed", quote_amount="500.00")
    return quote, make_link(quote)


def test_acceptance_during_the_withdrawal_is_rejected() -> None:
    quote, link = _quote_and_link()
    client = APIClient()
    open_link(client, link)
    with transaction.atomic():
        withdraw_link(link_id=link.row.id)
        accepted = run_during_transaction(lambda: _accept(client, quote))
    assert accepted() == 404
    quote.refresh_from_db()
    assert (quote.status, quote.thread.count()) == ("reviewed", 0)


def test_comment_and_day_change_during_the_withdrawal_are_rejected() -> None:
    quote, order = make_quote(), make_tree_order()
    client = APIClient()
    links = [make_link(quote), make_link(order)]
    for link in links:
        open_link(client, link)
    with transaction.atomic():
        Link.objects.update(withdrawn_at=timezone.now())
        comment = run_during_transaction(
            lambda: client.post(f"/api/quotes/{quote.id}/comments", {"content": "Hi"}, format="json").status_code
        )
    assert comment() == 404
    Link.objects.update(withdrawn_at=None)
    with transaction.atomic():
        Link.objects.update(withdrawn_at=timezone.now())
        day = {"preferredDeliveryDate": "2030-12-12"}
        change = run_during_transaction(
            lambda: client.patch(f"/api/tree-orders/{order.id}", day, format="json").status_code
        )
    assert change() == 404
    order.refresh_from_db()
    assert (quote.thread.count(), order.preferred_delivery_date) == (0, None)


def test_withdrawal_waits_for_a_change_in_progress() -> None:
    quote, link = _quote_and_link()
    client = APIClient()
    open_link(client, link)
    with transaction.atomic():
        assert _accept(client, quote) == 200  # not committed yet
        withdrawn = run_during_transaction(lambda: withdraw_link(link_id=link.row.id))
        assert link.row.withdrawn_at is None
    assert withdrawn().withdrawn_at
    quote.refresh_from_db()
    assert quote.status == "approved"


def test_double_click_accepts_once() -> None:
    quote, link = _quote_and_link()

    def accept(_: int) -> int:
        client = APIClient()
        open_link(client, link)
        return _accept(client, quote)

    assert in_threads(4, accept) == [200] * 4
    assert (quote.thread.count(), quote.acceptances.count()) == (1, 1)


def test_simultaneous_openings_count_once() -> None:
    quote, link = _quote_and_link()

    def see(_: int) -> int:
        client = APIClient()
        open_link(client, link)
        return client.post(f"/api/quotes/{quote.id}/opened").status_code

    assert set(in_threads(8, see)) == {204}
    assert link.row.open_count == 1
