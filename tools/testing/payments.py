"""Helpers of the tests that pay: a till at the sandbox for Stripe, over its real HTTP."""

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson
import stripe
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.jobs import Status
from rest_framework.test import APIClient

from common.worker.queues import PAYMENTS

if TYPE_CHECKING:
    from stripe_sandbox.server import Sandbox

log = logging.getLogger(__name__)

WEBHOOK = "/api/stripe/webhook"


@dataclass(frozen=True)
class Till:
    """What Stripe does after customers have paid (``testing.cards``). ``sandbox`` has the controls."""

    sandbox: "Sandbox"

    def deliver(self) -> list[tuple[str, int]]:
        """Deliver the webhooks that wait and process them; return their types and the status of each response."""
        sent = self.sandbox.deliver_pending(post_webhook)
        run_payments_queue()
        return sent

    def caught(self) -> list[tuple[bytes, str]]:
        """The webhooks that wait, each as its body and signature: kept from us, to be posted by the test."""
        caught: list[tuple[bytes, str]] = []

        def catch(body: bytes, signature: str) -> int:
            caught.append((body, signature))
            return 200

        self.sandbox.deliver_pending(catch)
        return caught

    def charges(self) -> list[dict[str, Any]]:
        """The charges that succeeded at Stripe."""
        return [charge for charge in self.sandbox.objects("charge") if charge["status"] == "succeeded"]


def post_webhook(body: bytes, signature: str | None, **headers: str) -> int:
    """Send a webhook as Stripe does; answers the status."""
    given = {"Stripe-Signature": signature} if signature is not None else {}
    sender: Any = APIClient(raise_request_exception=False)
    answer = sender.generic(
        "POST", WEBHOOK, body, content_type="application/json; charset=utf-8", headers=given | headers
    )
    return int(answer.status_code)


def deliver(body: bytes, signature: str) -> int:
    """Send a webhook and process it; return the status."""
    status = post_webhook(body, signature)
    run_payments_queue()
    return status


def run_payments_queue() -> None:
    """Run what is due in the queue for payments, in this thread and on its database connection.

    A worker has connections of its own and would not see what a test that is one transaction has written. The jobs
    are fetched, retried and finished as a worker does it.
    """
    manager = app.job_manager
    worker_id = async_to_sync(manager.register_worker)()
    while job := async_to_sync(manager.fetch_job)(queues=[PAYMENTS], worker_id=worker_id):
        task = app.tasks[job.task_name]
        try:
            task(**orjson.loads(str(job.task_kwargs)))  # Django's connections leave JSON as text
        except Exception as error:
            log.info("Job %s failed", job.task_name, exc_info=error)
            if retry := task.get_retry_exception(error, job):
                decision = retry.retry_decision
                at = decision.retry_at or timezone.now()
                async_to_sync(manager.retry_job)(job, retry_at=at)
            else:
                async_to_sync(manager.finish_job)(job, Status.FAILED, delete_job=False)
        else:
            async_to_sync(manager.finish_job)(job, Status.SUCCEEDED, delete_job=False)


def make_retries_due() -> None:
    """Let the pauses pass after which failed jobs are tried again."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_jobs SET scheduled_at = now() WHERE status = 'todo'")


def event_body(kind: str, about: dict[str, Any], event_id: str = "evt_1") -> bytes:
    """An event as Stripe sends it, about the given object."""
    event = {"id": event_id, "object": "event", "type": kind, "created": int(time.time()), "data": {"object": about}}
    return orjson.dumps(event)


def signed(body: bytes, *, secret: str = "", age: int = 0) -> str:
    """The signature header of a webhook that is ``age`` seconds old."""
    moment = int(time.time()) - age
    key = secret or settings.STRIPE_WEBHOOK_SECRET
    return str(stripe.WebhookSignature.generate_signature_header(body.decode(), key, moment))


def send_event(kind: str, about: dict[str, Any], event_id: str = "evt_1") -> int:
    """Send an event that Stripe never made, and process it; return the status."""
    body = event_body(kind, about, event_id)
    return deliver(body, signed(body))
