"""Export quotes as CSV."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils import timezone

from common.spreadsheets import csv_lines
from quotes.models import Quote
from texts.preferences import Reach

COLUMNS = (
    "id", "createdAt", "status", "quoteAmount", "fullName", "email", "phone", "communicationPreference", "textUpdates",
    "city", "streetAddress", "servicePackage", "squareFootage", "storeys", "frontWidthFeet", "estimateLow",
    "estimateHigh", "preferredStartDate", "addOns", "comments", "answeredAt", "validUntil", "acceptedBy",
    "heardFrom", "campaignSource", "campaignMedium", "campaignName", "campaignContent", "campaignTerm",
)  # fmt: skip


def as_csv(pages: Iterable[list[Quote]]) -> Iterator[str]:
    """Yield the file in chunks, with a row for each quote of ``pages``. Times are Eastern.

    Phone number and channel are those the desk shows: what the customer chose in My Services goes first.
    """
    return csv_lines(COLUMNS, _rows(pages))


def _rows(pages: Iterable[list[Quote]]) -> Iterator[list[Any]]:
    for page in pages:
        reach = Reach(quote.user_id for quote in page)
        yield from (_values(quote, reach) for quote in page)


def _values(quote: Quote, reach: Reach) -> list[Any]:
    estimate = quote.estimate or {}
    return [
        quote.id, _time(quote.created_at), quote.status, quote.quote_amount, quote.full_name, quote.email,
        reach.phone(quote.user_id, quote.phone), reach.channel(quote.user_id, quote.communication_preference),
        "yes" if quote.text_updates else "no", quote.city, quote.street_address, quote.service_package,
        quote.square_footage, quote.storeys, quote.front_width_feet, estimate.get("low"), estimate.get("high"),
        quote.preferred_start_date, ", ".join(quote.add_ons), quote.comments, _time(quote.answered_at),
        quote.valid_until, quote.accepted_by, quote.heard_from, quote.utm_source, quote.utm_medium,
        quote.utm_campaign, quote.utm_content, quote.utm_term,
    ]  # fmt: skip


def _time(instant: Any) -> str:
    return f"{timezone.localtime(instant):%Y-%m-%d %H:%M}" if instant else ""
