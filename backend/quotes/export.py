"""Quotes as CSV (RFC 4180) that opens in Excel and LibreOffice, generated row by row."""

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils import timezone

from quotes.models import Quote

# A cell that begins with one of these would be run as a formula (OWASP, "CSV Injection"); an apostrophe makes it text.
# The last four are the wide forms that Chinese and Japanese keyboards write.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_BYTE_ORDER_MARK = "\ufeff"  # Excel recognizes UTF-8 by it

COLUMNS = (
    "id", "createdAt", "status", "quoteAmount", "fullName", "email", "phone", "communicationPreference", "textUpdates",
    "city", "streetAddress", "servicePackage", "squareFootage", "storeys", "frontWidthFeet", "estimateLow",
    "estimateHigh", "preferredStartDate", "addOns", "comments", "answeredAt", "validUntil", "acceptedBy",
    "heardFrom", "campaignSource", "campaignMedium", "campaignName", "campaignContent", "campaignTerm",
)  # fmt: skip


class _Echo:
    """A file that returns what is written to it."""

    def write(self, text: str) -> str:
        return text


def as_csv(quotes: Iterable[Quote]) -> Iterator[str]:
    """Yield the file in pieces: a byte order mark, the column names, a line for each quote. Times are Eastern."""
    writer = csv.writer(_Echo())
    yield _BYTE_ORDER_MARK + writer.writerow(COLUMNS)
    for quote in quotes:
        yield writer.writerow([_cell(value) for value in _values(quote)])


def _values(quote: Quote) -> list[Any]:
    estimate = quote.estimate or {}
    return [
        quote.id, _time(quote.created_at), quote.status, quote.quote_amount, quote.full_name, quote.email, quote.phone,
        quote.communication_preference, "yes" if quote.text_updates else "no", quote.city, quote.street_address,
        quote.service_package, quote.square_footage, quote.storeys, quote.front_width_feet, estimate.get("low"),
        estimate.get("high"), quote.preferred_start_date, ", ".join(quote.add_ons), quote.comments,
        _time(quote.answered_at), quote.valid_until, quote.accepted_by, quote.heard_from, quote.utm_source,
        quote.utm_medium, quote.utm_campaign, quote.utm_content, quote.utm_term,
    ]  # fmt: skip


def _time(instant: Any) -> str:
    return f"{timezone.localtime(instant):%Y-%m-%d %H:%M}" if instant else ""


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_FORMULA) or text.lstrip().startswith(_FORMULA[:4]) else text
