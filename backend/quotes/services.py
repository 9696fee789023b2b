"""What the business does with quotes."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import Address, User, Viewer
from catalog.catalog import ADD_ON_BY_ID
from common.errors import Conflict, DomainError
from common.locks import lock_unchanged
from common.money import dollars
from common.unset import UNSET, Unset
from quotes import emails
from quotes.estimate import stored_estimate
from quotes.models import (
    CommentType,
    CommunicationPreference,
    Quote,
    QuoteComment,
    QuoteStatus,
    ServicePackage,
)

# The most comments that customers can add to one thread.
CUSTOMER_COMMENTS = 500

# Off-season storage among a quote's add-ons, by its ID or name in the catalog.
STORAGE = {"storage", ADD_ON_BY_ID["storage"].name.casefold()}


@transaction.atomic(savepoint=False)
def request_quote(
    *,
    requested_by: Viewer,
    full_name: str,
    email: str,
    phone: str,
    city: str,
    service_package: ServicePackage,
    street_address: str = "",
    address_id: UUID | None = None,
    square_footage: int | None = None,
    storeys: int | None = None,
    front_width_feet: int | None = None,
    preferred_start_date: dt.date | None = None,
    add_ons: Sequence[str] = (),
    comments: str = "",
    text_updates: bool = False,
    communication_preference: CommunicationPreference = CommunicationPreference.EMAIL,
    design: Mapping[str, object] | None = None,
) -> Quote:
    """Create a ``pending`` quote without a price, with today's estimate of what it asks for.

    ``requested_by`` may be signed out: the quote then belongs to no account yet. ``address_id`` is a saved address of
    the caller, which sets the street if ``street_address`` is blank; another's raises DomainError (400) on
    ``addressId``. ``design`` is a ``DesignInput``.
    """
    address = _saved_address(requested_by, address_id) if address_id else None
    quote = Quote.objects.create(
        user=requested_by if requested_by.is_authenticated else None,
        full_name=full_name,
        email=email,
        phone=phone,
        city=city,
        street_address=street_address or (address.street if address else ""),
        address=address,
        service_package=service_package,
        square_footage=square_footage,
        storeys=storeys,
        front_width_feet=front_width_feet,
        preferred_start_date=preferred_start_date,
        add_ons=list(add_ons),
        comments=comments,
        text_updates=text_updates,
        communication_preference=communication_preference,
        design=design,
        estimate=stored_estimate(
            service_package=service_package,
            square_footage=square_footage,
            storeys=storeys,
            front_width_feet=front_width_feet,
            add_ons=add_ons,
        ),
    )
    emails.email_quote_requested.defer(quote_id=str(quote.id))
    return quote


def _saved_address(viewer: Viewer, address_id: UUID) -> Address:
    address = Address.objects.owned_by(viewer).filter(id=address_id).first()
    if address is None:
        message = "This isn't one of your saved addresses"
        raise DomainError(message, {"addressId": [message]})
    return address


@transaction.atomic
def revise_quote(
    *,
    quote_id: UUID,
    by: User,
    status: QuoteStatus | Unset = UNSET,
    quote_amount: Decimal | Unset | None = UNSET,
    seen: dt.datetime | None = None,
) -> Quote:
    """Set a quote's status and price (US dollars, None for no price), as an administrator.

    Each change adds a line to the thread, so that the customer sees what happened. A new price puts an approved quote
    back to ``reviewed`` unless the same call sets a status: no one is held to a price they did not see. ``seen`` is the
    ``updated_at`` that the administrator saw. Raises Http404, and Conflict if the quote has changed since.
    """
    quote = lock_unchanged(Quote.objects.all(), quote_id, seen)
    offered = quote.offer
    if quote_amount is not UNSET and quote_amount != quote.quote_amount:
        _set_amount(quote, by, quote_amount)
        if status is UNSET and quote.status == QuoteStatus.APPROVED:
            status = QuoteStatus.REVIEWED
    if status is not UNSET and status != quote.status:
        _set_status(quote, by, status)
    quote.save()
    notify_price_changed(quote, offered)
    return quote


def notify_price_changed(quote: Quote, offered: Decimal | None) -> None:
    """Email the price if the customer can accept it now and it is not ``offered``, the price before the change."""
    if quote.offer is not None and quote.offer != offered:
        emails.email_quote_priced.defer(quote_id=str(quote.id), amount=str(quote.offer))


@dataclass(frozen=True)
class Skipped:
    """A quote that was not changed, and why."""

    id: UUID
    message: str


@dataclass(frozen=True)
class BulkStatus:
    """The result for each quote, in the order requested."""

    changed: list[UUID]
    skipped: list[Skipped]


def set_quote_statuses(*, ids: Sequence[UUID], by: User, status: QuoteStatus) -> BulkStatus:
    """Set one status for several quotes one by one, except those that their customers have agreed to."""
    result = BulkStatus([], [])
    for quote_id in ids:
        if message := _set_status_unless_agreed(quote_id, by, status):
            result.skipped.append(Skipped(quote_id, message))
        else:
            result.changed.append(quote_id)
    return result


@transaction.atomic
def _set_status_unless_agreed(quote_id: UUID, by: User, status: QuoteStatus) -> str | None:
    """Return why the quote was not changed, or None."""
    quote = Quote.objects.select_for_update().filter(id=quote_id).first()
    if quote is None:
        return "We can't find that quote"
    if quote.status in QuoteStatus.AGREED:
        return f"{quote.full_name} has agreed to this quote ({quote.get_status_display()}). Open it to change it."
    if quote.status == status:
        return f"This quote is already {quote.get_status_display()}"
    offered = quote.offer
    _set_status(quote, by, status)
    quote.save()
    notify_price_changed(quote, offered)
    return None


@transaction.atomic
def schedule_service(*, quote_id: UUID, by: User) -> Quote:
    """Set ``service_scheduled`` for a job that is about to be added; the quote stays locked until then.

    Raises DomainError (400) for an unknown quote, Conflict for a rejected one.
    """
    quote = Quote.objects.select_for_update().filter(id=quote_id).first()
    if quote is None:
        raise DomainError("We can't find that quote", {"quoteId": ["We can't find that quote"]})
    if quote.status in QuoteStatus.DECLINED:
        raise Conflict("This quote was rejected, so nothing can be scheduled for it")
    if quote.status != QuoteStatus.SERVICE_SCHEDULED:
        _set_status(quote, by, QuoteStatus.SERVICE_SCHEDULED)
        quote.save()
    return quote


@transaction.atomic
def complete_quote(*, quote_id: UUID, by: User) -> Quote:
    """Set ``complete``, or ``complete_storage`` if the add-ons include off-season storage."""
    quote = Quote.objects.select_for_update().get(id=quote_id)
    stored = any(add_on.strip().casefold() in STORAGE for add_on in quote.add_ons)
    status = QuoteStatus.COMPLETE_STORAGE if stored else QuoteStatus.COMPLETE
    if quote.status != status:
        _set_status(quote, by, status)
        quote.save()
    return quote


def record_response(*, quote_id: UUID) -> None:
    """Record that the customer was reached; only the first response counts.

    ``updated_at`` stays as it is, so that open forms with the quote do not conflict.
    """
    Quote.objects.filter(id=quote_id, answered_at=None).update(answered_at=timezone.now())


def accept_quote(*, quote_id: UUID, by: User, seen_amount: Decimal) -> Quote:
    """Accept the price for the customer. Raises Http404, and Conflict if no price can be accepted or it is no longer
    ``seen_amount``.
    """
    return _answer_quote(quote_id, by, QuoteStatus.APPROVED, seen_amount)


def decline_quote(*, quote_id: UUID, by: User) -> Quote:
    """Decline the price for the customer. Raises Http404, and Conflict if there is no price to answer."""
    return _answer_quote(quote_id, by, QuoteStatus.REJECTED)


@transaction.atomic
def _answer_quote(quote_id: UUID, by: User, answer: QuoteStatus, seen_amount: Decimal | None = None) -> Quote:
    # The row lock makes a price change and the customer's answer wait for each other.
    quote = get_object_or_404(Quote.objects.owned_by(by).select_for_update(), id=quote_id)
    if quote.offer is None:
        raise Conflict("This quote isn't waiting for your answer")
    if seen_amount is not None and seen_amount != quote.offer:
        raise Conflict(f"The price has changed to {dollars(quote.offer)}. Please review it again.")
    _set_status(quote, by, answer)
    quote.save()
    return quote


def _set_amount(quote: Quote, by: User, amount: Decimal | None) -> None:
    quote.quote_amount = amount
    if amount is None:
        _note_change(quote, by, "Quote amount removed")
        return
    quote.answered_at = quote.answered_at or timezone.now()
    _note_change(quote, by, f"Quote amount set to {dollars(amount)}")


def _set_status(quote: Quote, by: User, status: QuoteStatus) -> None:
    quote.status = status
    _note_change(quote, by, f"Status changed to {quote.get_status_display()}")


def _note_change(quote: Quote, by: User, text: str) -> None:
    QuoteComment.objects.create(
        quote=quote,
        user=by,
        is_staff_comment=quote.user_id != by.id,
        comment_type=CommentType.STATUS_UPDATE,
        comment=text,
    )


@transaction.atomic
def comment_on_quote(*, quote: Quote, by: User, content: str) -> QuoteComment:
    """Add a comment. An administrator's is a staff comment, except on their own quote.

    Raises Conflict if the customer's comments have reached the thread's limit, which does not apply to administrators.
    """
    if not by.is_admin:
        _refuse_if_full(quote)
    return QuoteComment.objects.create(
        quote=quote, user=by, comment=content, is_staff_comment=by.is_admin and quote.user_id != by.id
    )


def _refuse_if_full(quote: Quote) -> None:
    if not settings.THROTTLES:
        return
    # The row lock lets one comment of this thread through at a time, so that the count is exact.
    Quote.objects.select_for_update(no_key=True).get(id=quote.id)
    written = quote.thread.filter(is_staff_comment=False, comment_type=CommentType.COMMENT)
    if written[CUSTOMER_COMMENTS - 1 :].exists():
        raise Conflict(
            f"This conversation has reached its limit of {CUSTOMER_COMMENTS} comments. "
            f"Your text is still here. Please call us at {settings.BUSINESS_PHONE}."
        )
