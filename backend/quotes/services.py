"""What the business does with quotes."""

import datetime as dt
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import Address, User, Viewer
from catalog.catalog import ADD_ON_BY_ID
from common.errors import Conflict, DomainError, raise_if_changed
from common.money import dollars
from quotes import emails
from quotes.models import CommentType, Quote, QuoteComment, QuoteStatus

# How many comments customers may add to one thread.
CUSTOMER_COMMENTS = 500

# Off-season storage among a quote's add-ons: the catalogue's id or its name.
STORAGE = {"storage", ADD_ON_BY_ID["storage"].name.casefold()}


@transaction.atomic(savepoint=False)
def request_quote(*, requested_by: Viewer, address_id: Any = None, **fields: Any) -> Quote:
    """Take a request for a light installation; it starts ``pending`` and without a price.

    ``requested_by`` may be signed out: the quote then belongs to nobody yet. ``address_id`` names a saved address
    of the caller and gives the street; another's raises DomainError (400) on ``addressId``. ``fields`` are the
    quote's own, as ``QuoteInput`` validated them.
    """
    user = requested_by if requested_by.is_authenticated else None
    if address_id is not None:
        address = Address.objects.owned_by(requested_by).filter(id=address_id).first()
        if address is None:
            message = "This is not one of your saved addresses"
            raise DomainError(message, {"addressId": [message]})
        fields["address"] = address
        fields["street_address"] = fields.get("street_address") or address.street
    quote: Quote = Quote.objects.create(user=user, **fields)
    emails.email_quote_requested.defer(quote_id=str(quote.id))
    return quote


@transaction.atomic
def revise_quote(*, quote_id: UUID, by: User, changes: dict[str, Any], seen: dt.datetime | None = None) -> Quote:
    """Set a quote's ``status`` and ``quote_amount`` (US dollars or None), as an administrator.

    Each change writes a line into the thread, so that the customer sees what happened. A new price puts an
    approved quote back to ``reviewed`` unless the same call names a status: nobody stays bound to a price they did
    not see. ``seen`` is the ``updated_at`` that the administrator was looking at. Raises Http404, and Conflict where
    the quote has changed since.
    """
    quote: Quote = get_object_or_404(Quote.objects.select_for_update(), id=quote_id)
    raise_if_changed(quote, seen)
    offered = quote.offer
    amount, status = changes.get("quote_amount", quote.quote_amount), changes.get("status", quote.status)
    if amount != quote.quote_amount:
        _set_amount(quote, by, amount)
        if quote.status == QuoteStatus.APPROVED and "status" not in changes:
            status = QuoteStatus.REVIEWED
    if status != quote.status:
        _set_status(quote, by, status)
    quote.save()
    tell_of_offer(quote, offered)
    return quote


def tell_of_offer(quote: Quote, offered: Decimal | None) -> None:
    """Mail the price of a quote that now waits for the customer's answer; ``offered`` is the one that did before."""
    if quote.offer is not None and quote.offer != offered:
        emails.email_quote_priced.defer(quote_id=str(quote.id), amount=str(quote.offer))


def set_status_of_many(*, ids: list[UUID], by: User, status: str) -> dict[str, list[Any]]:
    """Set one status on several quotes, each for itself, and never on what its customer has agreed to.

    Answers ``{"changed": [ids], "skipped": [{"id", "message"}]}``, in the order of ``ids``.
    """
    changed: list[UUID] = []
    skipped: list[dict[str, Any]] = []
    for quote_id in ids:
        if message := _set_status_unless_agreed(quote_id, by, status):
            skipped.append({"id": quote_id, "message": message})
        else:
            changed.append(quote_id)
    return {"changed": changed, "skipped": skipped}


@transaction.atomic
def _set_status_unless_agreed(quote_id: UUID, by: User, status: str) -> str | None:
    """Why the quote was left as it is, or None."""
    quote = Quote.objects.select_for_update().filter(id=quote_id).first()
    if quote is None:
        return "There is no such quote"
    if quote.status in QuoteStatus.AGREED:
        return f"{quote.full_name} has agreed to this quote ({quote.get_status_display()}): change it by itself"
    if quote.status == status:
        return f"This quote is {quote.get_status_display()} already"
    offered = quote.offer
    _set_status(quote, by, status)
    quote.save()
    tell_of_offer(quote, offered)
    return None


@transaction.atomic
def schedule_service(*, quote_id: UUID, by: User) -> Quote:
    """Put a quote to ``service_scheduled``, for a visit that is about to be added to it; it stays locked until then.

    Raises DomainError (400) where there is no such quote, Conflict where it was rejected.
    """
    quote: Quote | None = Quote.objects.select_for_update().filter(id=quote_id).first()
    if quote is None:
        raise DomainError("There is no such quote", {"quoteId": ["There is no such quote"]})
    if quote.status in QuoteStatus.DECLINED:
        raise Conflict("This quote was rejected: nothing can be scheduled for it")
    if quote.status != QuoteStatus.SERVICE_SCHEDULED:
        _set_status(quote, by, QuoteStatus.SERVICE_SCHEDULED)
        quote.save()
    return quote


@transaction.atomic
def complete_quote(*, quote_id: UUID, by: User) -> Quote:
    """All is done: ``complete``, or ``complete_storage`` where off-season storage was asked for."""
    quote: Quote = Quote.objects.select_for_update().get(id=quote_id)
    stored = any(add_on.strip().casefold() in STORAGE for add_on in quote.add_ons)
    status = QuoteStatus.COMPLETE_STORAGE if stored else QuoteStatus.COMPLETE
    if quote.status != status:
        _set_status(quote, by, status)
        quote.save()
    return quote


def answer_by_call(*, quote_id: UUID) -> None:
    """The customer was called. The first answer counts; the row's ``updated_at`` stays, since nothing that anybody
    edits has changed."""
    Quote.objects.filter(id=quote_id, answered_at=None).update(answered_at=timezone.now())


def accept_quote(*, quote_id: UUID, by: User, seen_amount: Decimal) -> Quote:
    """The customer takes the offer. Raises Http404, and Conflict where there is no open offer or its
    price is no longer ``seen_amount``."""
    return _answer_quote(quote_id, by, QuoteStatus.APPROVED, seen_amount)


def decline_quote(*, quote_id: UUID, by: User) -> Quote:
    """The customer turns the offer down. Raises Http404, and Conflict where there is no open offer."""
    return _answer_quote(quote_id, by, QuoteStatus.REJECTED)


@transaction.atomic
def _answer_quote(quote_id: UUID, by: User, answer: QuoteStatus, seen_amount: Decimal | None = None) -> Quote:
    # The row lock makes a price change and the customer's answer to it wait for each other.
    quote: Quote = get_object_or_404(Quote.objects.owned_by(by).select_for_update(), id=quote_id)
    if quote.offer is None:
        raise Conflict("This quote is not waiting for your answer")
    if seen_amount is not None and seen_amount != quote.offer:
        raise Conflict(f"The amount of this quote has changed to {dollars(quote.offer)}. Please look at it again.")
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


def _set_status(quote: Quote, by: User, status: str) -> None:
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
    """Add a comment to the thread; an administrator's, on a quote that is not their own, is a staff comment.

    Raises Conflict where the thread has as many comments by its customer as it takes; administrators may go on.
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
            f"Your text is still here: please call us at {settings.BUSINESS_PHONE}."
        )
