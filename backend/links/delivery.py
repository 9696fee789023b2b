"""Private links in messages.

A composed message has a placeholder, so that neither the outbox nor the queue ever stores a token. Each delivery
attempt sends a copy with a new link (``insert_link``).
"""

import base64
from email import message_from_bytes, policy
from email.message import EmailMessage
from uuid import UUID

from django.conf import settings

from links.models import LinkKind
from links.services import TOKEN_BYTES, create_link, url_of

# Keep header lines as they were composed, and end new ones with CRLF (RFC 5322, section 2.1).
_POLICY = policy.SMTP.clone(refold_source="none")

PLACEHOLDER_PATH = "/f/…"
# How many characters longer a link is than its placeholder.
TOKEN_LENGTH = len(base64.urlsafe_b64encode(bytes(TOKEN_BYTES)).rstrip(b"=")) - len("…")


def placeholder() -> str:
    """Return the URL that stands for the private link in a composed email."""
    return f"{settings.SITE_URL}{PLACEHOLDER_PATH}"


def insert_link(raw: bytes, *, about_kind: str, about_id: UUID | None, message_id: UUID) -> bytes:
    """Return the email ``raw`` (RFC 5322) with a new link to what it is about, in its text and its HTML.

    ``about_kind`` and ``about_id`` are those of the message in the outbox, ``message_id`` is its ID. Call this for each
    attempt, outside of transactions, so that the link is stored before it is sent. An email without a placeholder, or
    about something that links can't open, is returned unchanged.
    """
    if about_kind not in LinkKind.values or about_id is None:
        return raw
    email = message_from_bytes(raw, policy=_POLICY)
    texts = [part for part in email.walk() if _is_text(part) and placeholder() in part.get_content()]
    if not texts:
        return raw
    url = _new_url(LinkKind(about_kind), about_id, message_id)
    for part in texts:
        text = part.get_content().replace(placeholder(), url)
        part.set_content(text, subtype=part.get_content_subtype(), charset="utf-8", cte="quoted-printable")
    return email.as_bytes()


def insert_link_into_text(text: str, *, about_kind: str, about_id: UUID | None, message_id: UUID) -> str:
    """Return the text message ``text`` with a new link, like ``insert_link``."""
    if about_kind not in LinkKind.values or about_id is None or placeholder() not in text:
        return text
    return text.replace(placeholder(), _new_url(LinkKind(about_kind), about_id, message_id))


def _new_url(kind: LinkKind, resource_id: UUID, message_id: UUID) -> str:
    return url_of(create_link(kind=kind, resource_id=resource_id, message_id=message_id))


def _is_text(part: EmailMessage) -> bool:
    return part.get_content_type() in ("text/plain", "text/html") and not part.is_attachment()
