"""A double click, a retry after a dropped connection and a resubmit after "back" create one row."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient, APIRequestFactory

from accounts.models import User
from common.errors import DomainError, TooManyRequests
from common.idempotency import create_once
from common.json import dumps
from common.models import IdempotentResponse, SpentChallenge
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import in_threads
from trees.models import TreeOrder
from trees.tests.factories import tree_order_body


def _post(client: APIClient, path: str, body: object, key: str):  # type: ignore[no-untyped-def]
    return client.post(path, body, format="json", headers={"Idempotency-Key": key})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("path", "body", "model"),
    [("/api/tree-orders", tree_order_body(), TreeOrder), ("/api/quotes", quote_body(), Quote)],
)
def test_sixteen_requests_at_once_create_one_row(path: str, body: dict[str, object], model: type[Quote]) -> None:
    key = str(uuid4())
    responses = in_threads(16, lambda _: _post(APIClient(), path, body, key))
    assert {response.status_code for response in responses} == {201}
    assert len({response.content for response in responses}) == 1
    assert model.objects.count() == 1


def test_first_response_is_returned_again(guest: APIClient) -> None:
    first = _post(guest, "/api/quotes", quote_body(), "key-of-this-form")
    again = _post(guest, "/api/quotes", dict(reversed(quote_body().items())), "key-of-this-form")
    assert again.status_code == 201
    assert again.content == first.content
    assert Quote.objects.count() == 1


def test_same_key_with_another_body_is_a_conflict(guest: APIClient) -> None:
    _post(guest, "/api/quotes", quote_body(), "key-of-this-form")
    response = _post(guest, "/api/quotes", quote_body(city="Dover"), "key-of-this-form")
    assert response.status_code == 409
    assert "message" in response.json()
    assert Quote.objects.count() == 1


def test_rejected_request_does_not_use_up_its_key(guest: APIClient) -> None:
    assert _post(guest, "/api/quotes", quote_body(email="no"), "key-of-this-form").status_code == 400
    assert IdempotentResponse.objects.count() == 0
    assert _post(guest, "/api/quotes", quote_body(), "key-of-this-form").status_code == 201


def test_key_is_separate_for_each_user_and_scope(
    guest: APIClient, customer_client: APIClient, outsider_client: APIClient, customer: User
) -> None:
    for client in (guest, customer_client, outsider_client):
        assert _post(client, "/api/quotes", quote_body(), "the-same-key").status_code == 201
    assert _post(guest, "/api/tree-orders", tree_order_body(), "the-same-key").status_code == 201
    assert Quote.objects.count() == 3
    assert Quote.objects.filter(user=customer).count() == 1


def test_key_is_separate_for_each_quote(customer: User, customer_client: APIClient) -> None:
    for quote in (make_quote(user=customer), make_quote(user=customer)):
        response = _post(customer_client, f"/api/quotes/{quote.id}/comments", {"content": "Hello"}, "the-same-key")
        assert response.status_code == 201
        assert quote.thread.count() == 1


@pytest.mark.parametrize("length", [8, 128])
def test_shortest_and_longest_key_are_accepted(guest: APIClient, length: int) -> None:
    assert _post(guest, "/api/quotes", quote_body(), "x" * length).status_code == 201


@pytest.mark.parametrize("key", ["x" * 7, "x" * 129, "a\x00bcdefgh", "a\x7fbcdefgh"])
def test_key_has_8_to_128_printable_characters(guest: APIClient, key: str) -> None:
    response = _post(guest, "/api/quotes", quote_body(), key)
    assert response.status_code == 400
    assert "Idempotency-Key" in response.json()["message"]


def test_every_request_without_a_key_creates_a_row(guest: APIClient) -> None:
    for _ in range(2):
        assert guest.post("/api/quotes", quote_body(), format="json").status_code == 201
    assert Quote.objects.count() == 2


def _create_once(create: Callable[[], Any], key: str = "key-of-this-form") -> Response:
    """Call ``create_once`` for a guest's request without a body."""
    request = Request(APIRequestFactory().post("/", headers={"Idempotency-Key": key}))
    request.user = AnonymousUser()
    return create_once(request, "things", create)


def _fail() -> None:
    raise DomainError("The season is over")


def _violate_a_constraint() -> None:
    SpentChallenge.objects.bulk_create([SpentChallenge(nonce="a nonce")])  # without the time


def _fail_silently() -> str:
    with suppress(Exception):
        SpentChallenge.objects.count()
    return "created again"


@pytest.mark.parametrize("create", [_fail, _fail_silently, _violate_a_constraint])
def test_repeat_gets_the_first_response_whatever_creating_it_again_would_do(
    create: Callable[[], Any], transactional_db: None
) -> None:
    assert _create_once(lambda: "created").status_code == 201  # without a statement of its own
    again = _create_once(create)
    assert (again.status_code, dumps(again.data)) == (201, b'"created"')


@pytest.mark.parametrize("create", [_fail, _violate_a_constraint])
def test_failed_request_frees_its_key(create: Callable[[], Any], transactional_db: None) -> None:
    with pytest.raises((DomainError, IntegrityError)):
        _create_once(create)
    assert IdempotentResponse.objects.count() == 0


def test_refused_request_leaves_no_row_of_what_was_sent_with_its_claim(transactional_db: None, settings: Any) -> None:
    settings.THROTTLES, settings.THROTTLE_PER_MINUTE = True, 1
    for number in range(2):
        spend = partial(SpentChallenge.objects.create, nonce=str(number), expires_at=timezone.now())
        with suppress(TooManyRequests):
            _create_once(lambda spend=spend: spend().nonce, key=f"key-number-{number}")  # type: ignore[misc]
    assert list(SpentChallenge.objects.values_list("nonce", flat=True)) == ["0"]
    assert IdempotentResponse.objects.count() == 1
