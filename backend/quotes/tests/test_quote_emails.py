"""Emails that confirm a request and announce its price."""

import datetime as dt
import io
import re
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image
from rest_framework.test import APIClient

from accounts.models import User
from common.response_deadlines import RESPONSE_TIME
from notifications.planning import plan
from quotes.emails import acceptance_confirmed
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import delivered, end_waits, run_queue, text_of
from trees.models import TreeOrder
from trees.tests.factories import tree_order_body

pytestmark = pytest.mark.django_db(transaction=True)


def _revise(client: APIClient, quote: Quote, **changes: Any) -> None:
    """Change a quote, and skip the seconds in which its price could be undone."""
    assert client.patch(f"/api/quotes/{quote.id}", changes, format="json").status_code == 200
    end_waits()


def test_request_is_confirmed_with_the_24_hour_promise(guest: APIClient, tmp_path: Path) -> None:
    guest.post("/api/quotes", quote_body(addOns=["wreaths", "buy at evil.example"]), format="json")
    [email] = delivered(tmp_path)
    assert email["To"] == "eleanor@example.com"
    text = text_of(email)
    assert text.startswith("Hi Eleanor,\n")
    assert "within 24 hours" in text
    assert "Package: Premium Installation\nAdd-ons: Wreaths & Garland\n" in text
    assert "evil" not in text
    assert re.search(r"^http://127\.0\.0\.1:8000/f/[\w-]{43}$", text, re.MULTILINE), text


def test_confirmation_after_the_price_promises_nothing(
    guest: APIClient, admin_client: APIClient, tmp_path: Path
) -> None:
    quote = guest.post("/api/quotes", quote_body(), format="json").json()
    _revise(admin_client, Quote.objects.get(id=quote["id"]), status="reviewed", quoteAmount="1140.00")
    confirmation, price = delivered(tmp_path)
    assert (confirmation["Subject"], price["Subject"][-9:]) == (
        "We got your request for a holiday lights quote", "$1,140.00",
    )  # fmt: skip
    assert "24 hours" not in text_of(confirmation)


def test_messages_that_go_out_late_promise_no_response_within_24_hours(guest: APIClient, tmp_path: Path) -> None:
    guest.post("/api/quotes", quote_body(), format="json")
    guest.post("/api/tree-orders", tree_order_body(), format="json")
    accepted = make_quote(status="reviewed", quote_amount="500.00", email="tom@example.com", city="Elsewhere")
    plan(acceptance_confirmed, accepted.id, occasion="by phone")
    late = timezone.now() - RESPONSE_TIME
    Quote.objects.update(created_at=late)
    TreeOrder.objects.update(created_at=late)
    Quote.objects.filter(id=accepted.id).update(status="approved", accepted_at=late)
    texts = {email["Subject"]: text_of(email) for email in delivered(tmp_path)}
    assert [word for word in texts.values() if "24 hours" in word] == []
    assert "We'll call you soon to set the day" in texts["You said yes to your holiday lights"]
    assert "You'll have your free quote soon" in texts["We got your request for a holiday lights quote"]
    assert "We'll call you soon to confirm" in texts["Your Christmas tree order: $100.00"]


def test_confirmation_has_the_estimate_until_there_is_a_price(
    guest: APIClient, admin_client: APIClient, tmp_path: Path
) -> None:
    body = quote_body(addOns=["wreaths"], storeys=2, frontWidthFeet=60)
    quote = guest.post("/api/quotes", body, format="json").json()
    [confirmation] = delivered(tmp_path)
    assert "Estimate: About $850 to $1,290\n" in text_of(confirmation)
    _revise(admin_client, Quote.objects.get(id=quote["id"]), status="reviewed", quoteAmount="1140.00")
    price = delivered(tmp_path)[-1]
    assert "Estimate" not in text_of(price)


LOOK = "Premium Installation, warm white lights, with Wreaths & Garland and Smart Timers"


def _request_with_design(guest: APIClient, **changes: Any) -> None:
    body = {"addOns": ["timers", "wreaths"], "design": {"style": "premium", "colour": "warm"}, **changes}
    assert guest.post("/api/quotes", quote_body(**body), format="json").status_code == 201


def _html_of(email: EmailMessage) -> str:
    body = email.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def test_confirmation_shows_a_picture_of_the_chosen_look(guest: APIClient, tmp_path: Path, settings: Any) -> None:
    settings.SITE_URL = "https://lights.example"
    _request_with_design(guest)
    [email] = delivered(tmp_path)
    [picture] = [part for part in email.walk() if part.get_content_maintype() == "image"]
    assert picture["Content-ID"] == "<picture>"
    assert picture["Content-Disposition"].startswith("inline")
    content = picture.get_content()
    assert Image.open(io.BytesIO(content)).size == (840, 546)
    assert len(content) < 150_000
    html = _html_of(email)
    assert 'src="cid:picture"' in html
    assert f'alt="{LOOK.replace("&", "&amp;")}"' in html
    assert 'href="https://lights.example/?design=p-warm-wt"' in html
    # Related parts are one message (RFC 2387); as a mixed part, some clients would list the picture as an attachment.
    [related] = [part for part in email.walk() if part.get_content_type() == "multipart/related"]
    assert [part.get_content_type() for part in related.iter_parts()] == ["text/html", "image/jpeg"]


def test_confirmation_describes_the_look_in_its_text(guest: APIClient, tmp_path: Path) -> None:
    _request_with_design(guest, design={"colour": "WARM white"})
    text = text_of(delivered(tmp_path)[0])
    assert "Package: Premium Installation\nAdd-ons: Smart Timers, Wreaths & Garland\nBulbs: Warm white\n" in text
    assert "cid:" not in text


@pytest.mark.parametrize("design", [None, {"colour": "evil.example"}, {"style": "premium"}])
def test_confirmation_without_a_known_look_has_no_picture(
    guest: APIClient, tmp_path: Path, design: dict[str, Any] | None
) -> None:
    _request_with_design(guest, design=design)
    [email] = delivered(tmp_path)
    assert [part.get_content_type() for part in email.walk() if part.get_content_maintype() == "image"] == []
    assert "evil" not in email.as_string()


def test_confirmation_with_the_longest_name_shows_the_look(guest: APIClient, tmp_path: Path) -> None:
    _request_with_design(guest, fullName="W" * 200, streetAddress="W" * 255)
    [email] = delivered(tmp_path)
    html = _html_of(email)
    assert "cid:picture" in html
    assert "WWW" not in html + text_of(email)


def test_invalid_request_sends_no_email(guest: APIClient, tmp_path: Path) -> None:
    guest.post("/api/quotes", quote_body(phone=""), format="json")
    assert delivered(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "greeting"),
    [
        ("Zoë O'Brien-Łukasiewicz, Jr.", "Hi Zoë,"),
        ("Win a prize at evil.example", "Hi,"),
        ("https://evil.example", "Hi,"),
        ("Tom\nBcc: x@example.com", "Hi,"),
        ("x" * 61, "Hi,"),
        ("<b>Tom</b>", "Hi,"),
    ],
)
def test_name_that_could_be_spam_is_left_out_of_the_greeting(
    guest: APIClient, tmp_path: Path, name: str, greeting: str
) -> None:
    guest.post("/api/quotes", quote_body(fullName=name), format="json")
    [email] = delivered(tmp_path)
    assert text_of(email).splitlines()[0] == greeting
    assert "evil" not in email.as_string()


def test_price_is_emailed_once_the_customer_can_accept_it(
    admin_client: APIClient, customer: User, tmp_path: Path
) -> None:
    quote = make_quote(user=customer)
    _revise(admin_client, quote, quoteAmount="1140.00")
    assert delivered(tmp_path) == [], "a pending quote can't be accepted"
    _revise(admin_client, quote, status="quoting")
    _revise(admin_client, quote, status="reviewed")
    [email] = delivered(tmp_path)
    assert email["Subject"] == "Your price is ready: $1,140.00"
    assert "Total: $1,140.00" in text_of(email)
    assert "Good through" not in text_of(email)


@pytest.mark.parametrize("has_visit", [True, False])
def test_price_email_announces_a_call_about_the_day_unless_it_is_set(
    admin_client: APIClient, tmp_path: Path, *, has_visit: bool
) -> None:
    quote = make_quote(status="reviewed", has_visit=has_visit)
    _revise(admin_client, quote, quoteAmount="1140.00")
    [email] = delivered(tmp_path)
    assert ("Once you accept, we'll call to set your date." in text_of(email)) is not has_visit


def test_only_the_last_of_several_prices_is_emailed(admin_client: APIClient, tmp_path: Path) -> None:
    quote = make_quote(status="reviewed")
    _revise(admin_client, quote, quoteAmount="1140.00")
    _revise(admin_client, quote, quoteAmount="1200.00")
    assert [email["Subject"] for email in delivered(tmp_path)] == ["Your price is ready: $1,200.00"]
    _revise(admin_client, quote, quoteAmount="1300.00")
    _revise(admin_client, quote, quoteAmount="1200.00")
    assert [email["Subject"] for email in delivered(tmp_path)[1:]] == ["Your price applies again: $1,200.00"]


def test_price_email_is_skipped_after_the_customers_answer(
    admin_client: APIClient, customer: User, customer_client: APIClient, tmp_path: Path
) -> None:
    quote = make_quote(user=customer, status="reviewed")
    _revise(admin_client, quote, quoteAmount="1140.00")
    customer_client.post(f"/api/quotes/{quote.id}/decline", {}, format="json")
    assert delivered(tmp_path) == []


def _set_statuses(client: APIClient, *quotes: Quote, status: str) -> None:
    body = {"ids": [str(quote.id) for quote in quotes], "status": status}
    assert client.post("/api/quotes/bulk-status", body, format="json").status_code == 200


def test_customer_hears_that_staff_closed_the_quote(
    admin_client: APIClient, customer: User, customer_client: APIClient, tmp_path: Path
) -> None:
    quote, guests = make_quote(user=customer), make_quote(status="reviewed", quote_amount=500, email="tom@example.com")
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    _set_statuses(admin_client, guests, status="rejected")
    assert delivered(tmp_path) == [], "staff may still open it again"
    end_waits()
    assert {email["To"] for email in delivered(tmp_path)} == {customer.email, "tom@example.com"}
    assert {email["Subject"] for email in delivered(tmp_path)} == {"We closed your holiday lights quote"}
    # It can be closed for good after the customer asked again.
    customer_client.post(f"/api/quotes/{quote.id}/ask-again", {}, format="json")
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    end_waits()
    assert len(delivered(tmp_path)) == 3


@pytest.mark.parametrize("change", [{"status": "pending"}, {"quoteAmount": None}])
def test_customer_hears_once_that_a_price_is_withdrawn(
    admin_client: APIClient, tmp_path: Path, change: dict[str, Any]
) -> None:
    quote = make_quote(status="reviewed")
    _revise(admin_client, quote, quoteAmount="1140.00")
    assert len(delivered(tmp_path)) == 1
    admin_client.patch(f"/api/quotes/{quote.id}", change, format="json")
    assert len(delivered(tmp_path)) == 1, "staff may still send another"
    end_waits()
    email = delivered(tmp_path)[1]
    assert email["Subject"] == "Your price for holiday lights no longer applies"
    assert "We'll send you a new one within 24 hours." in text_of(email)
    _revise(admin_client, quote, status="reviewed", quoteAmount="1200.00")
    run_queue()
    assert delivered(tmp_path)[2]["Subject"] == "Your price is now $1,200.00"
    for changes in ({"status": "pending"}, {"status": "reviewed"}, {"status": "pending"}):
        _revise(admin_client, quote, **changes)
    assert len(delivered(tmp_path)) == 4, "the last price was not sent"


def test_price_that_is_restored_is_told_again_only_if_its_withdrawal_was(
    admin_client: APIClient, customer: User, customer_client: APIClient, tmp_path: Path
) -> None:
    quote = make_quote(user=customer, status="reviewed")
    path = f"/api/quotes/{quote.id}"

    def withdraw_and_restore() -> None:
        for status in ("pending", "reviewed"):
            admin_client.patch(path, {"status": status}, format="json")
        end_waits(dt.timedelta(minutes=1))

    _revise(admin_client, quote, quoteAmount="1140.00")
    run_queue()
    withdraw_and_restore()
    assert len(delivered(tmp_path)) == 1
    _revise(admin_client, quote, status="pending")
    assert len(delivered(tmp_path)) == 2
    _revise(admin_client, quote, status="reviewed")
    email = delivered(tmp_path)[2]
    assert email["Subject"] == "Your price applies again: $1,140.00"
    assert "Your price of $1,140.00 for holiday lights applies again." in text_of(email)
    assert customer_client.post(f"{path}/accept", {"quoteAmount": "1140.00"}, format="json").status_code == 200
    withdraw_and_restore()
    email = delivered(tmp_path)[-1]
    assert email["Subject"] == "Your price applies again: $1,140.00"
    assert "Please look it over and accept it again." in text_of(email)


def test_customer_hears_that_what_they_accepted_without_an_invoice_is_withdrawn(
    admin_client: APIClient, tmp_path: Path, settings: Any
) -> None:
    settings.DEPOSIT_PERCENT = 0
    quote = make_quote(status="reviewed", quote_amount=500)
    body = {"quoteAmount": "500.00", "acceptedBy": "Eleanor"}
    assert admin_client.post(f"/api/quotes/{quote.id}/accept", body, format="json").status_code == 200
    run_queue()
    _revise(admin_client, quote, status="pending")
    subjects = [email["Subject"] for email in delivered(tmp_path)]
    assert subjects == ["You said yes to your holiday lights", "Your price for holiday lights no longer applies"]


def test_withdrawn_price_is_not_told_beside_other_news(admin_client: APIClient, tmp_path: Path) -> None:
    priced, unsent, closed = make_quote(status="reviewed"), make_quote(status="reviewed"), make_quote(status="reviewed")
    for quote in (priced, closed):
        _revise(admin_client, quote, quoteAmount="1140.00")
    assert len(delivered(tmp_path)) == 2
    _revise(admin_client, closed, status="rejected")
    assert len(delivered(tmp_path)) == 3
    admin_client.patch(f"/api/quotes/{unsent.id}", {"quoteAmount": "1140.00"}, format="json")
    for quote in (priced, unsent, closed):
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": "pending"}, format="json")
    _revise(admin_client, priced, status="reviewed", quoteAmount="1200.00")
    assert [email["Subject"] for email in delivered(tmp_path)[3:]] == ["Your price is now $1,200.00"]


def test_customer_does_not_hear_of_a_quote_closed_by_mistake(admin_client: APIClient, tmp_path: Path) -> None:
    quote = make_quote(status="quoting")
    for status in ("rejected", "quoting"):
        _set_statuses(admin_client, quote, status=status)
    end_waits()
    assert delivered(tmp_path) == []


def test_customer_who_declined_or_was_let_go_does_not_hear_that_the_quote_is_closed(
    admin_client: APIClient, customer: User, customer_client: APIClient, tmp_path: Path
) -> None:
    declined = make_quote(user=customer, status="reviewed", quote_amount=500)
    customer_client.post(f"/api/quotes/{declined.id}/decline", {}, format="json")
    let_go = make_quote(user=customer)
    admin_client.post(f"/api/quotes/{let_go.id}/let-go", {}, format="json")
    _set_statuses(admin_client, let_go, status="rejected")
    end_waits()
    assert delivered(tmp_path) == []
