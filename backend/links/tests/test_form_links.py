"""A guest's browser gets a link to the request or order that it sent."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from links.models import Link, LinkKind
from links.services import create_link
from quotes.tests.factories import quote_body
from trees.tests.factories import tree_order_body

KEY = "4a1e6c1e-9d8a-4a34-9d7e-0c8f6f5f6b11"

FORMS = pytest.mark.parametrize(
    ("path", "body"), [("/api/quotes", quote_body()), ("/api/tree-orders", tree_order_body())]
)


def _send(client: APIClient, path: str, body: dict[str, Any], key: str | None = None) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    response = client.post(path, body, format="json", headers=headers)
    assert response.status_code == 201
    return response


@FORMS
@pytest.mark.parametrize("key", [None, "short-key", KEY])
def test_guest_can_open_what_they_sent(path: str, body: dict[str, Any], key: str | None, guest: APIClient) -> None:
    response = _send(guest, path, body, key)
    assert response.cookies["csrftoken"].value
    row = response.json()["id"]
    assert guest.get(f"{path}/{row}").json()["id"] == row
    link = Link.objects.get()
    assert (str(link.resource_id), link.source, link.message_id) == (row, "form", None)


@FORMS
def test_signed_in_customer_needs_no_link(path: str, body: dict[str, Any], customer_client: APIClient) -> None:
    response = _send(customer_client, path, body)
    assert not [name for name in response.cookies if "link" in name]
    assert not Link.objects.exists()


def test_invalid_form_gets_no_link(guest: APIClient) -> None:
    assert guest.post("/api/quotes", {}, format="json").status_code == 400
    assert not guest.cookies
    assert not Link.objects.exists()


@FORMS
def test_repeated_form_gets_a_link(path: str, body: dict[str, Any], guest: APIClient) -> None:
    _send(APIClient(), path, body, KEY)
    row = _send(guest, path, body, KEY).json()["id"]
    assert guest.get(f"{path}/{row}").status_code == 200


def test_repeated_form_from_the_same_browser_keeps_its_link(guest: APIClient) -> None:
    _send(guest, "/api/quotes", quote_body(), KEY)
    _send(guest, "/api/quotes", quote_body(), KEY)
    assert Link.objects.count() == 1


def test_repeated_form_with_a_guessable_key_gets_no_link(guest: APIClient) -> None:
    _send(APIClient(), "/api/quotes", quote_body(), "order-001")
    row = _send(guest, "/api/quotes", quote_body(), "order-001").json()["id"]
    assert guest.get(f"/api/quotes/{row}").status_code == 401


def test_repeated_forms_get_a_limited_number_of_links(db: None) -> None:
    clients = [APIClient() for _ in range(7)]
    row = _send(clients[0], "/api/quotes", quote_body(), KEY).json()["id"]
    create_link(kind=LinkKind.QUOTE, resource_id=row, message_id=uuid4())  # links in emails don't count
    for _ in range(5):
        create_link(kind=LinkKind.QUOTE, resource_id=uuid4())  # nor do links to other quotes
    for client in clients[1:]:
        assert _send(client, "/api/quotes", quote_body(), KEY).json()["id"] == row
    statuses = [client.get(f"/api/quotes/{row}").status_code for client in clients]
    assert statuses == [200] * 5 + [401] * 2
    assert Link.objects.filter(resource_id=row).count() == 5 + 1
