"""Money in words."""

from decimal import Decimal


def dollars(amount: Decimal) -> str:
    """US dollars as people write them: ``$1,140.00``."""
    return f"${amount:,.2f}"
