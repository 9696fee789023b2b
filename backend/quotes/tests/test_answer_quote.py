"""The administrator prices a quote; the customer accepts or declines it; both talk about it."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from quotes.models import Quote, QuoteComment, QuoteStatus
from quotes.tests.factories import make_quote
from testing.helpers import in_threads


@pytest.fixture
def offer(customer: User) -> Quote:
    return make_quote(user=customer, status="reviewed", quote_amount="1140.00")


def _thread(client: APIClient, quote: Quote) -> list[dict[str, Any]]:
    return client.get(f"/api/quotes/{quote.id}/comments").json()  # type: ignore[no-any-return]


def _accept(client: APIClient, quote: Quote, amount: Any = "1140.00") -> Any:
    return client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": amount}, format="json")


def test_accepting_binds_at_the_price_that_was_seen(customer_client: APIClient, offer: Quote) -> None:
    answer = _accept(customer_client, offer)
    assert answer.status_code == 200
    assert answer.json()["status"] == "approved"
    [entry] = _thread(customer_client, offer)
    assert (entry["commentType"], entry["content"], entry["isStaffComment"]) == (
        "status_update", "Status changed to Approved", False,
    )  # fmt: skip


@pytest.mark.parametrize("seen", ["1000.00", "1139.99", "1140.01", "1500.00"])
def test_a_price_that_has_changed_since_is_a_conflict(customer_client: APIClient, offer: Quote, seen: str) -> None:
    answer = _accept(customer_client, offer, seen)
    assert answer.status_code == 409
    assert "$1,140.00" in answer.json()["message"]
    offer.refresh_from_db()
    assert offer.status == QuoteStatus.REVIEWED


@pytest.mark.parametrize("amount", [None, "", "x", "NaN", "Infinity", "-1", "1e9", True, {}, "1.005"])
def test_a_price_that_is_none_is_a_400(customer_client: APIClient, offer: Quote, amount: Any) -> None:
    answer = _accept(customer_client, offer, amount)
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["quoteAmount"]


@pytest.mark.parametrize("status", sorted(set(QuoteStatus.values) - {"quoting", "reviewed"}))
@pytest.mark.parametrize("verb", ["accept", "decline"])
def test_only_an_open_offer_can_be_answered(customer: User, customer_client: APIClient, status: str, verb: str) -> None:
    quote = make_quote(user=customer, status=status, quote_amount="1140.00")
    answer = customer_client.post(f"/api/quotes/{quote.id}/{verb}", {"quoteAmount": "1140.00"}, format="json")
    assert answer.status_code == 409


def test_without_a_price_there_is_nothing_to_accept(customer: User, customer_client: APIClient) -> None:
    quote = make_quote(user=customer, status="quoting")
    assert _accept(customer_client, quote).status_code == 409


def test_declining(customer_client: APIClient, offer: Quote) -> None:
    answer = customer_client.post(f"/api/quotes/{offer.id}/decline", {}, format="json")
    assert answer.json()["status"] == "rejected"


@pytest.mark.django_db(transaction=True)
def test_of_many_answers_at_once_one_counts(customer: User, offer: Quote) -> None:
    def answer(number: int) -> int:
        client = APIClient()
        client.force_login(customer)
        verb = "accept" if number % 2 else "decline"
        return int(client.post(f"/api/quotes/{offer.id}/{verb}", {"quoteAmount": "1140.00"}, format="json").status_code)

    assert sorted(in_threads(8, answer)) == [200] + [409] * 7
    assert QuoteComment.objects.count() == 1


@pytest.mark.parametrize("status", QuoteStatus.values)
def test_the_administrator_sets_any_status_and_the_customer_sees_it(
    admin_client: APIClient, customer_client: APIClient, offer: Quote, status: str
) -> None:
    answer = admin_client.patch(f"/api/quotes/{offer.id}", {"status": status}, format="json")
    assert answer.json()["status"] == status
    seen = [entry["content"] for entry in _thread(customer_client, offer)]
    assert seen == ([] if status == "reviewed" else [f"Status changed to {QuoteStatus(status).label}"])


def test_a_new_price_of_an_approved_quote_waits_for_the_customer_again(
    admin_client: APIClient, customer_client: APIClient, offer: Quote
) -> None:
    _accept(customer_client, offer)
    answer = admin_client.patch(f"/api/quotes/{offer.id}", {"quoteAmount": "1200"}, format="json")
    assert answer.json()["status"] == "reviewed"
    assert answer.json()["quoteAmount"] == "1200.00"
    same_call = admin_client.patch(
        f"/api/quotes/{offer.id}", {"quoteAmount": 1300, "status": "approved"}, format="json"
    )
    assert same_call.json()["status"] == "approved"


def test_the_same_price_again_changes_nothing(
    admin_client: APIClient, customer_client: APIClient, offer: Quote
) -> None:
    _accept(customer_client, offer)
    assert (
        admin_client.patch(f"/api/quotes/{offer.id}", {"quoteAmount": "1140.00"}, format="json").json()["status"]
        == "approved"
    )
    assert len(_thread(customer_client, offer)) == 1


@pytest.mark.parametrize(
    "change", [{"status": "sent"}, {"status": None}, {"quoteAmount": "100000000"}, {"quoteAmount": -1}]
)
def test_a_change_out_of_bounds_is_a_400(admin_client: APIClient, offer: Quote, change: dict[str, Any]) -> None:
    answer = admin_client.patch(f"/api/quotes/{offer.id}", change, format="json")
    assert answer.status_code == 400
    assert answer.json()["errors"].keys() == change.keys()


def test_a_price_can_be_taken_away(admin_client: APIClient, offer: Quote) -> None:
    assert (
        admin_client.patch(f"/api/quotes/{offer.id}", {"quoteAmount": None}, format="json").json()["quoteAmount"]
        is None
    )


def test_both_talk_in_the_thread(admin_client: APIClient, customer_client: APIClient, offer: Quote) -> None:
    path = f"/api/quotes/{offer.id}/comments"
    said = customer_client.post(path, {"content": "  Is the gate included?  ", "isStaffComment": True}, format="json")
    assert said.status_code == 201
    assert said.json()["content"] == "Is the gate included?"
    assert said.json()["isStaffComment"] is False
    admin_client.post(path, {"comment": "It is."}, format="json")
    thread = _thread(customer_client, offer)
    assert [(entry["content"], entry["isStaffComment"], entry["authorName"]) for entry in thread] == [
        ("Is the gate included?", False, "Eleanor"),
        ("It is.", True, "Ada"),
    ]


@pytest.mark.parametrize("content", ["", "   \n\t ", "x" * 5001, "a\x00b", None, 5])
def test_an_empty_or_endless_comment_is_refused(customer_client: APIClient, offer: Quote, content: Any) -> None:
    answer = customer_client.post(f"/api/quotes/{offer.id}/comments", {"content": content}, format="json")
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["content"]
    assert QuoteComment.objects.count() == 0


def test_a_comment_posted_twice_stands_once(customer_client: APIClient, offer: Quote) -> None:
    for _ in range(2):
        customer_client.post(
            f"/api/quotes/{offer.id}/comments", {"content": "Hello"}, format="json",
            headers={"Idempotency-Key": "one-comment"},
        )  # fmt: skip
    assert QuoteComment.objects.count() == 1


@pytest.mark.parametrize("rows", [2, 50])
def test_a_thread_costs_the_same_few_queries(
    customer: User, customer_client: APIClient, offer: Quote, rows: int, django_assert_num_queries: Any
) -> None:
    QuoteComment.objects.bulk_create(QuoteComment(quote=offer, user=customer, comment="x") for _ in range(rows))
    with django_assert_num_queries(4):
        assert len(_thread(customer_client, offer)) == rows
