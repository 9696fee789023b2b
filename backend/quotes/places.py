"""Where the work is, in words."""

from quotes.deposits import StateCheck, state_check
from quotes.models import Quote

OTHER_CITY = "Other"  # the catalog's name for every city that is not in its list; the comments have the city


def city_and_state(quote: Quote) -> str:
    """Return "Dover, NH", without the state unless it is known to be New Hampshire; "" for another city."""
    if quote.city == OTHER_CITY:
        return ""
    return f"{quote.city}, NH" if state_check(quote) == StateCheck.INSIDE else quote.city
