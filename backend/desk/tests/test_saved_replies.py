"""Staff save replies that they often send, and share them."""

import pytest
from rest_framework.test import APIClient

from desk.models import SavedReply

THANKS = {"title": "Thanks", "text": "Hi {name},\n\nyour price is {price}."}


def test_saved_reply_can_be_created_changed_and_deleted(admin_client: APIClient) -> None:
    made = admin_client.post("/api/desk/saved-replies", THANKS, format="json")
    assert made.status_code == 201
    reply = made.json()
    assert {**reply, "id": ""} == {**THANKS, "id": ""}
    address = f"/api/desk/saved-replies/{reply['id']}"
    changed = admin_client.patch(address, {"title": "Thank you"}, format="json")
    assert changed.json() == {**reply, "title": "Thank you"}
    changed = admin_client.patch(address, {"text": "Thanks!"}, format="json")
    assert changed.json() == {**reply, "title": "Thank you", "text": "Thanks!"}
    assert admin_client.get("/api/desk/saved-replies").json() == [changed.json()]
    assert admin_client.delete(address).status_code == 204
    assert admin_client.get("/api/desk/saved-replies").json() == []
    assert admin_client.delete(address).status_code == 404
    assert admin_client.patch(address, {}, format="json").status_code == 404


def test_saved_replies_are_paginated_newest_first(admin_client: APIClient) -> None:
    for number in range(3):
        SavedReply.objects.create(title=f"Reply {number}", text="Hello")
    page = admin_client.get("/api/desk/saved-replies?limit=2")
    assert [row["title"] for row in page.json()] == ["Reply 2", "Reply 1"]
    assert 'rel="next"' in page.headers["Link"]


def test_repeated_request_creates_one_saved_reply(admin_client: APIClient) -> None:
    key = {"Idempotency-Key": "one-saved-reply"}
    for _ in range(2):
        assert admin_client.post("/api/desk/saved-replies", THANKS, format="json", headers=key).status_code == 201
    assert SavedReply.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "x" * 101}, "title"),
        ({"text": " "}, "text"),
        ({"text": "x" * 5001}, "text"),
    ],
)
def test_saved_reply_requires_title_and_text(admin_client: APIClient, change: dict[str, str], field: str) -> None:
    response = admin_client.post("/api/desk/saved-replies", {**THANKS, **change}, format="json")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]
