"""A flood from one network does not close the site: past the shared limits, a write needs a proof of work."""

import base64
import datetime as dt
import json
from typing import Any

import pytest
import time_machine
from altcha import Challenge, Payload, Solution, solve_challenge
from django.utils import timezone
from rest_framework.test import APIClient

from common import proof_of_work
from common.models import SpentChallenge, ThrottleHits
from common.tasks import forget_requests
from testing.helpers import in_threads
from trees.models import TreeOrder
from trees.tests.factories import tree_order_body

VISITOR = "198.51.100.7"


@pytest.fixture(autouse=True)
def _flooded(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limits, and reduce the work to a hundredth. The end-to-end tests use the real values."""
    settings.THROTTLES = True
    settings.THROTTLE_ALL_PER_HOUR = 5
    monkeypatch.setattr(proof_of_work, "ITERATIONS", proof_of_work.ITERATIONS // 100)


def _order(client: APIClient, address: str = VISITOR, **headers: str) -> Any:
    return client.post("/api/tree-orders", tree_order_body(), format="json", REMOTE_ADDR=address, headers=headers)


def _flood(client: APIClient, writes: int = 6) -> list[int]:
    """Write from ``count`` /64 networks of one /48."""
    return [_order(client, f"2001:db8:1:{number:x}::1").status_code for number in range(writes)]


def _solved(client: APIClient) -> dict[str, str]:
    """Return the header with the solution of a new challenge."""
    challenge = Challenge.from_dict(client.get("/api/challenge").json())
    solution = solve_challenge(challenge)
    assert solution
    return {"X-Challenge-Solution": Payload(challenge, solution).to_base64()}


def test_request_with_a_proof_of_work_succeeds_during_a_flood(guest: APIClient) -> None:
    assert _flood(guest) == [201] * 5 + [429]
    refused = _order(guest)
    assert refused.status_code == 429
    assert refused.headers["X-Challenge"] == "/api/challenge"
    assert int(refused.headers["Retry-After"]) > 0
    assert set(refused.json()) == {"message"}
    assert _order(guest, **_solved(guest)).status_code == 201


def test_same_idempotency_key_creates_one_order_after_the_proof(guest: APIClient) -> None:
    _flood(guest)
    key = {"Idempotency-Key": "key-of-this-form"}
    assert _order(guest, **key).status_code == 429
    solution = _solved(guest)
    responses = [_order(guest, **key, **solution) for _ in range(3)]
    assert [response.status_code for response in responses] == [201] * 3
    assert len({response.json()["id"] for response in responses}) == 1


def test_solution_is_used_up_once(guest: APIClient) -> None:
    _flood(guest)
    solution = _solved(guest)
    assert [_order(guest, **solution).status_code for _ in range(3)] == [201, 429, 429]
    assert _order(guest, "198.51.100.8", **solution).status_code == 429


def test_solution_is_kept_when_the_form_is_rejected(guest: APIClient) -> None:
    _flood(guest)
    solution = _solved(guest)
    body = tree_order_body(treeSize="colossal")
    rejected = guest.post("/api/tree-orders", body, format="json", headers=solution, REMOTE_ADDR=VISITOR)
    assert rejected.status_code == 400
    assert _order(guest, **solution).status_code == 201


def test_solution_is_not_used_up_before_it_is_needed(guest: APIClient) -> None:
    solution = _solved(guest)
    assert _order(guest, **solution).status_code == 201
    assert SpentChallenge.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_only_one_of_concurrent_requests_can_use_a_solution() -> None:
    client = APIClient()
    _flood(client)
    solution = _solved(client)
    statuses = in_threads(8, lambda number: _order(APIClient(), f"203.0.113.{number}", **solution).status_code)
    assert sorted(statuses) == [201] + [429] * 7
    assert TreeOrder.objects.count() == 6


def test_expired_solution_is_refused(guest: APIClient) -> None:
    with time_machine.travel(dt.datetime(2026, 12, 1, 17, 0, tzinfo=dt.UTC), tick=False) as clock:
        _flood(guest)
        solution = _solved(guest)
        clock.shift(5 * 60 + 1)
        assert _order(guest, **solution).status_code == 429
        assert _order(guest, **_solved(guest)).status_code == 201


def _forged(guest: APIClient, **changes: Any) -> dict[str, str]:
    """Return a solved challenge whose parameters were forged to be easier or to expire later."""
    sent = guest.get("/api/challenge").json()
    sent["parameters"] |= changes
    solution = solve_challenge(Challenge.from_dict(sent))
    assert solution
    return {"X-Challenge-Solution": Payload(Challenge.from_dict(sent), solution).to_base64()}


@pytest.mark.parametrize("changes", [{"cost": 1, "keyPrefix": "00"}, {"expiresAt": 4_000_000_000}])
def test_forged_challenge_is_refused(guest: APIClient, changes: dict[str, Any]) -> None:
    _flood(guest)
    assert _order(guest, **_forged(guest, **changes)).status_code == 429


def test_guessed_solution_is_refused(guest: APIClient) -> None:
    _flood(guest)
    challenge = Challenge.from_dict(guest.get("/api/challenge").json())
    prefix = challenge.parameters.key_prefix
    guess = Payload(challenge, Solution(5, prefix + "0" * (64 - len(prefix)))).to_base64()
    assert _order(guest, **{"X-Challenge-Solution": guess}).status_code == 429


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "é", "null", "[]", "5", "[" * 5000, '{"challenge": 5}', '{"challenge": {"parameters": []}}'),
        '{"challenge": {"parameters": {}}, "solution": null}',
    ],
)
@pytest.mark.parametrize("encoded", [True, False])
def test_malformed_solution_is_refused(guest: APIClient, text: str, encoded: bool) -> None:
    _flood(guest)
    header = base64.b64encode(text.encode()).decode() if encoded else text
    assert _order(guest, **{"X-Challenge-Solution": header}).status_code == 429


def test_nonce_and_types_of_a_solution_cannot_cause_a_server_error(guest: APIClient) -> None:
    _flood(guest)
    for name in ("nonce", "salt", "cost", "keySignature", "expiresAt", "keyPrefix", "algorithm"):
        values: list[Any] = [None, 5, -1, 10**400, [], {}, True, "\x00", "\ud800"]
        for value in values:
            sent = _challenge()
            sent["parameters"][name] = value
            payload = {"challenge": sent, "solution": {"counter": value, "derivedKey": value}}
            header = base64.b64encode(json.dumps(payload).encode()).decode()
            assert _order(guest, **{"X-Challenge-Solution": header}).status_code == 429


def _challenge() -> dict[str, Any]:
    parameters = {"algorithm": "PBKDF2/SHA-256", "nonce": "00", "salt": "00", "cost": 1}
    return {"parameters": parameters, "signature": "00"}


def test_address_limit_holds_even_with_a_proof_of_work(guest: APIClient, settings: Any) -> None:
    settings.THROTTLE_PER_MINUTE = 2
    _flood(guest)
    statuses = [_order(guest, **_solved(guest)).status_code for _ in range(3)]
    assert statuses == [201, 201, 429]
    assert "X-Challenge" not in _order(guest).headers


@pytest.mark.parametrize(
    ("prefix", "limit", "other"),
    [("2001:db8:1:{:x}::1", 4, "2001:db8:2::1"), ("2001:db8:{:x}::1", 16, "2001:db9::1")],
)
def test_ipv6_network_needs_a_proof_of_work_beyond_its_own_limit(
    guest: APIClient, settings: Any, prefix: str, limit: int, other: str
) -> None:
    settings.THROTTLE_ALL_PER_HOUR, settings.THROTTLE_PER_HOUR = 1200, 1
    statuses = [_order(guest, prefix.format(number)).status_code for number in range(limit + 1)]
    assert statuses == [201] * limit + [429]
    assert _order(guest, other).status_code == 201
    assert _order(guest, VISITOR).status_code == 201
    assert _order(guest, prefix.format(500), **_solved(guest)).status_code == 201


def test_signed_in_customer_does_not_notice_a_flood(guest: APIClient, customer_client: APIClient) -> None:
    _flood(guest)
    assert _order(customer_client).status_code == 201


def test_long_flood_stores_few_hits(guest: APIClient) -> None:
    for number in range(9):
        _order(guest, f"203.0.113.{number}", **_solved(guest))
    assert TreeOrder.objects.count() == 9
    assert len(ThrottleHits.objects.get(bucket="tree-orders everyone").hits) == 6


def test_used_solutions_are_deleted_after_they_expire(db: None) -> None:
    now = timezone.now()
    for nonce, seconds in {"expired": -1, "valid": 60}.items():
        SpentChallenge.objects.create(nonce=nonce, expires_at=now + dt.timedelta(seconds=seconds))
    forget_requests(timestamp=0)
    assert [kept.nonce for kept in SpentChallenge.objects.all()] == ["valid"]
