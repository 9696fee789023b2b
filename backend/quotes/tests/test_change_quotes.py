"""Administrators change one or several quotes, and never overwrite a change that they have not seen."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from notifications.models import Message
from quotes.models import Quote, QuoteComment, QuoteStatus
from quotes.tests.factories import make_quote
from testing.helpers import end_waits, in_threads, run_queue


def _patch(client: APIClient, quote: Quote, **body: Any) -> Any:
    return client.patch(f"/api/quotes/{quote.id}", body, format="json")


def test_quote_can_be_changed_from_the_latest_version(admin_client: APIClient) -> None:
    quote = make_quote()
    seen = admin_client.get(f"/api/quotes/{quote.id}").json()["updatedAt"]
    first = _patch(admin_client, quote, quoteAmount="100.00", updatedAt=seen)
    assert first.status_code == 200
    assert _patch(admin_client, quote, status="reviewed", updatedAt=first.json()["updatedAt"]).status_code == 200


def test_outdated_change_is_a_conflict_and_overwrites_nothing(admin_client: APIClient) -> None:
    quote = make_quote()
    seen = admin_client.get(f"/api/quotes/{quote.id}").json()["updatedAt"]
    _patch(admin_client, quote, quoteAmount="100.00", updatedAt=seen)
    late = _patch(admin_client, quote, quoteAmount="200.00", status="reviewed", updatedAt=seen)
    assert late.status_code == 409
    assert "Someone else just changed this" in late.json()["message"]
    quote.refresh_from_db()
    assert (str(quote.quote_amount), quote.status) == ("100.00", "pending")


def test_comment_call_and_visits_leave_open_forms_valid(admin_client: APIClient) -> None:
    quote = make_quote(status="service_scheduled")
    job = quote.jobs.create()
    path, seen = f"/api/quotes/{quote.id}", quote.updated_at.isoformat()
    for answer in (
        admin_client.post(f"{path}/comments", {"content": "Hello"}, format="json"),
        admin_client.post(f"{path}/calls", {"outcome": "voicemail"}, format="json"),
        admin_client.patch(f"/api/jobs/{job.id}", {"scheduledDate": "2026-12-01T14:00:00Z"}, format="json"),
        admin_client.post("/api/jobs", {"quoteId": str(quote.id), "updatedAt": seen}, format="json"),
    ):
        assert answer.status_code in (200, 201)
    assert _patch(admin_client, quote, quoteAmount="100.00", updatedAt=seen).status_code == 200


def test_seen_version_may_be_rounded_to_milliseconds(admin_client: APIClient) -> None:
    quote = make_quote()
    seen = quote.updated_at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{quote.updated_at.microsecond // 1000:03}Z"
    assert _patch(admin_client, quote, status="quoting", updatedAt=seen).status_code == 200


@pytest.mark.parametrize("seen", ["yesterday", "2026-11-20", "2026-11-20T10:00:00", 5, {}])
def test_seen_version_must_be_an_instant(admin_client: APIClient, seen: Any) -> None:
    response = _patch(admin_client, make_quote(), status="quoting", updatedAt=seen)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["updatedAt"]


@pytest.mark.django_db(transaction=True)
def test_second_of_two_changes_at_once_is_a_conflict(admin: User) -> None:
    second = User.objects.create_superuser("grace@example.com", "correct horse")
    quote = make_quote()
    seen = quote.updated_at.isoformat()

    def change(number: int) -> int:
        client = APIClient()
        client.force_login((admin, second)[number])
        return int(_patch(client, quote, quoteAmount=str(100 + number), updatedAt=seen).status_code)

    assert sorted(in_threads(2, change)) == [200, 409]
    assert QuoteComment.objects.count() == 1


@pytest.mark.parametrize("amount", [0, "0", -0.0, "-0", "0.01", 99999999.99, "99999999.99", "  140 ", 140.5])
def test_amount_within_bounds_is_accepted(admin_client: APIClient, amount: Any) -> None:
    response = _patch(admin_client, make_quote(), quoteAmount=amount)
    assert response.status_code == 200
    assert response.json()["quoteAmount"] == f"{abs(float(amount)):.2f}"  # there is no negative zero


@pytest.mark.parametrize(
    "amount",
    [
        "100000000",
        -0.01,
        "1.005",
        1.005,
        "abc",
        "",
        "1,000",
        "NaN",
        "Infinity",
        True,
        [],
        {},
        "1e400",
        "\u0967",
        "1_000",
    ],
)
def test_amount_out_of_bounds_is_a_400(admin_client: APIClient, amount: Any) -> None:
    quote = make_quote()
    response = _patch(admin_client, quote, quoteAmount=amount)
    assert response.status_code == 400, response.content
    assert list(response.json()["errors"]) == ["quoteAmount"]
    quote.refresh_from_db()
    assert quote.quote_amount is None


def test_new_price_alone_asks_again_only_before_the_day_is_set(admin_client: APIClient) -> None:
    responses = {
        status: _patch(admin_client, make_quote(status=status, quote_amount="140.00"), quoteAmount="150.00")
        for status in QuoteStatus.values
    }
    assert {status: response.json()["status"] for status, response in responses.items()} == {
        **{status: status for status in QuoteStatus.values}, "approved": "reviewed"
    }  # fmt: skip


@pytest.mark.parametrize("status", ["quoting", "reviewed"])
@pytest.mark.parametrize("amount", ["0.00", "140.00"])
def test_first_price_shown_to_the_customer_counts_as_the_response(
    admin_client: APIClient, amount: str, status: str
) -> None:
    quote = make_quote()
    assert (
        _patch(admin_client, quote, quoteAmount=amount).json()["answeredAt"] is None
    )  # pending: the customer doesn't see it yet
    first = _patch(admin_client, quote, status=status).json()
    assert first["answeredAt"] is not None
    assert first["respondBy"] > first["createdAt"]
    _patch(admin_client, quote, quoteAmount=None)
    assert _patch(admin_client, quote, quoteAmount="9").json()["answeredAt"] == first["answeredAt"]


def test_status_change_does_not_count_as_a_response(admin_client: APIClient) -> None:
    assert _patch(admin_client, make_quote(), status="quoting").json()["answeredAt"] is None
    closed = make_quote(tries=2)
    assert _patch(admin_client, closed, status="rejected").json()["tries"] == 0
    admin_client.post(f"/api/quotes/{closed.id}/comments", {"content": "Maybe next year?"}, format="json")
    assert admin_client.get(f"/api/quotes/{closed.id}").json()["answeredAt"] is None, (
        "the customer stopped waiting before"
    )


def test_bulk_change_skips_quotes_that_customers_agreed_to(admin_client: APIClient) -> None:
    quotes = {status: make_quote(status=status, full_name=status) for status in QuoteStatus.values}
    missing = "01890000-0000-7000-8000-000000000000"
    body = {"ids": [*(str(quote.id) for quote in quotes.values()), missing], "status": "rejected"}
    response = admin_client.post("/api/quotes/bulk-status", body, format="json").json()
    assert response["changed"] == [str(quotes[status].id) for status in ("pending", "quoting", "reviewed")]
    assert {row["id"] for row in response["skipped"]} == set(body["ids"]) - set(response["changed"])
    assert "has agreed to this quote (Approved)" in response["skipped"][0]["message"]
    kept = {"approved", "service_scheduled", "complete", "complete_storage", "rejected"}
    for status, quote in quotes.items():
        quote.refresh_from_db()
        assert quote.status == (status if status in kept else "rejected")
    assert QuoteComment.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_bulk_price_is_emailed_to_the_customer(customer: User, admin_client: APIClient) -> None:
    quote = make_quote(user=customer, quote_amount="140.00")
    admin_client.post("/api/quotes/bulk-status", {"ids": [str(quote.id)], "status": "reviewed"}, format="json")
    end_waits()
    run_queue()
    assert b"$140.00" in bytes(Message.objects.get(kind="quote-priced").raw)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"status": "quoting"}, "ids"),
        ({"ids": [], "status": "quoting"}, "ids"),
        ({"ids": ["x"], "status": "quoting"}, "ids"),
        ({"ids": "all", "status": "quoting"}, "ids"),
        ({"ids": ["01890000-0000-7000-8000-000000000000"] * 201, "status": "quoting"}, "ids"),
        ({"ids": ["01890000-0000-7000-8000-000000000000"], "status": "x"}, "status"),
    ],
)
def test_unknown_choice_is_a_400(admin_client: APIClient, body: dict[str, Any], field: str) -> None:
    response = admin_client.post("/api/quotes/bulk-status", body, format="json")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]


MARKUP = "<script>alert(1)</script> & \"quotes\" 'too'"


def test_markup_is_stored_and_returned_as_text(guest: APIClient, admin_client: APIClient) -> None:
    body = {
        "fullName": MARKUP, "email": "a@example.com", "phone": MARKUP[:40], "city": MARKUP, "streetAddress": MARKUP,
        "comments": MARKUP, "addOns": [MARKUP], "servicePackage": "basic", "design": {"style": MARKUP},
    }  # fmt: skip
    quote = guest.post("/api/quotes", body, format="json").json()
    response = admin_client.get(f"/api/quotes/{quote['id']}")
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    for field in ("fullName", "city", "streetAddress", "comments"):
        assert response.json()[field] == MARKUP
    assert response.json()["addOns"] == [MARKUP]
    assert response.json()["design"] == {"style": MARKUP}
