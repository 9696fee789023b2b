"""Reconciles our rows with Stripe: reads its list of events for those that never arrived, and fetches open payments."""

import datetime as dt
import logging
from collections.abc import Iterable
from typing import Any

import stripe
from django.db.models import DurationField, ExpressionWrapper, F, Q, QuerySet, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from common.batches import run_each
from payments import disputes, events, hooks, refunds
from payments.balance_reconciliation import read_balance, sync_unfinished_payouts
from payments.client import PaymentsUnavailable, client, translate_stripe_errors
from payments.intents import intent_of
from payments.ledger import sync_payment
from payments.models import EventState, Payment, PaymentStatus, ReconciliationCheckpoint, StripeEvent

log = logging.getLogger(__name__)

# Stripe lists an event some seconds after it happens, and clocks differ.
OVERLAP = dt.timedelta(minutes=10)
# How far back the first run reads the list. Stripe keeps events for 30 days.
INITIAL_WINDOW = dt.timedelta(days=3)
# How long to wait for a webhook before asking Stripe, and the shortest pause between two attempts.
PATIENCE = dt.timedelta(minutes=3)
# The pause between two attempts is this fraction of a row's age.
PAUSE_DIVISOR = 20
BATCH_SIZE = 500
# The maximum number of types that Stripe's list of events takes in one request.
TYPES_PER_REQUEST = 20


def reconcile() -> int:
    """Reconcile our rows with Stripe. May run repeatedly and concurrently.

    A row that fails is logged and retried by a later run, and does not stop the others. Return the number of errors.
    Raises PaymentsUnavailable at the end if Stripe could not be reached for some.
    """
    errors: list[Exception] = []

    def run(step: hooks.ReconciliationStep) -> None:
        errors.extend(step())

    own = [_read_events, _retry_events, _sync_open_payments, refunds.give_up_unsent, disputes.give_up_unsent]
    errors += run_each([*own, *hooks.reconciliation_steps(), read_balance, sync_unfinished_payouts], run)
    for error in errors:
        if isinstance(error, PaymentsUnavailable):
            raise error
    return len(errors)


def _read_events() -> list[Exception]:
    """Process every event that Stripe lists and we don't have."""
    began = timezone.now()
    known = ReconciliationCheckpoint.objects.values_list("until", flat=True).first()
    since = known - OVERLAP if known else began - INITIAL_WINDOW
    found = list(_listed(since))
    seen = set(
        StripeEvent.objects.filter(stripe_id__in=[event.id for event in found]).values_list("stripe_id", flat=True)
    )
    # All are stored before any is processed, so none is lost if processing fails.
    stored = events.store_all([row for event in found if event.id not in seen and (row := _row(event))])
    ReconciliationCheckpoint.objects.update_or_create(id=True, defaults={"until": began})
    return _process_each(stored)


def _row(event: stripe.Event) -> StripeEvent | None:
    try:
        return events.build_event(event.to_dict())
    except (ValueError, KeyError, TypeError, AttributeError):  # a retry would not help
        log.exception("Stripe lists an invalid event: %s", event.id)
        return None


@translate_stripe_errors
def _listed(since: dt.datetime) -> list[stripe.Event]:
    listed: list[stripe.Event] = []
    types = list(events.HANDLERS)
    for first in range(0, len(types), TYPES_PER_REQUEST):
        some = types[first : first + TYPES_PER_REQUEST]
        page = client().v1.events.list({"created": {"gte": int(since.timestamp())}, "types": some, "limit": 100})
        listed += page.auto_paging_iter()
    return listed


def _retry_events() -> list[Exception]:
    """Process events that failed or are still unprocessed, older ones less often."""
    waiting = StripeEvent.objects.filter(state__in=(EventState.FAILED, EventState.RECEIVED))
    due = _with_pause(waiting).filter(updated_at__lt=Value(timezone.now()) - F("pause")).order_by("updated_at", "id")
    return _process_each(due[:BATCH_SIZE])


def _process_each(rows: Iterable[StripeEvent]) -> list[Exception]:
    """Process events, with one fetch per object. Return the errors."""
    return run_each(events.group_by_object(rows), _process, outage=(PaymentsUnavailable,))


def _process(group: list[StripeEvent]) -> None:
    """Process a group of events. Raises the error that the handler raised."""
    try:
        events.process(*(event.id for event in group))
    except events.EventFailed as failed:
        raise (failed.__cause__ or failed) from None


def _sync_open_payments() -> list[Exception]:
    """Fetch payments that were started and not settled, older ones less often."""
    now = timezone.now()
    rows = _with_pause(Payment.objects.filter(status__in=PaymentStatus.UNSETTLED, created_at__lt=now - PATIENCE))
    due = rows.filter(Q(checked_at=None) | Q(checked_at__lt=Value(now) - F("pause")))
    batch = due.order_by(F("checked_at").asc(nulls_first=True), "id")[:BATCH_SIZE]
    return run_each(batch, _sync_open_payment, outage=(PaymentsUnavailable,))


def _with_pause(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Annotate ``rows`` with the ``pause`` after which each may be checked again."""
    share = ExpressionWrapper((Value(timezone.now()) - F("created_at")) / PAUSE_DIVISOR, output_field=DurationField())
    paused: QuerySet[Any] = rows.annotate(pause=Greatest(Value(PATIENCE), share))
    return paused


def _sync_open_payment(payment: Payment) -> None:
    try:
        sync_payment(payment.stripe_payment_intent_id or intent_of(payment).id)
    finally:  # after a failure too, so that the next run starts with other payments
        Payment.objects.filter(id=payment.id).update(checked_at=timezone.now())
