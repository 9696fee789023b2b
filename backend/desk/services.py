"""Log calls and other attempts to reach customers."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User, Viewer
from common.days import eastern
from common.errors import field_error
from desk import emails
from desk.models import Call, CallChannel, CallOutcome
from notifications.kinds import MessageKind
from notifications.models import AboutKind
from notifications.planning import plan
from notifications.services import record_reached
from quotes import services as quotes
from quotes import texts as quote_texts
from quotes.models import Acceptance, AcceptanceChannel, Quote
from replies import services as inquiries
from replies.models import Inquiry
from replies.threads import senders_of_orders
from trees import services as trees
from trees import texts as tree_texts
from trees.models import TreeOrder

RETRY_AFTER = dt.timedelta(hours=2)
LATEST_RETRY = dt.timedelta(days=30)
# When customers can be called, in Eastern time.
FIRST_CALL, LAST_CALL = dt.time(8), dt.time(20)


@dataclass(frozen=True)
class CallSubject:
    """A type of row that a call can be about: its column of ``Call``, its model, how its app records that the customer
    was ``reached`` or ``tried`` (which returns whether the try counts), and the email to a customer whom we did not
    reach.
    """

    column: str
    rows: type[Quote] | type[TreeOrder] | type[Inquiry]
    reached: Callable[[UUID], None]
    tried: Callable[[UUID, dt.datetime], bool]
    not_reached: MessageKind | None = None


def _reached_about_quote(quote_id: UUID) -> None:
    quotes.record_contact(quote_id=quote_id)
    recipient = quote_texts.recipient_of(Quote.objects.select_related("user").get(id=quote_id))
    record_reached(about=AboutKind.QUOTE, about_id=quote_id, email=recipient.address)


def _reached_about_order(order_id: UUID) -> None:
    order = get_object_or_404(TreeOrder.objects.select_for_update(of=("self",)), id=order_id)
    trees.record_contact(order_id=order_id)
    inquiries.record_contact_about(order)
    record_reached(about=AboutKind.TREE_ORDER, about_id=order_id, email=tree_texts.recipient_of(order).address)


def _reached_about_inquiry(inquiry_id: UUID) -> None:
    """Record that staff reached the sender. If they are the customer of the tree order that they asked about, that
    counts for the order, too; somebody else may have replied to its email.
    """
    inquiry = Inquiry.objects.select_related("tree_order").get(id=inquiry_id)
    order = inquiry.tree_order
    if order and inquiry.sender in senders_of_orders([order])[order.id]:
        _reached_about_order(order.id)  # first, since it locks the order before its inquiries
    inquiries.record_contact(inquiry_id=inquiry_id)


ABOUT_QUOTE = CallSubject(
    column="quote",
    rows=Quote,
    reached=_reached_about_quote,
    tried=lambda quote_id, at: quotes.record_try(quote_id=quote_id, retry_at=at),
    not_reached=emails.quote_not_reached,
)
ABOUT_TREE_ORDER = CallSubject(
    column="tree_order",
    rows=TreeOrder,
    reached=_reached_about_order,
    tried=lambda order_id, at: trees.record_try(order_id=order_id, retry_at=at),
    not_reached=emails.tree_not_reached,
)
# There is no email about a try: often we only know a number.
ABOUT_INQUIRY = CallSubject(
    column="inquiry",
    rows=Inquiry,
    reached=_reached_about_inquiry,
    tried=lambda inquiry_id, at: inquiries.record_try(inquiry_id=inquiry_id, retry_at=at),
)


def read_calls(*, about: CallSubject, about_id: UUID) -> QuerySet[Call]:
    """Return the calls about a row. Raises Http404."""
    get_object_or_404(about.rows, id=about_id)
    return Call.objects.filter(**{about.column: about_id})


@transaction.atomic
def log_call(
    *,
    about: CallSubject,
    about_id: UUID,
    by: User,
    outcome: CallOutcome,
    channel: CallChannel = CallChannel.PHONE,
    note: str = "",
    retry_at: dt.datetime | None = None,
) -> Call:
    """Log a call, text or email. It is a response if it reached the customer, otherwise a try. Customers are emailed
    about tries once a day (Eastern time) for each quote and order.

    ``retry_at`` is when to try again, by default in two hours; see ``_check_retry``. Raises Http404.
    """
    get_object_or_404(about.rows, id=about_id)
    if outcome == CallOutcome.REACHED:
        about.reached(about_id)
        retry_at = None
    else:
        at = _check_retry(retry_at)
        retry_at = at if about.tried(about_id, at) else None
    call = Call(author=by, outcome=outcome, channel=channel, note=note, retry_at=retry_at)
    setattr(call, f"{about.column}_id", about_id)
    call.save()
    if about.not_reached and call.retry_at:  # a try that counts
        plan(about.not_reached, about_id, occasion=f"{timezone.localdate()}")
    return call


def log_acceptance(quote: Quote, acceptance: Acceptance, by: Viewer, **kwargs: Any) -> None:
    """Log the call in which the customer accepted, if the office recorded the acceptance (``quote_accepted``)."""
    if acceptance.channel == AcceptanceChannel.PHONE and isinstance(by, User):
        log_call(about=ABOUT_QUOTE, about_id=quote.id, by=by, outcome=CallOutcome.REACHED)
        quote.refresh_from_db(fields=["question_at"])  # the response has it


def _check_retry(retry_at: dt.datetime | None) -> dt.datetime:
    """Return when to try again. Raises DomainError (400) unless it is in the next 30 days."""
    now = timezone.now()
    if retry_at is None:
        return default_retry(now)
    if now < retry_at <= now + LATEST_RETRY:
        return retry_at
    raise field_error("retryAt", "Choose a time in the next 30 days")


def default_retry(now: dt.datetime) -> dt.datetime:
    """Return the time in two hours, or the next time after that at which customers may be called."""
    at = timezone.localtime(now + RETRY_AFTER)
    if at.time() < FIRST_CALL or at.time() > LAST_CALL:
        day = timezone.localdate(at) + dt.timedelta(days=at.time() > LAST_CALL)
        at = eastern(day, FIRST_CALL)
    return at.astimezone(dt.UTC)
