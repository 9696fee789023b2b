"""The worker's part of card payments."""

import datetime as dt
import logging
from decimal import Decimal
from uuid import UUID

from django.conf import settings
from django.db import transaction
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from payments import emails
from payments.client import PaymentsUnavailable
from payments.models import Payment

log = logging.getLogger(__name__)

_AGAIN = RetryStrategy(max_attempts=6, exponential_wait=5)


@app.task(retry=_AGAIN)
@transaction.atomic
def mail_refund(payment_id: str, amount: str) -> None:
    """Tell the business that ``amount`` (US dollars) of a payment went back."""
    emails.refunded(Payment.objects.select_related("user").get(id=UUID(payment_id)), Decimal(amount))


@app.task(retry=_AGAIN)
@transaction.atomic
def mail_dispute(payment_id: str, answer_by: str | None) -> None:
    """Tell the business that a customer's bank wants a payment back, and by when (an ISO instant) to answer."""
    payment = Payment.objects.select_related("user").get(id=UUID(payment_id))
    emails.disputed(payment, dt.datetime.fromisoformat(answer_by) if answer_by else None)


@app.periodic(cron="*/5 * * * *")
@app.task(queueing_lock="reconcile_payments", lock="reconcile_payments")
def reconcile_payments(timestamp: int) -> None:
    """Bring everything in step with Stripe. Every five minutes; nothing where card payment is not set up."""
    from payments.reconciliation import reconcile  # what it looks at hands out the tasks above

    if not settings.STRIPE_SECRET_KEY:
        return
    try:
        reconcile()
    except PaymentsUnavailable as error:
        log.warning("The reconciliation with Stripe goes on in five minutes: %s", error)
