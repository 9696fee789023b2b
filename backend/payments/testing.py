"""Helpers of the tests that pay: a till at the sandbox for Stripe, over its real HTTP."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson
import stripe
from django.conf import settings
from rest_framework.test import APIClient

if TYPE_CHECKING:
    from stripe_sandbox.server import Sandbox

WEBHOOK = "/api/stripe/webhook"


@dataclass(frozen=True)
class Till:
    """What Stripe does after customers have paid (``payments.test_cards``). ``sandbox`` has the controls."""

    sandbox: "Sandbox"

    def deliver(self) -> list[tuple[str, int]]:
        """Deliver the webhooks that wait; answers their types and what we answered."""
        return self.sandbox.deliver_pending(post_webhook)

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
    """Send an event that Stripe never made; answers the status."""
    body = event_body(kind, about, event_id)
    return post_webhook(body, signed(body))
