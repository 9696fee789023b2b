"""Every error under /api/ has the same shape."""

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
def test_unknown_path_is_a_404_in_json(db: None, client: Client, path: str, method: str) -> None:
    response = getattr(client, method)(path)
    assert response.status_code == 404
    assert response.json() == {"message": "Not found"}


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "3", "null", '"text"', "{'a': 1}", '{"fullName": "\\ud800"}', b"\xff\xfe"]
)
def test_body_that_is_not_a_json_object_is_a_400(db: None, client: Client, body: Any) -> None:
    response = _post(client, body)
    assert response.status_code == 400
    assert set(response.json()) <= {"message", "errors"}
    assert Quote.objects.count() == 0


@pytest.mark.parametrize("key", ["nobody knows this one", "design"])
@pytest.mark.parametrize("depth", [300, 1000, 5000])
def test_body_nested_too_deeply_is_a_400(db: None, client: Client, key: str, depth: int) -> None:
    """orjson reads deeper nesting than it writes, and bodies are written again to be compared and measured."""
    body = json.dumps(quote_body())[:-1] + f', "{key}": {{"style": {"[" * depth}{"]" * depth}}}}}'
    response = _post(client, body, headers={"Idempotency-Key": "key-of-this-form"})
    assert response.status_code == 400
    assert set(response.json()) == {"message"}
    assert Quote.objects.count() == 0


def test_body_over_the_limit_is_a_413(db: None, client: Client) -> None:
    largest = json.dumps(quote_body(comments="Blue house")).ljust(256 * 1024)
    assert _post(client, largest).status_code == 201
    response = _post(client, largest + " ")
    assert response.status_code == 413
    assert set(response.json()) == {"message"}


def test_form_instead_of_json_is_a_415(db: None, client: Client) -> None:
    response = client.post("/api/quotes", {"fullName": "Eleanor"})
    assert response.status_code == 415
    assert set(response.json()) == {"message"}


def test_wrong_method_is_a_405(guest: APIClient) -> None:
    response = guest.delete("/api/catalog")
    assert response.status_code == 405
    assert set(response.json()) == {"message"}


@pytest.mark.parametrize(
    ("body", "content_type"),
    [("[null]", "application/json"), ("{", "application/json"), ("x=1", "application/x-www-form-urlencoded")],
)
def test_invalid_body_is_a_403_without_permission(customer: Any, body: str, content_type: str) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(customer)
    client.get("/api/auth/user")
    token = {"X-CSRFToken": client.cookies["csrftoken"].value}
    response = client.post("/api/invoices", body, content_type=content_type, headers=token)
    assert response.status_code == 403, response.content


def test_unknown_host_is_a_400(db: None, client: Client) -> None:
    response = client.get("/api/catalog", headers={"Host": "evil.example"})
    assert response.status_code == 400


def test_unexpected_error_is_a_500_without_a_traceback(guest: APIClient) -> None:
    guest.raise_request_exception = False
    with patch("quotes.views.request_quote", side_effect=RuntimeError("secret detail")):
        response = guest.post("/api/quotes", quote_body(), format="json")
    assert response.status_code == 500
    assert set(response.json()) == {"message"}
    assert b"secret" not in response.content


def test_write_of_a_signed_in_user_needs_the_csrf_token(customer: Any) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(customer)
    response = client.post("/api/quotes", quote_body(), format="json")
    assert response.status_code == 403
    assert response.json() == {"message": "This page is out of date: reload it and try again"}

    assert client.get("/api/auth/user").status_code == 200
    token = client.cookies["csrftoken"].value
    response = client.post("/api/quotes", quote_body(), format="json", headers={"X-CSRFToken": token})
    assert response.status_code == 201
