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
from stripe_sandbox.tests.shapes import find_problems
from stripe_sandbox.tests.shop import Shop


class CheckingClient(RequestsClient):
    """An HTTP client that fails the test if a response doesn't have the types of the official package."""

    def request(self, method: str, url: str, headers: Any, post_data: Any = None, **more: Any) -> Any:
        content, status, response_headers = super().request(method, url, headers, post_data, **more)
        body = json.loads(content)
        if status == 200:
            assert find_problems(body) == []
        else:
            assert {"type", "message"} <= set(body["error"]), body
            for kind in ("payment_intent", "setup_intent", "payment_method"):
                if kind in body["error"]:
                    assert find_problems(body["error"][kind]) == []
        return content, status, response_headers


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(check_request=check_request) as running:
        yield running


@pytest.fixture
def client(sandbox: Sandbox) -> stripe.StripeClient:
    return official_client(sandbox)


@pytest.fixture
def shop(sandbox: Sandbox, client: stripe.StripeClient) -> Shop:
    return Shop(sandbox, client.v1)


def official_client(sandbox: Sandbox, **options: Any) -> StripeClient:
    """Return the official client, connected to this sandbox."""
    return StripeClient(
        SECRET_KEY, base_addresses={"api": sandbox.url}, http_client=CheckingClient(timeout=90), max_network_retries=0,
        **options,
    )  # fmt: skip
