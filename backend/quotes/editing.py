"""Edit the lines of a proposal."""

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
from quotes.proposals.rules import DraftLine, check_lines, suggested_sum
from quotes.proposals.status_changes import apply_status_change

VALID_FOR = dt.timedelta(days=30)
# A revision is emailed once it has gone this long without another one.
REVISION_EMAIL_DELAY = dt.timedelta(minutes=10)


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
    """Replace all lines of a quote, as an administrator. No lines make it a quote without a price.

    Until the quote is ``reviewed``, the customer sees none of this. From then on, each call creates a revision that the
    customer is asked to accept, even if they accepted an earlier one. ``valid_until`` is the last day (Eastern) to
    accept, 30 days from today by default, and ``note`` is for the customer. A line that names an existing one keeps its
    ID. ``seen`` is the ``updated_at`` that the administrator saw.

    Raises Http404, Conflict if the quote has changed since, was declined, or is scheduled or done, and DomainError
    (400) for lines that can't be offered.
    """
    quote = lock_unchanged(Quote.objects.all(), quote_id, seen)
    _refuse_if_settled(quote)
    check_lines(lines)
    old_status, old_offer, old_amount = quote.status, quote.offer, quote.quote_amount
    _store_lines(quote, lines)
    quote.has_lines = bool(lines)
    quote.quote_amount = suggested_sum(lines) if lines else None
    quote.revision = quote.told_revision + 1
    quote.note = note if lines else ""
    last_day = timezone.localdate() + VALID_FOR if valid_until is UNSET else valid_until
    quote.valid_until = last_day if lines else None
    if old_status not in QuoteStatus.DRAFTING:
        quote.status = QuoteStatus.REVIEWED
    apply_status_change(quote, old_status=old_status)
    # A revision counts as a response even at the same price.
    clocks.apply_change(quote, old_status=old_status, old_offer=None if lines else old_offer)
    quote.save()
    if old_status not in QuoteStatus.DRAFTING:
        _announce_revision(quote, by)
    announce_change(quote, by, old_status=old_status, old_amount=old_amount, old_offer=old_offer)
    return quote


def _refuse_if_settled(quote: Quote) -> None:
    if quote.status in QuoteStatus.DECLINED:
        raise Conflict("This quote is rejected. Set it back to Quoting to write a proposal.")
    if quote.status in QuoteStatus.SCHEDULED:
        raise Conflict("This quote is scheduled, so its lines can't change. Create an invoice for extra work.")


def _store_lines(quote: Quote, drafts: Sequence[DraftLine]) -> None:
    """Store the lines in their order. A draft with the ID of one of the quote's lines keeps it; others get new IDs."""
    known = set(quote.lines.values_list("id", flat=True))
    quote.lines.all().delete()
    rows = []
    for position, draft in enumerate(drafts):
        columns = vars(draft) | {"amount": draft.amount}
        if draft.id not in known:
            del columns["id"]
        known.discard(draft.id)
        rows.append(ProposalLine(quote=quote, position=position, **columns))
    ProposalLine.objects.bulk_create(rows)


def _announce_revision(quote: Quote, by: User) -> None:
    note_change(quote, by, revision_line(quote))
    later = timezone.now() + REVISION_EMAIL_DELAY
    plan_news(emails.quote_priced, quote.id, thing=quote.id, not_before=later)
