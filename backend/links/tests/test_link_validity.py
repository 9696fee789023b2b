"""Links work until 120 days after the last change of what they open, unless they are withdrawn."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from links.tests.factories import make_link, open_link
from quotes.models import Quote
from quotes.services import revise_quote
from quotes.tests.factories import make_quote
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order

UNKNOWN = ["x" * 43, "x", "…", "x" * 400, "%00" * 43, "é" * 43, "null"]


def _days_ago(days: float) -> dt.datetime:
    return timezone.now() - dt.timedelta(days=days)


def _unknown_page(response: Any) -> bool:
    page = response.content.decode()
    return response.status_code == 404 and "Email me a new link" in page and 'name="email"' in page


@pytest.mark.parametrize("token", UNKNOWN)
def test_unknown_link_offers_to_email_a_new_one(token: str, guest: APIClient) -> None:
    response = guest.get(f"/f/{token}")
    assert _unknown_page(response)
    assert not [name for name in response.cookies if "link" in name]


def test_tampered_link_opens_nothing(guest: APIClient) -> None:
    token = make_link(make_quote()).token
    for changed in (token[:-1], token + "A", token.swapcase(), ("B" if token[0] == "A" else "A") + token[1:]):
        assert _unknown_page(guest.get(f"/f/{changed}"))


def test_link_expires_120_days_after_the_last_change(guest: APIClient) -> None:
    order = make_tree_order()
    link = make_link(order)
    TreeOrder.objects.update(updated_at=_days_ago(119.9))
    assert open_link(guest, link).status_code == 302
    TreeOrder.objects.update(updated_at=_days_ago(120.1))
    assert _unknown_page(open_link(guest, link))
    assert guest.get(f"/api/tree-orders/{order.id}").status_code == 404


def test_comment_extends_the_link_to_its_quote(guest: APIClient, admin_client: APIClient) -> None:
    quote = make_quote()
    link = make_link(quote)
    Quote.objects.update(updated_at=_days_ago(121))
    assert _unknown_page(open_link(guest, link))
    admin_client.post(f"/api/quotes/{quote.id}/comments", {"content": "See you in spring!"}, format="json")
    assert open_link(guest, link).status_code == 302


def test_link_stays_valid_after_a_price_change(guest: APIClient, admin: User) -> None:
    quote = make_quote(status="reviewed", quote_amount="500.00")
    open_link(guest, make_link(quote))
    revise_quote(quote_id=quote.id, by=admin, quote_amount=650)  # type: ignore[arg-type]
    seen = guest.get(f"/api/quotes/{quote.id}").json()
    assert seen["quoteAmount"] == "650.00"
    old = {"quoteAmount": "500.00", "acceptedBy": "Pat"}
    assert guest.post(f"/api/quotes/{quote.id}/accept", old, format="json").status_code == 409


def test_link_to_an_erased_quote_opens_nothing(guest: APIClient) -> None:
    quote = make_quote()
    link = make_link(quote)
    open_link(guest, link)
    path = f"/api/quotes/{quote.id}"
    quote.delete()
    assert _unknown_page(open_link(guest, link))
    assert guest.get(path).status_code == 404


def test_withdrawn_link_opens_nothing_in_a_browser_that_holds_it(guest: APIClient, admin_client: APIClient) -> None:
    quote = make_quote(status="reviewed", quote_amount="500.00")
    link, other = make_link(quote), make_link(quote)
    open_link(guest, link)
    assert admin_client.post(f"/api/links/{link.link_id}/withdraw").status_code == 200
    assert _unknown_page(open_link(guest, link))
    path = f"/api/quotes/{quote.id}"
    assert guest.get(path).status_code == 404
    accept = {"quoteAmount": "500.00", "acceptedBy": "Pat"}
    assert guest.post(f"{path}/accept", accept, format="json").status_code == 404
    assert guest.post(f"{path}/comments", {"content": "Hello"}, format="json").status_code == 404
    assert guest.post(f"{path}/opened").status_code == 404
    quote.refresh_from_db()
    assert (quote.status, quote.thread.count()) == ("reviewed", 0)
    assert open_link(guest, other).status_code == 302
