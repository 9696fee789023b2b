"""The outbox on the desk: all messages, whom they are about, and their status."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.shortcuts import get_object_or_404
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from common import filters
from common.business import business
from common.ordering import NEWEST
from common.pagination import Reader, read_page
from common.search_lists import divided
from desk.message_preview import Preview, preview_message
from desk.outbox_search import search_messages
from desk.queue.subjects import Subject, subjects_of_messages
from invoices.models import Invoice
from notifications.models import Message, MessageStatus

FILTERS = {
    "status": "One or more statuses, repeated or separated by commas",
    "kind": "The kind of message, such as quote-priced",
    "q": "Beginnings of words of the person's name or email address",
}
_KIND = re.compile(r"[a-z0-9_-]{1,60}")
# The reason of a message that was skipped because of a setting, such as "BUSINESS_ADDRESS is not set".
_MISSING = re.compile(r"([A-Z][A-Z0-9_]+) is not set")
# How many of the newest messages are searched for missing settings: messages are skipped until the setting is made.
_RECENT = 500


@dataclass(frozen=True)
class OutboxRow:
    """A message and whom it is about; see ``MessageOutput``."""

    message: Message
    subject: Subject
    invoice_number: str | None

    @property
    def id(self) -> UUID:
        return self.message.id

    @property
    def created_at(self) -> Any:
        return self.message.created_at

    @property
    def customer_name(self) -> str:
        """The customer's name, blank if the message is not about a customer."""
        return str(self.subject.get("customer_name", ""))

    @property
    def customer_key(self) -> str | None:
        """The key of the customer's page on the desk."""
        return self.subject.get("customer_key")

    @property
    def preview(self) -> Preview:
        return preview_message(self.message)

    @property
    def can_be_sent_again(self) -> bool:
        return self.message.status == MessageStatus.FAILED and self.message.can_be_sent


def outbox_reader(request: Request) -> Reader:
    """Return a function that reads a page of messages, newest first, filtered by the query parameters (FILTERS).

    Raises ValidationError (400).
    """
    statuses = filters.chosen(request, "status", MessageStatus.values)
    kind, q = filters.text(request, "kind"), filters.text(request, "q")
    if kind and not _KIND.fullmatch(kind):
        raise ValidationError({"kind": ["Not a kind of message"]})
    messages = Message.objects.filter(kind=kind) if kind else Message.objects.all()
    chosen = messages.filter(status__in=statuses) if statuses else messages
    # The indexes have each status in order, for one kind or for all.
    found = search_messages(q, chosen, divided(messages, status=statuses or (MessageStatus.values if kind else [])))
    base = Message.objects.defer("raw")
    return lambda size, after: outbox_rows(read_page(found, NEWEST, size, after, base=base))


def outbox_rows(messages: Sequence[Message]) -> list[OutboxRow]:
    """Add to each message whom it is about, with a fixed number of queries."""
    subjects = subjects_of_messages(list(messages))
    billed = [message.invoice_id for message in messages if message.invoice_id]
    numbers: dict[Any, str] = dict(Invoice.objects.filter(id__in=billed).values_list("id", "invoice_number"))
    return [
        OutboxRow(message, subjects.get(message.about_id, {}), numbers.get(message.about_id)) for message in messages
    ]


def read_message(message_id: UUID) -> OutboxRow:
    """Return one message with its content. Raises Http404."""
    [row] = outbox_rows([get_object_or_404(Message, id=message_id)])
    return row


# Finds the distinct kinds with one index lookup each, however many messages there are ("loose index scan").
_KINDS = """
    WITH RECURSIVE kinds AS (
        (SELECT kind FROM notifications_message ORDER BY kind LIMIT 1)
        UNION ALL
        SELECT (SELECT kind FROM notifications_message WHERE kind > kinds.kind ORDER BY kind LIMIT 1)
        FROM kinds WHERE kinds.kind IS NOT NULL
    )
    SELECT kind FROM kinds WHERE kind IS NOT NULL
"""


def summarize_outbox() -> dict[str, list[str]]:
    """Return the kinds of stored messages, and the missing settings because of which messages were skipped recently."""
    with connection.cursor() as cursor:
        cursor.execute(_KINDS)
        kinds = [kind for (kind,) in cursor]
    skipped = Message.objects.filter(status=MessageStatus.SKIPPED).order_by("-created_at", "-id")
    reasons = set(skipped.values_list("error", flat=True)[:_RECENT])
    newest = Message.objects.order_by("-created_at", "-id")
    reasons |= set(newest.values_list("not_texted", flat=True)[:_RECENT])
    named = [found[1] for reason in reasons if (found := _MISSING.fullmatch(reason))]
    return {"kinds": kinds, "missingSettings": sorted(name for name in named if not _is_set(name))}


def _is_set(name: str) -> bool:
    if name == "BUSINESS_ADDRESS":  # can also be set on the desk
        return bool(business().address)
    return bool(getattr(settings, name, ""))
