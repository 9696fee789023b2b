"""The worker's part of card payments."""

import logging

from django.conf import settings
from procrastinate.contrib.django import app

from payments.client import PaymentsUnavailable
from payments.reconciliation import reconcile

log = logging.getLogger(__name__)


@app.periodic(cron="*/5 * * * *")
@app.task(queueing_lock="reconcile_payments", lock="reconcile_payments")
def reconcile_payments(timestamp: int) -> None:
    """Bring everything in step with Stripe. Every five minutes; nothing where card payment is not set up."""
    if not settings.STRIPE_SECRET_KEY:
        return
    try:
        reconcile()
    except PaymentsUnavailable as error:
        log.warning("The reconciliation with Stripe goes on in five minutes: %s", error)
