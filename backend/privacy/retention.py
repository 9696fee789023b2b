"""Retention: what is deleted each night because it is too old. Owners can see it in advance."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import SecurityEventKind
from accounts.staff.events import record_event
from common.days import eastern, first_days, midnight
from invoices.models import Invoice
from jobs.models import Job
from notifications.models import Message, MessageStatus
from payments.models import Payment
from privacy.deletion import delete_requests
from privacy.models import RetainedDocument
from quotes.models import Acceptance, Quote, QuoteStatus
from replies.models import OPEN_INQUIRIES, Inquiry
from trees.models import TreeOrder, TreeOrderStatus, TreePayment

RUNS_AT = dt.time(3, 21)  # Eastern
BATCH = 500
ERASED_KIND = "person-erased"


@dataclass(frozen=True)
class Rule:
    """A retention rule. ``find`` returns the rows due at an instant, and ``since`` is the column with their date."""

    name: str
    label: str
    kept: Callable[[], str]
    since: str
    find: Callable[[dt.datetime], QuerySet[Any]]
    delete: Callable[[list[Any]], None]


@dataclass(frozen=True)
class Due:
    """What a rule will delete on the next run."""

    rule: str
    label: str
    kept: str
    count: int
    oldest_at: dt.datetime | dt.date | None


def next_run(now: dt.datetime) -> dt.datetime:
    """Return the time of the next run."""
    today = eastern(timezone.localdate(now), RUNS_AT)
    return today if today > now else eastern(timezone.localdate(now) + dt.timedelta(days=1), RUNS_AT)


def preview(at: dt.datetime) -> list[Due]:
    """Return what each rule would delete at an instant."""
    found = []
    for rule in RULES:
        rows = rule.find(at)
        found.append(
            Due(rule.name, rule.label, rule.kept(), rows.count(), rows.aggregate(oldest=Min(rule.since))["oldest"])
        )
    return found


def delete_due(now: dt.datetime) -> dict[str, int]:
    """Delete everything that is due, in small transactions. Return the number of rows by rule."""
    deleted = {rule.name: _delete(rule, now) for rule in RULES}
    if any(deleted.values()):
        parts = [f"{rule.label.lower()}: {deleted[rule.name]:,}" for rule in RULES if deleted[rule.name]]
        record_event(
            SecurityEventKind.RETENTION, f"Deleted at the end of their retention period: {', '.join(parts)}", by=None
        )
    return deleted


def _delete(rule: Rule, now: dt.datetime) -> int:
    total = 0
    while True:
        with transaction.atomic():
            rows = list(rule.find(now).select_for_update(skip_locked=True, of=("self",)).order_by("pk")[:BATCH])
            rule.delete(rows)
        total += len(rows)
        if len(rows) < BATCH:
            return total


def _months_before(moment: dt.datetime, months: int) -> dt.datetime:
    day = timezone.localdate(moment)
    return midnight(first_days(day, months + 1)[0].replace(day=min(day.day, 28)))


def _requests(now: dt.datetime) -> QuerySet[Quote]:
    """Return old quotes without an acceptance, job, invoice, payment or recent activity."""
    before = _months_before(now, settings.RETENTION_REQUESTS_MONTHS)
    old = Quote.objects.filter(created_at__lt=before, silent_since__lt=before)
    return old.exclude(status__in=QuoteStatus.AGREED).filter(
        ~Exists(Acceptance.objects.filter(quote=OuterRef("pk"))),
        ~Exists(Job.objects.filter(quote=OuterRef("pk"))),
        ~Exists(Invoice.objects.filter(quote=OuterRef("pk"))),
        ~Exists(Payment.objects.filter(assigned_id=OuterRef("pk"))),
    )


def _orders(now: dt.datetime) -> QuerySet[TreeOrder]:
    before = _months_before(now, settings.RETENTION_REQUESTS_MONTHS)
    return TreeOrder.objects.filter(created_at__lt=before, status__in=TreeOrderStatus.CALLED_OFF).filter(
        ~Exists(TreePayment.objects.filter(order=OuterRef("pk"))),
        ~Exists(Payment.objects.filter(Q(reference=OuterRef("pk")) | Q(assigned_id=OuterRef("pk")))),
    )


def _inquiries(now: dt.datetime) -> QuerySet[Inquiry]:
    before = _months_before(now, settings.RETENTION_REQUESTS_MONTHS)
    return Inquiry.objects.filter(created_at__lt=before).exclude(OPEN_INQUIRIES)


def _delete_inquiries(rows: list[Inquiry]) -> None:
    ids = [row.id for row in rows]
    Message.objects.filter(about_id__in=ids).delete()
    Inquiry.objects.filter(id__in=ids).delete()


def _contents(now: dt.datetime) -> QuerySet[Message]:
    return Message.objects.filter(content_until__lt=now, status__in=MessageStatus.FINAL)


def _forget_contents(rows: list[Message]) -> None:
    Message.objects.filter(id__in=[row.id for row in rows]).update(raw=b"", content_until=None)


def _documents(now: dt.datetime) -> QuerySet[RetainedDocument]:
    return RetainedDocument.objects.filter(delete_after__lte=timezone.localdate(now))


def _delete_documents(rows: list[RetainedDocument]) -> None:
    RetainedDocument.objects.filter(id__in=[row.id for row in rows]).delete()


def _months(number: int) -> str:
    return f"{number} months"


RULES = (
    Rule(
        "requests", "Quote requests that led to no work", lambda: _months(settings.RETENTION_REQUESTS_MONTHS),
        "created_at", _requests, lambda rows: delete_requests(rows, []),
    ),
    Rule(
        "tree_orders", "Canceled tree orders without a payment",
        lambda: _months(settings.RETENTION_REQUESTS_MONTHS), "created_at", _orders,
        lambda rows: delete_requests([], rows),
    ),
    Rule(
        "inquiries", "Answered questions without a quote", lambda: _months(settings.RETENTION_REQUESTS_MONTHS),
        "created_at", _inquiries, _delete_inquiries,
    ),
    Rule(
        "messages", "Contents of messages", lambda: _months(settings.RETENTION_MESSAGES_MONTHS), "created_at",
        _contents, _forget_contents,
    ),
    Rule(
        "documents", "Documents of erased people", lambda: f"{settings.RETENTION_DOCUMENTS_YEARS} years", "dated",
        _documents, _delete_documents,
    ),
)  # fmt: skip
