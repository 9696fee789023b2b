"""A question can't be set aside after its customer has written again."""

from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from accounts.models import User
from quotes.models import Quote
from quotes.services import comment_on_quote, set_question_aside
from quotes.tests.factories import make_quote
from testing.helpers import run_during_transaction

ACTIONS = pytest.mark.parametrize("action", ["let-go", "no-reply-needed"])


def _say(client: APIClient, quote: Quote, content: str = "Could you add a wreath?") -> None:
    response = client.post(f"/api/quotes/{quote.id}/comments", {"content": content}, format="json")
    assert response.status_code == 201, response.content


def _row(client: APIClient, quote: Quote) -> dict[str, Any]:
    rows = client.get("/api/desk/queue").json()
    return next(row for row in rows if row["quoteId"] == str(quote.id))


def _set_aside(client: APIClient, quote: Quote, action: str, seen: str | None) -> int:
    body = {"updatedAt": seen} if seen else {}
    return client.post(f"/api/quotes/{quote.id}/{action}", body, format="json").status_code


@pytest.fixture
def asked(customer: User, customer_client: APIClient) -> Quote:
    quote = make_quote(user=customer, status="reviewed", quote_amount="500.00")
    _say(customer_client, quote)
    return quote


@ACTIONS
def test_row_that_was_seen_is_set_aside(asked: Quote, admin_client: APIClient, action: str) -> None:
    seen = _row(admin_client, asked)["updatedAt"]
    assert _set_aside(admin_client, asked, action, seen) == 200
    assert _set_aside(admin_client, asked, action, seen) == 200, "nothing is left to set aside"


@ACTIONS
def test_row_is_not_set_aside_after_another_comment(
    asked: Quote, customer_client: APIClient, admin_client: APIClient, action: str
) -> None:
    seen = _row(admin_client, asked)["updatedAt"]
    _say(customer_client, asked, "And one for the gate")
    assert _set_aside(admin_client, asked, action, seen) == 409
    assert (_row(admin_client, asked)["kind"], _row(admin_client, asked)["question"]) == (
        "question", "And one for the gate",
    )  # fmt: skip
    asked.refresh_from_db()
    assert (asked.let_go_at, asked.no_reply_needed_at) == (None, None)
    assert _set_aside(admin_client, asked, action, _row(admin_client, asked)["updatedAt"]) == 200


@ACTIONS
def test_row_is_not_set_aside_after_another_change(asked: Quote, admin_client: APIClient, action: str) -> None:
    seen = _row(admin_client, asked)["updatedAt"]
    admin_client.patch(f"/api/quotes/{asked.id}", {"quoteAmount": "450.00"}, format="json")
    assert _set_aside(admin_client, asked, action, seen) == 409


@ACTIONS
def test_version_need_not_be_sent_but_must_be_an_instant(asked: Quote, admin_client: APIClient, action: str) -> None:
    assert _set_aside(admin_client, asked, action, "yesterday") == 400
    assert _set_aside(admin_client, asked, action, None) == 200


def test_price_can_be_sent_from_a_row_with_a_question(asked: Quote, admin_client: APIClient) -> None:
    body = {"quoteAmount": "450.00", "updatedAt": _row(admin_client, asked)["updatedAt"]}
    assert admin_client.patch(f"/api/quotes/{asked.id}", body, format="json").status_code == 200
    assert admin_client.patch(f"/api/quotes/{asked.id}", body, format="json").status_code == 409


@pytest.mark.django_db(transaction=True)
@ACTIONS
def test_setting_aside_during_comment_is_a_conflict(
    customer: User, asked: Quote, admin_client: APIClient, action: str
) -> None:
    seen = _row(admin_client, asked)["updatedAt"]
    with transaction.atomic():
        comment_on_quote(quote=asked, by=customer, content="And one for the gate")
        setting_aside = run_during_transaction(lambda: _set_aside(admin_client, asked, action, seen))
    assert setting_aside() == 409
    assert _row(admin_client, asked)["question"] == "And one for the gate"


@pytest.mark.django_db(transaction=True)
def test_comment_during_setting_aside_reopens_question(
    asked: Quote, customer_client: APIClient, admin_client: APIClient
) -> None:
    with transaction.atomic():
        set_question_aside(quote_id=asked.id)
        saying = run_during_transaction(lambda: _say(customer_client, asked, "And one for the gate"))
    saying()
    assert _row(admin_client, asked)["question"] == "And one for the gate"
