"""Changes add lines to a quote's thread. Staff read what changed, the customer what it means for them."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from quotes.models import Acceptance, Quote, QuoteComment, QuoteStatus
from quotes.tests.factories import make_quote


@pytest.fixture
def quote(customer: User) -> Quote:
    return make_quote(user=customer)


def _thread(client: APIClient, quote: Quote) -> list[str]:
    return [entry["content"] for entry in client.get(f"/api/quotes/{quote.id}/comments").json()]


def _revise(client: APIClient, quote: Quote, **body: Any) -> None:
    assert client.patch(f"/api/quotes/{quote.id}", body, format="json").status_code == 200


def _answer(client: APIClient, quote: Quote, verb: str, **body: Any) -> None:
    assert client.post(f"/api/quotes/{quote.id}/{verb}", body, format="json").status_code == 200


def test_customer_and_staff_read_different_lines_about_a_price(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    _revise(admin_client, quote, status="reviewed", quoteAmount="1240")
    assert _thread(customer_client, quote) == [
        "Your price is ready: $1,240.00",
        "It's your turn: accept it or ask us a question",
    ]
    assert _thread(admin_client, quote) == ["Quote amount set to $1,240.00", "Status changed to Reviewed"]


def test_draft_price_is_announced_with_the_status_that_shows_it(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    _revise(admin_client, quote, quoteAmount="1240")
    _revise(admin_client, quote, status="reviewed")
    assert _thread(customer_client, quote) == ["We're working on your price", "Your price is ready: $1,240.00"]


def test_changed_price_of_an_accepted_quote_asks_for_another_answer(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    _revise(admin_client, quote, status="quoting", quoteAmount="1240")
    _answer(customer_client, quote, "accept", quoteAmount="1240.00")
    _revise(admin_client, quote, quoteAmount="1300")
    _revise(admin_client, quote, quoteAmount="1350")
    _revise(admin_client, quote, quoteAmount=None)
    _revise(admin_client, quote, quoteAmount="1400", status="approved")
    assert _thread(customer_client, quote)[2:] == [
        "You said yes to $1,240.00",
        "Your price is ready: $1,300.00",
        "It's your turn: accept it or ask us a question",
        "Your price changed: $1,350.00",
        "We're working on your price",
        "Your price is now $1,400.00",
        "We recorded that you accepted $1,400.00",
    ]
    assert _thread(admin_client, quote)[-3] == "Quote amount removed"


def test_line_about_a_decline_has_the_price(customer_client: APIClient, admin_client: APIClient, quote: Quote) -> None:
    _revise(admin_client, quote, status="quoting", quoteAmount="1240")
    _answer(customer_client, quote, "decline")
    assert _thread(customer_client, quote)[-1] == "You declined $1,240.00"


@pytest.mark.parametrize(
    ("status", "news"),
    [
        ("quoting", "We're working on your price"),
        ("reviewed", "We're working on your price"),
        ("approved", "We recorded that you accepted"),
        ("service_scheduled", "We'll call you to set your day"),
        ("complete", "All done. Thanks for letting us light your place"),
        ("complete_storage", "All done. Your decorations are in storage until next season"),
        ("rejected", "We closed this request"),
    ],
)
def test_customer_reads_plain_words_about_a_status_set_by_staff(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, status: str, news: str
) -> None:
    _revise(admin_client, quote, status=status)
    _revise(admin_client, quote, status="pending")
    assert _thread(customer_client, quote) == [news, "We have your request"]
    assert _thread(admin_client, quote)[0] == f"Status changed to {QuoteStatus(status).label}"


@pytest.mark.parametrize(
    ("old_status", "day", "changes", "news"),
    [
        ("service_scheduled", None, {}, ["We'll call you to set your day"]),
        ("complete", None, {}, ["We'll call you to set your day"]),
        ("service_scheduled", "2026-12-02T15:00:00Z", {}, ["Your yes still stands"]),
        (
            "service_scheduled",
            None,
            {"quoteAmount": "1300"},
            ["Your price is now $1,300.00", "We recorded that you accepted $1,300.00"],
        ),
        ("reviewed", None, {}, ["We recorded that you accepted $1,240.00"]),
    ],
)
def test_customer_is_told_of_an_acceptance_only_once(
    customer: User,
    customer_client: APIClient,
    admin_client: APIClient,
    old_status: str,
    day: str | None,
    changes: dict[str, str],
    news: list[str],
) -> None:
    quote = make_quote(user=customer, status=old_status, quote_amount="1240.00")
    if day:
        body = {"quoteId": str(quote.id), "scheduledDate": day}
        assert admin_client.post("/api/jobs", body, format="json").status_code == 201
    _revise(admin_client, quote, **{"status": "approved", **changes})
    assert _thread(customer_client, quote) == news
    assert _thread(admin_client, quote)[-1] == "Status changed to Approved"


LATE = "2026-12-02T01:00:00Z"  # 8:00 PM Eastern the day before


@pytest.mark.parametrize(
    ("kind", "at", "news"),
    [
        ("installation", LATE, "Your installation is on the calendar: Tue, Dec 1"),
        ("service", LATE, "Your service visit is on the calendar: Tue, Dec 1"),
        ("takedown", LATE, "Your takedown is on the calendar: Tue, Dec 1"),
        ("installation", None, "We'll call you to set your day"),
    ],
)
def test_line_about_a_scheduled_visit_has_its_eastern_day(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, kind: str, at: str | None, news: str
) -> None:
    body = {"quoteId": str(quote.id), "kind": kind, "scheduledDate": at}
    assert admin_client.post("/api/jobs", body, format="json").status_code == 201
    assert _thread(customer_client, quote) == [news]
    assert _thread(admin_client, quote) == ["Status changed to Service Scheduled"]


@pytest.mark.parametrize(
    ("text", "by_staff", "news"),
    [
        ("Quote amount set to $875.00", True, "Your price: $875.00"),
        ("Quote amount removed", True, "We're working on your price"),
        ("Status changed to Quoting", True, "We're working on your price"),
        ("Status changed to Approved", False, "You said yes"),
        ("Status changed to Approved", True, "We recorded that you accepted"),
        ("Status changed to Rejected", False, "You declined"),
        ("Something else happened", True, "Something else happened"),
    ],
)
def test_lines_without_stored_news_are_reworded_for_customers(
    customer: User, customer_client: APIClient, admin: User, quote: Quote, text: str, by_staff: bool, news: str
) -> None:
    QuoteComment.objects.create(
        quote=quote, user=admin if by_staff else customer, is_staff_comment=by_staff,
        comment_type="status_update", comment=text,
    )  # fmt: skip
    assert _thread(customer_client, quote) == [news]


def test_comments_of_people_are_never_reworded(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Status changed to Approved"}, format="json")
    for client in (customer_client, admin_client):
        assert _thread(client, quote) == ["Status changed to Approved"]


def test_administrator_reads_their_own_quote_as_a_customer(admin: User, admin_client: APIClient) -> None:
    quote = make_quote(user=admin)
    _revise(admin_client, quote, status="quoting")
    assert _thread(admin_client, quote) == ["We're working on your price"]
    _revise(admin_client, quote, status="reviewed", quoteAmount="500.00")
    accepted = admin_client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": "500.00"}, format="json")
    assert (accepted.status_code, Acceptance.objects.get().channel) == (200, "account")
    assert _thread(admin_client, quote)[-1] == "You said yes to $500.00"
