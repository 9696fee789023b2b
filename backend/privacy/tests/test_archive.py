"""Customers export all data about them as one file, and owners can for anyone."""

import datetime as dt
import io
import json
import re
import zipfile
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import SecurityEvent, User
from desk.customer_keys import guest_key
from desk.models import Call
from invoices.tests.factories import make_invoice
from notifications.models import Message
from privacy.tests.factories import make_history, make_storage
from quotes.models import Decline, ProposalLine, Question
from quotes.tests.factories import make_quote
from replies.models import Inquiry
from testing.helpers import confirm_session
from texts.models import ContactChoice
from trees.models import TreePayment

OF_ACCOUNTS = [
    "account", "addresses", "email-addresses", "contact-choice", "storage-plans", "storage-charges",
    "signed-in-devices",
]  # fmt: skip
OF_EVERYONE = [
    "quotes", "proposal-lines", "comments", "acceptances", "declines", "visits", "tree-orders", "payments-for-trees",
    "invoices", "payments-on-invoices", "card-payments", "refunds", "our-calls-to-you", "messages-from-us",
    "messages-to-us", "replies-as-they-came-in", "consent-to-texts", "private-links", "questions",
    "responses-to-disputes", "unsubscribed-from-offers", "proposals", "questions-without-a-quote",
]  # fmt: skip


def _open(response: Any) -> zipfile.ZipFile:
    assert response.status_code == 200, response.content
    assert response.headers["Content-Type"] == "application/zip"
    assert response.headers["Content-Disposition"] == f'attachment; filename="my-data-{timezone.localdate()}.zip"'
    return zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content)))


def _table(archive: zipfile.ZipFile, name: str) -> Any:
    return json.loads(archive.read(f"data/{name}.json"))


def _make_one_of_each(user: User | None, email: str, number: int) -> None:
    """Create one row for each table of the archive."""
    phone = f"603-555-01{number}"
    made = make_history(user, email, phone)
    ProposalLine.objects.create(
        quote=made["quote"], position=1, text="Roofline", quantity=1, unit="flat", unit_price=500, amount=500
    )
    made["quote"].revisions.create(number=1, lines=[], amount=500)
    Decline.objects.create(quote=made["quote"], reason="price")
    Question.objects.create(quote=made["quote"])
    staff = User.objects.create_superuser(f"staff{number}@example.com")
    made["payment"].dispute_responses.create(action="answer", evidence={"note": "As agreed"}, requested_by=staff)
    TreePayment.objects.create(order=made["order"], method="cash", amount=1)
    Inquiry.objects.get(sender=f"+1{phone.replace('-', '')}").entries.create(kind="call", words="A missed call")
    if user:
        make_storage(user, number)
        ContactChoice.objects.create(user=user, channel="phone")
        UserSession.objects.create(user=user, session_key=f"s{number}", ip="192.0.2.1", user_agent="Firefox")


@pytest.mark.parametrize("is_guest", [False, True])
def test_archive_has_all_rows_of_the_person_and_of_nobody_else(
    customer: User, outsider: User, customer_client: APIClient, admin: User, admin_client: APIClient, is_guest: bool
) -> None:
    _make_one_of_each(customer, customer.email, 11)
    _make_one_of_each(outsider, outsider.email, 12)
    _make_one_of_each(None, "gus@example.com", 13)
    _make_one_of_each(None, "ann@example.com", 14)
    _make_one_of_each(admin, admin.email, 15)
    if is_guest:
        confirm_session(admin_client, admin)
        archive = _open(admin_client.get(f"/api/desk/customers/{guest_key('gus@example.com')}/archive"))
    else:
        confirm_session(customer_client, customer)
        archive = _open(customer_client.get("/api/account/archive"))
    found = {name: len(_table(archive, name)) for name in [*OF_ACCOUNTS, *OF_EVERYONE]}
    assert found == dict.fromkeys(OF_ACCOUNTS, 0 if is_guest else 1) | dict.fromkeys(OF_EVERYONE, 1)


def test_archive_has_everything(customer: User, customer_client: APIClient) -> None:
    made = make_history(customer)
    make_invoice(user=customer, status="draft")  # drafts have no PDF
    Call.objects.create(inquiry=Inquiry.objects.get(), outcome="reached", note="Asked about the gate")
    Call.objects.create(quote=made["quote"], outcome="voicemail", note="About the price")
    confirm_session(customer_client, customer)
    archive = _open(customer_client.get("/api/account/archive"))
    assert [row["comments"] for row in _table(archive, "quotes")] == ["The blue house"]
    assert [row["comment"] for row in _table(archive, "comments")] == ["Please use the side door"]
    assert [row["name"] for row in _table(archive, "acceptances")] == ["Eleanor Hayes"]
    assert [row["text"] for row in _table(archive, "messages-from-us")] == ["It is $500"]
    assert [row["wording"] for row in _table(archive, "consent-to-texts")] == ["Text me"]
    assert {row["note"] for row in _table(archive, "our-calls-to-you")} == {
        "Likes the blue house", "Asked about the gate", "About the price",
    }  # fmt: skip
    assert [name for name in archive.namelist() if name.endswith(".pdf")] == [
        f"invoices/{made['invoice'].invoice_number}.pdf"
    ]
    assert archive.read(f"invoices/{made['invoice'].invoice_number}.pdf").startswith(b"%PDF")
    page = archive.read("index.html").decode()
    assert "Please use the side door" in page
    for label in ("ID", "Created at", "Address line 1", "ZIP code", "Advertising source"):
        assert f'<th scope="col">{label}</th>' in page
    assert not re.search("<th[^>]*>[^<]*([a-z][A-Z]|_)", page), "labels are words"
    assert "None" not in page, "what is not known is blank"
    assert "2026-11-01 09:00" in page, "Eastern time"
    assert f'href="invoices/{made["invoice"].invoice_number}.pdf"' in page


def test_messages_and_devices_have_their_own_values(customer: User, customer_client: APIClient) -> None:
    make_history(customer)
    days = [dt.datetime(2026, 11, day, 14, tzinfo=dt.UTC) for day in (1, 2, 3)]
    Message.objects.update(created_at=days[0], sent_at=days[1], updated_at=days[2])
    confirm_session(customer_client, customer)
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    UserSession.objects.create(user=customer, session_key="s1", ip="192.0.2.1", user_agent=agent)
    UserSession.objects.filter(session_key="s1").update(created_at=days[0], last_seen_at=days[1])
    archive = _open(customer_client.get("/api/account/archive"))
    assert _table(archive, "messages-from-us") == [
        {
            "channel": "email", "kind": "quote-priced", "recipients": [customer.email], "subject": "Your price",
            "status": "sent", "createdAt": "2026-11-01T14:00:00Z", "sentAt": "2026-11-02T14:00:00Z",
            "text": "It is $500",
        }
    ]  # fmt: skip
    assert {
        "signedInAt": "2026-11-01T14:00:00Z", "lastSeenAt": "2026-11-02T14:00:00Z", "device": "Firefox on Linux",
        "ip": "192.0.2.1",
    } in _table(archive, "signed-in-devices")  # fmt: skip


def test_text_messages_are_in_the_archive_word_for_word(customer: User, customer_client: APIClient) -> None:
    words = "Seacoast Holiday Lights: your visit is tomorrow.\n\nReply STOP to opt out."
    Message.objects.create(
        channel="sms", kind="visit-tomorrow", cause="staff", recipients=["+16035550172"], recipient_key=customer.email,
        raw=words.encode(), status="sent",
    )  # fmt: skip
    # An answer to a missed call is about nothing that they have, so only the number tells whose it is.
    make_quote(user=customer, phone="603-555-0172")
    Message.objects.create(
        channel="sms", kind="missed-call", cause="staff", recipients=["+16035550172"], recipient_key="+16035550172",
        raw=b"You called us", status="sent",
    )  # fmt: skip
    confirm_session(customer_client, customer)
    texts = _table(_open(customer_client.get("/api/account/archive")), "messages-from-us")
    assert {(text["channel"], text["text"]) for text in texts} == {("sms", words), ("sms", "You called us")}


def test_archive_has_no_secrets_and_does_not_identify_staff(
    customer: User, customer_client: APIClient, office: User
) -> None:
    Call.objects.create(quote=make_history(customer)["quote"], outcome="reached", author=office)
    confirm_session(customer_client, customer)
    archive = _open(customer_client.get("/api/account/archive"))
    text = "".join(archive.read(name).decode(errors="replace") for name in archive.namelist())
    assert customer.password not in text
    assert "tokenHash" not in text
    assert str(office.id) not in text


def test_archive_does_not_mention_other_customers(customer: User, outsider: User, outsider_client: APIClient) -> None:
    make_history(customer)
    confirm_session(outsider_client, outsider)
    archive = _open(outsider_client.get("/api/account/archive"))
    for name in archive.namelist():
        assert b"leanor" not in archive.read(name), name


def test_export_of_a_guest_is_recorded_without_the_name(admin: User, admin_client: APIClient) -> None:
    make_history(None, "gus@example.com")
    path = f"/api/desk/customers/{guest_key('gus@example.com')}/archive"
    assert admin_client.get(path).status_code == 403
    confirm_session(admin_client, admin)
    archive = _open(admin_client.get(path))
    assert [row["email"] for row in _table(archive, "quotes")] == ["gus@example.com"]
    assert [event.summary for event in SecurityEvent.objects.all()] == ["All data of a guest"]


def test_text_in_the_archive_page_is_escaped(customer: User, customer_client: APIClient) -> None:
    quote = make_history(customer)["quote"]
    type(quote).objects.filter(id=quote.id).update(comments="<script>alert(1)</script>")
    confirm_session(customer_client, customer)
    page = _open(customer_client.get("/api/account/archive")).read("index.html").decode()
    assert "<script>" not in page
