"""What customers say to a price: yes, no, or that they ask for it again."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User, Viewer
from common.errors import Conflict, DomainError
from common.money import dollars
from notifications.planning import plan
from quotes import clocks, emails, lines
from quotes.changes import account_of, announce_change, change_status, is_staff, note_change
from quotes.models import Acceptance, AcceptanceChannel, Decline, DeclineReason, Quote, QuoteStatus
from quotes.proposals.copies import copies_of, stored_copies
from quotes.proposals.following import follow_status
from quotes.proposals.rules import choose, sum_of
from quotes.proposals.terms import current_terms, store_terms
from quotes.signals import quote_accepted

NAME_REQUIRED = "Please type your name"
REVISION_REQUIRED = "Please reload this page to see the quote, then accept it there"
EXPIRED = "This price has expired. Ask for it again, and we'll get right back to you."
CHANGED = "This quote has changed since you opened it. Please review it again."


@dataclass(frozen=True)
class _Acceptor:
    """Who says yes; see ``Acceptance``."""

    name: str
    channel: AcceptanceChannel
    user: User | None

    def is_same_as(self, acceptance: Acceptance) -> bool:
        """Return whether the same person accepted before."""
        same_name = self.channel == AcceptanceChannel.ACCOUNT or self.name == acceptance.name
        user_id = self.user.id if self.user else None
        return same_name and (self.channel, user_id) == (acceptance.channel, acceptance.user_id)


@dataclass(frozen=True)
class _Seen:
    """What someone who accepts had on their screen: the price (US dollars), the revision of the lines, the IDs of those
    that they chose, and the version of the terms. None is not checked.
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
    """Accept the price as it was seen, as the owner, through a private link, or as an administrator for a customer who
    said yes on the phone. The same yes of the same person again changes nothing.

    The name is that of the owner's account, otherwise ``accepted_by``. ``chosen`` are the checked options and the
    selected line of each choice, the suggested one where none is named. ``channel`` is what the client takes it for.
    Raises Http404; Conflict if nothing can be accepted now or anything differs from what was seen; and DomainError
    (400) without the name, without the revision of a quote with lines, and for lines that can't be chosen.
    """
    # The row lock makes a new price and all answers wait for each other.
    quote = get_object_or_404(Quote.objects.all().visible_to(by).select_for_update(of=("self",)), id=quote_id)
    acceptor = _acceptor(quote, by, accepted_by, channel)
    if quote.has_lines and not quote.is_draft and revision is None:
        raise DomainError(REVISION_REQUIRED, {"revision": [REVISION_REQUIRED]})
    seen = _Seen(seen_amount, revision, chosen, terms_version)
    if _is_repeat(quote, acceptor, seen):
        return quote
    acceptance = _accept(quote, acceptor, seen)
    quote.acceptance, quote.quote_amount, quote.accepted_by = acceptance, acceptance.amount, acceptance.name
    change_status(quote, by, QuoteStatus.APPROVED)
    if acceptor.channel != AcceptanceChannel.PHONE:
        plan(emails.office_accepted, quote.id, occasion=str(quote.accepted_at))
    quote_accepted.send(Quote, quote=quote, acceptance=acceptance, by=by)
    return quote


def _acceptor(quote: Quote, by: Viewer, name: str, channel: AcceptanceChannel | None) -> _Acceptor:
    if isinstance(by, User) and not is_staff(by, quote):
        return _Acceptor(by.full_name, AcceptanceChannel.ACCOUNT, by)
    if not name:
        raise DomainError(NAME_REQUIRED, {"acceptedBy": [NAME_REQUIRED]})
    user = account_of(by)
    if user is None:
        return _Acceptor(name, AcceptanceChannel.LINK, None)
    if channel not in (None, AcceptanceChannel.PHONE):
        raise DomainError("Must be phone", {"channel": ["Must be phone"]})
    return _Acceptor(name, AcceptanceChannel.PHONE, user)


def _is_repeat(quote: Quote, acceptor: _Acceptor, seen: _Seen) -> bool:
    """Return whether the yes in force is this one, sent again."""
    yes = quote.acceptance
    if yes is None or quote.status not in QuoteStatus.AGREED or not acceptor.is_same_as(yes):
        return False
    # Before the lines: an earlier revision's may be gone, and naming them is no mistake of whoever saw it.
    if yes.amount != seen.amount or seen.revision not in (None, yes.revision):
        return False
    return yes.chosen == {str(line.id) for line in choose(list(quote.lines.all()), seen.chosen)}


def _accept(quote: Quote, acceptor: _Acceptor, seen: _Seen) -> Acceptance:
    """Store what was accepted."""
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
    """Decline the price for the customer, who may say why.

    Raises Http404, and Conflict if there is no price to answer.
    """
    quote = _lock_own(quote_id, by)
    if quote.offer is None:
        raise Conflict("This quote isn't waiting for your answer")
    Decline.objects.create(quote=quote, reason=reason or "", note=note)
    change_status(quote, by, QuoteStatus.REJECTED)
    plan(emails.office_declined, quote.id, occasion=str(quote.updated_at))
    return quote


@transaction.atomic
def ask_again(*, quote_id: UUID, by: Viewer) -> Quote:
    """Ask for the price of a declined or expired quote again, as its customer: it is ours to price, with a new clock.

    A single amount is removed; the thread keeps it. Lines become a draft. Raises Http404, and Conflict if the quote is
    neither declined nor expired.
    """
    quote = _lock_own(quote_id, by)
    if quote.status not in QuoteStatus.DECLINED and not quote.is_expired:
        raise Conflict("This quote is neither declined nor expired, so there is nothing to ask for again")
    was, amount, offered = quote.status, quote.quote_amount, quote.offer
    quote.status = QuoteStatus.QUOTING
    if not quote.has_lines:
        quote.quote_amount = None
    follow_status(quote, was=was)
    clocks.follow_change(quote, status=was, offered=offered)
    quote.clock_at = quote.last_word_at = timezone.now()
    quote.save()
    note_change(quote, by, lines.asked_again_line(amount))
    announce_change(quote, by, was=was, amount=amount)
    plan(emails.office_asked_again, quote.id, occasion=str(quote.clock_at))
    return quote


def _lock_own(quote_id: UUID, by: Viewer) -> Quote:
    return get_object_or_404(Quote.objects.owned_by(by).select_for_update(of=("self",)), id=quote_id)
