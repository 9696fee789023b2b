"""A try that does not reach the customer sends an email, once a day for each quote and tree order."""

import datetime as dt
import re
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from notifications.models import Message
from quotes.tests.factories import make_quote
from testing.helpers import delivered, text_of
from testing.texts import at_daytime
from texts.consent import give_consent
from texts.models import ConsentMethod
from trees.tests.factories import make_tree_order

pytestmark = pytest.mark.django_db(transaction=True)
both = pytest.mark.parametrize(
    ("path", "make"), [("quotes", make_quote), ("tree-orders", make_tree_order)], ids=["quote", "tree order"]
)


def _call(client: APIClient, path: str, row: Any, outcome: str = "no_answer", **body: Any) -> None:
    response = client.post(f"/api/{path}/{row.id}/calls", {"outcome": outcome, **body}, format="json")
    assert response.status_code == 201, response.content


@both
@pytest.mark.parametrize("outcome", ["voicemail", "no_answer"])
def test_customer_is_emailed_about_try_and_how_to_respond(
    admin_client: APIClient, tmp_path: Path, path: str, make: Any, outcome: str
) -> None:
    _call(admin_client, path, make(), outcome, note="Ask about the dog")
    [email] = delivered(tmp_path)
    assert email["To"] == "eleanor@example.com"
    assert email["Subject"].startswith("We tried to reach you about your ")
    text = text_of(email)
    assert "We called you about your " in text
    or_else = "reply to this email" if path == "tree-orders" else "write to us on your page"
    assert f"Please call us at (603) 555-0148 or {or_else}." in text
    assert re.search(r"http://127\.0\.0\.1:8000/f/[\w-]{43}$", text, re.MULTILINE)
    assert "dog" not in text


def test_email_offers_to_choose_day_until_one_is_set(admin_client: APIClient, tmp_path: Path) -> None:
    for day in (None, timezone.localdate() + dt.timedelta(days=3)):
        _call(admin_client, "tree-orders", make_tree_order(scheduled_delivery_date=day), "voicemail")
    offered = ["Online you can choose the day you'd like." in text_of(email) for email in delivered(tmp_path)]
    assert offered == [True, False]


@both
@pytest.mark.parametrize(
    "since", [[], ["no_answer"], ["email reached", "no_answer"]], ids=["", "and no answer", "and an answer by email"]
)
def test_email_after_wrong_number_asks_for_the_right_one_and_nobody_is_texted(
    admin_client: APIClient, customer: User, tmp_path: Path, path: str, make: Any, since: list[str]
) -> None:
    typed = "customer_email" if path == "tree-orders" else "email"
    give_consent(number="+16035550172", wording="Texts about my quote", method=ConsentMethod.QUOTE_FORM)
    row = make(user=customer, text_updates=True, **{typed: "someone@else.example"})
    _call(admin_client, path, row, "voicemail")
    _call(admin_client, path, row, "wrong_number", channel="text")
    for call in since:
        *channel, outcome = call.split()
        _call(admin_client, path, row, outcome, channel=channel[0] if channel else "text")
    [email] = delivered(tmp_path)
    assert email["To"] == "eleanor@example.com", "an account's own address"
    text = text_of(email)
    assert "We texted you about your " in text
    assert "The number we have may be wrong." in text
    or_else = "reply to this email" if path == "tree-orders" else "write to us on your page"
    assert f"{or_else} with the right number." in text
    assert not Message.objects.filter(channel="sms").exists(), "a text has a private link"


def test_number_of_a_customer_who_accepted_by_phone_is_not_called_wrong(
    admin_client: APIClient, customer: User, customer_client: APIClient, tmp_path: Path
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="800.96")
    _call(admin_client, "quotes", quote, "wrong_number")
    accept = {"quoteAmount": "800.96", "acceptedBy": "Eleanor Hayes", "channel": "phone"}
    assert admin_client.post(f"/api/quotes/{quote.id}/accept", accept, format="json").status_code == 200
    customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Which day?"}, format="json")
    _call(admin_client, "quotes", quote, "no_answer")
    [text] = [text_of(email) for email in delivered(tmp_path) if email["Subject"].startswith("We tried")]
    assert "We called you about your holiday lights quote and couldn't reach you.\n" in text
    assert "wrong" not in text
    assert "right number" not in text


def test_customer_who_wants_texts_is_texted_about_try(admin_client: APIClient, tmp_path: Path) -> None:
    give_consent(number="+16035550172", wording="Texts about my quote", method=ConsentMethod.QUOTE_FORM)
    with at_daytime():
        quote = make_quote(communication_preference="sms")
        for outcome in ("wrong_number", "reached", "no_answer"):  # so the number was right after all
            _call(admin_client, "quotes", quote, outcome)
        _call(admin_client, "tree-orders", make_tree_order(text_updates=True), channel="email")
        emails = delivered(tmp_path)
    assert [email["Subject"] for email in emails] == ["We tried to reach you about your Christmas tree"]
    texts = sorted(file.read_text() for file in (tmp_path / "outbox").glob("*.txt"))
    news = [
        "We called you about your holiday lights quote and couldn't reach you.",
        "We emailed you about your Christmas tree order and haven't heard back.",
    ]
    here = ["write to us here:", "see your order here:"]
    for text, what, link in zip(texts, news, here, strict=True):
        assert f"{what} Please call us at (603) 555-0148, or {link} http" in text


@both
def test_several_tries_on_a_day_are_one_email(
    request: pytest.FixtureRequest, tmp_path: Path, path: str, make: Any
) -> None:
    first, second = make(), make()
    for evening, times in [("2027-12-03T19:00:00-05:00", 3), ("2027-12-03T23:30:00-05:00", 1)]:
        with time_machine.travel(evening):
            for _ in range(times):
                _call(request.getfixturevalue("admin_client"), path, first)
                _call(request.getfixturevalue("admin_client"), path, second)
    assert len(delivered(tmp_path)) == 2
    with time_machine.travel("2027-12-04T00:30:00-05:00"):
        _call(request.getfixturevalue("admin_client"), path, first)
    assert len(delivered(tmp_path)) == 3


@both
def test_customer_reached_before_sending_is_not_emailed(
    admin_client: APIClient, tmp_path: Path, path: str, make: Any
) -> None:
    row = make()
    _call(admin_client, path, row)
    _call(admin_client, path, row, "reached")
    assert delivered(tmp_path) == []
    assert Message.objects.get().error == "The customer was reached, or nothing is left to do."


@both
def test_successful_contact_sends_no_email(admin_client: APIClient, tmp_path: Path, path: str, make: Any) -> None:
    _call(admin_client, path, make(), "reached")
    assert delivered(tmp_path) == []
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("path", "make", "status"), [("quotes", make_quote, "rejected"), ("tree-orders", make_tree_order, "cancelled")]
)
def test_try_about_closed_quote_or_order_sends_no_email(
    admin_client: APIClient, tmp_path: Path, path: str, make: Any, status: str
) -> None:
    _call(admin_client, path, make(status=status))
    assert delivered(tmp_path) == []
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("path", "make", "status", "error"),
    [
        ("quotes", make_quote, "rejected", "The customer was reached, or nothing is left to do."),
        ("tree-orders", make_tree_order, "cancelled", "The order is canceled."),
    ],
)
def test_customer_of_quote_or_order_closed_since_the_try_is_not_emailed_about_it(
    admin_client: APIClient, tmp_path: Path, path: str, make: Any, status: str, error: str
) -> None:
    row = make()
    _call(admin_client, path, row)
    assert admin_client.patch(f"/api/{path}/{row.id}", {"status": status}, format="json").status_code == 200
    delivered(tmp_path)
    assert Message.objects.get(kind__endswith="not-reached").error == error
