"""Events on their way to the product."""

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
from stripe_sandbox.tests.conftest import official
from stripe_sandbox.tests.shapes import wrong
from stripe_sandbox.tests.shop import Shop


class Endpoint(ThreadingHTTPServer):
    """The product's side: keep what came; return what ``answer`` says."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.came: list[Any] = []
        self.answer: Callable[[int], int] = lambda number: 200
        self.url = f"http://127.0.0.1:{self.server_address[1]}/api/stripe/webhook"

    def ids(self) -> list[str]:
        return [event.id for event in self.came]


class _Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        event = stripe.Webhook.construct_event(body, self.headers["Stripe-Signature"], WEBHOOK_SECRET)
        assert wrong(json.loads(body)) == []
        self.server.came.append(event)
        self.send_response(self.server.answer(len(self.server.came)))
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
def within(seconds: float = 10) -> Iterator[Callable[[bool], bool]]:
    """``while not done(condition): …`` with an end."""
    deadline = time.monotonic() + seconds

    def done(condition: bool) -> bool:
        assert condition or time.monotonic() < deadline, "It took too long."
        time.sleep(0 if condition else 0.02)
        return condition

    yield done


def arrived(endpoint: Endpoint, count: int) -> None:
    with within() as done:
        while not done(len(endpoint.came) >= count):
            pass


def settled(sandbox: Sandbox) -> None:
    """Wait until nothing is on its way."""
    with within() as done:
        while not done(not {"pending", "sending"} & set(sandbox.webhooks.status()["deliveries"])):
            pass


def test_every_event_comes_signed_and_whole(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    intent = shop.paid(metadata={"reference": "42"})
    arrived(endpoint, 3)
    settled(sandbox)
    assert sorted(endpoint.ids()) == sorted(event["id"] for event in sandbox.objects("event"))
    (paid,) = [event for event in endpoint.came if event.type == "payment_intent.succeeded"]
    assert paid.data.object.id == intent.id
    assert paid.data.object.metadata.reference == "42"
    assert paid.request.id.startswith("req_")
    assert shop.api.events.retrieve(paid.id).pending_webhooks == 0


def test_the_client_verifies_it_too(shop: Shop, sandbox: Sandbox) -> None:
    sandbox.set_webhooks(hold=True)
    shop.intent()
    client = official(sandbox)

    def take(body: bytes, signature: str) -> int:
        assert client.construct_event(body, signature, WEBHOOK_SECRET).type == "payment_intent.created"
        with pytest.raises(stripe.SignatureVerificationError):
            client.construct_event(body + b" ", signature, WEBHOOK_SECRET)
        with pytest.raises(stripe.SignatureVerificationError):
            client.construct_event(body, signature, "whsec_other")
        return 200

    assert sandbox.deliver_pending(take) == [("payment_intent.created", 200)]


def test_what_is_refused_comes_again(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    endpoint.answer = lambda number: 500 if number < 2 else 200
    shop.intent()
    arrived(endpoint, 2)
    settled(sandbox)
    assert len(set(endpoint.ids())) == 1
    (delivery,) = sandbox.webhooks.deliveries()
    assert (delivery["state"], delivery["attempts"], delivery["answer"]) == ("delivered", 2, "200")


def test_held_until_released(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    sandbox.set_webhooks(hold=True)
    shop.intent()
    time.sleep(0.3)
    assert endpoint.came == []
    assert shop.api.events.list({"delivery_success": False}).data
    sandbox.set_webhooks(hold=False)
    arrived(endpoint, 1)


def test_dropped(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    sandbox.set_webhooks(drop_next=1)
    shop.intent()
    shop.intent()
    arrived(endpoint, 1)
    settled(sandbox)
    assert [delivery["state"] for delivery in sandbox.webhooks.deliveries()] == ["dropped", "delivered"]
    assert len(shop.api.events.list().data) == 2  # Stripe still lists what never arrived


def test_a_share_is_dropped_by_chance_that_repeats() -> None:
    def dropped(seed: int) -> list[str]:
        with Sandbox() as sandbox:
            sandbox.set_webhooks(drop_share=0.5, seed=seed)
            shop = Shop(sandbox, official(sandbox).v1)
            for _ in range(20):
                shop.intent()
            return [delivery["state"] for delivery in sandbox.webhooks.deliveries()]

    assert dropped(1) == dropped(1) != dropped(2)
    assert {"dropped", "pending"} == set(dropped(1))


def test_repeated(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    sandbox.set_webhooks(repeat=2)
    shop.intent()
    arrived(endpoint, 3)
    assert len(set(endpoint.ids())) == 1


def test_out_of_order(shop: Shop, sandbox: Sandbox) -> None:
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


def test_what_is_refused_waits_for_the_next_time(shop: Shop) -> None:
    with Sandbox() as sandbox:
        Shop(sandbox, official(sandbox).v1).intent()
        assert sandbox.deliver_pending(lambda body, signature: 500) == [("payment_intent.created", 500)]
        assert sandbox.deliver_pending(lambda body, signature: 200) == [("payment_intent.created", 200)]
        assert sandbox.deliver_pending(lambda body, signature: 200) == []


def test_a_product_that_is_down_gets_it_later(shop: Shop, sandbox: Sandbox, endpoint: Endpoint) -> None:
    sandbox.webhooks.url = "http://127.0.0.1:1/"
    shop.intent()
    with within() as done:
        while not done(sandbox.webhooks.deliveries()[0]["attempts"] > 0):
            pass
    assert "refused" in sandbox.webhooks.deliveries()[0]["answer"]
    sandbox.webhooks.url = endpoint.url
    arrived(endpoint, 1)
