"""Bill-to details and lines of an invoice, copied from the quote or the account."""

from dataclasses import dataclass
from typing import NotRequired, TypedDict

from accounts.models import Address, User
from catalog.catalog import ADD_ON_BY_ID
from common.money import dollars
from common.typesetting import Letterhead, letterhead
from quotes.models import Acceptance, Quote
from quotes.places import city_and_state
from quotes.proposals.copies import read_copies


@dataclass(frozen=True)
class BillTo:
    """The customer on an invoice."""

    bill_to_name: str
    bill_to_address: str
    bill_to_email: str


def bill_to(quote: Quote | None, user: User | None) -> BillTo:
    """Return the quote's customer, or the user at their default address."""
    if quote:
        return BillTo(quote.full_name, _quote_address(quote), quote.email)
    if user is None:
        raise ValueError("An invoice bills a quote or a user")
    address = Address.objects.owned_by(user).filter(is_default=True).first()
    name = user.full_name
    return BillTo(name[:200], _address_lines(address) if address else "", user.email)


class Line(TypedDict):
    """A line of an invoice and what it includes. ``amount`` is formatted; without it, the invoice's amount is shown."""

    text: str
    notes: list[str]
    amount: NotRequired[str]


class Details(TypedDict):
    """What the PDF shows besides the invoice's columns."""

    business: Letterhead
    lines: list[Line]


def details(quote: Quote | None, description: str) -> Details:
    """Return the business's letterhead and the invoice's lines, as they are now."""
    package = quote.get_service_package_display() if quote else ""
    add_ons = [_add_on_name(add_on) for add_on in quote.add_ons] if quote else []
    text = description or package or "Holiday lighting services"
    notes = [note for note in (package, *add_ons) if note.casefold() not in text.casefold()]
    return {
        "business": letterhead(),
        "lines": [{"text": text, "notes": notes}],
    }


def accepted_lines(acceptance: Acceptance) -> list[Line]:
    """Return the lines that the customer accepted, each with its own amount."""
    taken = [line for line in read_copies(acceptance.lines) if line.is_taken]
    return [{"text": line.text, "notes": line.notes, "amount": dollars(line.amount)} for line in taken]


def _add_on_name(id_: str) -> str:
    known = ADD_ON_BY_ID.get(id_)
    return known.name if known else id_


def _quote_address(quote: Quote) -> str:
    saved = quote.address
    if saved and saved.street == quote.street_address:
        return _address_lines(saved)
    return "\n".join(line for line in (quote.street_address, city_and_state(quote)) if line)


def _address_lines(address: Address) -> str:
    return f"{address.street}\n{address.city}, {address.state} {address.zip_code}"
