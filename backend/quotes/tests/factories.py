"""Make quotes for tests."""

from typing import Any

from quotes.models import Quote


def quote_body(**changes: Any) -> dict[str, Any]:
    """Return a valid body for ``POST /api/quotes``."""
    return {
        "fullName": "Eleanor Hayes",
        "email": "eleanor@example.com",
        "phone": "603-555-0172",
        "city": "Portsmouth",
        "servicePackage": "premium",
        **changes,
    }


def make_quote(**changes: Any) -> Quote:
    """Create a quote."""
    quote: Quote = Quote.objects.create(
        **{
            "full_name": "Eleanor Hayes",
            "email": "eleanor@example.com",
            "phone": "603-555-0172",
            "city": "Portsmouth",
            "service_package": "premium",
            **changes,
        }
    )
    return quote
