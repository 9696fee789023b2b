"""Writing the lines of a proposal."""

import datetime as dt
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from common.errors import Conflict
from common.locks import lock_unchanged
from common.unset import UNSET, Unset
from notifications.planning import plan_news
from quotes import clocks, emails
from quotes.changes import announce_change, note_change
from quotes.lines import revision_line
from quotes.models import ProposalLine, Quote, QuoteStatus
from quotes.proposals.following import follow_status
from quotes.proposals.rules import DraftLine, check_lines, suggested_sum

VALID_FOR = dt.timedelta(days=30)
# A revision is emailed once it was left alone for this long.
EMAIL_REVISION_AFTER = dt.timedelta(minutes=10)


@transaction.atomic
def replace_lines(
    *,
    quote_id: UUID,
    by: User,
    seen: dt.datetime,
    lines: Sequence[DraftLine],
    valid_until: dt.date | Unset | None = UNSET,
    note: str = "",
) -> Quote:
    """Replace all lines of a quote, as an administrator; without any, it is a quote without a price.

    Until it is ``reviewed``, the customer sees none of it. After that, it is a new revision that they are asked to
    accept, even if they had accepted another. ``valid_until`` is the last day (Eastern) to do so, in 30 days by
    default, and ``note`` is for the customer. Lines keep their IDs. ``seen`` is the ``updated_at`` that the
    administrator saw.

    Raises Http404, Conflict if the quote has changed since or its work is scheduled, done or declined, and DomainError
    (400) for lines that can't be offered.
    """
    quote = lock_unchanged(Quote.objects.all(), quote_id, seen)
    _refuse_if_settled(quote)
    check_lines(lines)
    was, offered, amount = quote.status, quote.offer, quote.quote_amount
    _store_lines(quote, lines)
    quote.has_lines = bool(lines)
    quote.quote_amount = suggested_sum(lines) if lines else None
    quote.revision = quote.told_revision + 1
    quote.note = note if lines else ""
    quote.valid_until = _last_day(valid_until) if lines else None
    if was not in QuoteStatus.DRAFTING:
        quote.status = QuoteStatus.REVIEWED
    follow_status(quote, was=was)
    # A revision is news even at the same price.
    clocks.follow_change(quote, status=was, offered=None if lines else offered)
    quote.save()
    if was not in QuoteStatus.DRAFTING:
        _tell_revision(quote, by)
    announce_change(quote, by, was=was, amount=amount)
    return quote


def _refuse_if_settled(quote: Quote) -> None:
    if quote.status in QuoteStatus.DECLINED:
        raise Conflict("This quote was declined. Set it back to Quoting to write another proposal.")
    if quote.status in QuoteStatus.SCHEDULED:
        raise Conflict("This quote is scheduled, so its lines can't change. Create an invoice for extra work.")


def _last_day(valid_until: dt.date | Unset | None) -> dt.date | None:
    return timezone.localdate() + VALID_FOR if valid_until is UNSET else valid_until


def _store_lines(quote: Quote, drafts: Sequence[DraftLine]) -> None:
    """Store the lines in their order. One that names a line of this quote keeps its ID, any other gets its own."""
    known = set(quote.lines.values_list("id", flat=True))
    quote.lines.all().delete()
    rows = []
    for position, draft in enumerate(drafts):
        own = {"id": draft.id} if draft.id in known else {}
        known.discard(draft.id)
        rows.append(
            ProposalLine(
                **own,
                quote=quote,
                position=position,
                text=draft.text,
                quantity=draft.quantity,
                unit=draft.unit,
                unit_price=draft.unit_price,
                amount=draft.amount,
                optional=draft.optional,
                choice=draft.choice,
                suggested=draft.suggested,
                cost=draft.cost,
            )
        )
    ProposalLine.objects.bulk_create(rows)


def _tell_revision(quote: Quote, by: User) -> None:
    note_change(quote, by, revision_line(quote))
    later = timezone.now() + EMAIL_REVISION_AFTER
    plan_news(emails.quote_priced, quote.id, thing=quote.id, not_before=later)
