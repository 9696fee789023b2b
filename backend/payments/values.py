"""Conversions between Stripe's values and our types: cents, times and metadata."""

import datetime as dt
from decimal import Decimal
from uuid import UUID

import stripe


def metadata_value(
    of: stripe.PaymentIntent | stripe.Subscription | stripe.SetupIntent | stripe.Price | stripe.Refund | stripe.Dispute,
    key: str,
) -> str:
    """Return what we stored in an object's metadata under ``key``; blank if nothing."""
    return str((of.metadata.to_dict() if of.metadata else {}).get(key) or "")


def id_of(reference: object) -> str:
    """Return the ID of an object to which Stripe refers by its ID, or which it expands; blank for none."""
    return reference if isinstance(reference, str) else getattr(reference, "id", "") or ""


def as_uuid(text: str) -> UUID | None:
    """Return the ID of a row, or None if the text is not one."""
    try:
        return UUID(text)
    except ValueError:
        return None


def from_cents(cents: int) -> Decimal:
    """Convert Stripe's cents to US dollars."""
    return (Decimal(cents) / 100).quantize(Decimal("0.01"))


def to_cents(dollars: Decimal) -> int:
    """Convert US dollars with two decimal places to Stripe's cents."""
    return int(dollars * 100)


def instant(seconds: int) -> dt.datetime:
    """Convert Stripe's Unix time to an instant in UTC."""
    return dt.datetime.fromtimestamp(seconds, dt.UTC)
