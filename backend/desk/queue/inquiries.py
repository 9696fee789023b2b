"""The queue's kind for inquiries: texts, emails and missed calls of people without an open quote."""

from collections.abc import Iterator
from uuid import UUID

from django.db.models import OuterRef, Subquery

from common.literals import written_out
from desk.models import QueueKind
from desk.queue.kind import Kind, Place, QueueItem
from desk.queue.subjects import subjects_of_inquiries
from replies.models import OPEN_INQUIRIES, InboundKind, Inquiry, InquiryEntry
from replies.words import Written, find_opt_outs
from texts.numbers import e164

_SUMMARY = {InboundKind.TEXT: "Text message", InboundKind.EMAIL: "Email", InboundKind.CALL: "Missed call"}


def _load(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    newest = InquiryEntry.objects.filter(inquiry=OuterRef("id")).order_by("-created_at", "-id")
    inquiries = Inquiry.objects.filter(id__in=places).select_related("tree_order")
    rows = list(
        inquiries.annotate(words=Subquery(newest.values("words")[:1]), kind=Subquery(newest.values("kind")[:1]))
    )
    opt_outs = find_opt_outs({row.id: _written(row, row.words or "", row.kind) for row in rows})
    subjects = subjects_of_inquiries(rows)
    for row in rows:
        order = row.tree_order
        summary = [_SUMMARY[InboundKind(row.kind)] if row.kind else "", order.get_tree_size_display() if order else ""]
        yield QueueItem(
            **subjects[row.id],
            place=places[row.id],
            summary=", ".join(filter(None, summary)),
            question=row.words or "",
            wants_no_texts=row.id in opt_outs,
            status="open",
            created_at=row.created_at,
            updated_at=row.updated_at,
            tries=row.tries,
            last_tried_at=row.last_tried_at,
            retry_at=row.retry_at,
        )


def _written(inquiry: Inquiry, words: str, kind: str | None) -> Written:
    number = inquiry.number or e164(inquiry.phone)
    return Written(words, kind == InboundKind.TEXT, [number] if number else [])


INQUIRY_KINDS = (
    Kind(
        QueueKind.QUESTION,
        rows=lambda now: Inquiry.objects.filter(written_out(OPEN_INQUIRIES)),
        load=_load,
        city="tree_order__city",
    ),
)
