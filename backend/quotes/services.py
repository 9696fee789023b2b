"""What the business does with quotes."""

from typing import Any

from django.db import transaction

from accounts.models import Address, Viewer
from common.errors import DomainError
from quotes.models import Quote


@transaction.atomic(savepoint=False)
def request_quote(*, requested_by: Viewer, address_id: Any = None, **fields: Any) -> Quote:
    """Take a request for a light installation; it starts ``pending`` and without a price.

    ``requested_by`` may be signed out: the quote then belongs to nobody yet. ``address_id`` names a saved address
    of the caller and gives the street; another's raises DomainError (400) on ``addressId``. ``fields`` are the
    quote's own, as ``QuoteInput`` validated them.
    """
    user = requested_by if requested_by.is_authenticated else None
    if address_id is not None:
        address = Address.objects.owned_by(requested_by).filter(id=address_id).first()
        if address is None:
            message = "This is not one of your saved addresses"
            raise DomainError(message, {"addressId": [message]})
        fields["address"] = address
        fields["street_address"] = fields.get("street_address") or address.street
    return Quote.objects.create(user=user, **fields)
