"""Messages about proposals: the price, revisions, expiry, acceptance, decline, and asking again."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.days import eastern
from notifications.models import Message
from quotes.models import Decline, Quote
from quotes.tests.factories import make_quote, quote_body
from quotes.tests.proposals import accept, ids, line, make_proposal, put_lines
from testing.helpers import delivered, delivered_to_office, end_waits, run_queue, text_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _postal_address(settings: Any) -> None:
    settings.BUSINESS_ADDRESS = "12 Bow Street, Portsmouth, NH 03801"


@pytest.fixture
def proposal(admin_client: APIClient, customer: User) -> Quote:
    make_quote(full_name="Oscar Outside", email="oscar@example.com", status="complete")
    quote = make_proposal(admin_client, customer, note="Any weekday works.")
    Quote.objects.filter(id=quote.id).update(email="typo@example.com")  # emails go to the account's own address
    _send()
    return quote


def _send(within: dt.timedelta = dt.timedelta(minutes=11)) -> None:
    end_waits(within)
    run_queue()


def _subjects(tmp_path: Path) -> list[str]:
    emails = delivered(tmp_path)
    assert all((email["To"], text_of(email)[:12]) == ("eleanor@example.com", "Hi Eleanor,\n") for email in emails)
    return [email["Subject"] for email in emails]


def test_proposal_is_emailed_with_its_note_and_last_day(tmp_path: Path, proposal: Quote) -> None:
    [email] = delivered(tmp_path)
    assert email["Subject"] == "Your price is ready: $929.00"
    last_day = timezone.localdate() + dt.timedelta(days=30)
    for said in ("Any weekday works.", f"{last_day:%a, %b} {last_day.day}"):
        assert said in " ".join(text_of(email).replace("\xa0", " ").split())


def test_revisions_send_one_email_ten_minutes_after_the_last(
    admin_client: APIClient, customer_client: APIClient, tmp_path: Path, proposal: Quote
) -> None:
    wreaths, timer = ids(proposal, "Wreaths, 20 in.", "Smart timer")
    for amount in ("700.00", "800.00"):
        kept = [line("Wreaths, 20 in.", "200.00", id=wreaths), line("Outdoor timer", 25, optional=True, id=timer)]
        put_lines(admin_client, proposal, [*kept, line("Roofline", amount)])
        _send(dt.timedelta(minutes=9))
        assert _subjects(tmp_path) == ["Your price is ready: $929.00"]
    _send()
    assert _subjects(tmp_path)[1:] == ["Your price is now $1,000.00"]
    changes = customer_client.get(f"/api/quotes/{proposal.id}").json()["changes"]
    assert (changes["revision"], changes["quoteAmount"], changes["wasAccepted"]) == (1, "929.00", False)
    text = text_of(delivered(tmp_path)[1])
    for said in ("Was $190.00, now $200.00", "New: $800.00", "No longer included", "Outdoor timer: Changed"):
        assert said in text
    put_lines(admin_client, proposal, [line("Roofline", "850.00")])
    _send()
    changes = customer_client.get(f"/api/quotes/{proposal.id}").json()["changes"]
    assert (changes["revision"], changes["quoteAmount"]) == (3, "1000.00"), "since the last email"


def test_revision_at_the_same_price_is_emailed_once(admin_client: APIClient, tmp_path: Path, proposal: Quote) -> None:
    Quote.objects.filter(id=proposal.id).update(last_word_at=timezone.now() - dt.timedelta(days=4))
    put_lines(admin_client, proposal, [line("All of it", "929.00")])
    assert admin_client.get("/api/desk/queue").json() == [], "the new revision ends the silence"
    _send()
    for status in ("quoting", "reviewed"):
        admin_client.patch(f"/api/quotes/{proposal.id}", {"status": status}, format="json")
    put_lines(admin_client, proposal, [])
    _send()
    withdrawn = "Your price for holiday lights no longer applies"
    assert _subjects(tmp_path)[1:] == ["Your quote has changed: $929.00", withdrawn]


def test_declined_proposal_keeps_what_the_customer_saw(customer_client: APIClient, proposal: Quote) -> None:
    seen = customer_client.get(f"/api/quotes/{proposal.id}").json()
    assert customer_client.post(f"/api/quotes/{proposal.id}/decline", {}, format="json").status_code == 200
    declined = customer_client.get(f"/api/quotes/{proposal.id}").json()
    for key in ("quoteAmount", "lines", "hasLines", "note", "revision"):
        assert declined[key] == seen[key]


def test_confirmation_has_the_pdf_of_the_acceptance(
    customer_client: APIClient, tmp_path: Path, proposal: Quote
) -> None:
    accept(customer_client, proposal, "954.00", chosen=ids(proposal, "Smart timer"))
    _send()
    [confirmed] = [email for email in delivered(tmp_path) if email["Subject"] == "You said yes to your holiday lights"]
    name = f"accepted-quote-{str(proposal.id)[-8:]}.pdf"  # the invoice is attached, too
    [pdf] = [part for part in confirmed.iter_attachments() if part.get_filename() == name]
    assert pdf.get_content() == customer_client.get(f"/api/quotes/{proposal.id}/pdf").content
    assert any("accepted" in email["Subject"] for email in delivered_to_office(tmp_path))


@pytest.mark.parametrize(("answered", "told"), [(False, 1), (True, 0)])
def test_customer_and_office_are_notified_once_of_an_expired_price(
    customer_client: APIClient,
    tmp_path: Path,
    proposal: Quote,
    answered: bool,
    told: int,
) -> None:
    if answered:
        accept(customer_client, proposal, "929.00")
    Quote.objects.filter(id=proposal.id).update(valid_until=timezone.localdate() - dt.timedelta(days=1))
    Message.objects.filter(kind__in=["quote-expired", "office-expired"]).update(
        occasion=f"1 {timezone.localdate() - dt.timedelta(days=1)}"
    )
    _send(dt.timedelta(days=32))
    _send(dt.timedelta(days=32))
    assert _subjects(tmp_path).count("Your holiday lights quote has expired") == told
    office = " ".join(text_of(email) for email in delivered_to_office(tmp_path))
    assert office.count("did not answer in time") == told


def test_expiry_is_emailed_the_morning_after_the_last_day(tmp_path: Path, guest: APIClient, proposal: Quote) -> None:
    told = []
    assert proposal.valid_until
    for days in (0, 1):
        with time_machine.travel(eastern(proposal.valid_until + dt.timedelta(days=days), dt.time(9, 5))):
            guest.post("/api/quotes", quote_body(), format="json")  # other news, which the office gets at once
            _send(dt.timedelta())
            office = " ".join(text_of(email) for email in delivered_to_office(tmp_path))
            told.append((_subjects(tmp_path).count("Your holiday lights quote has expired"), office.count("in time")))
    assert told == [(0, 0), (1, 1)]


def test_expired_price_needs_no_follow_up(admin_client: APIClient, proposal: Quote) -> None:
    Quote.objects.filter(id=proposal.id).update(last_word_at=timezone.now() - dt.timedelta(days=4))
    kinds = [row["kind"] for row in admin_client.get("/api/desk/queue").json()]
    Quote.objects.filter(id=proposal.id).update(valid_until=timezone.localdate() - dt.timedelta(days=1))
    assert (kinds, admin_client.get("/api/desk/queue").json()) == (["silent"], [])


def test_proposal_is_not_sent_after_its_last_day(admin_client: APIClient, customer: User) -> None:
    quote = make_quote(user=customer)
    put_lines(admin_client, quote)
    Quote.objects.filter(id=quote.id).update(valid_until=timezone.localdate() - dt.timedelta(days=1))
    sent = {"status": "reviewed"}
    refused = admin_client.patch(f"/api/quotes/{quote.id}", sent, format="json")
    assert (refused.status_code, "new last day" in refused.json()["message"]) == (409, True)
    bulk = admin_client.post("/api/quotes/bulk-status", {"ids": [str(quote.id)], **sent}, format="json").json()
    assert [each["message"] for each in bulk["skipped"]] == [refused.json()["message"]]
    assert [row["kind"] for row in admin_client.get("/api/desk/queue").json()] == ["quote"], "it still needs a price"
    put_lines(admin_client, quote)
    assert admin_client.patch(f"/api/quotes/{quote.id}", sent, format="json").status_code == 200


@pytest.mark.parametrize(
    ("body", "reason"), [({"reason": "price", "note": "  Too much "}, "price"), ({}, ""), ({"reason": None}, "")]
)
def test_decline_stores_and_counts_its_reason(
    admin_client: APIClient, customer_client: APIClient, tmp_path: Path, proposal: Quote, body: Any, reason: str
) -> None:
    path = f"/api/quotes/{proposal.id}/decline"
    assert customer_client.post(path, {"reason": "weather"}, format="json").status_code == 400
    for _ in range(2):  # such as a double click
        declined = customer_client.post(path, body, format="json", headers={"Idempotency-Key": "one-decline"})
        assert declined.json()["status"] == "rejected"
    assert [(each.reason, each.note) for each in Decline.objects.all()] == [(reason, body.get("note", "").strip())]
    counted = admin_client.get("/api/analytics/season").json()["declines"]
    assert {each["reason"]: each["count"] for each in counted if each["count"]} == {reason: 1}
    _send()
    office = " ".join(text_of(email) for email in delivered_to_office(tmp_path))
    assert ("because of the price" in office) is (reason == "price")


def test_office_sees_the_last_of_several_declines(
    admin_client: APIClient, customer_client: APIClient, tmp_path: Path, proposal: Quote
) -> None:
    path = f"/api/quotes/{proposal.id}"
    declines = {
        "price": "Too much", "timing": "", "somebody_else": "My neighbor does it", "changed_mind": "", "other": "",
    }  # fmt: skip
    for reason, note in declines.items():
        customer_client.post(f"{path}/decline", {"reason": reason, "note": note}, format="json")
        decline = admin_client.get(path).json()["decline"]
        assert (decline["reason"], decline["note"]) == (reason, note)
        _send()
        Message.objects.update(
            sent_at=timezone.now() - dt.timedelta(hours=1)
        )  # so that the office is notified right away
        customer_client.post(f"{path}/ask-again", {}, format="json")
        admin_client.patch(path, {"status": "reviewed"}, format="json")
    told = " ".join(text_of(email) for email in delivered_to_office(tmp_path))
    for words in (
        "because of the price", "because of the timing", "chose someone else", "changed their mind",
        "for another reason",
    ):  # fmt: skip
        assert told.count(words) == 1, words


def test_customer_can_ask_again_after_declining_a_proposal(
    admin_client: APIClient, customer_client: APIClient, tmp_path: Path, proposal: Quote
) -> None:
    path = f"/api/quotes/{proposal.id}/ask-again"
    assert customer_client.post(path, {}, format="json").status_code == 409
    customer_client.post(f"/api/quotes/{proposal.id}/decline", {}, format="json")
    key = {"Idempotency-Key": "one-request"}
    asked, again = (customer_client.post(path, {}, format="json", headers=key).json() for _ in range(2))
    assert again == asked
    assert (asked["status"], asked["quoteAmount"], asked["lines"], asked["progress"]["next"]) == (
        "quoting", None, [], "price",
    )  # fmt: skip
    [row] = admin_client.get("/api/desk/queue").json()
    in_a_day = timezone.now() + dt.timedelta(hours=24)
    assert row["kind"] == "quote"
    assert abs(dt.datetime.fromisoformat(row["respondBy"]) - in_a_day) < dt.timedelta(minutes=1)
    assert len(admin_client.get(f"/api/quotes/{proposal.id}").json()["lines"]) == 7
    _send()
    assert "asks for the price again" in " ".join(text_of(email) for email in delivered_to_office(tmp_path))


@pytest.mark.parametrize("expired", [{"status": "rejected"}, {"status": "reviewed", "valid_until": "2020-01-01"}])
def test_asking_again_clears_an_amount_without_lines(
    customer: User, customer_client: APIClient, expired: dict[str, str]
) -> None:
    quote = make_quote(user=customer, quote_amount="913.40", **expired)
    asked = customer_client.post(f"/api/quotes/{quote.id}/ask-again", {}, format="json").json()
    assert (asked["status"], asked["quoteAmount"]) == ("quoting", None)
    thread = customer_client.get(f"/api/quotes/{quote.id}/comments").json()
    assert "$913.40" in thread[-1]["content"]
