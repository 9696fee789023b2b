"""Money as text."""

from decimal import Decimal


def trimmed(price: Decimal) -> Decimal:
    """Return a unit price with two decimal places, or more if they are significant: 38.00, 0.005."""
    return price.quantize(Decimal("0.01")) if price == round(price, 2) else price


def dollars(amount: Decimal) -> str:
    """Return an amount as ``$1,140.00``, with a minus sign before it if it is negative."""
    sign = "\N{MINUS SIGN}" if amount < 0 else ""
    return f"{sign}${abs(amount):,.2f}"
