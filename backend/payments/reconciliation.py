"""Heals what never arrived: reads Stripe's own list of events, and asks about whatever waits for news."""

import datetime as dt
import logging

import stripe
from django.db.models import DurationField, ExpressionWrapper, F, Q, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from common.errors import DomainError
from payments import events, hooks
from payments.client import PaymentsUnavailable, Refused, asks_stripe, client
from payments.intents import intent_of
from payments.ledger import sync_payment
from payments.models import UNSETTLED, EventState, Payment, ReconciledUntil, StripeEvent

log = logging.getLogger(__name__)

# Stripe lists an event some seconds after it happened; and clocks differ.
OVERLAP = dt.timedelta(minutes=10)
# Where to begin when nothing was ever read. Stripe keeps events for 30 days.
FIRST_LOOK = dt.timedelta(days=3)
# So long may news be under way by themselves before we go and ask.
PATIENCE = dt.timedelta(minutes=3)
# After so many failures of an event only a person's "process again" tries once more.
ATTEMPTS = 50
AT_ONCE = 500


def reconcile() -> None:
    """Bring everything here in step with Stripe; done twice, or by two at once, it changes nothing more.

    Raises PaymentsUnavailable where Stripe can't be asked: what was healed until then stays, and the next run goes on.
    """
    _read_events()
    _try_again()
    _ask_about_open_payments()
    for heal in hooks.healers():
        heal()


def _read_events() -> None:
    """Work off every event that Stripe has and we have not."""
    began = timezone.now()
    known = ReconciledUntil.objects.values_list("until", flat=True).first()
    since = known - OVERLAP if known else began - FIRST_LOOK
    found = list(_listed(since))
    seen = set(
        StripeEvent.objects.filter(stripe_id__in=[event.id for event in found]).values_list("stripe_id", flat=True)
    )
    for event in reversed(found):  # Stripe lists the newest first
        if event.id not in seen:
            _work_off(events.store(event.to_dict()))
    ReconciledUntil.objects.update_or_create(id=True, defaults={"until": began})


@asks_stripe
def _listed(since: dt.datetime) -> list[stripe.Event]:
    listed = client().v1.events.list(
        {"created": {"gte": int(since.timestamp())}, "types": list(events.HANDLERS), "limit": 100}
    )
    return list(listed.auto_paging_iter())


def _try_again() -> None:
    """Work off what failed, and what was stored but never finished."""
    waiting = Q(state=EventState.FAILED) | Q(state=EventState.RECEIVED, created_at__lt=timezone.now() - PATIENCE)
    for event in StripeEvent.objects.filter(waiting, attempts__lt=ATTEMPTS).order_by("created_at")[:AT_ONCE]:
        _work_off(event)


def _work_off(event: StripeEvent) -> None:
    try:
        events.process(event.id)
    except events.EventFailed as failed:
        if isinstance(failed.__cause__, PaymentsUnavailable):
            raise failed.__cause__ from None  # the next would fail as well
        # Anything else is this event's own: its row says what, and the others go on.


def _ask_about_open_payments() -> None:
    """Look at payments that were begun and of which nothing was heard; the older, the less often."""
    now = timezone.now()
    rows = Payment.objects.filter(status__in=UNSETTLED, created_at__lt=now - PATIENCE).annotate(
        pause=Greatest(
            Value(PATIENCE), ExpressionWrapper((Value(now) - F("created_at")) / 20, output_field=DurationField())
        )
    )
    due = rows.filter(Q(checked_at=None) | Q(checked_at__lt=Value(now) - F("pause")))
    for payment in due.order_by(F("checked_at").asc(nulls_first=True), "id")[:AT_ONCE]:
        _ask_about(payment)


def _ask_about(payment: Payment) -> None:
    try:
        sync_payment(payment.stripe_payment_intent_id or intent_of(payment).id)
    except PaymentsUnavailable:
        raise
    except (Refused, DomainError):
        log.exception("Payment %s could not be looked at", payment.id)
    Payment.objects.filter(id=payment.id).update(checked_at=timezone.now())
