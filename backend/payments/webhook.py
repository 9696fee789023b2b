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

OLDEST_SIGNATURE = 300  # seconds, as Stripe's libraries have it


def receive(body: bytes, signature: str | None) -> StripeEvent:
    """Store the event in a webhook's body once, however often it comes, with the job that processes it.

    Stripe is not called: while it is slow, a webhook must not hold a thread. Raises DomainError (400) if the signature
    is missing, wrong or older than five minutes, or the body is no event; PaymentsUnavailable if there is no secret to
    check it with.
    """
    if not settings.STRIPE_WEBHOOK_SECRET:
        raise PaymentsUnavailable(NOT_SET_UP)
    try:
        stripe.WebhookSignature.verify_header(body, signature, settings.STRIPE_WEBHOOK_SECRET, OLDEST_SIGNATURE)
        return _store_with_job(orjson.loads(body))
    except stripe.SignatureVerificationError:
        raise DomainError("The signature is missing, wrong or too old") from None
    except (ValueError, KeyError, TypeError, AttributeError):  # signed, so it should never happen
        raise DomainError("This is not an event of Stripe's") from None


@transaction.atomic
def _store_with_job(contents: Any) -> StripeEvent:
    event = store(contents)
    if event.state not in DONE:
        enqueue(event)
    return event


def enqueue(event: StripeEvent, *, again: bool = False) -> None:
    """Queue the processing of the event, unless a job for it is waiting. ``again``: also if it was processed before."""
    job = tasks.process_event.configure(queueing_lock=f"stripe_event:{event.id}")
    with suppress(AlreadyEnqueued), transaction.atomic():
        job.defer(event_id=str(event.id), again=again)
