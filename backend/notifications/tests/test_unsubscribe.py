"""Recipients can unsubscribe from offers, and only from those, without signing in."""

import datetime as dt
import re
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from common.days import in_words
from notifications.limits import recipient_key
from notifications.models import Message, Unsubscription
from notifications.unsubscribing import recipient_of, unsubscribe_url
from quotes.tests.factories import make_quote
from testing.helpers import delivered, end_waits, run_queue, text_of

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "12 Bow Street, Portsmouth, NH 03801"
WEEK = dt.timedelta(days=8)


@pytest.fixture(autouse=True)
def _postal_address(settings: Any) -> None:
    settings.BUSINESS_ADDRESS = ADDRESS


@pytest.fixture
def path() -> str:
    return unsubscribe_url(recipient_key("eleanor@example.com")).removeprefix("http://127.0.0.1:8000")


def _send_price(client: APIClient, email: str = "eleanor@example.com") -> None:
    quote = make_quote(email=email)
    body = {"quoteAmount": "1140.00", "status": "reviewed"}
    assert client.patch(f"/api/quotes/{quote.id}", body, format="json").status_code == 200
    end_waits()
    run_queue()


def _reminders(tmp_path: Path) -> list[EmailMessage]:
    end_waits(within=WEEK)
    return [email for email in delivered(tmp_path) if "still open" in email["Subject"]]


def test_reminder_has_the_postal_address_and_two_ways_to_unsubscribe(admin_client: APIClient, tmp_path: Path) -> None:
    _send_price(admin_client)
    email = _reminders(tmp_path)[0]
    assert ADDRESS in text_of(email)
    [url] = re.findall(r"^Unsubscribe from emails like this:\n(\S+)$", text_of(email), re.MULTILINE)
    assert email["List-Unsubscribe"].strip() == f"<{url}>"
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert recipient_of(url.rpartition("/")[2]) == "eleanor@example.com"
    priced = delivered(tmp_path)[0]
    assert priced["List-Unsubscribe"] is None, "a price is no offer"


def test_mail_program_unsubscribes_by_one_click_without_cookies(
    admin_client: APIClient, tmp_path: Path, path: str
) -> None:
    _send_price(admin_client)
    mail_program = Client(enforce_csrf_checks=True)
    for _ in range(2):
        response = mail_program.post(path, {"List-Unsubscribe": "One-Click"})
        assert response.status_code == 200
        assert response.cookies == {}
    assert _reminders(tmp_path) == []
    reasons = set(Message.objects.filter(kind="quote-price-open").values_list("status", "error"))
    day = in_words(Unsubscription.objects.get().created_at.astimezone().date())
    assert reasons == {("skipped", f"They unsubscribed on {day}.")}


def test_alias_of_same_mailbox_is_unsubscribed_too(admin_client: APIClient, tmp_path: Path) -> None:
    path = unsubscribe_url(recipient_key("Eleanor.Hayes+lights@gmail.com")).removeprefix("http://127.0.0.1:8000")
    Client().post(path)
    _send_price(admin_client, "eleanorhayes@gmail.com")
    assert _reminders(tmp_path) == []


def test_other_emails_are_still_sent(admin_client: APIClient, tmp_path: Path, path: str) -> None:
    Client().post(path)
    _send_price(admin_client)
    assert len(delivered(tmp_path)) == 1


def test_opening_page_changes_nothing(client: Client, path: str) -> None:
    for method in (client.get, client.head, client.get):
        response = method(path)
        assert response.status_code == 200
        assert (response["X-Robots-Tag"], "no-store" in response["Cache-Control"]) == ("noindex", True)
        assert response["Referrer-Policy"] == "strict-origin", "the token stays out of other sites' logs"
    assert b"Unsubscribe?" in client.get(path).content
    assert not Unsubscription.objects.exists()


def test_page_unsubscribes_and_resubscribes(admin_client: APIClient, tmp_path: Path, path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    assert "You're unsubscribed" in client.post(path).content.decode().replace("&#x27;", "'")
    assert "Undo" in client.get(path).content.decode()
    assert "You're subscribed again" in client.post(path, {"undo": "1"}).content.decode().replace("&#x27;", "'")
    _send_price(admin_client)
    assert len(_reminders(tmp_path)) == 2


@pytest.mark.parametrize("change", ["x", "another"])
def test_invalid_token_returns_404(client: Client, path: str, change: str) -> None:
    wrong = f"{path}x" if change == "x" else path.replace("/Im", "/In")
    for method in (client.get, client.post):
        assert method(wrong).status_code == 404
    assert not Unsubscription.objects.exists()


def test_reminder_is_skipped_without_postal_address(admin_client: APIClient, tmp_path: Path, settings: Any) -> None:
    settings.BUSINESS_ADDRESS = ""
    _send_price(admin_client)
    assert _reminders(tmp_path) == []
    reasons = set(Message.objects.filter(kind="quote-price-open").values_list("status", "error"))
    assert reasons == {("skipped", "BUSINESS_ADDRESS is not set")}
    assert admin_client.get("/api/desk/messages/summary").json()["missingSettings"] == ["BUSINESS_ADDRESS"]


def test_staff_can_unsubscribe_someone(admin: User, admin_client: APIClient, tmp_path: Path) -> None:
    client = Client()
    client.force_login(admin)
    added = client.post(
        "/backoffice/notifications/unsubscription/add/", {"recipient_key": "Eleanor+x@gmail.com"}, follow=True
    )
    assert added.status_code == 200
    assert Unsubscription.objects.get().recipient_key == "eleanor@gmail.com"
    _send_price(admin_client, "eleanor@gmail.com")
    assert _reminders(tmp_path) == []
