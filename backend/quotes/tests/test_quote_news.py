"""Emails about replies, acceptances and open prices to customers, and news about customers to the office."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from django.db.models import F
from rest_framework.test import APIClient

from accounts.models import User
from notifications.models import Message, MessageStatus
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import delivered, delivered_to_office, end_waits, in_threads, run_queue, text_of
from trees.tests.factories import tree_order_body

pytestmark = pytest.mark.django_db(transaction=True)

DAY = dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def _postal_address(settings: Any) -> None:
    settings.BUSINESS_ADDRESS = "12 Bow Street, Portsmouth, NH 03801"


@pytest.fixture
def quote(customer: User) -> Quote:
    return make_quote(user=customer, email="typo@example.com")  # emails go to the account's own address


def _comment(client: APIClient, quote: Quote, content: str = "Does this include the dormers?") -> None:
    response = client.post(f"/api/quotes/{quote.id}/comments", {"content": content}, format="json")
    assert response.status_code == 201


def _price(client: APIClient, quote: Quote, amount: str = "1140.00") -> None:
    body = {"quoteAmount": amount, "status": "reviewed"}
    assert client.patch(f"/api/quotes/{quote.id}", body, format="json").status_code == 200
    end_waits()
    run_queue()


def _answer(client: APIClient, quote: Quote, answer: str) -> None:
    response = client.post(f"/api/quotes/{quote.id}/{answer}", {"quoteAmount": "1140.00"}, format="json")
    assert response.status_code == 200


def _subjects(tmp_path: Path) -> list[str]:
    emails = delivered(tmp_path)
    assert all(text_of(email).startswith("Hi Eleanor,\n") for email in emails)
    assert not [email for email in emails if email["To"] == "typo@example.com"]
    return [email["Subject"] for email in emails]


def _office(tmp_path: Path) -> list[str]:
    return [email["Subject"] for email in delivered_to_office(tmp_path)]


def _days_pass(days: int) -> None:
    """Make the reminders of the next ``days`` due, and send them."""
    end_waits(days * DAY + dt.timedelta(minutes=1))
    run_queue()


def _ten_minutes_pass() -> None:
    Message.objects.update(sent_at=F("sent_at") - dt.timedelta(minutes=10))
    end_waits(dt.timedelta(minutes=10))


def _reasons(kind: str) -> list[str]:
    return list(
        Message.objects.filter(kind=kind, status=MessageStatus.SKIPPED)
        .order_by("not_before")
        .values_list("error", flat=True)
    )


def test_staff_reply_is_emailed_with_its_text(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    _comment(admin_client, quote, "Yes, both dormers.\nWe bring the ladder <b>ourselves</b>.")
    [email] = delivered(tmp_path)
    assert email["To"] == "eleanor@example.com"
    assert "replied about your quote" in email["Subject"]
    assert "Yes, both dormers.\nWe bring the ladder <b>ourselves</b>." in text_of(email)
    body = email.get_body(("html",))
    assert body is not None
    assert "&lt;b&gt;ourselves&lt;/b&gt;" in body.get_content()


def test_each_staff_reply_is_emailed_but_not_the_customers_comments(
    admin_client: APIClient, customer_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    _comment(customer_client, quote)
    assert delivered(tmp_path) == []
    _comment(admin_client, quote, "Yes.")
    _comment(admin_client, quote, "And the porch.")
    assert len(delivered(tmp_path)) == 2


def test_longest_reply_is_emailed_in_full(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    _comment(admin_client, quote, "Yes. " * 998 + "The end")
    [email] = delivered(tmp_path)
    assert "The end" in text_of(email)


@pytest.mark.parametrize("by_staff", [False, True])
def test_acceptance_is_confirmed_with_the_next_steps(
    admin_client: APIClient, customer_client: APIClient, quote: Quote, tmp_path: Path, by_staff: bool
) -> None:
    Quote.objects.filter(id=quote.id).update(text_updates=True)
    _price(admin_client, quote)
    if by_staff:
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": "approved"}, format="json")
    else:
        _answer(customer_client, quote, "accept")
    email = delivered(tmp_path)[-1]
    assert (email["To"], email["Subject"]) == ("eleanor@example.com", "You said yes to your holiday lights")
    assert "Total: $1,140.00" in text_of(email)
    assert "We'll call you within 24 hours to set the day" in text_of(email)
    assert Message.objects.get(kind="quote-accepted").not_texted, "the reason why this was not texted, too"
    for status in ("service_scheduled", "approved"):
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": status}, format="json")
    assert Message.objects.filter(kind="quote-accepted").count() == 1


def test_second_acceptance_after_a_new_price_is_confirmed_again(
    admin_client: APIClient, customer_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    _price(admin_client, quote)
    _answer(customer_client, quote, "accept")
    run_queue()
    _price(admin_client, quote, "1200.00")
    assert _subjects(tmp_path)[-1] == "Your price is now $1,200.00"
    assert "from $1,140.00 to $1,200.00" in text_of(delivered(tmp_path)[-1])
    customer_client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": "1200.00"}, format="json")
    assert _subjects(tmp_path).count("You said yes to your holiday lights") == 2


@pytest.mark.parametrize(("accepted", "confirmed"), [(True, 1), (False, 0)])
def test_quote_set_back_from_scheduled_is_not_confirmed_again(
    admin_client: APIClient, customer_client: APIClient, quote: Quote, tmp_path: Path, accepted: bool, confirmed: int
) -> None:
    _price(admin_client, quote)
    if accepted:
        _answer(customer_client, quote, "accept")
    for status in ("service_scheduled", "approved"):
        run_queue()
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": status}, format="json")
    assert _subjects(tmp_path).count("You said yes to your holiday lights") == confirmed


def test_acceptance_reversed_before_the_email_is_not_confirmed(admin_client: APIClient, quote: Quote) -> None:
    for status in ("approved", "rejected"):
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": status}, format="json")
    run_queue()
    assert _reasons("quote-accepted") == ["The quote is Rejected now."]


def test_reminders_of_an_open_price_are_sent_after_three_and_seven_days(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    _price(admin_client, quote)
    assert len(delivered(tmp_path)) == 1
    _days_pass(2)
    assert len(delivered(tmp_path)) == 1
    for days, count in ((3, 2), (6, 2), (7, 3), (60, 3)):
        _days_pass(days)
        assert len(delivered(tmp_path)) == count, days
    reminder = delivered(tmp_path)[1]
    assert reminder["Subject"] == "Your holiday lights quote is still open: $1,140.00"
    assert "12 Bow Street, Portsmouth, NH 03801" in text_of(reminder)


def test_two_customers_are_both_reminded(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    for each in (quote, make_quote(email="oscar@example.com")):
        _price(admin_client, each)
    _days_pass(3)
    assert _subjects(tmp_path).count("Your holiday lights quote is still open: $1,140.00") == 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"status": "approved"}, "There is no price that the customer can accept."),
        ({"status": "rejected"}, "There is no price that the customer can accept."),
        ({"quoteAmount": None}, "There is no price that the customer can accept."),
        ({"quoteAmount": "1200.00"}, "The email about this price was not sent, or there was a newer one."),
    ],
)
def test_reminder_is_skipped_once_the_price_is_no_longer_open(
    admin_client: APIClient, quote: Quote, change: dict[str, Any], reason: str
) -> None:
    _price(admin_client, quote)
    admin_client.patch(f"/api/quotes/{quote.id}", change, format="json")
    end_waits()
    run_queue()
    first = Message.objects.filter(kind="quote-price-open").order_by("id").first()
    assert first
    _days_pass(3)
    first.refresh_from_db()
    assert (first.status, first.error) == (MessageStatus.SKIPPED, reason)


def test_three_day_reminder_is_not_repeated_for_a_new_price(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    _price(admin_client, quote)
    _days_pass(3)
    _price(admin_client, quote, "1200.00")
    _days_pass(3)
    assert _reasons("quote-price-open") == ["This reminder was sent for an earlier price."]
    _days_pass(7)
    reminders = [subject for subject in _subjects(tmp_path) if "still open" in subject]
    assert len(reminders) == 2


def test_reminder_is_skipped_for_an_open_question_or_a_quote_let_go(
    admin_client: APIClient, customer_client: APIClient, quote: Quote
) -> None:
    _price(admin_client, quote)
    _comment(customer_client, quote)
    _days_pass(3)
    admin_client.post(f"/api/quotes/{quote.id}/no-reply-needed")
    admin_client.post(f"/api/quotes/{quote.id}/let-go")
    _days_pass(7)
    assert _reasons("quote-price-open") == ["The customer is waiting for our reply.", "The quote was let go."]


def test_office_is_notified_of_request_question_acceptance_and_decline(
    guest: APIClient, admin_client: APIClient, customer_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    guest.post("/api/quotes", quote_body(), format="json")
    assert _office(tmp_path) == ["Eleanor Hayes asked for a quote"]
    _ten_minutes_pass()
    _comment(customer_client, quote)
    assert _office(tmp_path)[1] == "Eleanor Hayes has a question"
    _price(admin_client, quote)
    for answer, subject in (("accept", "Eleanor Hayes accepted"), ("decline", "Eleanor Hayes declined")):
        _ten_minutes_pass()
        Quote.objects.filter(id=quote.id).update(status="reviewed")
        _answer(customer_client, quote, answer)
        assert _office(tmp_path)[-1] == subject
    assert "/admin?tab=quotes" in text_of(delivered_to_office(tmp_path)[-1])


@pytest.mark.parametrize(
    ("who", "told"), [("guest", True), ("customer_client", True), ("admin_client", False), ("office_client", False)]
)
def test_office_is_notified_of_orders_and_requests_it_did_not_enter(
    request: pytest.FixtureRequest, tmp_path: Path, who: str, told: bool
) -> None:
    client = request.getfixturevalue(who)
    assert client.post("/api/tree-orders", tree_order_body(), format="json").status_code == 201
    news = ["Eleanor Hayes ordered a tree", "Eleanor Hayes asked for a quote"]
    assert _office(tmp_path) == (news[:1] if told else [])
    _ten_minutes_pass()
    assert client.post("/api/quotes", quote_body(), format="json").status_code == 201
    assert _office(tmp_path) == (news if told else [])


def test_office_news_within_ten_minutes_is_one_email(guest: APIClient, tmp_path: Path) -> None:
    for name in ("Ann", "Bob", "Cem", "Dee"):
        guest.post("/api/quotes", quote_body(fullName=name), format="json")
        run_queue()
    assert _office(tmp_path) == ["Ann asked for a quote"]
    of_ann = text_of(delivered_to_office(tmp_path)[0])
    assert "Open on the desk:\nhttp://127.0.0.1:8000/admin?tab=quotes&" in of_ann
    assert f"&open={Quote.objects.get(full_name='Ann').id}\n" in of_ann
    _ten_minutes_pass()
    assert _office(tmp_path)[1:] == ["Bob asked for a quote, and 2 more"]
    text = text_of(delivered_to_office(tmp_path)[1])
    named = [text.index(f"{name} asked for a quote:") for name in ("Bob", "Cem", "Dee")]
    assert named == sorted(named)
    assert "Open Due now:\nhttp://127.0.0.1:8000/admin\n" in text
    assert set(_reasons("office-requested")) == {"Sent in one email with other news."}
    Message.objects.update(created_at=F("created_at") - dt.timedelta(minutes=11))
    guest.post("/api/quotes", quote_body(fullName="Eve"), format="json")
    assert len(_office(tmp_path)) == 2, "the ten minutes count from when the last email was sent"


def test_office_news_about_a_deleted_quote_is_left_out(guest: APIClient, tmp_path: Path) -> None:
    for name in ("Ann", "Bob", "Cem", "Dee"):
        guest.post("/api/quotes", quote_body(fullName=name), format="json")
        run_queue()
    Quote.objects.get(full_name="Cem").delete()
    _ten_minutes_pass()
    assert _office(tmp_path)[1:] == ["Bob asked for a quote, and 1 more"]
    text = text_of(delivered_to_office(tmp_path)[1])
    assert ("Cem" in text, "Dee asked for a quote" in text) == (False, True)


def test_simultaneous_office_news_is_sent_once_each(guest: APIClient, tmp_path: Path) -> None:
    def ask(number: int) -> None:
        APIClient().post("/api/quotes", quote_body(fullName=f"Person {'ABCDEFGH'[number]}"), format="json")

    in_threads(8, ask)
    in_threads(2, lambda _: run_queue())
    assert len(delivered_to_office(tmp_path)) == 1
    _ten_minutes_pass()
    texts = " ".join(text_of(email) for email in delivered_to_office(tmp_path))
    assert [texts.count(f"Person {letter} asked for a quote:") for letter in "ABCDEFGH"] == [1] * 8


def test_office_is_notified_once_per_question(
    admin_client: APIClient, customer_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    for _ in range(10):
        _comment(customer_client, quote)
    _ten_minutes_pass()
    assert _office(tmp_path) == ["Eleanor Hayes has a question"]
    _comment(admin_client, quote, "Yes.")
    _comment(customer_client, quote)
    _ten_minutes_pass()
    assert len(_office(tmp_path)) == 2


def test_office_is_not_notified_of_what_staff_enter(admin_client: APIClient, tmp_path: Path) -> None:
    admin_client.post("/api/quotes", quote_body(), format="json")
    priced = make_quote(status="reviewed", quote_amount="1140.00")
    acceptance = {"quoteAmount": "1140.00", "acceptedBy": "Pat Nolan", "channel": "phone"}
    assert admin_client.post(f"/api/quotes/{priced.id}/accept", acceptance, format="json").status_code == 200
    assert _office(tmp_path) == []
