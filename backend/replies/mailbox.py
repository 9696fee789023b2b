"""Store emails to the site's reply addresses. django-anymail parses them from the provider's webhook."""

import hashlib
from typing import Any

from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent

from common.email_addresses import email_key, is_email_address
from notifications.reply_addresses import read_reply_address
from replies.automatic import reason_to_ignore
from replies.models import InboundKind
from replies.receiving import store

# The longest body that is stored, in characters. New text comes before what is quoted.
_LONGEST = 100_000


def receive_email(event: AnymailInboundEvent) -> None:
    """Store an email. Only the subject is kept of one that was not written by a person."""
    message: AnymailInboundMessage = event.message
    sender, reply_address = _sender(message), _reply_address(message)
    ignored = reason_to_ignore(message, sender) if sender else "It has no address to reply to"
    contents = {"subject": _plain(message.subject)[:500]}
    if not ignored:
        contents |= _body(message) | {"reply_address": reply_address}
    store(
        kind=InboundKind.EMAIL,
        provider_id=_identity(event, reply_address),
        sender=sender,
        contents=contents,
        ignored=ignored,
    )


def _sender(message: AnymailInboundMessage) -> str:
    """Return the key of the sender's address, "" unless there is exactly one and it is valid."""
    senders = message.get_address_header("From")
    address = email_key(senders[0].addr_spec) if len(senders) == 1 else ""
    return address if is_email_address(address) else ""


def _reply_address(message: AnymailInboundMessage) -> str:
    """Return which of our reply addresses it was sent to, "" for none. The envelope's recipient comes first, because
    the headers can name several.
    """
    named = [*message.to, *message.cc, *message.get_address_header("Delivered-To")]
    addresses = [*(message.envelope_recipient or "").split(","), *(each.addr_spec for each in named)]
    return next((address.strip() for address in addresses if read_reply_address(address)), "")


def _identity(event: AnymailInboundEvent, reply_address: str) -> str:
    """Return an ID that is the same whenever this email to this address is reported again. Some providers send no ID,
    and some use a new one for each attempt.
    """
    message: AnymailInboundMessage = event.message
    # Not the whole email, which gets other boundaries between its parts each time.
    headers = [message["Date"], message["From"], message["Subject"], *message.get_all("Received", [])]
    content = [*headers, message.text, message.html]
    own = message.get("Message-ID") or event.event_id or "\n".join(map(str, content))
    key = f"{str(own).strip()}\n{reply_address.lower()}"
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def _body(message: AnymailInboundMessage) -> dict[str, Any]:
    """Return its text, how many files are attached, and whether it failed its domain's DMARC check (RFC 8601)."""
    attached = [part for part in message.walk() if part.is_attachment() or part.get_filename()]
    pictures = sum(part.get_content_maintype() == "image" for part in attached)
    checks = " ".join(map(str, message.get_all("Authentication-Results", []))).lower()
    return {
        "text": _plain(message.text)[:_LONGEST],
        "html": _plain(message.html)[:_LONGEST],
        "pictures": pictures,
        "files": len(attached) - pictures,
        "forged": "dmarc=fail" in checks,
    }


def _plain(text: str | None) -> str:
    """Remove what PostgreSQL can't store: NUL characters and unpaired surrogates."""
    return str(text or "").replace("\x00", "").encode("utf-8", "replace").decode()
