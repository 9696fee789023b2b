"""What a request sends to the database together, and what happens if part of it fails."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, connection, transaction
from rest_framework.test import APIClient

from common.models import IdempotentResponse, SpentChallenge
from common.postgres.batch import Batch
from common.postgres.later import execute_later, execute_now
from notifications.models import Message
from quotes.tests.factories import quote_body
from trees.tests.factories import tree_order_body

pytestmark = pytest.mark.django_db(transaction=True)
SPEND = "INSERT INTO common_spentchallenge (nonce, expires_at) VALUES (%s, now())"


@contextmanager
def _round_trips() -> Iterator[list[str]]:
    """Yield the round trips to the database in the context: single statements, and pipelines as one."""
    trips: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        _count(patch, psycopg.Cursor, "execute", lambda _: True, trips)
        _count(patch, psycopg.Connection, "commit", lambda _: True, trips)
        _count(patch, psycopg.Connection, "rollback", lambda _: True, trips)
        _count(patch, Batch, "run", lambda _: True, trips)
        yield trips


def _count(patch: pytest.MonkeyPatch, owner: type, name: str, counts: Callable[[Any], bool], trips: list[str]) -> None:
    original = getattr(owner, name)

    def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        if counts(self):
            trips.append(name)
        return original(self, *args, **kwargs)

    patch.setattr(owner, name, counted)


@pytest.mark.parametrize(("path", "body"), [("/api/quotes", quote_body()), ("/api/tree-orders", tree_order_body())])
def test_guest_form_takes_two_round_trips(path: str, body: dict[str, object], guest: APIClient) -> None:
    SpentChallenge.objects.count()  # connects
    with _round_trips() as trips:
        response = guest.post(path, body, format="json", headers={"Idempotency-Key": "a-key-of-a-form"})
    assert response.status_code == 201
    # The key, the limits and the row; everything else, with the commit.
    assert len(trips) == 2
    assert Message.objects.filter(about_id=response.json()["id"]).count() == 2


def test_transaction_without_statements_takes_no_round_trip() -> None:
    SpentChallenge.objects.count()  # connects
    with _round_trips() as trips, transaction.atomic():
        pass
    assert trips == []


def test_deferred_statement_runs_before_the_next_statement() -> None:
    with transaction.atomic():
        execute_later(SPEND, ["one"])
        assert SpentChallenge.objects.count() == 1
    assert SpentChallenge.objects.count() == 1


def test_rows_of_a_deferred_statement_are_received_before_the_next_result() -> None:
    received: list[Any] = []
    with transaction.atomic():
        execute_later(SPEND + " RETURNING nonce", ["one"], receive=received.extend)
        assert received == []
        assert SpentChallenge.objects.count() == 1
        assert received == [("one",)]
    execute_later(SPEND + " RETURNING nonce", ["two"], receive=received.extend)
    assert received == [("one",), ("two",)]


@pytest.mark.parametrize("next_statement", [SpentChallenge.objects.count, execute_now])
def test_what_is_raised_about_received_rows_rolls_back(next_statement: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="no"):
        _spend_in_vain(next_statement)
    assert SpentChallenge.objects.count() == 0


def test_what_is_raised_about_received_rows_comes_before_the_error_of_the_next_statement() -> None:
    with pytest.raises(ValueError, match="no"):
        _spend_in_vain(lambda: SpentChallenge.objects.create(nonce="one", expires_at="2026-12-01T00:00Z"))  # not unique


def test_rows_of_an_earlier_request_are_not_received_again() -> None:
    received: list[Any] = []
    spend = SPEND + " RETURNING nonce"
    execute_later(SPEND, ["one"])
    for nonce in ("two", "one"):
        with suppress(IntegrityError), transaction.atomic():
            execute_later(spend, [nonce], receive=received.extend)
            execute_now()
    assert received == [("two",)]


@transaction.atomic
def _spend_in_vain(next_statement: Callable[[], object]) -> None:
    execute_later(SPEND + " RETURNING nonce", ["one"], receive=_refuse)
    next_statement()


def _refuse(_: Any) -> None:
    raise ValueError("no")


def _spend(nonce: str, *, fails: bool = False) -> None:
    SpentChallenge.objects.create(nonce=f"{nonce}, beside it", expires_at="2026-12-01T00:00Z")
    execute_later(SPEND, [nonce])
    if fails:
        raise ValueError("no")


def _spent() -> set[str]:
    return {challenge.nonce for challenge in SpentChallenge.objects.all() if "beside" not in challenge.nonce}


def test_failed_deferred_statement_rolls_back_at_commit() -> None:
    execute_later(SPEND, ["one"])
    with pytest.raises(IntegrityError), transaction.atomic():
        _spend("one")
    assert SpentChallenge.objects.count() == 1
    assert not connection.in_atomic_block


def test_deferred_statement_is_discarded_with_its_savepoint() -> None:
    with transaction.atomic():
        execute_later(SPEND, ["before"])
        with pytest.raises(ValueError, match="no"), transaction.atomic():
            _spend("within", fails=True)
        with pytest.raises(IntegrityError), transaction.atomic():
            _spend("before")
        execute_later(SPEND, ["after"])
    assert _spent() == {"before", "after"}


def test_nothing_is_sent_before_the_end_of_a_round_trip() -> None:
    SpentChallenge.objects.count()  # connects
    ours, another = connection.connection, connection.copy()
    states = []

    def look() -> Iterator[None]:
        with another.cursor() as cursor:
            cursor.execute("SELECT state FROM pg_stat_activity WHERE pid = %s", [ours.info.backend_pid])
            states.append(cursor.fetchone()[0])
        yield from ()

    with transaction.atomic():
        execute_later(SPEND, ["one"])
        ours.execute_held(look())
    another.close()
    assert states == ["idle"]  # no open transaction
    assert SpentChallenge.objects.count() == 1


def test_deferred_statements_can_exceed_the_socket_buffer() -> None:
    store = "INSERT INTO common_idempotentresponse (scope, key, fingerprint, body) VALUES ('large', %s, '', %s)"
    with transaction.atomic():
        for key in ("one", "two"):
            execute_later(store, [key, bytes(2_000_000)])
    stored = IdempotentResponse.objects.filter(scope="large").order_by("key")
    assert [(each.key, len(each.body or b"")) for each in stored] == [("one", 2_000_000), ("two", 2_000_000)]


def test_deferred_statement_is_discarded_with_its_transaction() -> None:
    with pytest.raises(ValueError, match="no"), transaction.atomic():
        _spend("one", fails=True)
    assert _spent() == set()
