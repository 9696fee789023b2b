"""Helpers for tests with payments, which use the Stripe sandbox over real HTTP."""

import logging
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

import orjson
import stripe
from django.conf import settings
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.jobs import Status
from procrastinate.manager import JobManager
from rest_framework.test import APIClient

from catalog.catalog import CHECKOUT_AMOUNT, STORAGE_PLAN_BY_ID
from common import request_ids
from common.worker.queues import PAYMENTS
from stripe_sandbox.server import Sandbox

log = logging.getLogger(__name__)

T = TypeVar("T")

WEBHOOK = "/api/stripe/webhook"

# The published amount of the checkout: the body of a request, as the API returns it, and as Stripe has it.
CHECKOUT: dict[str, Any] = {"amount": str(CHECKOUT_AMOUNT)}
CHECKOUT_DOLLARS = f"{CHECKOUT_AMOUNT:.2f}"
CHECKOUT_CENTS = int(CHECKOUT_AMOUNT * 100)


class StripeSandbox(Sandbox):
    """A sandbox whose webhooks reach the product only when a test delivers them."""

    def deliver(self) -> list[tuple[str, int]]:
        """Deliver the waiting webhooks and process them; return their types and the status of each response."""
        sent = self.deliver_pending(post_webhook)
        run_payments_queue()
        return sent

    def capture_webhooks(self) -> list[tuple[bytes, str]]:
        """Return the waiting webhooks, each as its body and signature. The test posts them, or drops them."""
        captured: list[tuple[bytes, str]] = []

        def catch(body: bytes, signature: str) -> int:
            captured.append((body, signature))
            return 200

        self.deliver_pending(catch)
        return captured

    def charges(self) -> list[dict[str, Any]]:
        """Return the charges that succeeded at Stripe."""
        return [charge for charge in self.objects("charge") if charge["status"] == "succeeded"]


def plan_dollars(plan: str) -> str:
    """Return the monthly price of a storage plan as the API returns it."""
    return f"{STORAGE_PLAN_BY_ID[plan].monthly_price:.2f}"


def plan_cents(plan: str) -> int:
    """Return the monthly price of a storage plan as Stripe has it."""
    return int(STORAGE_PLAN_BY_ID[plan].monthly_price * 100)


def post_webhook(body: bytes, signature: str | None, **headers: str) -> int:
    """Send a webhook as Stripe does; return the status."""
    given = {"Stripe-Signature": signature} if signature is not None else {}
    sender: Any = APIClient(raise_request_exception=False)
    response = sender.generic(
        "POST", WEBHOOK, body, content_type="application/json; charset=utf-8", headers=given | headers
    )
    return int(response.status_code)


def deliver(body: bytes, signature: str) -> int:
    """Send a webhook and process it; return the status."""
    status = post_webhook(body, signature)
    run_payments_queue()
    return status


class _DirectConnector(DjangoConnector):
    """Runs the queue's statements synchronously on this thread's connection. An event loop and threads per statement
    would take a quarter of these tests' time."""

    async def execute_query_async(self, query: Any, **arguments: Any) -> None:
        self.execute_query(query, **arguments)

    async def execute_query_one_async(self, query: Any, **arguments: Any) -> dict[str, Any]:
        return self.execute_query_one(query, **arguments)

    async def execute_query_all_async(self, query: Any, **arguments: Any) -> list[dict[str, Any]]:
        return self.execute_query_all(query, **arguments)


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of ``work``, which never waits: it only talks to a ``_DirectConnector``."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError("it waits for something")


def run_payments_queue() -> None:
    """Run what is due in the queue for payments."""
    run_queues(PAYMENTS)


def run_queues(*queues: str) -> None:
    """Run what is due in the queues (default: all), in this thread and on its database connection.

    A worker has its own connections, and can't see what a test has written in its transaction. Jobs are fetched,
    retried and finished as by a worker.
    """
    manager = JobManager(_DirectConnector())
    worker_id = _run(manager.register_worker())
    while job := _run(manager.fetch_job(queues=list(queues) or None, worker_id=worker_id)):
        task = app.tasks[job.task_name]
        try:
            arguments = orjson.loads(str(job.task_kwargs))  # Django's connections return JSON as text
            arguments.pop(request_ids.KEY, None)  # only the worker uses it
            task(**arguments)
        except Exception as error:
            log.info("Job %s failed", job.task_name, exc_info=error)
            if retry := task.get_retry_exception(error, job):
                decision = retry.retry_decision
                at = decision.retry_at or timezone.now()
                _run(manager.retry_job(job, retry_at=at))
            else:
                _run(manager.finish_job(job, Status.FAILED, delete_job=False))
        else:
            _run(manager.finish_job(job, Status.SUCCEEDED, delete_job=False))


def event_body(kind: str, about: dict[str, Any], event_id: str = "evt_1") -> bytes:
    """Return the body of a Stripe event about an object."""
    event = {"id": event_id, "object": "event", "type": kind, "created": int(time.time()), "data": {"object": about}}
    return orjson.dumps(event)


def sign_webhook(body: bytes, *, secret: str = "", age: int = 0) -> str:
    """Return the signature header of a webhook that is ``age`` seconds old."""
    moment = int(time.time()) - age
    key = secret or settings.STRIPE_WEBHOOK_SECRET
    return str(stripe.WebhookSignature.generate_signature_header(body.decode(), key, moment))


def send_event(kind: str, about: dict[str, Any], event_id: str = "evt_1") -> int:
    """Send a made-up event and process it; return the status."""
    body = event_body(kind, about, event_id)
    return deliver(body, sign_webhook(body))
