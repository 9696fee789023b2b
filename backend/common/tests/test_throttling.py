"""Exact limits on writes across processes: per address without an account, per user with one."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from common import throttling
from quotes.models import QuoteComment
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import in_threads
from trees.models import TreeOrder
from trees.tests.factories import tree_order_body

NOON = dt.datetime(2026, 12, 1, 17, 0, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def _throttles(settings: Any) -> None:
    settings.THROTTLES = True


def _order(client: APIClient, address: str = "203.0.113.5", **headers: str) -> int:
    response = client.post("/api/tree-orders", tree_order_body(), format="json", REMOTE_ADDR=address, headers=headers)
    return response.status_code


@pytest.mark.django_db(transaction=True)
def test_ten_of_thirty_concurrent_requests_succeed() -> None:
    responses = in_threads(30, lambda _: _order(APIClient()))
    assert sorted(responses) == [201] * 10 + [429] * 20
    assert TreeOrder.objects.count() == 10


def test_minute_limit_ends_after_a_minute(guest: APIClient) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        assert [_order(guest) for _ in range(11)] == [201] * 10 + [429]
        response = guest.post("/api/tree-orders", tree_order_body(), format="json", REMOTE_ADDR="203.0.113.5")
        assert response.headers["Retry-After"] == "60"
        assert "message" in response.json()
        clock.shift(59.8)
        response = guest.post("/api/tree-orders", tree_order_body(), format="json", REMOTE_ADDR="203.0.113.5")
        assert (response.status_code, response.headers["Retry-After"]) == (429, "1")
        clock.shift(1.2)
        assert _order(guest) == 201


def test_hour_has_its_own_limit(guest: APIClient) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        for _ in range(6):
            assert [_order(guest) for _ in range(10)] == [201] * 10
            clock.shift(61)
        response = guest.post("/api/tree-orders", tree_order_body(), format="json", REMOTE_ADDR="203.0.113.5")
        assert (response.status_code, response.headers["Retry-After"]) == (429, str(3600 - 6 * 61))
        clock.shift(3600)
        assert _order(guest) == 201


def test_limit_of_one_address_does_not_affect_another(guest: APIClient) -> None:
    assert [_order(guest, "203.0.113.5") for _ in range(11)][-1] == 429
    assert _order(guest, "203.0.113.6") == 201


def test_addresses_of_one_ipv6_network_count_as_one(guest: APIClient) -> None:
    assert [_order(guest, f"2001:db8:1:2::{number:x}") for number in range(11)][-1] == 429
    assert _order(guest, "2001:db8:1:3::1") == 201


def test_forged_forwarding_header_is_ignored(guest: APIClient) -> None:
    responses = [_order(guest, **{"X-Forwarded-For": f"198.51.100.{number}"}) for number in range(11)]
    assert responses[-1] == 429


def test_address_from_the_proxy_counts(guest: APIClient, settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    responses = [_order(guest, "10.0.0.1", **{"X-Forwarded-For": f"1.2.3.{n}, 198.51.100.7"}) for n in range(11)]
    assert responses[-1] == 429
    assert _order(guest, "10.0.0.1", **{"X-Forwarded-For": "1.2.3.4, 198.51.100.8"}) == 201


def test_refused_request_does_not_count(guest: APIClient) -> None:
    for _ in range(20):
        assert guest.post("/api/tree-orders", {}, format="json", REMOTE_ADDR="203.0.113.5").status_code == 400
    assert _order(guest) == 201


def test_repeated_response_does_not_count(guest: APIClient) -> None:
    headers = {"Idempotency-Key": "key-of-this-form"}
    assert [_order(guest, **headers) for _ in range(20)] == [201] * 20
    assert TreeOrder.objects.count() == 1


@pytest.mark.parametrize(
    "hop", ["198.51.100.7:4711", "198.51.100.7", " 198.51.100.7 ", "::ffff:198.51.100.7", "[::ffff:198.51.100.7]:4711"]
)
def test_client_behind_a_proxy_counts_once_in_any_notation(guest: APIClient, settings: Any, hop: str) -> None:
    settings.TRUSTED_PROXIES = 1
    assert [_order(guest, "10.0.0.1", **{"X-Forwarded-For": hop}) for _ in range(10)] == [201] * 10
    for port in (1, 65535):
        assert _order(guest, "10.0.0.1", **{"X-Forwarded-For": f"198.51.100.7:{port}"}) == 429
    assert _order(guest, "10.0.0.1", **{"X-Forwarded-For": "198.51.100.8:4711"}) == 201


def test_ipv6_client_with_a_port_counts_as_its_network(guest: APIClient, settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    hops = [f"[2001:db8:1:2::{number:x}]:{4000 + number}" for number in range(11)]
    assert [_order(guest, "10.0.0.1", **{"X-Forwarded-For": hop}) for hop in hops] == [201] * 10 + [429]
    assert _order(guest, "10.0.0.1", **{"X-Forwarded-For": "[2001:db8:1:3::1]"}) == 201


def test_ipv4_mapped_clients_do_not_share_a_limit(guest: APIClient) -> None:
    assert [_order(guest, "::ffff:203.0.113.5") for _ in range(10)] == [201] * 10
    assert _order(guest, "203.0.113.5") == 429
    assert _order(guest, "::ffff:203.0.113.6") == 201


@pytest.mark.parametrize("hop", ["", "unknown", "198.51.100.7:port", "[2001:db8::1", "1.2.3.4.5", "x" * 5000])
def test_malformed_hop_counts_as_the_proxy(guest: APIClient, settings: Any, hop: str) -> None:
    settings.TRUSTED_PROXIES = 1
    responses = [_order(guest, "10.0.0.1", **{"X-Forwarded-For": f"{hop}"}) for _ in range(11)]
    assert responses == [201] * 10 + [429]


def test_only_as_many_hops_as_proxies_are_trusted(guest: APIClient, settings: Any) -> None:
    settings.TRUSTED_PROXIES = 2
    hops = [f"1.2.3.{number}, 198.51.100.7, 10.0.0.2" for number in range(11)]
    assert [_order(guest, "10.0.0.1", **{"X-Forwarded-For": hop}) for hop in hops] == [201] * 10 + [429]


def test_client_that_bypasses_the_load_balancer_counts_by_its_own_address(guest: APIClient, settings: Any) -> None:
    settings.TRUSTED_PROXIES = 2
    # Caddy replaces the header unless it comes from the load balancer, so there is one entry.
    responses = [_order(guest, "10.0.0.1", **{"X-Forwarded-For": "203.0.113.66"}) for _ in range(11)]
    assert responses == [201] * 10 + [429]
    assert _order(guest, "10.0.0.1", **{"X-Forwarded-For": "198.51.100.8, 10.0.0.2"}) == 201


def test_sign_in_limit_ignores_forged_addresses(client: Client, db: None, settings: Any) -> None:
    settings.TRUSTED_PROXIES = 2

    def sign_in(visitor: str, forged: str) -> int:
        headers = {"X-Forwarded-For": f"{forged}, {visitor}, 10.0.0.2"}
        form = {"login": "nobody@example.com", "password": "x"}
        return client.post("/accounts/login/", form, headers=headers, REMOTE_ADDR="10.0.0.1").status_code

    assert [sign_in("203.0.113.5", f"198.51.100.{number}") for number in range(31)][-1] == 429
    assert sign_in("203.0.113.6", "203.0.113.5") == 200


def test_sign_in_limit_counts_ipv4_mapped_clients_separately(client: Client, db: None) -> None:
    def sign_in(address: str) -> int:
        form = {"login": "nobody@example.com", "password": "x"}
        return client.post("/accounts/login/", form, REMOTE_ADDR=address).status_code

    assert [sign_in("::ffff:203.0.113.5") for _ in range(31)][-1] == 429
    assert sign_in("203.0.113.5") == 429
    assert sign_in("::ffff:203.0.113.6") == 200


def test_customer_is_limited_across_addresses(customer_client: APIClient, outsider_client: APIClient) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        responses = [_order(customer_client, f"203.0.113.{number}") for number in range(61)]
        assert responses == [201] * 60 + [429]
        assert _order(outsider_client, "203.0.113.5") == 201
        assert customer_client.post("/api/quotes", quote_body(), format="json").status_code == 201, "counted apart"
        clock.shift(61)
        assert _order(customer_client) == 201


def test_customer_is_limited_by_the_hour_as_well(customer_client: APIClient) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        for _ in range(4):
            assert {_order(customer_client) for _ in range(60)} == {201}
            clock.shift(61)
        response = customer_client.post("/api/tree-orders", tree_order_body(), format="json")
        assert response.status_code == 429
        assert int(response.headers["Retry-After"]) == 3600 - 4 * 61
        assert "in 56 minutes" in response.json()["message"]


@pytest.mark.django_db(transaction=True)
def test_comment_limit_is_exact_for_concurrent_comments(customer: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(throttling.PER_USER, "comments", [(6, dt.timedelta(hours=1))])
    quote = make_quote(user=customer)
    QuoteComment.objects.bulk_create(QuoteComment(quote=quote, user=customer, comment="x") for _ in range(5))

    def send(_: int) -> int:
        client = APIClient()
        client.force_login(customer)
        return client.post(f"/api/quotes/{quote.id}/comments", {"content": "Hello"}, format="json").status_code

    assert sorted(in_threads(12, send)) == [201] * 6 + [429] * 6
    assert quote.thread.count() == 11


def test_comments_on_all_quotes_count_together(customer: User, customer_client: APIClient) -> None:
    quotes = [make_quote(user=customer) for _ in range(2)]
    paths = [f"/api/quotes/{quotes[number % 2].id}/comments" for number in range(31)]
    responses = [customer_client.post(path, {"content": "Hello"}, format="json") for path in paths]
    assert [response.status_code for response in responses] == [201] * 30 + [429]
    assert "message" in responses[-1].json()
    assert _order(customer_client) == 201


def test_rejected_comment_does_not_count(customer: User, customer_client: APIClient) -> None:
    path = f"/api/quotes/{make_quote(user=customer).id}/comments"
    assert {customer_client.post(path, {"content": ""}, format="json").status_code for _ in range(40)} == {400}
    assert customer_client.post(path, {"content": "Hello"}, format="json").status_code == 201


def test_administrator_is_not_limited(admin_client: APIClient, customer: User) -> None:
    path = f"/api/quotes/{make_quote(user=customer).id}/comments"
    assert {admin_client.post(path, {"content": "Hello"}, format="json").status_code for _ in range(70)} == {201}
    assert {_order(admin_client) for _ in range(70)} == {201}


def test_disabled_throttles_limit_nothing(
    guest: APIClient, customer_client: APIClient, customer: User, settings: Any
) -> None:
    settings.THROTTLES = False
    settings.THROTTLE_ALL_PER_HOUR = 1
    path = f"/api/quotes/{make_quote(user=customer).id}/comments"
    assert {_order(guest) for _ in range(15)} == {201}
    assert {customer_client.post(path, {"content": "Hello"}, format="json").status_code for _ in range(40)} == {201}
