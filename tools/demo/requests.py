"""The demo's quotes, with the estimate that the service makes for each request."""

from typing import Any

from quotes.estimate import stored_estimate
from quotes.models import Quote

_ESTIMATED_FROM = ("service_package", "square_footage", "storeys", "front_width_feet", "add_ons")


def create_quote(*, bulbs: str | None = None, **fields: Any) -> Quote:
    """Create a quote from ``fields`` of the model, with its estimate, and with a look if it has ``bulbs``."""
    known = {name: fields[name] for name in _ESTIMATED_FROM if name in fields}
    add_ons = fields.get("add_ons", [])
    design = {"style": fields["service_package"], "colour": bulbs, **({"lit": add_ons} if add_ons else {})}
    quote: Quote = Quote.objects.create(**fields, estimate=stored_estimate(**known), design=design if bulbs else None)
    return quote
