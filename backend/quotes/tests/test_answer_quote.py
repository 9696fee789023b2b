"""Staff price a quote, the customer accepts or declines it, and both comment."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from quotes.models import Acceptance, Decline, Quote, QuoteComment, QuoteStatus
from quotes.tests.factories import make_quote
from testing.helpers import in_threads


@pytest.fixture
def offer(customer: User) -> Quote:
    return make_quote(user=customer, status="reviewed", quote_amount="1140.00")


def _thread(client: APIClient, quote: Quote) -> list[dict[str, Any]]:
    return client.get(f"/api/quotes/{quote.id}/comments").json()  # type: ignore[no-any-return]


def _accept(client: APIClient, quote: Quote, amount: Any = "1140.00") -> Any:
    return client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": amount}, format="json")


def test_accepted_quote_is_approved_at_the_price_the_customer_saw(customer_client: APIClient, offer: Quote) -> None:
    response = _accept(customer_client, offer)
    assert response.status_code == 200
    assert response.json()["status"] == "approved"
    [entry] = _thread(customer_client, offer)
    assert (entry["commentType"], entry["content"], entry["isStaffComment"]) == (
        "status_update", "You said yes to $1,140.00", False,
    )  # fmt: skip


@pytest.mark.parametrize("seen", ["1000.00", "1139.99", "1140.01", "1500.00"])
def test_accepting_a_price_that_has_changed_is_a_conflict(customer_client: APIClient, offer: Quote, seen: str) -> None:
    response = _accept(customer_client, offer, seen)
    assert response.status_code == 409
    assert "$1,140.00" in response.json()["message"]
    offer.refresh_from_db()
    assert offer.status == QuoteStatus.REVIEWED


@pytest.mark.parametrize("amount", [None, "", "x", "NaN", "Infinity", "-1", "1e9", True, {}, "1.005"])
def test_accepting_a_malformed_price_is_a_400(customer_client: APIClient, offer: Quote, amount: Any) -> None:
    response = _accept(customer_client, offer, amount)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["quoteAmount"]


@pytest.mark.parametrize("status", sorted(set(QuoteStatus.values) - {"quoting", "reviewed"}))
@pytest.mark.parametrize("verb", ["accept", "decline"])
def test_quote_can_be_answered_only_while_waiting_for_the_customer(
    customer: User, customer_client: APIClient, status: str, verb: str
) -> None:
    quote = make_quote(user=customer, status=status, quote_amount="1140.00")
    response = customer_client.post(f"/api/quotes/{quote.id}/{verb}", {"quoteAmount": "1140.00"}, format="json")
    assert response.status_code == 409


def test_quote_without_a_price_cannot_be_accepted(customer: User, customer_client: APIClient) -> None:
    quote = make_quote(user=customer, status="quoting")
    assert _accept(customer_client, quote).status_code == 409


def test_declined_quote_is_rejected(customer_client: APIClient, offer: Quote) -> None:
    response = customer_client.post(f"/api/quotes/{offer.id}/decline", {}, format="json")
    assert response.json()["status"] == "rejected"


@pytest.mark.django_db(transaction=True)
def test_only_one_of_several_simultaneous_answers_counts(customer: User, offer: Quote) -> None:
    def response(number: int) -> int:
        client = APIClient()
        client.force_login(customer)
        verb = "accept" if number % 2 else "decline"
        return int(client.post(f"/api/quotes/{offer.id}/{verb}", {"quoteAmount": "1140.00"}, format="json").status_code)

    # Repeating an acceptance responds with 200, so there are four if accepting came first.
    assert sorted(in_threads(8, response)) in ([200] * 4 + [409] * 4, [200] + [409] * 7)
    assert QuoteComment.objects.count() == Acceptance.objects.count() + Decline.objects.count() == 1


@pytest.mark.parametrize("status", QuoteStatus.values)
def test_status_change_is_visible_to_the_customer(
    admin_client: APIClient, customer_client: APIClient, offer: Quote, status: str
) -> None:
    response = admin_client.patch(f"/api/quotes/{offer.id}", {"status": status}, format="json")
    assert response.json()["status"] == status
    seen = [entry["commentType"] for entry in _thread(customer_client, offer)]
    assert seen == ([] if status == "reviewed" else ["status_update"])


def test_approved_quote_with_a_new_price_waits_for_the_customer_again(
    admin_client: APIClient, customer_client: APIClient, offer: Quote
) -> None:
    _accept(customer_client, offer)
    response = admin_client.patch(f"/api/quotes/{offer.id}", {"quoteAmount": "1200"}, format="json")
    assert response.json()["status"] == "reviewed"
    assert response.json()["quoteAmount"] == "1200.00"


def test_approved_quote_with_a_new_price_and_status_gets_that_status(
    admin_client: APIClient, customer_client: APIClient, offer: Quote
) -> None:
    _accept(customer_client, offer)
    for amount, status in [(1300, "approved"), (1400, "quoting")]:
        response = admin_client.patch(
            f"/api/quotes/{offer.id}", {"quoteAmount": amount, "status": status}, format="json"
        )
        assert response.json()["status"] == status


def test_same_price_changes_nothing(admin_client: APIClient, customer_client: APIClient, offer: Quote) -> None:
    _accept(customer_client, offer)
    assert (
        admin_client.patch(f"/api/quotes/{offer.id}", {"quoteAmount": "1140.00"}, format="json").json()["status"]
        == "approved"
    )
    assert len(_thread(customer_client, offer)) == 1


@pytest.mark.parametrize(
    "change", [{"status": "sent"}, {"status": None}, {"quoteAmount": "100000000"}, {"quoteAmount": -1}]
)
def test_quote_change_out_of_bounds_is_a_400(admin_client: APIClient, offer: Quote, change: dict[str, Any]) -> None:
    response = admin_client.patch(f"/api/quotes/{offer.id}", change, format="json")
    assert response.status_code == 400
    assert response.json()["errors"].keys() == change.keys()


@pytest.mark.parametrize("accepted", [False, True])
def test_price_can_be_removed(
    admin_client: APIClient, customer_client: APIClient, offer: Quote, accepted: bool
) -> None:
    path = f"/api/quotes/{offer.id}"
    if accepted:
        accept = customer_client.post(f"{path}/accept", {"quoteAmount": f"{offer.quote_amount}"}, format="json")
        assert accept.status_code == 200
    admin_client.patch(path, {"quoteAmount": None}, format="json")
    seen = customer_client.get(path).json()
    assert (seen["status"], seen["quoteAmount"], seen["changes"]) == ("reviewed", None, None)


def test_thread_has_comments_of_customer_and_staff(
    admin_client: APIClient, customer_client: APIClient, offer: Quote
) -> None:
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
def test_empty_or_too_long_comment_is_a_400(customer_client: APIClient, offer: Quote, content: Any) -> None:
    response = customer_client.post(f"/api/quotes/{offer.id}/comments", {"content": content}, format="json")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["content"]
    assert QuoteComment.objects.count() == 0


def test_comment_sent_twice_is_stored_once(customer_client: APIClient, offer: Quote) -> None:
    for _ in range(2):
        customer_client.post(
            f"/api/quotes/{offer.id}/comments", {"content": "Hello"}, format="json",
            headers={"Idempotency-Key": "one-comment"},
        )  # fmt: skip
    assert QuoteComment.objects.count() == 1


@pytest.mark.parametrize("rows", [2, 50])
def test_thread_takes_a_constant_number_of_queries(
    customer: User, customer_client: APIClient, offer: Quote, rows: int, django_assert_num_queries: Any
) -> None:
    QuoteComment.objects.bulk_create(QuoteComment(quote=offer, user=customer, comment="x") for _ in range(rows))
    with django_assert_num_queries(4):
        assert len(_thread(customer_client, offer)) == rows
