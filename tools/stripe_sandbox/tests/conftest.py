"""A running sandbox, which checks every request, and the official client to it, which checks every response."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import stripe
from stripe import StripeClient
from stripe._http_client import RequestsClient

from stripe_sandbox import SECRET_KEY
from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.request_shapes import check_request
from stripe_sandbox.tests.shapes import wrong
from stripe_sandbox.tests.shop import Shop


class LookingClient(RequestsClient):
    """HTTP as always; an answer that is not what the official package expects fails the test."""

    def request(self, method: str, url: str, headers: Any, post_data: Any = None, **more: Any) -> Any:
        content, status, answered = super().request(method, url, headers, post_data, **more)
        body = json.loads(content)
        if status == 200:
            assert wrong(body) == []
        else:
            told = {"type", "message"} <= set(body["error"])
            assert told, body
            for kind in ("payment_intent", "setup_intent", "payment_method"):
                if kind in body["error"]:
                    assert wrong(body["error"][kind]) == []
        return content, status, answered


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(check_request=check_request) as running:
        yield running


@pytest.fixture
def client(sandbox: Sandbox) -> stripe.StripeClient:
    return official(sandbox)


@pytest.fixture
def shop(sandbox: Sandbox, client: stripe.StripeClient) -> Shop:
    return Shop(sandbox, client.v1)


def official(sandbox: Sandbox, **options: Any) -> StripeClient:
    """The official client, of this sandbox."""
    return StripeClient(
        SECRET_KEY, base_addresses={"api": sandbox.url}, http_client=LookingClient(timeout=10), max_network_retries=0,
        **options,
    )  # fmt: skip
