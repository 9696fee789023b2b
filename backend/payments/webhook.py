"""Stripe's webhook: each event is verified, stored once and queued; the worker processes it."""

from contextlib import suppress
from typing import Any

import orjson
import stripe
from django.conf import settings
from django.db import transaction
from procrastinate.exceptions import AlreadyEnqueued

from common.errors import DomainError
from payments import tasks
from payments.client import NOT_SET_UP, PaymentsUnavailable
from payments.events import DONE, store
from payments.models import StripeEvent

SIGNATURE_TOLERANCE = 300  # seconds, the default of Stripe's libraries


def receive(body: bytes, signature: str | None) -> StripeEvent:
    """Store the event in a webhook's body, with the job that processes it, once no matter how often it arrives.

    Does not call Stripe: while Stripe is slow, webhooks must not block the web server's threads. Raises DomainError
    (400) if the signature is missing, wrong or older than five minutes, or the body is not an event, and
    PaymentsUnavailable if no webhook secret is set.
    """
    if not settings.STRIPE_WEBHOOK_SECRET:
        raise PaymentsUnavailable(NOT_SET_UP)
    try:
        stripe.WebhookSignature.verify_header(body, signature, settings.STRIPE_WEBHOOK_SECRET, SIGNATURE_TOLERANCE)
        return _store_with_job(orjson.loads(body))
    except stripe.SignatureVerificationError:
        raise DomainError("The signature is missing, wrong or too old") from None
    except (ValueError, KeyError, TypeError, AttributeError):  # should never happen, since the signature is right
        raise DomainError("This is not a Stripe event") from None


@transaction.atomic
def _store_with_job(contents: Any) -> StripeEvent:
    event = store(contents)
    if event.state not in DONE:
        enqueue(event)
    return event


def enqueue(event: StripeEvent, *, again: bool = False) -> None:
    """Queue the event for processing, unless its job is already waiting. ``again``: even if it was processed before."""
    job = tasks.process_event.configure(queueing_lock=f"stripe_event:{event.id}")
    with suppress(AlreadyEnqueued), transaction.atomic():
        job.defer(event_id=str(event.id), again=again)
