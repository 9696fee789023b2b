"""Reply addresses, by which a reply to an email is matched to the quote, tree order or invoice it is about.

An address is ``q`` (or ``t``, ``i``) + ID + signature + ``@`` + ``INBOUND_EMAIL_DOMAIN``, in base32, since some mail
servers change upper and lower case. Nothing is stored, and an address can't be guessed.
"""

import base64
import re
from uuid import UUID

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from notifications.models import AboutKind

_LETTERS = {AboutKind.QUOTE: "q", AboutKind.TREE_ORDER: "t", AboutKind.INVOICE: "i"}
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}
_ADDRESS = re.compile(r"([qti])([a-z2-7]{26})([a-z2-7]{16})@(.+)", re.IGNORECASE)
_SIGNATURE_BYTES = 10


def inbound_is_set_up() -> bool:
    """Return whether this site receives replies to emails."""
    return bool(settings.INBOUND_EMAIL_PROVIDER)


def reply_address(about: str, about_id: UUID | None) -> str:
    """Return the address for replies to an email about this row, "" if the site can't receive such replies."""
    letter = _LETTERS.get(AboutKind(about)) if about else None
    if not inbound_is_set_up() or letter is None or about_id is None:
        return ""
    return f"{letter}{_base32(about_id.bytes)}{_sign(letter, about_id)}@{settings.INBOUND_EMAIL_DOMAIN}"


def read_reply_address(address: str) -> tuple[AboutKind, UUID] | None:
    """Return the row that a reply to ``address`` is about, None if it is not one of our reply addresses."""
    parts = _ADDRESS.fullmatch(address.strip())
    if not parts or parts[4].lower() != settings.INBOUND_EMAIL_DOMAIN:
        return None
    letter, id_ = parts[1].lower(), UUID(bytes=base64.b32decode(f"{parts[2].upper()}======"))
    signature = parts[3].lower()
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not any(constant_time_compare(signature, _sign(letter, id_, secret)) for secret in secrets):
        return None
    return _KINDS[letter], id_


def _sign(letter: str, id_: UUID, secret: str | None = None) -> str:
    digest = salted_hmac("notifications.reply_addresses", f"{letter}{id_}", secret, algorithm="sha256").digest()
    return _base32(digest[:_SIGNATURE_BYTES])


def _base32(content: bytes) -> str:
    return base64.b32encode(content).decode().rstrip("=").lower()
