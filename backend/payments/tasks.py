"""The worker's tasks for card payments."""

import datetime as dt
import logging
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.models import User
from common.days import eastern
from common.worker.queues import PAYMENTS
from payments import customers, events, intents, reconciliation, saved_cards
from payments.attempts import RETRY_FOR_A_DAY, RETRY_SOON
from payments.client import PaymentsUnavailable
from payments.models import Recount
from payments.recount import recount

log = logging.getLogger(__name__)

RECOUNT_TIME = dt.time(6)


@app.task(queue=PAYMENTS, retry=RETRY_SOON)
def process_event(event_id: str, again: bool = False) -> None:
    """Process an event from the webhook. Raises EventFailed, which the queue retries."""
    events.process(UUID(event_id), again=again)


@app.task(queue=PAYMENTS, retry=RETRY_FOR_A_DAY)
def update_customer(user_id: str) -> None:
    """Send a user's current name and email address to Stripe."""
    user = User.objects.filter(id=UUID(user_id)).first()
    if user and settings.STRIPE_SECRET_KEY:
        customers.update_customer(user)
        intents.update_receipt_emails(user)


@app.task(queue=PAYMENTS, retry=RETRY_FOR_A_DAY)
def forget_customer(customer: str) -> None:
    """Delete the cards, name and email address of an erased person's customer at Stripe (its ID) if it still exists."""
    if not customers.customer_was_deleted(customer):
        saved_cards.detach_all(customer)
        customers.forget_details(customer)


@app.periodic(cron="*/5 * * * *")
@app.task(queue=PAYMENTS, queueing_lock="reconcile_payments", lock="reconcile_payments")
def reconcile_payments(timestamp: int) -> None:
    """Reconcile everything with Stripe. Every five minutes; does nothing if card payments are not set up."""
    if not settings.STRIPE_SECRET_KEY:
        return
    try:
        reconciliation.reconcile()
    except PaymentsUnavailable as error:
        log.warning("The reconciliation with Stripe will be retried in five minutes: %s", error)


@app.periodic(cron="2-59/10 * * * *")
@app.task(queue=PAYMENTS, queueing_lock="recount_payments", lock="reconcile_payments")
def recount_payments(timestamp: int) -> None:
    """Compare our rows with Stripe's once a day, as soon after 6:00 AM Eastern as Stripe can be reached.

    Does nothing if card payments are not set up.
    """
    now = timezone.now()
    due = eastern(timezone.localdate(now), RECOUNT_TIME)
    if not settings.STRIPE_SECRET_KEY or now < due or Recount.objects.filter(checked_at__gte=due).exists():
        return
    try:
        recount()
    except PaymentsUnavailable as error:
        log.warning("The recount will be retried in ten minutes: %s", error)
