"""Money as text."""

from decimal import Decimal


def dollars(amount: Decimal) -> str:
    """Return US dollars as people write them: ``$1,140.00``."""
    return f"${amount:,.2f}"
