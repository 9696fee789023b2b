"""Whatever goes wrong below /api/ is answered in one shape."""

import json
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from rest_framework.test import APIClient

from quotes.models import Quote
from quotes.tests.factories import quote_body


def _post(client: Client, body: Any, content_type: str = "application/json", **kwargs: Any) -> Any:
    return client.post("/api/quotes", body, content_type=content_type, **kwargs)


@pytest.mark.parametrize("path", ["/api/", "/api/nothing", "/api/quotes/not-an-id", "/api/Quotes/x", "/api//"])
@pytest.mark.parametrize("method", ["get", "post", "patch", "delete", "put", "options"])
def test_an_unknown_path_is_a_404_in_json(db: None, client: Client, path: str, method: str) -> None:
    answer = getattr(client, method)(path)
    assert answer.status_code == 404
    assert answer.json() == {"message": "Not found"}


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "3", "null", '"text"', "{'a': 1}", '{"fullName": "\\ud800"}', b"\xff\xfe"]
)
def test_what_is_no_json_object_is_a_400(db: None, client: Client, body: Any) -> None:
    answer = _post(client, body)
    assert answer.status_code == 400
    assert set(answer.json()) <= {"message", "errors"}
    assert Quote.objects.count() == 0


@pytest.mark.parametrize("key", ["nobody knows this one", "design"])
@pytest.mark.parametrize("depth", [300, 1000, 5000])
def test_a_body_nested_too_deeply_is_a_400(db: None, client: Client, key: str, depth: int) -> None:
    """orjson reads deeper nesting than it writes, and bodies are written again to be compared and measured."""
    body = json.dumps(quote_body())[:-1] + f', "{key}": {{"style": {"[" * depth}{"]" * depth}}}}}'
    answer = _post(client, body, headers={"Idempotency-Key": "key-of-this-form"})
    assert answer.status_code == 400
    assert set(answer.json()) == {"message"}
    assert Quote.objects.count() == 0


def test_a_body_over_the_limit_is_a_413(db: None, client: Client) -> None:
    answer = _post(client, '{"comments": "' + "x" * 2_000_000 + '"}')
    assert answer.status_code == 413
    assert set(answer.json()) == {"message"}


def test_a_form_instead_of_json_is_a_415(db: None, client: Client) -> None:
    answer = client.post("/api/quotes", {"fullName": "Eleanor"})
    assert answer.status_code == 415
    assert set(answer.json()) == {"message"}


def test_a_wrong_method_is_a_405(guest: APIClient) -> None:
    answer = guest.delete("/api/catalog")
    assert answer.status_code == 405
    assert set(answer.json()) == {"message"}


def test_a_host_that_is_not_ours_is_a_400(db: None, client: Client) -> None:
    answer = client.get("/api/catalog", headers={"Host": "evil.example"})
    assert answer.status_code == 400


def test_our_own_fault_is_a_500_without_a_trace(guest: APIClient) -> None:
    guest.raise_request_exception = False
    with patch("quotes.views.request_quote", side_effect=RuntimeError("secret detail")):
        answer = guest.post("/api/quotes", quote_body(), format="json")
    assert answer.status_code == 500
    assert set(answer.json()) == {"message"}
    assert b"secret" not in answer.content


def test_a_write_of_a_signed_in_user_needs_the_csrf_token(customer: Any) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(customer)
    assert client.post("/api/quotes", quote_body(), format="json").status_code == 403

    assert client.get("/api/auth/user").status_code == 200
    token = client.cookies["csrftoken"].value
    answer = client.post("/api/quotes", quote_body(), format="json", headers={"X-CSRFToken": token})
    assert answer.status_code == 201
