"""Staff undo a price within seconds, before the customer is notified."""

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from notifications import kinds
from notifications.layout import Email
from notifications.models import Message
from notifications.texting import ShortText
from quotes import emails
from quotes.models import Quote, QuoteComment, UnsentPrice
from quotes.tests.factories import make_quote
from testing.helpers import delivered, end_waits, in_threads, run_during_transaction

AMOUNT = "1140.00"
OFFER = {"quoteAmount": AMOUNT, "status": "reviewed"}


def _price(client: APIClient, quote: Quote, **changes: Any) -> dict[str, Any]:
    response = client.patch(f"/api/quotes/{quote.id}", changes or OFFER, format="json")
    assert response.status_code == 200
    return response.json()  # type: ignore[no-any-return]


def _undo(client: APIClient, quote: Quote, seen: str | None = None, **headers: str) -> Any:
    body = {"updatedAt": seen} if seen else {}
    return client.post(f"/api/quotes/{quote.id}/undo-price", body, format="json", headers=headers)


def _seen_by_customer(client: APIClient, quote: Quote) -> tuple[Any, Any]:
    row = client.get(f"/api/quotes/{quote.id}").json()
    row.pop("updatedAt")
    return row, client.get(f"/api/quotes/{quote.id}/comments").json()


def _client_of(user: User) -> APIClient:
    client = APIClient()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("before", "changes"),
    [
        ({"status": "pending"}, OFFER),
        ({"status": "pending"}, {"quoteAmount": AMOUNT, "status": "quoting"}),
        ({"status": "reviewed", "quote_amount": "900.00"}, {"quoteAmount": AMOUNT}),
        ({"status": "approved", "quote_amount": "900.00"}, {"quoteAmount": AMOUNT}),
        ({"status": "pending", "quote_amount": AMOUNT}, {"status": "reviewed"}),
        ({"status": "rejected", "quote_amount": AMOUNT}, {"status": "quoting"}),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_undo_restores_the_quote_and_sends_no_email(
    admin_client: APIClient, customer: User, customer_client: APIClient, tmp_path: Path,
    before: dict[str, Any], changes: dict[str, Any],
) -> None:  # fmt: skip
    quote = make_quote(user=customer, **before)
    customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Does it include the dormers?"}, format="json")
    shown = _seen_by_customer(customer_client, quote)
    desk = admin_client.get(f"/api/quotes/{quote.id}").json()
    promise = admin_client.get("/api/desk/promise").json()
    seen = _price(admin_client, quote, **changes)["updatedAt"]
    assert _seen_by_customer(customer_client, quote) != shown

    response = _undo(admin_client, quote, seen)
    assert response.status_code == 200
    assert {**response.json(), "updatedAt": ""} == {**desk, "updatedAt": ""}
    assert _seen_by_customer(customer_client, quote) == shown
    assert admin_client.get("/api/desk/promise").json() == promise
    end_waits()
    assert delivered(tmp_path) == []


def test_history_shows_the_price_and_its_undo(admin_client: APIClient) -> None:
    quote = make_quote()
    _price(admin_client, quote)
    _undo(admin_client, quote)
    history = admin_client.get(f"/api/quotes/{quote.id}/history").json()
    amounts = [(each["from"], each["to"]) for entry in history for each in entry["changes"] if "mount" in each["field"]]
    assert amounts == [(AMOUNT, None), (None, AMOUNT)]
    assert {entry["by"] for entry in history} == {"Ada Admin"}


@pytest.mark.django_db(transaction=True)
def test_price_is_emailed_after_the_time_to_undo_it(admin_client: APIClient, tmp_path: Path) -> None:
    quote = make_quote()
    _price(admin_client, quote)
    assert delivered(tmp_path) == [], "the email is delayed"
    end_waits()
    [email] = delivered(tmp_path)
    assert "$1,140.00" in email["Subject"]
    assert _undo(admin_client, quote).status_code == 409
    assert not UnsentPrice.objects.exists()


def test_price_can_be_undone_only_for_a_few_seconds(admin_client: APIClient) -> None:
    quote = make_quote()
    _price(admin_client, quote)
    price = UnsentPrice.objects.get()
    UnsentPrice.objects.update(created_at=price.created_at - dt.timedelta(seconds=7))
    response = _undo(admin_client, quote)
    assert (response.status_code, "too late" in response.json()["message"]) == (409, True)
    quote.refresh_from_db()
    assert str(quote.quote_amount) == AMOUNT


def _accept(admin_client: APIClient, customer_client: APIClient, quote: Quote) -> Any:
    return customer_client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": AMOUNT}, format="json")


def _decline(admin_client: APIClient, customer_client: APIClient, quote: Quote) -> Any:
    return customer_client.post(f"/api/quotes/{quote.id}/decline", {}, format="json")


def _ask(admin_client: APIClient, customer_client: APIClient, quote: Quote) -> Any:
    return customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "So much?"}, format="json")


def _reply(admin_client: APIClient, customer_client: APIClient, quote: Quote) -> Any:
    return admin_client.post(f"/api/quotes/{quote.id}/comments", {"content": "With timers."}, format="json")


def _reach(admin_client: APIClient, customer_client: APIClient, quote: Quote) -> Any:
    return admin_client.post(f"/api/quotes/{quote.id}/calls", {"outcome": "reached"}, format="json")


def _change_status(admin_client: APIClient, customer_client: APIClient, quote: Quote) -> Any:
    return admin_client.patch(f"/api/quotes/{quote.id}", {"status": "service_scheduled"}, format="json")


def _change_price(admin_client: APIClient, customer_client: APIClient, quote: Quote) -> Any:
    return admin_client.patch(f"/api/quotes/{quote.id}", {"quoteAmount": "1200"}, format="json")


@pytest.mark.parametrize("change", [_accept, _decline, _ask, _reply, _reach, _change_status, _change_price])
def test_price_cannot_be_undone_after_another_change(
    admin_client: APIClient, customer: User, customer_client: APIClient, change: Any
) -> None:
    quote = make_quote(user=customer)
    seen = _price(admin_client, quote)["updatedAt"]
    assert change(admin_client, customer_client, quote).status_code in {200, 201}
    state = Quote.objects.values().get(id=quote.id)
    assert _undo(admin_client, quote, seen).status_code == 409
    assert Quote.objects.values().get(id=quote.id) == state


def test_quote_without_a_new_price_has_nothing_to_undo(admin_client: APIClient) -> None:
    quote = make_quote(status="reviewed", quote_amount=AMOUNT)
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "quoting"}, format="json")
    assert _undo(admin_client, quote).status_code == 409
    assert _undo(admin_client, Quote(id=UUID(int=0))).status_code == 404


def test_second_undo_is_a_conflict_unless_it_repeats_the_key(admin_client: APIClient) -> None:
    quote = make_quote()
    _price(admin_client, quote)
    key = {"Idempotency-Key": "undo-of-a-price"}
    first = _undo(admin_client, quote, **key)
    assert first.status_code == 200
    assert _undo(admin_client, quote, **key).json() == first.json()
    assert _undo(admin_client, quote).status_code == 409


@pytest.mark.django_db(transaction=True)
def test_same_price_again_after_an_undo_is_emailed_once(admin_client: APIClient, tmp_path: Path) -> None:
    quote = make_quote()
    _price(admin_client, quote)
    _undo(admin_client, quote)
    _price(admin_client, quote)
    end_waits()
    assert len(delivered(tmp_path)) == 1


@pytest.mark.parametrize("is_first_due", [False, True])
@pytest.mark.django_db(transaction=True)
def test_undo_of_a_second_price_still_emails_the_first(
    admin_client: APIClient, tmp_path: Path, is_first_due: bool
) -> None:
    quote = make_quote()
    _price(admin_client, quote)
    if is_first_due:
        end_waits()
    _price(admin_client, quote, quoteAmount="1200.00")
    assert delivered(tmp_path) == []
    assert _undo(admin_client, quote).json()["quoteAmount"] == AMOUNT
    assert _undo(admin_client, quote).status_code == 409
    end_waits()
    [email] = delivered(tmp_path)
    assert "$1,140.00" in email["Subject"]
    assert not UnsentPrice.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_only_one_of_acceptance_and_undo_succeeds(admin: User, customer: User, tmp_path: Path) -> None:
    for _ in range(5):
        quote = make_quote(user=customer)
        _price(_client_of(admin), quote)
        clients = [_client_of(admin), _client_of(customer)]
        work = [lambda: _undo(clients[0], quote), lambda: _accept(clients[0], clients[1], quote)]  # noqa: B023
        undone, accepted = in_threads(2, lambda number: work[number]().status_code)  # noqa: B023
        assert sorted([undone, accepted]) == [200, 409]
        quote.refresh_from_db()
        assert quote.status == ("pending" if undone == 200 else "approved")
    end_waits()
    assert {mail["Subject"] for mail in delivered(tmp_path)} <= {"You said yes to your holiday lights"}


@pytest.mark.django_db(transaction=True)
def test_only_one_of_several_undos_succeeds(admin: User) -> None:
    quote = make_quote()
    _price(_client_of(admin), quote)
    assert sorted(in_threads(4, lambda _: _undo(_client_of(admin), quote).status_code)) == [200, 409, 409, 409]
    assert not QuoteComment.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_undo_waits_while_the_email_is_being_composed(
    admin: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quote = make_quote()
    _price(_client_of(admin), quote)
    waiting: list[Any] = []
    compose = emails.quote_priced.compose

    def compose_during_undo(message: Message) -> Email | ShortText:
        email = compose(message)
        waiting.append(run_during_transaction(lambda: _undo(_client_of(admin), quote)))
        return email

    monkeypatch.setitem(kinds._kinds, "quote-priced", replace(emails.quote_priced, compose=compose_during_undo))
    end_waits()
    assert len(delivered(tmp_path)) == 1
    assert waiting[0]().status_code == 409
