"""The queue's kinds for quotes. ``quotes.clocks`` sets the times from which their deadlines run."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from catalog.catalog import ADD_ON_BY_ID
from common.literals import written_out
from common.response_deadlines import RESPONSE_TIME
from desk.models import QueueKind
from desk.queue.kind import DepositState, Kind, Place, PriceRange, QueueItem
from desk.queue.subjects import quote_subject
from invoices.models import BILLS_OF_ACCEPTANCES, Invoice
from quotes.deposits import state_check
from quotes.models import (
    ASKING_QUOTES,
    DAYLESS_QUOTES,
    OPEN_QUESTIONS,
    SILENT_QUOTES,
    UNPRICED_QUOTES,
    CommentChannel,
    Question,
    Quote,
    QuoteComment,
)
from replies.words import Written, find_opt_outs
from texts.numbers import e164

# A priced quote is followed up after this long without a message from either side.
SILENCE = dt.timedelta(days=3)


def _silent(now: dt.datetime) -> QuerySet[Quote]:
    not_expired = Q(valid_until=None) | Q(valid_until__gte=timezone.localdate(now))
    return Quote.objects.filter(not_expired, written_out(SILENT_QUOTES), silent_since__lte=now - SILENCE)


def _load(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    for quote in Quote.objects.filter(id__in=places).select_related("address"):
        yield _item(places[quote.id], quote)


def _load_accepted(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    invoices = Invoice.objects.filter(BILLS_OF_ACCEPTANCES, quote__in=places, first_amount__isnull=False)
    deposits = {
        invoice.quote_id: DepositState(
            invoice.first_amount, is_paid=invoice.has_first_part_paid, is_refunded=invoice.is_first_part_refunded
        )
        for invoice in invoices
        if invoice.first_amount is not None
    }
    for item in _load(places):
        yield replace(item, deposit=deposits.get(item.quote_id))


def _load_questions(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    related = ("quote__address", "quote__user__contact_choice")
    questions = Question.objects.filter(OPEN_QUESTIONS, quote__in=places).select_related(*related)
    newest = QuoteComment.objects.filter(quote=OuterRef("quote")).to_staff()
    rows = list(
        questions.annotate(
            words=Subquery(newest.values("comment")[:1]),
            channel=Subquery(newest.values("channel")[:1]),
            other_sender=Subquery(newest.values("other_sender")[:1]),
        )
    )
    opt_outs = find_opt_outs(
        {row.id: Written(row.words or "", row.channel == CommentChannel.TEXT, _numbers(row.quote)) for row in rows}
    )
    for row in rows:
        yield replace(_item(places[row.quote_id], row.quote, row), wants_no_texts=row.id in opt_outs)


def _numbers(quote: Quote) -> list[str]:
    """Return the number on the quote and the one that its customer chose in My Services, those there are."""
    choice = getattr(quote.user, "contact_choice", None)
    return [number for number in (e164(quote.phone), choice and choice.number) if number]


def _item(place: Place, quote: Quote, question: Question | None = None) -> QueueItem:
    """Return the row of a quote or of a question on it. ``estimate`` is the one stored with the request."""
    tried = question or quote
    return QueueItem(
        **quote_subject(quote),
        place=place,
        summary=", ".join([quote.get_service_package_display(), *_names(quote.add_ons)]),
        question=getattr(question, "words", None),
        other_sender=getattr(question, "other_sender", None) or "",
        square_footage=quote.square_footage,
        design=quote.design,
        look=quote.look,
        estimate=quote.estimate and PriceRange(quote.estimate["low"], quote.estimate["high"]),
        has_lines=quote.has_lines,
        needs_takedown=place.kind == QueueKind.ACCEPTED and quote.has_visit,
        status=quote.status,
        state_check=state_check(quote),
        created_at=quote.created_at,
        updated_at=quote.news_at,
        tries=tried.tries,
        last_tried_at=tried.last_tried_at,
        retry_at=quote.retry_at,
    )


def _names(add_ons: Iterable[str]) -> list[str]:
    return [ADD_ON_BY_ID[each].name if each in ADD_ON_BY_ID else each for each in add_ons]


QUOTE_KINDS = (
    Kind(
        QueueKind.QUOTE,
        rows=lambda now: Quote.objects.filter(written_out(UNPRICED_QUOTES)),
        load=_load,
        since="unpriced_since",
    ),
    Kind(
        QueueKind.QUESTION,
        rows=lambda now: Quote.objects.filter(written_out(ASKING_QUOTES)),
        load=_load_questions,
        since="question_at",
    ),
    Kind(
        QueueKind.ACCEPTED,
        rows=lambda now: Quote.objects.filter(written_out(DAYLESS_QUOTES), needs_day_from__lte=now),
        load=_load_accepted,
        since="needs_day_from",
        first=Q(deposit_paid_at__isnull=False),
    ),
    Kind(QueueKind.SILENT, rows=_silent, load=_load, since="silent_since", time=SILENCE + RESPONSE_TIME),
)
