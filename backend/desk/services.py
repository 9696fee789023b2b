"""What staff do on the phone."""

import datetime as dt
from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User
from common.errors import DomainError
from desk import emails
from desk.models import Call, CallChannel, CallOutcome
from notifications.kinds import MessageKind
from notifications.models import AboutKind
from notifications.planning import plan
from notifications.services import record_reached
from quotes import services as quotes
from quotes.models import Quote
from replies import services as inquiries
from trees import services as trees
from trees.models import TreeOrder

RETRY_AFTER = dt.timedelta(hours=2)
LATEST_RETRY = dt.timedelta(days=30)
# When customers can be called, in Eastern time.
FIRST_CALL, LAST_CALL = dt.time(8), dt.time(20)


@transaction.atomic
def log_quote_call(
    *,
    quote_id: UUID,
    by: User,
    outcome: CallOutcome,
    channel: CallChannel = CallChannel.PHONE,
    note: str = "",
    retry_at: dt.datetime | None = None,
) -> Call:
    """Log a call about a quote: a response if it reached the customer, otherwise a try that they are emailed about.

    ``retry_at`` is when to try again, by default in two hours; see ``_check_retry``. Raises Http404.
    """
    retry_at = _record(
        outcome,
        retry_at,
        reached=lambda: _reach_about_quote(quote_id),
        tried=lambda at: quotes.record_try(quote_id=quote_id, retry_at=at),
    )
    call = Call.objects.create(
        quote_id=quote_id, author=by, outcome=outcome, channel=channel, note=note, retry_at=retry_at
    )
    _tell_of_try(emails.quote_not_reached, quote_id, call)
    return call


@transaction.atomic
def log_tree_order_call(
    *,
    order_id: UUID,
    by: User,
    outcome: CallOutcome,
    channel: CallChannel = CallChannel.PHONE,
    note: str = "",
    retry_at: dt.datetime | None = None,
) -> Call:
    """Log a call about a tree order, as ``log_quote_call`` does."""
    order = get_object_or_404(TreeOrder.objects.select_for_update(of=("self",)), id=order_id)
    retry_at = _record(
        outcome,
        retry_at,
        reached=lambda: _reach_about_order(order),
        tried=lambda at: trees.record_try(order_id=order_id, retry_at=at),
    )
    call = Call.objects.create(
        tree_order=order, author=by, outcome=outcome, channel=channel, note=note, retry_at=retry_at
    )
    _tell_of_try(emails.tree_not_reached, order.id, call)
    return call


@transaction.atomic
def log_inquiry_call(
    *,
    inquiry_id: UUID,
    by: User,
    outcome: CallOutcome,
    channel: CallChannel = CallChannel.PHONE,
    note: str = "",
    retry_at: dt.datetime | None = None,
) -> Call:
    """Log a call to someone who asked without a quote, as ``log_quote_call`` does. No one is emailed about a try: often
    a number is all that we know.
    """
    retry_at = _record(
        outcome,
        retry_at,
        reached=lambda: inquiries.record_contact(inquiry_id=inquiry_id),
        tried=lambda at: inquiries.record_try(inquiry_id=inquiry_id, retry_at=at),
    )
    return Call.objects.create(
        inquiry_id=inquiry_id, author=by, outcome=outcome, channel=channel, note=note, retry_at=retry_at
    )


def _tell_of_try(kind: MessageKind, about_id: UUID, call: Call) -> None:
    """Email the customer that we tried to reach them, once a day (Eastern time) about each quote and order."""
    if call.retry_at:  # a try that has an effect
        plan(kind, about_id, occasion=f"{timezone.localdate()}")


def _reach_about_quote(quote_id: UUID) -> None:
    quotes.record_contact(quote_id=quote_id)
    email = Quote.objects.values_list("email", flat=True).get(id=quote_id)
    record_reached(about=AboutKind.QUOTE, about_id=quote_id, email=email)


def _reach_about_order(order: TreeOrder) -> None:
    trees.record_contact(order_id=order.id)
    inquiries.record_contact_about(tree_order_id=order.id)
    record_reached(about=AboutKind.TREE_ORDER, about_id=order.id, email=order.customer_email)


def _record(
    outcome: CallOutcome,
    retry_at: dt.datetime | None,
    *,
    reached: Callable[[], None],
    tried: Callable[[dt.datetime], bool],
) -> dt.datetime | None:
    """Tell the app that the customer was reached, or tried and when to try again. Return that time, None if it has no
    effect.
    """
    if outcome == CallOutcome.REACHED:
        reached()
        return None
    at = _check_retry(retry_at)
    return at if tried(at) else None


def _check_retry(retry_at: dt.datetime | None) -> dt.datetime:
    """Return when to try again. Raises DomainError (400) unless it is to come, within 30 days."""
    now = timezone.now()
    if retry_at is None:
        return default_retry(now)
    if now < retry_at <= now + LATEST_RETRY:
        return retry_at
    message = "Choose a time in the next 30 days"
    raise DomainError(message, {"retryAt": [message]})


def default_retry(now: dt.datetime) -> dt.datetime:
    """Return the time two hours later, or the first one after it at which customers can be called."""
    at = timezone.localtime(now + RETRY_AFTER)
    if at.time() < FIRST_CALL or at.time() > LAST_CALL:
        day = at.date() if at.time() < FIRST_CALL else at.date() + dt.timedelta(days=1)
        at = timezone.make_aware(dt.datetime.combine(day, FIRST_CALL))
    return at.astimezone(dt.UTC)
