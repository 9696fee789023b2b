"""What customers do with a price: accept it, decline it, or ask for it again."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User, Viewer
from common.errors import Conflict, field_error
from common.money import dollars
from notifications.planning import plan
from quotes import clocks, lines, office_emails
from quotes.changes import account_of, announce_change, change_status, is_staff, note_change
from quotes.models import Acceptance, AcceptanceChannel, Decline, DeclineReason, Quote, QuoteStatus
from quotes.proposals.copies import copies_of, stored_copies
from quotes.proposals.rules import choose, sum_of
from quotes.proposals.status_changes import apply_status_change
from quotes.proposals.terms import current_terms, store_terms
from quotes.signals import quote_accepted

NAME_REQUIRED = "Please type your name"
REVISION_REQUIRED = "Please reload this page to see the quote, then accept it there"
EXPIRED = "This price has expired. Ask for it again, and we'll get right back to you."
CHANGED = "This quote has changed since you opened it. Please review it again."


@dataclass(frozen=True)
class _Acceptor:
    """Who accepts; see ``Acceptance``."""

    name: str
    channel: AcceptanceChannel
    user: User | None

    def is_same_as(self, acceptance: Acceptance) -> bool:
        """Return whether ``acceptance`` came from the same person."""
        same_name = self.channel == AcceptanceChannel.ACCOUNT or self.name == acceptance.name
        user_id = self.user.id if self.user else None
        return same_name and (self.channel, user_id) == (acceptance.channel, acceptance.user_id)


@dataclass(frozen=True)
class _Seen:
    """What was on the screen when accepting: the price (US dollars), the revision, the IDs of the chosen lines and the
    version of the terms. None means "don't check".
    """

    amount: Decimal
    revision: int | None
    chosen: Sequence[UUID]
    terms_version: int | None


@transaction.atomic
def accept_quote(
    *,
    quote_id: UUID,
    by: Viewer,
    seen_amount: Decimal,
    accepted_by: str = "",
    revision: int | None = None,
    chosen: Sequence[UUID] = (),
    terms_version: int | None = None,
    channel: AcceptanceChannel | None = None,
) -> Quote:
    """Accept the price that was seen: as the owner, through a private link, or as an administrator after a phone call.

    Repeating an acceptance changes nothing. The name is the account's for the owner, otherwise ``accepted_by``.
    ``chosen`` has the checked options and the selected line of each choice; a choice without one gets the suggested
    line. ``channel`` is the one that the client expects. Raises Http404; Conflict if nothing can be accepted now or
    anything differs from what was seen; and DomainError (400) for a missing name, a missing revision of a quote with
    lines, or lines that can't be chosen.
    """
    # The row lock serializes answers and new prices.
    quote = get_object_or_404(Quote.objects.all().visible_to(by).select_for_update(of=("self",)), id=quote_id)
    acceptor = _acceptor(quote, by, accepted_by, channel)
    if quote.has_lines and not quote.is_draft and revision is None:
        raise field_error("revision", REVISION_REQUIRED)
    seen = _Seen(seen_amount, revision, chosen, terms_version)
    if _is_repeat(quote, acceptor, seen):
        return quote
    acceptance = _create_acceptance(quote, acceptor, seen)
    quote.acceptance, quote.quote_amount, quote.accepted_by = acceptance, acceptance.amount, acceptance.name
    change_status(quote, by, QuoteStatus.APPROVED)
    if acceptor.channel != AcceptanceChannel.PHONE:
        plan(office_emails.office_accepted, quote.id, occasion=str(quote.accepted_at))
    quote_accepted.send(Quote, quote=quote, acceptance=acceptance, by=by)
    return quote


def _acceptor(quote: Quote, by: Viewer, name: str, channel: AcceptanceChannel | None) -> _Acceptor:
    if isinstance(by, User) and not is_staff(by, quote):
        return _Acceptor(by.full_name, AcceptanceChannel.ACCOUNT, by)
    if not name:
        raise field_error("acceptedBy", NAME_REQUIRED)
    user = account_of(by)
    if user is None:
        return _Acceptor(name, AcceptanceChannel.LINK, None)
    if channel not in (None, AcceptanceChannel.PHONE):
        raise field_error("channel", "Must be phone")
    return _Acceptor(name, AcceptanceChannel.PHONE, user)


def _is_repeat(quote: Quote, acceptor: _Acceptor, seen: _Seen) -> bool:
    """Return whether the same acceptance was stored before, such as by a double click."""
    stored = quote.acceptance
    if stored is None or quote.status not in QuoteStatus.AGREED or not acceptor.is_same_as(stored):
        return False
    # Checked before ``choose``, which raises for lines of an earlier revision that no longer exist.
    if stored.amount != seen.amount or seen.revision not in (None, stored.revision):
        return False
    return stored.chosen == {str(line.id) for line in choose(list(quote.lines.all()), seen.chosen)}


def _create_acceptance(quote: Quote, acceptor: _Acceptor, seen: _Seen) -> Acceptance:
    if quote.offer is None:
        raise Conflict("This quote isn't waiting for your answer")
    if quote.is_expired:
        raise Conflict(EXPIRED)
    terms = current_terms()
    if seen.revision not in (None, quote.revision) or seen.terms_version not in (None, terms.number):
        raise Conflict(CHANGED)
    rows = list(quote.lines.order_by("position"))
    chosen = choose(rows, seen.chosen)
    amount = sum_of(rows, chosen) if quote.has_lines else quote.offer
    if amount != seen.amount:
        raise Conflict(f"The price has changed to {dollars(amount)}. Please review it again.")
    return Acceptance.objects.create(
        quote=quote,
        user=acceptor.user,
        name=acceptor.name,
        channel=acceptor.channel,
        revision=quote.revision,
        lines=stored_copies(copies_of(rows, chosen={str(line.id) for line in chosen})),
        amount=amount,
        note=quote.note,
        valid_until=quote.valid_until,
        terms=store_terms(terms),
    )


@transaction.atomic
def decline_quote(*, quote_id: UUID, by: Viewer, reason: DeclineReason | None = None, note: str = "") -> Quote:
    """Decline the price as its customer, who may give a reason.

    Raises Http404, and Conflict if there is no price to decline.
    """
    quote = _lock_own(quote_id, by)
    if quote.offer is None:
        raise Conflict("This quote isn't waiting for your answer")
    Decline.objects.create(quote=quote, reason=reason or "", note=note)
    change_status(quote, by, QuoteStatus.REJECTED)
    plan(office_emails.office_declined, quote.id, occasion=str(quote.updated_at))
    return quote


@transaction.atomic
def ask_again(*, quote_id: UUID, by: Viewer) -> Quote:
    """Ask for a new price of a declined or expired quote, as its customer. This starts a new deadline for us.

    Lines become a draft; a price without lines is removed and stays only in the thread. Raises Http404, and Conflict
    if the quote is neither declined nor expired.
    """
    quote = _lock_own(quote_id, by)
    if quote.status not in QuoteStatus.DECLINED and not quote.is_expired:
        raise Conflict("This quote is neither declined nor expired, so there is nothing to ask for again")
    old_status, old_amount, old_offer = quote.status, quote.quote_amount, quote.offer
    quote.status = QuoteStatus.QUOTING
    if not quote.has_lines:
        quote.quote_amount = None
    apply_status_change(quote, old_status=old_status)
    clocks.apply_change(quote, old_status=old_status, old_offer=old_offer)
    quote.clock_at = quote.last_word_at = timezone.now()
    quote.save()
    note_change(quote, by, lines.asked_again_line(old_amount))
    announce_change(quote, by, old_status=old_status, old_amount=old_amount, old_offer=old_offer)
    plan(office_emails.office_asked_again, quote.id, occasion=str(quote.clock_at))
    return quote


def _lock_own(quote_id: UUID, by: Viewer) -> Quote:
    return get_object_or_404(Quote.objects.owned_by(by).select_for_update(of=("self",)), id=quote_id)
