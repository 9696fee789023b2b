"""Repairs what never arrived: reads Stripe's own list of events, and asks about everything that waits for news."""

import datetime as dt
import logging
from typing import Any

import stripe
from django.db.models import DurationField, ExpressionWrapper, F, Q, QuerySet, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from common.batches import run_each
from payments import events, hooks
from payments.client import PaymentsUnavailable, asks_stripe, client
from payments.intents import intent_of
from payments.ledger import sync_payment
from payments.models import EventState, Payment, PaymentStatus, ReconciledUntil, StripeEvent

log = logging.getLogger(__name__)

# Stripe lists an event some seconds after it happened; and clocks differ.
OVERLAP = dt.timedelta(minutes=10)
# Where to begin when nothing was ever read. Stripe keeps events for 30 days.
FIRST_LOOK = dt.timedelta(days=3)
# So long may news be under way by themselves before we go and ask.
PATIENCE = dt.timedelta(minutes=3)
# The pause between two tries grows with the age of a row: a twentieth of it.
TRIES_PER_AGE = 20
AT_ONCE = 500


def reconcile() -> int:
    """Bring everything here in step with Stripe; done twice, or by two at once, it changes nothing more.

    Each row is repaired by itself: one that fails is logged and tried again by a later run, without affecting others.
    Return how many failed. Raises PaymentsUnavailable at the end if Stripe could not be reached for some.
    """
    errors: list[Exception] = []

    def run(step: hooks.Healer) -> None:
        errors.extend(step())

    errors += run_each([_read_events, _try_again, _ask_about_open_payments, *hooks.healers()], run)
    for error in errors:
        if isinstance(error, PaymentsUnavailable):
            raise error
    return len(errors)


def _read_events() -> list[Exception]:
    """Process every event that Stripe has and we have not."""
    began = timezone.now()
    known = ReconciledUntil.objects.values_list("until", flat=True).first()
    since = known - OVERLAP if known else began - FIRST_LOOK
    found = list(_listed(since))
    seen = set(
        StripeEvent.objects.filter(stripe_id__in=[event.id for event in found]).values_list("stripe_id", flat=True)
    )
    # Stripe lists the newest first. All are stored before the first is processed: none is lost if processing fails.
    stored = [_store(event) for event in reversed(found) if event.id not in seen]
    ReconciledUntil.objects.update_or_create(id=True, defaults={"until": began})
    return run_each([row for row in stored if row], _process, outage=(PaymentsUnavailable,))


def _store(event: stripe.Event) -> StripeEvent | None:
    try:
        return events.store(event.to_dict())
    except (ValueError, KeyError, TypeError, AttributeError):  # another try could not read it either
        log.exception("Stripe lists an event that can't be read: %s", event.id)
        return None


@asks_stripe
def _listed(since: dt.datetime) -> list[stripe.Event]:
    listed = client().v1.events.list(
        {"created": {"gte": int(since.timestamp())}, "types": list(events.HANDLERS), "limit": 100}
    )
    return list(listed.auto_paging_iter())


def _try_again() -> list[Exception]:
    """Process events that failed or were stored but never finished; older ones less often."""
    waiting = StripeEvent.objects.filter(state__in=(EventState.FAILED, EventState.RECEIVED))
    due = _with_pause(waiting).filter(updated_at__lt=Value(timezone.now()) - F("pause")).order_by("updated_at", "id")
    return run_each(due[:AT_ONCE], _process, outage=(PaymentsUnavailable,))


def _process(event: StripeEvent) -> None:
    """Process an event. Raises PaymentsUnavailable; any other failure is this event's own, and its row says which."""
    try:
        events.process(event.id)
    except events.EventFailed as failed:
        raise (failed.__cause__ or failed) from None


def _ask_about_open_payments() -> list[Exception]:
    """Look at payments that were begun and of which nothing was heard; the older, the less often."""
    now = timezone.now()
    rows = _with_pause(Payment.objects.filter(status__in=PaymentStatus.UNSETTLED, created_at__lt=now - PATIENCE))
    due = rows.filter(Q(checked_at=None) | Q(checked_at__lt=Value(now) - F("pause")))
    first = due.order_by(F("checked_at").asc(nulls_first=True), "id")[:AT_ONCE]
    return run_each(first, _ask_about, outage=(PaymentsUnavailable,))


def _with_pause(rows: QuerySet[Any]) -> QuerySet[Any]:
    """``rows`` with the ``pause`` after which each may be looked at again."""
    share = ExpressionWrapper((Value(timezone.now()) - F("created_at")) / TRIES_PER_AGE, output_field=DurationField())
    paused: QuerySet[Any] = rows.annotate(pause=Greatest(Value(PATIENCE), share))
    return paused


def _ask_about(payment: Payment) -> None:
    try:
        sync_payment(payment.stripe_payment_intent_id or intent_of(payment).id)
    finally:  # also after a failure: the next run begins with others
        Payment.objects.filter(id=payment.id).update(checked_at=timezone.now())
