"""Helpers for tests of accepted quotes and deposits, over HTTP."""

from typing import Any

from rest_framework.test import APIClient

from quotes.models import Quote
from quotes.tests.factories import make_quote
from testing import cards
from testing.payments import StripeSandbox


def priced_quote(amount: str = "1275.00", **changes: Any) -> Quote:
    """Create a quote with a single amount that its customer can accept."""
    return make_quote(status="reviewed", quote_amount=amount, **changes)


def accept(client: APIClient, quote: Quote, amount: str = "1275.00", **also: Any) -> Any:
    """Accept a price; return the response."""
    return client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": amount, **also}, format="json")


def invoices_of(client: APIClient, quote: Quote) -> list[dict[str, Any]]:
    """Return the quote's invoices as an administrator sees them, newest first."""
    return client.get(f"/api/invoices?scope=admin&quoteId={quote.id}").json()  # type: ignore[no-any-return]


def ask_to_pay(client: APIClient, invoice: dict[str, Any], **part: str) -> Any:
    """Open the card form of an invoice; return the response."""
    return client.post("/api/create-payment-intent", {"invoiceId": invoice["id"], **part}, format="json")


def open_form(client: APIClient, invoice: dict[str, Any], part: str = "first") -> str:
    """Open the card form; return its client secret."""
    response = ask_to_pay(client, invoice, part=part)
    assert response.status_code == 200, response.content
    return str(response.json()["clientSecret"])


def pay(sandbox: StripeSandbox, client: APIClient, invoice: dict[str, Any], part: str = "first") -> None:
    """Pay by card and deliver the webhooks."""
    cards.pay(open_form(client, invoice, part))
    sandbox.deliver()


def reprice(admin: APIClient, quote: Quote, amount: str) -> Any:
    """Change the price of a quote with a single amount; return the response."""
    return admin.patch(f"/api/quotes/{quote.id}", {"quoteAmount": amount}, format="json")


def write(admin: APIClient, quote: Quote, *lines: dict[str, Any], **also: Any) -> dict[str, Any]:
    """Save the lines of a quote; return it as administrators see it."""
    seen = admin.get(f"/api/quotes/{quote.id}").json()["updatedAt"]
    body = {"lines": lines, "updatedAt": seen, **also}
    response = admin.put(f"/api/quotes/{quote.id}/lines", body, format="json")
    assert response.status_code == 200, response.content
    return response.json()  # type: ignore[no-any-return]


def payment_rows(admin: APIClient) -> list[dict[str, Any]]:
    """Return the rows about payments in Due now."""
    return admin.get("/api/desk/queue?kind=payment").json()  # type: ignore[no-any-return]
