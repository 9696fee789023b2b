"""Money as text."""

from decimal import Decimal


def trimmed(price: Decimal) -> Decimal:
    """Return a unit price with two decimal places, or more if they are significant: 38.00, 0.005."""
    return price.quantize(Decimal("0.01")) if price == round(price, 2) else price


def short_dollars(price: Decimal) -> str:
    """Return a published price as ``$1,140`` or ``$12.50``: without cents if it is in whole dollars."""
    return f"${price:,.0f}" if price == price.to_integral_value() else f"${price:,.2f}"


def dollars(amount: Decimal) -> str:
    """Return an amount as ``$1,140.00``, with a minus sign before it if it is negative."""
    sign = "\N{MINUS SIGN}" if amount < 0 else ""
    return f"{sign}${abs(amount):,.2f}"
