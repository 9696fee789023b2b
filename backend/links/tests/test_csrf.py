"""Changes through a link need the CSRF header. Public forms don't, even from a browser that holds a link."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from invoices.tests.factories import make_invoice
from links.tests.factories import make_link, open_link
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from testing.payments import CHECKOUT
from trees.tests.factories import make_tree_order, tree_order_body


@pytest.fixture
def browser(db: None) -> APIClient:
    return APIClient(enforce_csrf_checks=True)


def _header(client: APIClient) -> dict[str, str]:
    return {"X-CSRFToken": client.cookies["csrftoken"].value}


def _unsafe_calls(quote: Quote) -> list[tuple[str, str, dict[str, Any]]]:
    path = f"/api/quotes/{quote.id}"
    return [
        ("post", f"{path}/comments", {"content": "Hello"}),
        ("post", f"{path}/opened", {}),
        ("post", f"{path}/accept", {"quoteAmount": "500.00", "acceptedBy": "Pat"}),
        ("post", f"{path}/decline", {}),
    ]


@pytest.mark.parametrize("number", range(4))
def test_holder_needs_the_csrf_header(number: int, browser: APIClient) -> None:
    quote = make_quote(status="reviewed", quote_amount="500.00")
    link = make_link(quote)
    open_link(browser, link)
    method, path, body = _unsafe_calls(quote)[number]
    assert getattr(browser, method)(path, body, format="json").status_code == 403
    quote.refresh_from_db()
    assert (quote.status, quote.thread.count(), link.row.open_count) == ("reviewed", 0, 0)
    assert getattr(browser, method)(path, body, format="json", headers=_header(browser)).status_code < 300


def test_holder_needs_the_csrf_header_to_change_the_preferred_day(browser: APIClient) -> None:
    order = make_tree_order()
    open_link(browser, make_link(order))
    path, body = f"/api/tree-orders/{order.id}", {"preferredDeliveryDate": "2030-12-12"}
    assert browser.patch(path, body, format="json").status_code == 403
    assert browser.patch(path, body, format="json", headers=_header(browser)).status_code == 200


def test_holder_needs_the_csrf_header_to_pay(browser: APIClient, stripe_sandbox: Any) -> None:
    invoice = make_invoice()
    open_link(browser, make_link(invoice))
    body = {"invoiceId": str(invoice.id)}
    assert browser.post("/api/create-payment-intent", body, format="json").status_code == 403
    assert browser.post("/api/create-payment-intent", body, format="json", headers=_header(browser)).status_code == 200


def test_public_forms_need_no_csrf_header(browser: APIClient, stripe_sandbox: Any) -> None:
    open_link(browser, make_link(make_quote()))
    assert browser.post("/api/quotes", quote_body(), format="json").status_code == 201
    assert browser.post("/api/tree-orders", tree_order_body(), format="json").status_code == 201
    assert browser.post("/api/create-payment-intent", CHECKOUT, format="json").status_code == 200


def test_form_for_new_links_needs_the_csrf_token(browser: APIClient) -> None:
    browser.get("/f/unknown")
    form = {"email": "eleanor@example.com"}
    assert browser.post("/f/", form).status_code == 403
    token = browser.cookies["csrftoken"].value
    assert browser.post("/f/", {**form, "csrfmiddlewaretoken": token}).status_code == 200
