"""Writes without an account are limited, exactly, across processes."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from common.testing import in_threads
from trees.models import TreeOrder
from trees.tests.factories import tree_order_body

NOON = dt.datetime(2026, 12, 1, 17, 0, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def _throttles(settings: Any, _no_throttles: None) -> None:
    settings.THROTTLES = True


def _order(client: APIClient, address: str = "203.0.113.5", **headers: str) -> int:
    answer = client.post("/api/tree-orders", tree_order_body(), format="json", REMOTE_ADDR=address, headers=headers)
    return answer.status_code


@pytest.mark.django_db(transaction=True)
def test_of_thirty_at_the_same_time_ten_get_through() -> None:
    answers = in_threads(30, lambda _: _order(APIClient()))
    assert sorted(answers) == [201] * 10 + [429] * 20
    assert TreeOrder.objects.count() == 10


def test_the_minute_passes(guest: APIClient) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        assert [_order(guest) for _ in range(11)] == [201] * 10 + [429]
        answer = guest.post("/api/tree-orders", tree_order_body(), format="json", REMOTE_ADDR="203.0.113.5")
        assert answer.headers["Retry-After"] == "60"
        assert "message" in answer.json()
        clock.shift(59)
        assert _order(guest) == 429
        clock.shift(2)
        assert _order(guest) == 201


def test_the_hour_has_its_own_limit(guest: APIClient) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        for _ in range(6):
            assert [_order(guest) for _ in range(10)] == [201] * 10
            clock.shift(61)
        assert _order(guest) == 429
        clock.shift(3600)
        assert _order(guest) == 201


def test_one_address_does_not_slow_another(guest: APIClient) -> None:
    assert [_order(guest, "203.0.113.5") for _ in range(11)][-1] == 429
    assert _order(guest, "203.0.113.6") == 201


def test_many_addresses_meet_the_ceiling_for_all(guest: APIClient, settings: Any) -> None:
    settings.THROTTLE_ALL_PER_HOUR = 5
    assert [_order(guest, f"203.0.113.{number}") for number in range(6)] == [201] * 5 + [429]


def test_the_addresses_of_one_ipv6_network_count_as_one(guest: APIClient) -> None:
    assert [_order(guest, f"2001:db8:1:2::{number:x}") for number in range(11)][-1] == 429
    assert _order(guest, "2001:db8:1:3::1") == 201


def test_a_forged_forwarding_header_is_not_believed(guest: APIClient) -> None:
    answers = [_order(guest, **{"X-Forwarded-For": f"198.51.100.{number}"}) for number in range(11)]
    assert answers[-1] == 429


def test_behind_a_proxy_the_address_it_saw_counts(guest: APIClient, settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    answers = [_order(guest, "10.0.0.1", **{"X-Forwarded-For": f"1.2.3.{n}, 198.51.100.7"}) for n in range(11)]
    assert answers[-1] == 429
    assert _order(guest, "10.0.0.1", **{"X-Forwarded-For": "1.2.3.4, 198.51.100.8"}) == 201


def test_a_refused_request_does_not_count(guest: APIClient) -> None:
    for _ in range(20):
        assert guest.post("/api/tree-orders", {}, format="json", REMOTE_ADDR="203.0.113.5").status_code == 400
    assert _order(guest) == 201


def test_a_repeated_answer_does_not_count(guest: APIClient) -> None:
    headers = {"Idempotency-Key": "key-of-this-form"}
    assert [_order(guest, **headers) for _ in range(20)] == [201] * 20
    assert TreeOrder.objects.count() == 1


def test_signed_in_customers_are_not_limited(customer_client: APIClient) -> None:
    assert [_order(customer_client) for _ in range(12)] == [201] * 12
