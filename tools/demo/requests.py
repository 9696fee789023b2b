"""Quotes of the demo, with the estimate that the service makes of each request."""

from typing import Any

from quotes.estimate import stored_estimate
from quotes.models import Quote

_ESTIMATED_FROM = ("service_package", "square_footage", "storeys", "front_width_feet", "add_ons")


def create_quote(**fields: Any) -> Quote:
    """Create a quote from ``fields`` of the model, with its estimate."""
    known = {name: fields[name] for name in _ESTIMATED_FROM if name in fields}
    quote: Quote = Quote.objects.create(**fields, estimate=stored_estimate(**known))
    return quote
