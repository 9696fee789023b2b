"""Reply addresses: a reply to an email comes back to what the email was about.

The address holds the ID of its quote, tree order or invoice and a signature, in letters that survive mail servers that
change their case: ``q`` + ID + signature ``@`` ``INBOUND_EMAIL_DOMAIN``. Nothing is stored, and none can be guessed.
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
    """Return whether replies to emails come back to this site."""
    return bool(settings.INBOUND_EMAIL_PROVIDER)


def reply_address(about: str, about_id: UUID | None) -> str:
    """Return the address for replies to an email about this row, "" if such replies can't come back to the site."""
    letter = _LETTERS.get(AboutKind(about)) if about else None
    if not inbound_is_set_up() or letter is None or about_id is None:
        return ""
    return f"{letter}{_base32(about_id.bytes)}{_sign(letter, about_id)}@{settings.INBOUND_EMAIL_DOMAIN}"


def read_reply_address(address: str) -> tuple[AboutKind, UUID] | None:
    """Return what a reply to ``address`` is about, None if it is no reply address of ours."""
    parts = _ADDRESS.fullmatch(address.strip())
    if not parts or parts[4].lower() != settings.INBOUND_EMAIL_DOMAIN:
        return None
    letter, id_ = parts[1].lower(), UUID(bytes=base64.b32decode(f"{parts[2].upper()}======"))
    given = parts[3].lower()
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not any(constant_time_compare(given, _sign(letter, id_, secret)) for secret in secrets):
        return None
    return _KINDS[letter], id_


def _sign(letter: str, id_: UUID, secret: str | None = None) -> str:
    digest = salted_hmac("notifications.reply_addresses", f"{letter}{id_}", secret, algorithm="sha256").digest()
    return _base32(digest[:_SIGNATURE_BYTES])


def _base32(content: bytes) -> str:
    return base64.b32encode(content).decode().rstrip("=").lower()
