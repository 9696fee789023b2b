"""What the business does with quotes."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.shortcuts import get_object_or_404

from accounts.models import Address, User, Viewer
from accounts.own_address import account_of_sender
from accounts.services import lock_addresses, saved_address
from catalog.catalog import add_on_id
from common.attribution.models import HeardFrom, attribution_columns
from common.batches import Skipped
from common.business import business
from common.email_kinds import Cause
from common.errors import Conflict, field_error
from common.locks import lock_unchanged, refuse_if_changed
from common.unset import UNSET, Unset
from notifications.planning import plan
from quotes import clocks, emails, lines, office_emails
from quotes.changes import account_of, announce_change, change_status, is_staff, note_change
from quotes.estimate import stored_estimate
from quotes.lines import ScheduledVisit
from quotes.models import (
    Quote,
    QuoteComment,
    QuoteStatus,
    ServicePackage,
)
from quotes.proposals.status_changes import apply_status_change
from quotes.undo import announce_price, columns_of
from texts.models import CommunicationPreference, ConsentMethod
from texts.services import record_form_consent

# Per thread, counting only the customer's side.
MAX_CUSTOMER_COMMENTS = 500

PRICED_BY_LINES = "This quote's price is the sum of its lines. Change the lines instead."


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
    heard_from: HeardFrom | None = None,
    campaign: Mapping[str, object] | None = None,
) -> Quote:
    """Create a ``pending`` quote without a price, and store today's estimate with it.

    The quote belongs to the account of ``requested_by`` (``account_of_sender``), or to none yet. ``address_id`` is one
    of the caller's saved addresses, and provides the street if ``street_address`` is blank; someone else's raises
    DomainError (400) on ``addressId``. ``design`` has the fields of ``DesignInput``, ``campaign`` those of
    ``CampaignInput``.
    """
    address = _kept_address(requested_by, address_id) if address_id else None
    house: dict[str, Any] = {
        "service_package": service_package,
        "square_footage": square_footage,
        "storeys": storeys,
        "front_width_feet": front_width_feet,
    }
    quote = Quote(
        user=account_of_sender(requested_by, email),
        full_name=full_name,
        email=email,
        phone=phone,
        city=city,
        street_address=street_address or (address.street if address else ""),
        address=address,
        preferred_start_date=preferred_start_date,
        add_ons=list(add_ons),
        comments=comments,
        text_updates=text_updates,
        communication_preference=communication_preference,
        design=design,
        estimate=stored_estimate(**house, add_ons=add_ons),
        **house,
        **attribution_columns(heard_from, campaign),
    )
    quote.save(force_insert=True)  # objects.create would build a queryset first
    _handle_new_request(quote, requested_by)
    return quote


def _kept_address(viewer: Viewer, address_id: UUID) -> Address:
    """Return a saved address of the caller, which can't be deleted before the transaction ends."""
    if isinstance(viewer, User):
        lock_addresses(viewer)
    return saved_address(viewer, address_id)


def _handle_new_request(quote: Quote, by: Viewer) -> None:
    """Record the consent to texts, and plan the messages about a new request to the customer and the office. The office
    gets none about what it enters itself.
    """
    if quote.text_updates:
        record_form_consent(phone=quote.phone, box="quote", method=ConsentMethod.QUOTE_FORM, by=by)
    if isinstance(by, User) and by.is_admin:
        plan(emails.quote_requested, quote.id, cause=Cause.STAFF)
    else:
        plan(emails.quote_requested, quote.id, beside=[office_emails.office_requested])


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
    ``updated_at`` that the administrator saw. Raises Http404, and Conflict if the quote has changed since, if
    ``quote_amount`` differs from the sum of the quote's lines, or if the last day of the quote's lines has passed.
    """
    quote = lock_unchanged(Quote.objects.all(), quote_id, seen)
    before, old_offer = columns_of(quote), quote.offer
    if quote_amount is not UNSET and quote_amount != quote.quote_amount:
        if quote.has_lines:
            raise Conflict(PRICED_BY_LINES)
        quote.quote_amount = quote_amount
        if status is UNSET and quote.status == QuoteStatus.APPROVED:
            status = QuoteStatus.REVIEWED
    if status is not UNSET:
        quote.status = status
    apply_status_change(quote, old_status=before["status"])
    added = _note_revision(quote, by, before, old_offer)
    clocks.apply_change(quote, old_status=before["status"], old_offer=old_offer)
    quote.save()
    announce_price(quote, before=before, old_offer=old_offer, lines=added)
    announce_change(quote, by, old_status=before["status"], old_amount=before["quote_amount"], old_offer=old_offer)
    return quote


def _note_revision(quote: Quote, by: User, before: dict[str, Any], old_offer: Decimal | None) -> list[QuoteComment]:
    """Add a line to the thread for a changed price, and one for a changed status."""
    added, announced = [], old_offer
    still_agreed = before["status"] in QuoteStatus.AGREED
    if quote.quote_amount != before["quote_amount"]:
        added.append(note_change(quote, by, lines.price_line(quote, old_offer=old_offer)))
        announced, still_agreed = quote.offer, False
    if quote.status != before["status"]:
        by_customer = not is_staff(by, quote)
        line = lines.status_line(quote, by_customer=by_customer, still_agreed=still_agreed, announced=announced)
        added.append(note_change(quote, by, line))
    return added


@dataclass(frozen=True)
class BulkStatus:
    """The result for each quote, in the order requested."""

    changed: list[UUID]
    skipped: list[Skipped]


def set_quote_statuses(*, ids: Sequence[UUID], by: User, status: QuoteStatus) -> BulkStatus:
    """Set one status for several quotes, each in its own transaction. Skip those that the customer agreed to."""
    result = BulkStatus([], [])
    for quote_id in ids:
        try:
            _set_status_unless_agreed(quote_id, by, status)
        except Conflict as reason:
            result.skipped.append(Skipped(quote_id, str(reason)))
        else:
            result.changed.append(quote_id)
    return result


@transaction.atomic
def _set_status_unless_agreed(quote_id: UUID, by: User, status: QuoteStatus) -> None:
    """Raise Conflict with the reason if the quote can't be changed."""
    quote = Quote.objects.select_for_update().filter(id=quote_id).first()
    if quote is None:
        raise Conflict("We can't find that quote")
    if quote.status in QuoteStatus.AGREED:
        raise Conflict(
            f"{quote.full_name} has agreed to this quote ({quote.get_status_display()}). Open it to change it."
        )
    if quote.status == status:
        raise Conflict(f"This quote is already {quote.get_status_display()}")
    before, old_offer = columns_of(quote), quote.offer
    line = change_status(quote, by, status)
    announce_price(quote, before=before, old_offer=old_offer, lines=[line])


@transaction.atomic
def schedule_service(*, quote_id: UUID, by: User, visit: ScheduledVisit, seen: dt.datetime | None = None) -> Quote:
    """Set ``service_scheduled`` for a ``visit`` that the caller is about to add, and return the locked quote.

    A rejected quote whose lights are still up stays rejected and takes only the visit that removes them. Raises
    DomainError (400) for an unknown quote, Conflict for a rejected one or one that has changed since ``seen``.
    """
    quote = Quote.objects.select_for_update().filter(id=quote_id).first()
    if quote is None:
        raise field_error("quoteId", "We can't find that quote")
    is_declined = quote.status in QuoteStatus.DECLINED
    if is_declined and not (visit.is_takedown and quote.takedown_from):
        raise Conflict("This quote was rejected, so nothing can be scheduled for it")
    refuse_if_changed(quote.updated_at, seen)
    if quote.status != QuoteStatus.SERVICE_SCHEDULED and not is_declined:
        change_status(quote, by, QuoteStatus.SERVICE_SCHEDULED, visit)
    return quote


@transaction.atomic
def complete_quote(*, quote_id: UUID, by: User) -> Quote:
    """Set ``complete``, or ``complete_storage`` if the add-ons include off-season storage. A rejected quote stays so:
    completed, its invoices would be due again.
    """
    quote = Quote.objects.select_for_update().get(id=quote_id)
    if quote.status in QuoteStatus.DECLINED:
        return quote
    stored = any(add_on_id(name) == "storage" for name in quote.add_ons)
    status = QuoteStatus.COMPLETE_STORAGE if stored else QuoteStatus.COMPLETE
    if quote.status != status:
        change_status(quote, by, status)
    return quote


@transaction.atomic
def lock_quote(quote_id: UUID) -> Quote:
    """Return the quote, locked until the transaction ends. Raises Http404."""
    return get_object_or_404(Quote.objects.select_for_update(), id=quote_id)


def note_visits(quote: Quote, *, has_visit: bool, takedown_from: dt.datetime | None) -> None:
    """Store whether any visit has a day, and when a missing takedown is due. The caller has locked the quote.

    ``updated_at`` stays as it is, so that forms that staff have open do not conflict.
    """
    quote.has_visit, quote.takedown_from = has_visit, takedown_from
    quote.save(update_fields=["has_visit", "takedown_from"])


@transaction.atomic
def record_contact(*, quote_id: UUID) -> None:
    """Record that staff reached the customer, which counts as a response to both request and question.

    Raises Http404.
    """
    clocks.note_reply(lock_quote(quote_id))


@transaction.atomic
def record_try(*, quote_id: UUID, retry_at: dt.datetime) -> bool:
    """Count an attempt that did not reach the customer, and store when to retry. Return False if no one was waiting.

    Raises Http404.
    """
    return clocks.note_try(lock_quote(quote_id), retry_at)


@transaction.atomic
def let_go(*, quote_id: UUID, seen: dt.datetime | None = None) -> Quote:
    """Stop following up on an open quote. ``seen`` is the version that staff decided on.

    Raises Http404, and Conflict if the quote is not open, or has changed or got a comment since ``seen``.
    """
    quote = lock_quote(quote_id)
    if quote.status not in QuoteStatus.OPEN:
        raise Conflict(f"This quote is {quote.get_status_display()} now, so there is nothing to let go")
    if quote.let_go_at is None:
        refuse_if_changed(quote.news_at, seen)
        clocks.let_go(quote)
        quote.save()
    return quote


@transaction.atomic
def set_question_aside(*, quote_id: UUID, seen: dt.datetime | None = None) -> Quote:
    """Close the customer's question without a reply, if there is one. ``seen`` is the version that staff decided on.

    Raises Http404, and Conflict if the quote has changed or got a comment since ``seen``.
    """
    quote = lock_quote(quote_id)
    if quote.question_at:
        refuse_if_changed(quote.news_at, seen)
        clocks.set_question_aside(quote)
        quote.save()
    return quote


@transaction.atomic
def mark_no_invoice_needed(*, quote_id: UUID, reason: str) -> Quote:
    """Take done work off the list of what still has to be invoiced; ``reason`` says why.

    Raises Http404, and Conflict if the quote is not on the list.
    """
    quote = lock_quote(quote_id)
    if quote.unbilled_since is None:
        raise Conflict("This quote isn't waiting for an invoice anymore. Someone may have just taken care of it.")
    clocks.note_no_invoice_needed(quote, reason)
    return quote


@transaction.atomic(savepoint=False)
def comment_on_quote(*, quote: Quote, by: Viewer, content: str) -> QuoteComment:
    """Add a comment. An administrator's is a staff comment, except on their own quote.

    Raises Conflict if the thread is full, which does not apply to administrators (``check_comment_limit``).
    """
    # The row lock serializes the comments of a thread, so that the count and the order are exact.
    quote = Quote.objects.select_for_update(no_key=True).get(id=quote.id)
    author = account_of(by)
    is_admin = author is not None and author.is_admin
    if not is_admin:
        check_comment_limit(quote)
    comment = QuoteComment.objects.create(
        quote=quote, user=author, comment=content, is_staff_comment=is_admin and quote.user_id != by.pk
    )
    if comment.is_staff_comment:
        clocks.note_reply(quote)
        plan(emails.staff_replied, quote.id, occasion=str(comment.id))
    else:
        clocks.note_question(quote)
        # The same occasion for further comments, so that the office is notified once per question.
        plan(office_emails.office_asked, quote.id, occasion=str(quote.question_at))
    return comment


def check_comment_limit(quote: Quote) -> None:
    """Raise Conflict if the customer's comments have reached the thread's limit."""
    if not settings.THROTTLES:
        return
    written = quote.thread.to_staff()
    if written[MAX_CUSTOMER_COMMENTS - 1 :].exists():
        raise Conflict(
            f"This conversation has reached its limit of {MAX_CUSTOMER_COMMENTS} comments. "
            f"Your text is still here. Please call us at {business().phone}."
        )
