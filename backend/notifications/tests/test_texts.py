"""Customers who want texts get each once, in the daytime and short; otherwise the email, and the outbox says why."""

import datetime as dt
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from rest_framework.test import APIClient

from common.days import eastern
from invoices.models import InvoicePayment
from notifications import text_delivery
from notifications.models import Channel, Message
from notifications.planning import plan
from notifications.tests.factories import attempt
from notifications.text_delivery import REPORT_PATH
from quotes import emails
from quotes.models import Quote
from quotes.tests.factories import quote_body
from testing.helpers import end_waits, in_threads, run_during_transaction, run_queue
from testing.texts import SITE, at_daytime, post_to_product, use_twilio
from texts import twilio as sending
from texts.consent import give_consent, may_text, withdraw_consent
from texts.models import ConsentEvent, ConsentMethod, ContactChoice
from texts.quiet_hours import next_allowed
from texts.short_texts import length_of
from trees.tests.factories import tree_order_body
from twilio_sandbox.server import TwilioSandbox

pytestmark = pytest.mark.django_db(transaction=True)

NUMBER = "+16035550172"
INSTEAD = "Sent as a text instead."


@pytest.fixture(autouse=True)
def _daytime() -> Iterator[None]:
    with at_daytime():
        yield


@pytest.fixture
def twilio(settings: Any) -> Iterator[TwilioSandbox]:
    """A stand-in for Twilio that the product is set up to use."""
    with TwilioSandbox(site=SITE, post=post_to_product) as sandbox:
        use_twilio(settings, sandbox.url)
        yield sandbox


def _request(client: APIClient, *, preference: str = "sms", box: bool = True, **changes: Any) -> Quote:
    body = quote_body(communicationPreference=preference, textUpdates=box, **changes)
    response = client.post("/api/quotes", body, format="json")
    assert response.status_code == 201, response.content
    return Quote.objects.get(id=response.json()["id"])


def _comment(client: APIClient, quote: Quote, words: str = "We can come on Friday.") -> str:
    response = client.post(f"/api/quotes/{quote.id}/comments", {"comment": words}, format="json")
    assert response.status_code == 201, response.content
    return str(response.json()["id"])


def _reply(client: APIClient, quote: Quote, words: str = "We can come on Friday.") -> None:
    _comment(client, quote, words)
    run_queue()


def _outbox(kind: str, quote: Quote | None = None) -> list[tuple[str, str, str, str]]:
    """Return the messages of a kind: channel, status, error, and why an email was not texted."""
    messages = Message.objects.filter(kind=kind, **({"about_id": quote.id} if quote else {})).order_by("id")
    return list(messages.values_list("channel", "status", "error", "not_texted"))


def _text_files(folder: Path) -> list[str]:
    return [file.read_text() for file in sorted((folder / "outbox").glob("*.txt"))]


def test_short_news_is_texted_and_price_is_emailed_too(
    guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox
) -> None:
    quote = _request(guest)
    run_queue()
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "reviewed", "quoteAmount": "486.00"}, format="json")
    end_waits()
    run_queue()
    _reply(admin_client, quote)
    assert {text.to for text in twilio.texts} == {NUMBER}
    requested, priced, replied = (text.body for text in twilio.texts)
    assert requested.startswith("Seacoast Holiday Lights: We got your request.")
    assert requested.endswith("Msg & data rates may apply. Reply HELP for help, STOP to stop.")
    assert "Your price for holiday lights is $486.00." in priced
    assert 'We replied about your quote: "We can come on Friday."' in replied
    assert _outbox("quote-requested") == _outbox("quote-priced") == [SENT, TEXT]
    assert _outbox("quote-replied") == [REPLACED, TEXT]
    # Each text has its own link, which opens the quote and is stored nowhere.
    links = [text.body[text.body.index(f"{SITE}/f/") :].split()[0] for text in twilio.texts]
    assert len({*links}) == 3
    opened = APIClient().get(links[2].removeprefix(SITE))
    assert (opened.status_code, opened["Location"]) == (302, f"/follow/quotes/{quote.id}")
    token = links[2].rpartition("/")[2].encode()
    assert not any(token in bytes(raw) for raw in Message.objects.values_list("raw", flat=True))
    assert not Message.objects.filter(status="sent", content_until=None).exists(), "all content is deleted some day"


def test_first_text_since_consent_says_how_to_stop(
    customer_client: APIClient, admin_client: APIClient, twilio: TwilioSandbox
) -> None:
    quote = _request(customer_client, preference="email", box=False)
    run_queue()
    for box in (True, True, False, True):  # saving the same again is no new consent
        body = {"channel": "sms", "number": "603-555-0109", "textUpdates": box}
        assert customer_client.put("/api/contact-choice", body, format="json").status_code == 200
        _reply(admin_client, quote, "One")
        _reply(admin_client, quote, "Two")
    end = "Reply HELP for help, STOP to stop."
    said = [(text.body.partition('"')[2][:3], text.body.endswith(end)) for text in twilio.texts]
    once, never = [("One", True), ("Two", False)], [("One", False), ("Two", False)]
    assert said == [*once, *never, *once]


SENT, TEXT = ("email", "sent", "", ""), ("sms", "sent", "", "")
REPLACED = ("email", "skipped", INSTEAD, "")


def test_request_sets_texting_preference(guest: APIClient, admin_client: APIClient) -> None:
    cases = {
        ("email", False): [SENT],
        ("phone", False): [SENT],
        ("email", True): [SENT, TEXT],
        ("sms", True): [REPLACED, TEXT],
        ("sms", False): [("email", "sent", "", "Nobody agreed to texts to (603) 555-0104.")],
    }
    for number, (preference, box) in enumerate(cases):
        quote = _request(guest, preference=preference, box=box, phone=f"603-555-010{number}")
        _comment(admin_client, quote)
    run_queue()
    replies = Message.objects.filter(kind="quote-replied")
    quotes = [*Quote.objects.order_by("id")]
    assert [_outbox("quote-replied", quote) for quote in quotes] == [*cases.values()]
    assert {text.recipient for text in replies.filter(channel="sms")} == {"+16035550102", "+16035550103"}


def test_preference_in_my_services_overrides_request(customer_client: APIClient, admin_client: APIClient) -> None:
    quote = _request(customer_client, preference="sms", box=True)
    told, off = [], "They turned texts off in My Services: (603) 555-0199."
    for channel, number, box, expected in [
        ("email", "", False, [SENT]),
        ("phone", "", False, [SENT]),
        ("sms", "603 555 0199", False, [("email", "sent", "", "Nobody agreed to texts to (603) 555-0199.")]),
        ("sms", "603 555 0199", True, [REPLACED, TEXT]),
        (
            "sms",
            "603 555 0199",
            False,
            [("email", "sent", "", off)],
        ),
        ("phone", "603 555 0199", False, [SENT]),
        ("phone", "603 555 0199", True, [SENT, TEXT]),
        ("email", "603 555 0199", True, [SENT, TEXT]),
        ("email", "", False, [SENT]),
    ]:
        body = {"channel": channel, "number": number, "textUpdates": box}
        response = customer_client.put("/api/contact-choice", body, format="json")
        assert response.json() == {
            "channel": channel, "number": number and "(603) 555-0199", "textUpdates": box,
        }  # fmt: skip
        _reply(admin_client, quote)
        told += expected
        assert _outbox("quote-replied") == told
    texted = Message.objects.filter(kind="quote-replied", channel="sms")
    assert {text.recipient for text in texted} == {"+16035550199"}


@pytest.mark.parametrize(
    ("number", "phone", "texted"),
    [
        ("", "603-555-0104", True),
        ("603-555-0199", "603-555-0104", True),
        ("603-555-0104", "603-555-0104", True),
        ("", "603-555-0104", False),  # without the box
    ],
)
def test_box_checked_after_choosing_in_my_services_is_the_latest_choice(
    customer_client: APIClient, admin_client: APIClient, number: str, phone: str, texted: bool
) -> None:
    body: dict[str, Any] = {"channel": "phone", "number": number, "textUpdates": False}
    assert customer_client.put("/api/contact-choice", body, format="json").status_code == 200
    ContactChoice.objects.update(updated_at=Now() - dt.timedelta(minutes=1))  # as the database's clock says, unmocked
    quote = _request(customer_client, preference="email", box=texted, phone=phone)
    order = tree_order_body(customerPhone=phone, textUpdates=texted)
    assert customer_client.post("/api/tree-orders", order, format="json").status_code == 201
    _reply(admin_client, quote)
    for kind in ("quote-replied", "tree-order-received"):
        assert _outbox(kind) == ([SENT, TEXT] if texted else [SENT])
    assert {text.recipient for text in Message.objects.filter(channel="sms")} == ({"+16035550104"} if texted else set())
    assert customer_client.put("/api/contact-choice", body, format="json").status_code == 200
    _reply(admin_client, quote)
    assert _outbox("quote-replied")[-1] == SENT


@pytest.mark.usefixtures("twilio")
def test_administrators_own_preference_does_not_apply_to_phone_orders(admin_client: APIClient) -> None:
    assert admin_client.put("/api/contact-choice", {"channel": "email"}, format="json").status_code == 200
    quote = _request(admin_client)
    run_queue()
    assert Channel.SMS in {channel for channel, *_ in _outbox("quote-requested", quote)}


def test_tree_news_is_texted_too_when_box_is_checked(guest: APIClient, tmp_path: Path) -> None:
    for box in (False, True):
        body = tree_order_body(textUpdates=box, customerPhone="(603) 555-0172")
        assert guest.post("/api/tree-orders", body, format="json").status_code == 201
    run_queue()
    assert _outbox("tree-order-received") == [("email", "sent", "", "")] * 2 + [("sms", "sent", "", "")]
    [text] = _text_files(tmp_path)
    assert text.startswith("Seacoast Holiday Lights: Thanks for your tree order!")
    [file] = (tmp_path / "outbox").glob("*.txt")
    assert file.name.endswith(f"-{NUMBER}.txt")


def test_unregistered_site_sends_emails_and_stores_the_reason(
    guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox, settings: Any
) -> None:
    settings.SMS_REGISTERED = False
    quote = _request(guest)
    _reply(admin_client, quote)
    assert _outbox("quote-replied") == [("email", "sent", "", "SMS_REGISTERED is not set")]
    assert twilio.texts == []


@pytest.mark.parametrize(
    "character",
    [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # the flag of Scotland
        "\U0001f1fa\U0001f1f8",  # the flag of the United States
    ],
)
def test_long_reply_is_cut_between_characters(
    guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox, character: str
) -> None:
    quote = _request(guest)
    _reply(admin_client, quote, character * 200)
    body = twilio.texts[-1].body
    assert length_of(body) <= 320
    assert length_of(body) > 320 - length_of(character)
    start, _, end = body.partition('"')
    kept, _, _ = end.partition("...")
    assert kept == character * (len(kept) // len(character))
    assert f" {SITE}/f/" in body
    assert start == "Seacoast Holiday Lights: We replied about your quote: "


def test_long_reply_is_cut_between_words(guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox) -> None:
    words = "Congratulations, everybody! " * 20
    _reply(admin_client, _request(guest), words)
    body = twilio.texts[-1].body
    kept, _, _ = body.partition('"')[2].partition("...")
    assert f"{kept} " in words
    assert length_of(body) > 300


@pytest.mark.parametrize(
    ("now", "allowed"),
    [
        ("2026-12-03T20:59:00-05:00", "2026-12-03T20:59:00-05:00"),
        ("2026-12-03T20:59:50-05:00", "2026-12-04T08:00:00-05:00"),
        ("2026-12-03T21:00:00-05:00", "2026-12-04T08:00:00-05:00"),
        ("2026-12-04T07:59:59-05:00", "2026-12-04T08:00:00-05:00"),
        ("2026-12-04T08:00:00-05:00", "2026-12-04T08:00:00-05:00"),
        ("2026-10-31T22:00:00-04:00", "2026-11-01T08:00:00-05:00"),  # the clocks go back in between
        ("2026-11-01T07:30:00-05:00", "2026-11-01T08:00:00-05:00"),
        ("2027-03-13T23:59:59-05:00", "2027-03-14T08:00:00-04:00"),
    ],
)
def test_texts_are_sent_from_8_am_to_9_pm_eastern(now: str, allowed: str) -> None:
    assert next_allowed(dt.datetime.fromisoformat(now)) == dt.datetime.fromisoformat(allowed)


@pytest.mark.parametrize(
    ("sent", "shortest", "longest"), [(dt.time(8, 0, 30), 36_000, 36_000), (dt.time(20, 30), 1, 1800)]
)
def test_text_validity_ends_at_9_pm(
    guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox, sent: dt.time, shortest: int, longest: int
) -> None:
    quote = _request(guest)
    run_queue()
    plan(emails.staff_replied, quote.id, occasion=str(_comment(admin_client, quote)), channel=Channel.SMS)
    with time_machine.travel(eastern(timezone.localdate(), sent)):
        run_queue()
    [text] = [each for each in twilio.texts if "replied" in each.body]
    assert shortest <= text.validity <= longest


def test_late_job_waits_for_the_morning(guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox) -> None:
    quote = _request(guest)
    run_queue()
    plan(emails.staff_replied, quote.id, occasion=str(_comment(admin_client, quote)), channel=Channel.SMS)
    evening = eastern(timezone.localdate(), dt.time(21, 5))
    with time_machine.travel(evening):
        run_queue()
    text = Message.objects.get(kind="quote-replied", channel="sms")
    assert (text.status, text.not_before, text.attempts) == ("queued", evening + dt.timedelta(hours=10, minutes=55), 0)
    assert _outbox("quote-replied")[0] == REPLACED
    assert [each.body for each in twilio.texts if "replied" in each.body] == []
    end_waits(dt.timedelta(days=3))
    run_queue()
    assert "We can come on Friday." in twilio.texts[-1].body


def test_promise_that_was_kept_overnight_is_not_texted_in_the_morning(
    guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox
) -> None:
    with time_machine.travel(eastern(timezone.localdate(), dt.time(22))):
        quote = _request(guest)
        order = guest.post("/api/tree-orders", tree_order_body(textUpdates=True), format="json").json()
        run_queue()
        priced = {"status": "reviewed", "quoteAmount": "1140.00"}
        assert admin_client.patch(f"/api/quotes/{quote.id}", priced, format="json").status_code == 200
        call = {"outcome": "reached"}
        assert admin_client.post(f"/api/tree-orders/{order['id']}/calls", call, format="json").status_code == 201
    end_waits(dt.timedelta(days=3))
    run_queue()
    reason = "What the text would say is no longer so."
    for kind in ("quote-requested", "tree-order-received"):
        assert _outbox(kind) == [("email", "sent", "", reason), ("sms", "skipped", reason, "")]
    [text] = twilio.texts
    assert "Your price for holiday lights is $1,140.00" in text.body


def test_text_in_the_morning_leaves_the_time_of_the_receipt(
    guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox
) -> None:
    with time_machine.travel(eastern(timezone.localdate(), dt.time(22))):
        bill = {"quoteId": str(_request(guest).id), "amount": "100.00"}
        invoice = admin_client.post("/api/invoices", bill, format="json").json()
        for step, body in (("send", {}), ("record-payment", {"method": "check"})):
            path = f"/api/invoices/{invoice['id']}/{step}"
            assert admin_client.post(path, body, format="json").status_code == 200
        run_queue()
    told_at = InvoicePayment.objects.get().receipt_at
    assert told_at
    end_waits(dt.timedelta(days=3))
    run_queue()
    assert any("We received $100.00 by check" in text.body for text in twilio.texts)
    assert InvoicePayment.objects.get().receipt_at == told_at, "a reversal names its day"


def test_stop_turns_waiting_texts_into_emails(
    guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox, tmp_path: Path
) -> None:
    quote = _request(guest)
    run_queue()
    before = len(twilio.texts)
    with time_machine.travel(eastern(timezone.localdate(), dt.time(22))):
        for number in range(10):
            _comment(admin_client, quote, f"Reply {number}")
        run_queue()
    assert Message.objects.filter(kind="quote-replied", channel="sms", status="queued").count() == 10
    withdraw_consent(number=NUMBER, method=ConsentMethod.TEXT, wording="STOP")
    end_waits(dt.timedelta(days=3))
    run_queue()
    stopped = "They stopped our texts with a reply: (603) 555-0172."
    assert (
        sorted(_outbox("quote-replied"))
        == [("email", "sent", "", stopped)] * 10 + [("sms", "skipped", stopped, "")] * 10
    )
    assert len(twilio.texts) == before


def test_waiting_text_becomes_an_email_if_they_choose_email(
    customer_client: APIClient, admin_client: APIClient, twilio: TwilioSandbox
) -> None:
    quote = _request(customer_client)
    run_queue()
    before = len(twilio.texts)
    with time_machine.travel(eastern(timezone.localdate(), dt.time(22))):
        _reply(admin_client, quote)
    body = {"channel": "email", "number": "", "textUpdates": False}
    assert customer_client.put("/api/contact-choice", body, format="json").status_code == 200
    end_waits(dt.timedelta(days=3))
    run_queue()
    reason = "They no longer want texts."
    assert _outbox("quote-replied") == [("email", "sent", "", reason), ("sms", "skipped", reason, "")]
    assert len(twilio.texts) == before


REFUSALS = {
    21610: ("Twilio refused it: the number stopped our texts (21610)", False),
    21614: ("Twilio refused it: the number isn't a mobile number (21614)", False),
    21408: ("Twilio refused it: texts to that region are turned off (21408)", True),
    30006: ("Twilio couldn't deliver it: the number is a landline or out of reach (30006).", False),
    30003: ("Twilio couldn't deliver it: the phone is off or out of reach (30003).", True),
    30999: ("Twilio couldn't deliver it: error 30999.", True),
    0: ("Twilio couldn't deliver it: Twilio gave no reason.", True),
}


def test_usual_errors_of_twilio_are_in_words() -> None:
    for code in (21211, 21408, 21610, 21614, 30003, 30004, 30005, 30006, 30007, 30008, 30034, 30036):
        assert sending.describe(code).endswith(f" ({code})")


def test_failed_text_is_sent_as_email(guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox) -> None:
    numbers = {code: f"+160355501{place:02}" for place, code in enumerate(REFUSALS)}
    quotes = {code: _request(guest, phone=number) for code, number in numbers.items()}
    run_queue()
    asked = len(twilio.texts)
    twilio.errors = {number: code for code, number in numbers.items()}
    for quote in quotes.values():
        _comment(admin_client, quote)
    run_queue()
    for text in twilio.texts[asked:]:  # the accepted ones
        for _ in range(5):
            assert twilio.report(text, "undelivered" if text.error else "failed") == 204
        assert twilio.report(text, "sent") == 204
    run_queue()
    for code, (reason, consents) in REFUSALS.items():
        assert _outbox("quote-replied", quotes[code]) == [("email", "sent", "", reason), ("sms", "failed", reason, "")]
        assert may_text(numbers[code]) is consents
    ended = ConsentEvent.objects.filter(is_given=False).values_list("number", "method")
    assert dict(ended) == {
        numbers[21610]: "refused", numbers[21614]: "not_mobile", numbers[30006]: "not_mobile",
    }  # fmt: skip
    # A failed text needs no call, since the customer has the email.
    assert admin_client.get("/api/desk/queue?kind=message").json() == []


def test_failed_text_does_not_revive_an_email_skipped_for_another_reason(
    guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox
) -> None:
    quote = _request(guest)
    run_queue()
    twilio.errors = {NUMBER: 30003}
    _reply(admin_client, quote)
    Message.objects.filter(kind="quote-replied", channel="email").update(error="They closed the quote.")
    twilio.report(twilio.texts[-1])
    run_queue()
    assert [row[:3] for row in _outbox("quote-replied")] == [
        ("email", "skipped", "They closed the quote."), ("sms", "failed", REFUSALS[30003][0]),
    ]  # fmt: skip


def test_reports_count_once_in_any_order(guest: APIClient, twilio: TwilioSandbox) -> None:
    _request(guest)
    run_queue()
    [text] = twilio.texts
    message = Message.objects.get(channel="sms")
    assert (message.provider_id, message.delivery) == (text.sid, "")
    for status, delivery in [
        ("queued", ""), ("sent", "sent"), ("delivered", "delivered"), ("sent", "delivered"),
        ("undelivered", "delivered"), ("delivered", "delivered"),
    ]:  # fmt: skip
        assert twilio.report(text, status) == 204
        message.refresh_from_db()
        assert (message.delivery, message.status) == (delivery, "sent")
        assert (message.reported_at is None) == (delivery == "")
    for status, delivery in [("read", "delivered"), ("canceled", "failed")]:
        Message.objects.filter(id=message.id).update(delivery="sent")
        assert twilio.report(text, status) == 204
        message.refresh_from_db()
        assert message.delivery == delivery


def test_report_about_earlier_attempt_is_ignored(guest: APIClient, twilio: TwilioSandbox) -> None:
    _request(guest)
    run_queue()
    [text] = twilio.texts
    params = {"MessageSid": "SM" + "0" * 32, "MessageStatus": "undelivered"}
    signature = {"X-Twilio-Signature": twilio.sign(text.status_callback, params)}
    assert post_to_product(text.status_callback, params, signature) == 204
    message = Message.objects.get(channel="sms")
    assert (message.provider_id, message.delivery, message.status) == (text.sid, "", "sent")
    for unknown in (f"{SITE}{REPORT_PATH}", f"{SITE}{REPORT_PATH}?message={uuid4()}"):
        assert post_to_product(unknown, params, {"X-Twilio-Signature": twilio.sign(unknown, params)}) == 204


def test_concurrent_reports_are_recorded_one_after_the_other(guest: APIClient, twilio: TwilioSandbox) -> None:
    _request(guest)
    run_queue()
    [text] = twilio.texts
    with transaction.atomic():
        message = Message.objects.select_for_update().get(channel="sms")
        other = run_during_transaction(lambda: twilio.report(text, "sent"))
        Message.objects.filter(id=message.id).update(delivery="delivered")
    assert other() == 204
    message.refresh_from_db()
    assert message.delivery == "delivered"


def test_report_without_twilios_signature_is_rejected(guest: APIClient, twilio: TwilioSandbox, settings: Any) -> None:
    _request(guest)
    run_queue()
    [text] = twilio.texts
    params = {"MessageSid": text.sid, "MessageStatus": "delivered"}
    good = twilio.sign(text.status_callback, params)
    twilio.token = "an old token"
    old = twilio.sign(text.status_callback, params)
    for signature in ("", "x", "é", old, twilio.sign(SITE, params)):
        assert post_to_product(text.status_callback, params, {"X-Twilio-Signature": signature}) == 403
    assert post_to_product(text.status_callback, params | {"To": "x"}, {"X-Twilio-Signature": good}) == 403
    assert Message.objects.get(channel="sms").delivery == ""
    assert post_to_product(text.status_callback, params, {"X-Twilio-Signature": good}) == 204
    assert Message.objects.get(channel="sms").delivery == "delivered"
    settings.TWILIO_AUTH_TOKEN = twilio.token = ""  # no signature can be checked, so none is trusted
    for signature in (good, twilio.sign(text.status_callback, params)):
        assert post_to_product(text.status_callback, params, {"X-Twilio-Signature": signature}) == 403


def test_text_is_retried_then_emailed_while_twilio_is_down(
    guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    quote = _request(guest)
    run_queue()
    _comment(admin_client, quote)
    faults = {
        "503": "(20503)",
        "429": "(20429)",
        "401": "(20401)",
        "drop": "(ConnectionError)",
        "slow": "(ReadTimeout)",
    }
    for tries, (fault, error) in enumerate(faults.items(), start=1):
        twilio.fault = fault
        # Short only for the call that hangs, since any response may take longer on a busy machine.
        monkeypatch.setattr(sending, "TIMEOUT", 0.2 if fault == "slow" else 90)
        if tries == 1:
            run_queue()
        text = Message.objects.get(kind="quote-replied", channel="sms")
        if tries > 1:
            attempt(text, hours=48)
        assert text.error.endswith(error)
        assert (text.status, text.attempts) == ("queued" if tries < len(faults) else "failed", tries)
    assert len(faults) == len(text_delivery.TEXT_RETRY_DELAYS) + 1
    assert _outbox("quote-replied")[0] == ("email", "sent", "", text.error)
    assert may_text(NUMBER)
    [late] = twilio.texts  # as if Twilio had accepted the last attempt
    late.status_callback = late.status_callback.partition("=")[0] + f"={text.id}"
    assert twilio.report(late, "undelivered") == 204
    text.refresh_from_db()
    assert (text.status, text.delivery) == ("failed", "")


def test_report_marks_text_as_sent_after_lost_response(
    guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox
) -> None:
    quote = _request(guest)
    run_queue()
    twilio.fault = "drop"
    _reply(admin_client, quote)
    twilio.fault = ""
    message = Message.objects.get(kind="quote-replied", channel="sms")
    [first] = twilio.texts
    first.status_callback = first.status_callback.partition("=")[0] + f"={message.id}"
    assert twilio.report(first, "sent") == 204
    attempt(message, hours=48)
    assert (message.status, message.error, message.delivery, len(twilio.texts)) == ("sent", "", "sent", 1)


def test_customers_sharing_a_number_share_its_consent(
    guest: APIClient, admin_client: APIClient, twilio: TwilioSandbox
) -> None:
    first = _request(guest)
    second = _request(guest, box=False, fullName="Frank Hayes", email="frank@example.com", phone="(603) 555-0172")
    _reply(admin_client, second)
    assert _outbox("quote-replied") == [REPLACED, TEXT]
    assert admin_client.post("/api/texts/off", {"phone": first.phone}, format="json").status_code == 200
    for quote in (first, second):
        _reply(admin_client, quote)
    off = "The office turned texts off: (603) 555-0172."
    assert _outbox("quote-replied")[2:] == [("email", "sent", "", off)] * 2


def test_texts_caused_by_strangers_are_limited(guest: APIClient, twilio: TwilioSandbox, settings: Any) -> None:
    settings.THROTTLES = True
    settings.THROTTLE_PER_MINUTE = 1000
    for number in range(5):
        _request(guest, email=f"guest{number}@example.com")
    run_queue()
    assert len(twilio.texts) == 3
    skipped = Message.objects.filter(channel="sms", status="skipped").values_list("error", flat=True)
    assert [*skipped] == ["Not sent: this number has already received 3 texts of this kind within one hour."] * 2
    earlier = Message.objects.filter(channel="sms", status="sent").latest("id")
    for _ in range(6):
        earlier.id, earlier.about_id, earlier._state.adding = uuid4(), uuid4(), True
        earlier.save()
    Message.objects.update(created_at=Now() - dt.timedelta(hours=2))
    for number in range(2):
        _request(guest, email=f"another{number}@example.com")
    run_queue()
    assert len(twilio.texts) == 4, "ten a day, with the six that were copied"
    assert "within one day" in Message.objects.filter(channel="sms", status="skipped").latest("id").error


def test_consent_stores_the_agreed_text(guest: APIClient, admin_client: APIClient) -> None:
    _request(guest, preference="email", box=True)
    _request(guest, preference="sms", box=False, phone="603-555-0100")
    _request(admin_client, preference="email", box=True, phone="603-555-0101")
    _request(guest, preference="email", box=True, phone="not a number")
    own, by_phone = ConsentEvent.objects.order_by("id")
    assert (own.number, own.method, own.staff) == (NUMBER, "quote_form", None)
    for words in ("Seacoast Holiday Lights", "Msg & data rates may apply", "HELP", "STOP", "/privacy", "/terms"):
        assert words in own.wording
    assert (by_phone.method, by_phone.staff.email) == ("office", "ada@example.com")  # type: ignore[union-attr]


def test_concurrent_consent_changes_end_with_the_latest(db: None) -> None:
    def change(number: int) -> None:
        if number % 2:
            withdraw_consent(number=NUMBER, method=ConsentMethod.TEXT)
        else:
            give_consent(number=NUMBER, wording="Yes", method=ConsentMethod.QUOTE_FORM)

    in_threads(6, change)
    events = [*ConsentEvent.objects.order_by("id").values_list("is_given", flat=True)]
    assert may_text(NUMBER) is events[-1]
    assert all(first or second for first, second in itertools.pairwise(events))
