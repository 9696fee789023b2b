"""Delivery of webhooks to the product."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import stripe

from stripe_sandbox import WEBHOOK_SECRET
from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.conftest import official_client
from stripe_sandbox.tests.shapes import find_problems
from stripe_sandbox.tests.shop import Shop


class Endpoint(ThreadingHTTPServer):
    """The product's endpoint: stores the events and responds with ``status_for(count)``."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.received: list[Any] = []
        self.status_for: Callable[[int], int] = lambda number: 200
        self.url = f"http://127.0.0.1:{self.server_address[1]}/api/stripe/webhook"

    def ids(self) -> list[str]:
        return [event.id for event in self.received]


class _Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        event = stripe.Webhook.construct_event(body, self.headers["Stripe-Signature"], WEBHOOK_SECRET)
        assert find_problems(json.loads(body)) == []
        self.server.received.append(event)
        self.send_response(self.server.status_for(len(self.server.received)))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    server = Endpoint()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def sandbox(endpoint: Endpoint) -> Iterator[Sandbox]:
    with Sandbox(webhook_url=endpoint.url) as running:
        yield running


@contextmanager
def time_limit(seconds: float = 90) -> Iterator[Callable[[bool], bool]]:
    """Provide ``done`` for ``while not done(condition)`` loops that end after ``seconds``."""
    deadline = time.monotonic() + seconds

    def done(condition: bool) -> bool:
        assert condition or time.monotonic() < deadline, "It took too long."
        time.sleep(0 if condition else 0.02)
        return condition

    yield done


def wait_for_events(endpoint: Endpoint, count: int) -> None:
    with time_limit() as done:
        while not done(len(endpoint.received) >= count):
            pass


def wait_for_deliveries(sandbox: Sandbox) -> None:
    """Wait until no delivery is pending."""
    with time_limit() as done:
        while not done(not {"pending", "sending"} & set(sandbox.webhooks.status()["deliveries"])):
            pass


def test_event_is_signed_and_complete(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    intent = shop.paid_intent(metadata={"reference": "42"})
    wait_for_events(endpoint, 3)
    wait_for_deliveries(sandbox)
    assert sorted(endpoint.ids()) == sorted(event["id"] for event in sandbox.objects("event"))
    (paid,) = [event for event in endpoint.received if event.type == "payment_intent.succeeded"]
    assert paid.data.object.id == intent.id
    assert paid.data.object.metadata.reference == "42"
    assert paid.request.id.startswith("req_")
    assert shop.api.events.retrieve(paid.id).pending_webhooks == 0


def test_client_can_verify_event(shop: Shop, sandbox: Sandbox) -> None:
    sandbox.set_webhooks(hold=True)
    shop.intent()
    client = official_client(sandbox)

    def take(body: bytes, signature: str) -> int:
        assert client.construct_event(body, signature, WEBHOOK_SECRET).type == "payment_intent.created"
        with pytest.raises(stripe.SignatureVerificationError):
            client.construct_event(body + b" ", signature, WEBHOOK_SECRET)
        with pytest.raises(stripe.SignatureVerificationError):
            client.construct_event(body, signature, "whsec_other")
        return 200

    assert sandbox.deliver_pending(take) == [("payment_intent.created", 200)]


def test_rejected_event_is_retried(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    endpoint.status_for = lambda number: 500 if number < 2 else 200
    shop.intent()
    wait_for_events(endpoint, 2)
    wait_for_deliveries(sandbox)
    assert len(set(endpoint.ids())) == 1
    (delivery,) = sandbox.webhooks.deliveries()
    assert (delivery["state"], delivery["attempts"], delivery["response"]) == ("delivered", 2, "200")


def test_held_events_wait_until_released(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    sandbox.set_webhooks(hold=True)
    shop.intent()
    time.sleep(0.3)
    assert endpoint.received == []
    assert shop.api.events.list({"delivery_success": False}).data
    sandbox.set_webhooks(hold=False)
    wait_for_events(endpoint, 1)


def test_dropped_event_is_never_sent(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    sandbox.set_webhooks(drop_next=1)
    shop.intent()
    shop.intent()
    wait_for_events(endpoint, 1)
    wait_for_deliveries(sandbox)
    assert [delivery["state"] for delivery in sandbox.webhooks.deliveries()] == ["dropped", "delivered"]
    assert len(shop.api.events.list().data) == 2  # Stripe still lists what never wait_for_events


def test_random_drops_repeat_with_same_seed() -> None:
    def dropped(seed: int) -> list[str]:
        with Sandbox() as sandbox:
            sandbox.set_webhooks(drop_share=0.5, seed=seed)
            shop = Shop(sandbox, official_client(sandbox).v1)
            for _ in range(20):
                shop.intent()
            return [delivery["state"] for delivery in sandbox.webhooks.deliveries()]

    assert dropped(1) == dropped(1) != dropped(2)
    assert {"dropped", "pending"} == set(dropped(1))


def test_event_is_sent_several_times(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    sandbox.set_webhooks(repeat=2)
    shop.intent()
    wait_for_events(endpoint, 3)
    assert len(set(endpoint.ids())) == 1


def test_events_are_sent_out_of_order(shop: Shop, sandbox: Sandbox) -> None:
    sandbox.set_webhooks(hold=True, reorder=60, seed=3)
    for _ in range(10):
        shop.intent()
    came: list[str] = []

    def take(body: bytes, signature: str) -> int:
        came.append(json.loads(body)["id"])
        return 200

    sandbox.deliver_pending(take)
    made = [event["id"] for event in sandbox.objects("event")]
    assert sorted(came) == sorted(made)
    assert came != made


def test_rejected_event_waits_for_next_delivery(shop: Shop) -> None:
    with Sandbox() as sandbox:
        Shop(sandbox, official_client(sandbox).v1).intent()
        statuses = iter((400, 302, 500))
        for refused in (400, 302, 500):
            assert sandbox.deliver_pending(lambda *_: next(statuses)) == [("payment_intent.created", refused)]
        assert sandbox.deliver_pending(lambda body, signature: 200) == [("payment_intent.created", 200)]
        assert sandbox.deliver_pending(lambda body, signature: 200) == []


def test_event_is_delivered_after_outage_of_product(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    sandbox.webhooks.url = "http://127.0.0.1:1/"
    shop.intent()
    with time_limit() as done:
        while not done(sandbox.webhooks.deliveries()[0]["attempts"] > 0):
            pass
    assert "refused" in sandbox.webhooks.deliveries()[0]["response"]
    sandbox.webhooks.url = endpoint.url
    wait_for_events(endpoint, 1)
