"""Make proposals for tests, with lines as the desk sends them."""

from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from quotes.models import Quote
from quotes.tests.factories import make_quote


def line(text: str = "Wreaths, 20 in.", price: Any = "38.00", **changes: Any) -> dict[str, Any]:
    """Return a line for ``PUT /api/quotes/{id}/lines``."""
    return {"text": text, "quantity": "1", "unit": "piece", "unitPrice": price, "optional": False, **changes}


def size(text: str, price: Any, *, suggested: bool = False) -> dict[str, Any]:
    """Return an alternative of the choice "Size"."""
    return line(text, price, unit="flat", choice="Size", suggested=suggested)


# 838.00 + 190.00 - 99.00 = 929.00; the options are 25.00 and 52.00.
PATRICIAS = [
    size("Basic", "542.80"),
    size("Standard", "838.00", suggested=True),
    size("Premium", "1246.00"),
    line("Wreaths, 20 in.", "38.00", quantity=5),
    line("Neighbor discount", "-99.00", unit="flat"),
    line("Smart timer", "25.00", optional=True),
    line("Candles", "6.50", quantity=8, optional=True),
]


def put_lines(client: APIClient, quote: Quote, lines: Any = PATRICIAS, **changes: Any) -> Any:
    """Save lines, having seen the latest version of the quote."""
    quote.refresh_from_db()
    body = {"lines": lines, "updatedAt": quote.updated_at.isoformat(), **changes}
    return client.put(f"/api/quotes/{quote.id}/lines", body, format="json")


def make_proposal(admin: APIClient, user: User | None, lines: Any = PATRICIAS, **changes: Any) -> Quote:
    """Create a quote with lines that its customer can accept."""
    quote = make_quote(user=user)
    response = put_lines(admin, quote, lines, **changes)
    assert response.status_code == 200, response.json()
    assert admin.patch(f"/api/quotes/{quote.id}", {"status": "reviewed"}, format="json").status_code == 200
    quote.refresh_from_db()
    return quote


def accept(client: APIClient, quote: Quote, amount: Any, **body: Any) -> Any:
    """Accept the revision that ``client`` sees."""
    seen = client.get(f"/api/quotes/{quote.id}").json()
    return client.post(
        f"/api/quotes/{quote.id}/accept", {"quoteAmount": amount, "revision": seen["revision"], **body}, format="json"
    )


def ids(quote: Quote, *texts: str) -> list[str]:
    """Return the IDs of the lines with these texts."""
    return [str(quote.lines.get(text=text).id) for text in texts]
