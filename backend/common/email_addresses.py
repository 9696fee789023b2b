"""The rule for what an email address is, and when two are the same, for forms, services and SQL.

Only ASCII is allowed; a domain in another script has to be in its IDNA form (``xn--…``). Two addresses are the same if
they differ only in the case of ASCII letters. With Unicode's case mapping, a domain with a dotless i (U+0131) would
equal ``gmail.com``, and one person's quotes would go to someone else.
"""

import re

from django.core.exceptions import ValidationError
from django.db.models import CharField, Func
from django.db.models.lookups import Exact

_LOCAL_PART = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_TOP_LEVEL = r"([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])"
# The web client has the same expression (frontend/src/lib/zod-messages.ts).
_ADDRESS = re.compile(rf"{_LOCAL_PART}@({_LABEL}\.)+{_TOP_LEVEL}", re.ASCII | re.IGNORECASE)
MAX_LENGTH = 254  # RFC 5321, with the limits of section 4.5.3.1 and the erratum 1690 of RFC 3696


def is_email_address(text: str) -> bool:
    """Return whether ``text`` is a single bare address that we accept."""
    return len(text) <= MAX_LENGTH and bool(_ADDRESS.fullmatch(text))


def validate_email_address(text: str) -> None:
    """Raise Django's ValidationError unless ``text`` is an address, for form and model fields."""
    if not is_email_address(text):
        raise ValidationError("Enter a valid email address.", code="invalid")


def email_key(address: str) -> str:
    """Return the normalized form to compare by. Equals ``email_key_of`` in SQL, even for text that is not ASCII."""
    return address.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def email_key_of(column: str) -> Func:
    """Return the SQL for a column's normalized address. Raw SQL and indexes use the same expression."""
    return Func(column, template='lower(%(expressions)s COLLATE "C")', output_field=CharField())


def same_address(column: str, address: str) -> Exact:
    """Return a condition for ``filter`` that ``column`` has the same address. It can use an index on the key."""
    return Exact(email_key_of(column), email_key(address))
