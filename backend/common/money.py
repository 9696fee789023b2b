"""Money as text."""

from decimal import Decimal


def trimmed(price: Decimal) -> Decimal:
    """Return a price per unit with two places, or three where the third counts: 38.00, 0.005."""
    return price.quantize(Decimal("0.01")) if price == round(price, 2) else price


def dollars(amount: Decimal) -> str:
    """Return US dollars as people write them: ``$1,140.00``, with a minus sign before a discount."""
    sign = "\N{MINUS SIGN}" if amount < 0 else ""
    return f"{sign}${abs(amount):,.2f}"
