"""Limits on the messages that strangers can cause for one recipient.

Anyone can enter someone else's email address or number in a form, and must not be able to flood them. Limits count
messages per recipient and kind over the last hour and day. A message over the limit is stored as ``skipped``, which the
response does not reveal.
"""

import datetime as dt
from uuid import UUID

from django.conf import settings
from django.db.models import Count, Q
from django.db.models.functions import Now

from common.email_addresses import email_key
from common.email_kinds import Cause, EmailKind
from common.locks import take_turns
from notifications.models import Message, MessageStatus

_HOUR = dt.timedelta(hours=1)
_DAY = dt.timedelta(days=1)

# Providers that deliver name+anything@ to name@, according to their help pages. Elsewhere that may be another person.
_GMAIL = {"gmail.com", "googlemail.com"}
_PLUS_IS_AN_ALIAS = _GMAIL | {
    "outlook.com", "hotmail.com", "live.com", "icloud.com", "me.com", "mac.com", "fastmail.com", "proton.me",
    "protonmail.com", "pm.me",
}  # fmt: skip


def recipient_key(address: str) -> str:
    """Return the normalized form of ``address``, which is the same for all aliases of a mailbox."""
    name, _, domain = email_key(address.strip()).rpartition("@")
    if domain in _PLUS_IS_AN_ALIAS:
        name = name.split("+", 1)[0]
    if domain in _GMAIL:
        name, domain = name.replace(".", ""), "gmail.com"
    return f"{name}@{domain}" if name else domain


def reason_to_skip(kind: EmailKind, key: str, *, but: UUID | None = None) -> str:
    """Return why one more message of ``kind`` to ``key`` would exceed a limit, or "". ``but`` is the message itself.

    Call it in the transaction that stores the message. It holds a lock until that transaction ends, so that concurrent
    messages of one kind to one recipient count each other.
    """
    if kind.cause is not Cause.STRANGER or not settings.THROTTLES:
        return ""
    take_turns(f"email {kind.slug} {key}")
    earlier = Message.objects.filter(
        recipient_key=key, kind=kind.slug, cause=Cause.STRANGER, created_at__gt=Now() - _DAY
    ).exclude(Q(status=MessageStatus.SKIPPED) | Q(id=but))
    counts = earlier.aggregate(day=Count("id"), hour=Count("id", filter=Q(created_at__gt=Now() - _HOUR)))
    for window, allowed in (("hour", kind.per_hour), ("day", kind.per_day)):
        if counts[window] >= allowed:
            one, many = ("address", "emails") if "@" in key else ("number", "texts")
            return f"Not sent: this {one} has already received {allowed} {many} of this kind within one {window}."
    return ""
