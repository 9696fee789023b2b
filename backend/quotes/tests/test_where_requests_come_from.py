"""Requests and tree orders store where they came from, which only administrators see."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from common.attribution.models import HeardFrom
from quotes.tests.factories import quote_body
from trees.tests.factories import tree_order_body

CAMPAIGN = {"source": "google", "medium": "cpc", "name": "fall-2026", "content": "house", "term": "lights near me"}
BOTH = pytest.mark.parametrize(
    ("path", "body"), [("quotes", quote_body), ("tree-orders", tree_order_body)], ids=["quote", "tree order"]
)


def _send(client: APIClient, path: str, body: dict[str, Any], key: str | None = None) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/{path}", body, format="json", headers=headers)


def _kept(admin_client: APIClient, path: str, row_id: str) -> dict[str, Any]:
    row = admin_client.get(f"/api/{path}/{row_id}").json()
    return {"heardFrom": row["heardFrom"], "campaign": row["campaign"]}


@BOTH
def test_only_administrators_see_source_and_campaign(
    customer: User, customer_client: APIClient, admin_client: APIClient, path: str, body: Any
) -> None:
    sent = _send(customer_client, path, body(heardFrom="search", campaign=CAMPAIGN))
    assert sent.status_code == 201
    [listed] = admin_client.get(f"/api/{path}?scope=admin").json()
    assert (listed["heardFrom"], listed["campaign"]) == ("search", CAMPAIGN)
    assert _kept(admin_client, path, listed["id"]) == {"heardFrom": "search", "campaign": CAMPAIGN}
    for row in (sent.json(), *customer_client.get(f"/api/{path}").json()):
        assert not row.keys() & {"heardFrom", "campaign"}


@BOTH
@pytest.mark.parametrize("sent", [{}, {"heardFrom": None, "campaign": None}, {"campaign": {}}])
def test_source_and_campaign_are_optional(
    guest: APIClient, admin_client: APIClient, path: str, body: Any, sent: Any
) -> None:
    row = _send(guest, path, body(**sent)).json()
    assert _kept(admin_client, path, row["id"]) == {"heardFrom": "", "campaign": None}


@BOTH
@pytest.mark.parametrize("answer", HeardFrom.values)
def test_each_source_of_the_form_is_accepted(
    guest: APIClient, admin_client: APIClient, path: str, body: Any, answer: str
) -> None:
    row = _send(guest, path, body(heardFrom=answer)).json()
    assert _kept(admin_client, path, row["id"])["heardFrom"] == answer


@BOTH
def test_unknown_source_is_a_400(guest: APIClient, path: str, body: Any) -> None:
    response = _send(guest, path, body(heardFrom="billboard"))
    assert (response.status_code, list(response.json()["errors"])) == (400, ["heardFrom"])


@BOTH
@pytest.mark.parametrize(
    ("campaign", "kept"),
    [
        ({"source": "g" * 300}, {"source": "g" * 100}),
        ({"source": "\x00goo\rgle\x85", "name": " fall\n2026\t"}, {"source": "goo gle", "name": "fall 2026"}),
        ({"source": 7, "medium": ["cpc"], "name": {"a": 1}, "content": True, "term": "lights"}, {"term": "lights"}),
        ({"source": "google", "id": "unknown key"}, {"source": "google"}),
        ({"source": "\u202egoogle\U0001f384"}, {"source": "\u202egoogle\U0001f384"}),
        ({"source": "\x00"}, None),
        ("google", None),
        (["google"], None),
        (7, None),
    ],
)
def test_malformed_campaign_never_fails_a_request(
    guest: APIClient, admin_client: APIClient, path: str, body: Any, campaign: Any, kept: dict[str, str] | None
) -> None:
    response = _send(guest, path, body(campaign=campaign))
    assert response.status_code == 201, response.content
    stored = _kept(admin_client, path, response.json()["id"])["campaign"]
    assert stored == (None if kept is None else {**dict.fromkeys(CAMPAIGN, ""), **kept})


@BOTH
def test_repeated_request_keeps_the_first_source(
    guest: APIClient, admin_client: APIClient, path: str, body: Any
) -> None:
    sent = body(heardFrom="mail", campaign=CAMPAIGN)
    first, again = (_send(guest, path, sent, "the same key") for _ in range(2))
    assert (first.status_code, again.json()) == (201, first.json())
    assert _send(guest, path, body(heardFrom="search", campaign=CAMPAIGN), "the same key").status_code == 409
    assert _kept(admin_client, path, first.json()["id"])["heardFrom"] == "mail"
