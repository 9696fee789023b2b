"""Texts to the business's number become comments or questions, or turn texts off."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient
from twilio.request_validator import RequestValidator

from accounts.models import User
from quotes.models import Quote
from quotes.tests.factories import make_quote
from replies.models import Inbound, Inquiry, InquiryEntry
from replies.words import seems_to_opt_out
from testing.helpers import delivered_to_office, in_threads, run_queue, text_of
from texts.consent import give_consent, may_text, withdraw_consent
from texts.models import ConsentEvent, ConsentMethod, ContactChoice
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order
from twilio_sandbox.server import TwilioSandbox

MOBILE = "+16035550172"

pytestmark = pytest.mark.django_db(transaction=True)


def _rows(admin_client: APIClient) -> list[dict[str, Any]]:
    return list(admin_client.get("/api/desk/queue?kind=question").json())


def _thread(admin_client: APIClient, quote: Quote) -> list[dict[str, Any]]:
    return list(admin_client.get(f"/api/quotes/{quote.id}/comments").json())


def _agree(number: str = MOBILE) -> None:
    give_consent(number=number, wording="Texts about my quote", method=ConsentMethod.QUOTE_FORM)


def test_text_becomes_comment_on_newest_open_quote(
    twilio: TwilioSandbox, customer: User, admin_client: APIClient
) -> None:
    older = make_quote(phone="+1 (603) 555-0172")
    newest = make_quote(phone="603.555.0172")
    make_quote(phone="603-555-0172", status="rejected", full_name="Tom Okafor", email="tom@example.com")
    make_tree_order(customer_phone="603-555-0172", status="delivered", customer_email="ann@example.com")
    make_quote(phone="603-555-0198", full_name="6035550172")  # the number, but not as their phone
    make_tree_order(customer_phone="603-555-0198", customer_name="6035550172", customer_email="sam@example.com")
    by_choice = make_quote(phone="603-555-0100", user=customer)
    ContactChoice.objects.create(user=customer, channel="sms", number="+16035550199")
    body = "Can you do it before the 5th? 🎄 " + "x" * 1560
    assert twilio.text_in(MOBILE, body, media=2) == 200
    run_queue()
    [comment] = _thread(admin_client, newest)
    assert comment["content"] == f"{body}\n\n(2 pictures attached. We can't show them here yet.)"
    assert (comment["authorName"], comment["channel"], comment["isStaffComment"]) == ("Eleanor Hayes", "text", False)
    assert _thread(admin_client, older) == []
    [row] = _rows(admin_client)
    assert (row["quoteId"], row["question"]) == (str(newest.id), comment["content"])
    Quote.objects.filter(id=by_choice.id).update(status="service_scheduled")
    twilio.text_in("+16035550199", "This is my new number")
    run_queue()
    assert [comment["content"] for comment in _thread(admin_client, by_choice)] == ["This is my new number"]


@pytest.mark.parametrize("second", ["quote", "order", "account"])
def test_text_from_number_of_two_people_is_shown_to_neither(
    twilio: TwilioSandbox, customer: User, admin_client: APIClient, second: str
) -> None:
    names = ["Eleanor Ames", "Eleanor Hayes"]  # she changed it since her first request
    quotes = [make_quote(phone="603-555-0172", full_name=name, email="eleanor@example.com") for name in names]
    tom = {"phone": "(603) 555-0172", "full_name": "Tom Okafor"}
    if second == "quote":
        quotes.append(make_quote(**tom, email="tom@example.com"))
    elif second == "order":
        make_tree_order(customer_phone=tom["phone"], customer_name=tom["full_name"], customer_email="tom@example.com")
    else:  # nobody has verified the address on the guest's quote
        quotes.append(make_quote(**tom, email="eleanor@example.com", user=customer))
    twilio.text_in(MOBILE, "The key is under the mat")
    run_queue()
    assert not any(_thread(admin_client, quote) for quote in quotes)
    [row] = _rows(admin_client)
    assert (row["question"], row["customerName"]) == ("The key is under the mat", "Tom Okafor or Eleanor Hayes")
    assert (row["phone"], row["customerKey"], row["treeOrderId"]) == ("(603) 555-0172", None, None)


def test_text_without_open_quote_is_question_until_staff_respond(
    twilio: TwilioSandbox, admin: User, admin_client: APIClient, office_client: APIClient
) -> None:
    make_quote(phone="603-555-0172", status="complete")
    make_tree_order(customer_phone="603-555-0172", customer_name="Frank Hayes")
    order = make_tree_order(customer_phone="(603) 555-0172", customer_name="Eleanor Hayes", status="scheduled")
    make_tree_order(customer_phone="(603) 555-0172", status="delivered")
    twilio.text_in(MOBILE, "Is my tree on its way?")
    twilio.text_in(MOBILE, "It's getting late")
    run_queue()
    [row] = _rows(admin_client)
    assert (row["quoteId"], row["treeOrderId"], row["phone"]) == (None, str(order.id), "(603) 555-0172")
    assert (row["customerName"], row["question"]) == ("Eleanor Hayes", "It's getting late")
    TreeOrder.objects.exclude(status="delivered").update(status="pending")
    assert admin_client.get("/api/desk/queue/counts").json()["kinds"]["question"] == 1
    entries = admin_client.get(f"/api/desk/questions/{row['id']}").json()["entries"]
    assert [entry["words"] for entry in entries] == ["Is my tree on its way?", "It's getting late"]
    InquiryEntry.objects.filter(words="It's getting late").update(created_at=timezone.now() - dt.timedelta(hours=1))
    entries = admin_client.get(f"/api/desk/questions/{row['id']}").json()["entries"]
    assert [entry["words"] for entry in entries] == ["It's getting late", "Is my tree on its way?"]
    promise = admin_client.get("/api/desk/promise").json()
    assert promise["open"] == 3  # the orders are waiting for calls, too

    calls = f"/api/desk/questions/{row['id']}/calls"
    tried = admin_client.post(calls, {"outcome": "voicemail"}, format="json")
    assert tried.status_code == 201
    assert tried.json()["retryAt"]
    [row] = _rows(admin_client)
    assert (row["tries"], row["retryAt"]) == (1, tried.json()["retryAt"])
    twilio.text_in(MOBILE, "Hello?")
    run_queue()
    assert _rows(admin_client)[0]["retryAt"] is None  # they are due now
    assert admin_client.post(calls, {"outcome": "reached", "channel": "text"}, format="json").status_code == 201
    assert _rows(admin_client) == []
    assert admin_client.get("/api/desk/promise").json()["onTime"] == promise["onTime"] + 2, "and to the order"
    assert [call["outcome"] for call in admin_client.get(calls).json()] == ["reached", "voicemail"]

    twilio.text_in(MOBILE, "Thanks!")  # a new question, with its own clock
    run_queue()
    [row] = _rows(admin_client)
    before = admin_client.get("/api/desk/promise").json()
    url = f"/api/desk/questions/{row['id']}/no-reply-needed"
    twilio.text_in(MOBILE, "One more thing")
    run_queue()
    assert admin_client.post(url, {"updatedAt": row["updatedAt"]}, format="json").status_code == 409
    [row] = _rows(admin_client)
    assert admin_client.post(url, {"updatedAt": row["updatedAt"]}, format="json").status_code == 200
    assert _rows(admin_client) == []
    # What another person does later does not change who decided it.
    assert office_client.post(url, {"updatedAt": row["updatedAt"]}, format="json").status_code == 200
    late = f"/api/desk/questions/{row['id']}/calls"
    assert office_client.post(late, {"outcome": "reached"}, format="json").status_code == 201
    assert Inquiry.objects.get(id=row["id"]).closed_by == admin
    after = admin_client.get("/api/desk/promise").json()
    assert (after["onTime"], after["late"], after["open"]) == (before["onTime"], before["late"], before["open"] - 1)


def test_office_email_has_sender_and_newest_text(twilio: TwilioSandbox, settings: Any) -> None:
    make_tree_order(customer_phone="603-555-0172", customer_name="Frank Hayes")
    long = "Is anyone there? " * 20
    for number, words in ((MOBILE, "Hello"), (MOBILE, long), ("+16035550199", "Hi")):
        twilio.text_in(number, words)
    twilio.call_in("+16035550198", "no-answer")
    told = " ".join(" ".join(text_of(email).split()) for email in delivered_to_office(settings.DATA_DIR))
    assert f"Frank Hayes sent a text: {long[:199]}…" in told
    assert "Hello" not in told
    assert "(603) 555-0199 sent a text: Hi" in told
    assert "(603) 555-0198 called: Missed call from (603) 555-0198" in told


def test_contact_about_tree_order_closes_its_question(
    twilio: TwilioSandbox, customer: User, admin_client: APIClient
) -> None:
    make_tree_order(customer_phone="603-555-0172", status="delivered")
    twilio.text_in(MOBILE, "Do you have tall trees?")
    run_queue()
    assert _rows(admin_client)[0]["treeOrderId"] is None
    order = make_tree_order(user=customer, customer_phone="603-555-0100")
    ContactChoice.objects.create(user=customer, channel="sms", number=MOBILE)
    twilio.text_in(MOBILE, "Is my tree on its way?")
    run_queue()
    assert _rows(admin_client)[0]["treeOrderId"] == str(order.id)
    type(order).objects.update(status="delivered")
    make_tree_order(user=customer, customer_phone="603-555-0100")
    twilio.text_in(MOBILE, "It has come")
    run_queue()
    assert _rows(admin_client)[0]["treeOrderId"] == str(order.id), "it was about the delivered order"
    type(order).objects.update(status=order.status)
    admin_client.post(f"/api/tree-orders/{order.id}/calls", {"outcome": "voicemail"}, format="json")
    assert len(_rows(admin_client)) == 1
    admin_client.post(f"/api/tree-orders/{order.id}/calls", {"outcome": "reached"}, format="json")
    assert _rows(admin_client) == []


def test_text_from_short_code_is_stored_and_ignored(twilio: TwilioSandbox, admin_client: APIClient) -> None:
    params = twilio.text_params("72975", "Your code is 123456")
    del params["NumMedia"]
    assert twilio.send(f"{twilio.site}/api/webhooks/twilio/messages", params) == 200
    run_queue()
    assert _rows(admin_client) == []
    kept = Inbound.objects.get()
    assert (kept.sender, kept.note) == ("72975", "It has no number to reply to")


def test_stop_word_withdraws_consent_immediately(twilio: TwilioSandbox, admin_client: APIClient) -> None:
    quote = make_quote(phone="603-555-0172")
    stop = "STOP stopall Quit end revoke OptOut opt_out UNSUBSCRIBE Stop."
    for word in stop.split():
        _agree()
        assert twilio.text_in(MOBILE, word.replace("_", " ")) == 200
        assert not may_text(MOBILE), word  # before the worker runs: other texts may wait in the queue
    _agree()
    custom = twilio.text_params(MOBILE, "No thanks") | {"OptOutType": "STOP"}  # a keyword that is set up at Twilio
    assert twilio.send(f"{twilio.site}/api/webhooks/twilio/messages", custom) == 200
    assert not may_text(MOBILE)
    assert ConsentEvent.objects.latest("id").wording == "NO THANKS"
    run_queue()
    assert _thread(admin_client, quote) == []
    assert _rows(admin_client) == []


def test_cancel_turns_texts_off_and_asks_staff(twilio: TwilioSandbox, admin_client: APIClient) -> None:
    _agree()
    assert twilio.text_in(MOBILE, "Cancel.") == 200
    assert not may_text(MOBILE)
    run_queue()
    [row] = _rows(admin_client)  # it may be about a visit or a tree
    assert (row["question"], row["wantsNoTexts"]) == ("Cancel.", False)


def test_start_turns_texts_on_only_after_earlier_consent(twilio: TwilioSandbox, admin_client: APIClient) -> None:
    _agree()
    for word, expected in (
        ("STOP", False),
        ("HELP", False),
        ("start", True),
        ("HELP", True),
        ("STOP", False),
        ("UNSTOP", True),
    ):
        twilio.text_in(MOBILE, word)
        assert may_text(MOBILE) is expected, word
    twilio.text_in("+16035550173", "START")
    run_queue()
    assert not may_text("+16035550173")
    [row] = _rows(admin_client)  # staff find out what they meant
    assert (row["phone"], row["question"]) == ("(603) 555-0173", "START")


@pytest.mark.parametrize(
    ("words", "in_text", "in_email"),
    [
        ("Please stop texting me", True, True),
        ("Don\u2019t send me any more texts", True, True),
        ("Can you take me off the list for texts?", True, True),
        ("Stop please", True, False),
        ("take me off your list", True, False),
        ("Can you stop by on Tuesday?", True, False),  # in a text, staff decide
        ("The lights stop at midnight.\nCan you text me why?", True, False),
        ("Yes, Tuesday works. Text me the time!", False, False),
        ("No more than $500, please. When do you start?", False, False),
    ],
)
def test_phrases_that_seem_to_opt_out(words: str, in_text: bool, in_email: bool) -> None:
    assert seems_to_opt_out(words, is_text=True) is in_text
    assert seems_to_opt_out(words, is_text=False) is in_email


def test_text_that_seems_to_opt_out_is_flagged(
    twilio: TwilioSandbox, customer: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    make_quote(phone="603-555-0172")
    by_web = make_quote(user=customer, phone="603-555-0175")
    _agree("+16035550175")
    asked = {"content": "Can you stop by on Tuesday?"}  # flagged only in a text
    customer_client.post(f"/api/quotes/{by_web.id}/comments", asked, format="json")
    for number in (MOBILE, "+16035550173", "+16035550174"):
        if not number.endswith("4"):
            _agree(number)
        twilio.text_in(number, "Please stop texting me")
    run_queue()
    assert may_text(MOBILE)
    assert sorted(row["wantsNoTexts"] for row in _rows(admin_client)) == [False, False, True, True]
    withdraw_consent(number="+16035550173", method=ConsentMethod.OFFICE)
    assert [row["phone"] for row in _rows(admin_client) if row["wantsNoTexts"]] == ["603-555-0172"]


def test_text_from_a_chosen_number_that_seems_to_opt_out_is_flagged(
    twilio: TwilioSandbox, customer: User, admin_client: APIClient
) -> None:
    make_quote(user=customer, phone="603-555-0172", status="complete")
    ContactChoice.objects.create(user=customer, channel="sms", number="+16035550199")
    _agree("+16035550199")
    twilio.text_in("+16035550199", "Please stop texting me")
    run_queue()
    [row] = _rows(admin_client)
    assert (row["phone"], row["quoteId"], row["wantsNoTexts"]) == ("(603) 555-0199", None, True)


def test_turning_texts_off_covers_every_number_of_the_customer(
    twilio: TwilioSandbox, customer: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    make_quote(user=customer, phone="603-555-0172", communication_preference="sms")
    make_quote(user=customer, phone="603-555-0173", status="complete")
    make_tree_order(user=customer, customer_phone="603-555-0174", answered_at=timezone.now())
    make_quote(phone="603-555-0175", email=customer.email)  # a guest's, with the same address
    make_tree_order(customer_phone="603-555-0176", answered_at=timezone.now())
    chosen = {"channel": "sms", "number": "603-555-0199", "textUpdates": True}
    customer_client.put("/api/contact-choice", chosen, format="json")
    for number in ("+16035550173", "+16035550174", "+16035550175", "+16035550176"):
        _agree(number)
    twilio.text_in("+16035550199", "Please stop texting me")
    run_queue()
    [row] = _rows(admin_client)
    assert (row["phone"], row["wantsNoTexts"], row["textsOff"]) == ("(603) 555-0199", True, False)
    body = {"phone": row["phone"], "customerKey": row["customerKey"]}
    off = admin_client.post("/api/texts/off", body, format="json").json()
    assert (off["number"], off["isGiven"], off["method"]) == ("+16035550199", False, "office")
    numbers = [f"+16035550{each}" for each in (199, 172, 173, 174, 175, 176)]
    assert [may_text(number) for number in numbers] == [False, False, False, False, True, True]
    assert customer_client.get("/api/contact-choice").json()["textUpdates"] is False
    assert admin_client.get(f"/api/quotes/{row['quoteId']}").json()["textsOff"] is True
    assert [order["textsOff"] for order in admin_client.get("/api/tree-orders?scope=admin").json()] == [False, True]
    [row] = _rows(admin_client)
    assert (row["wantsNoTexts"], row["textsOff"]) == (False, True)


def test_turning_texts_off_for_a_guest(twilio: TwilioSandbox, customer: User, admin_client: APIClient) -> None:
    make_quote(phone="603-555-0172")
    make_quote(user=customer, phone="603-555-0174")  # an account's, with the same address
    make_tree_order(user=customer, customer_phone="603-555-0175", answered_at=timezone.now())
    make_tree_order(customer_email="Eleanor@example.com", customer_phone="603-555-0173", answered_at=timezone.now())
    for last in (2, 3, 4, 5):
        _agree(f"+1603555017{last}")
    twilio.text_in(MOBILE, "Please stop texting me")
    run_queue()
    [row] = _rows(admin_client)
    body = {"phone": row["phone"], "customerKey": row["customerKey"]}
    assert admin_client.post("/api/texts/off", body | {"customerKey": "x"}, format="json").status_code == 404
    assert may_text(MOBILE)
    assert admin_client.post("/api/texts/off", body, format="json").status_code == 200
    assert [may_text(f"+1603555017{last}") for last in (2, 3, 4, 5)] == [False, False, True, True]


def test_repeated_report_counts_once_in_any_order(twilio: TwilioSandbox, admin_client: APIClient) -> None:
    quote = make_quote(phone="603-555-0172")
    first, second = twilio.text_params(MOBILE, "First"), twilio.text_params(MOBILE, "Second")
    url = f"{twilio.site}/api/webhooks/twilio/messages"
    for params in (second, first, second, second, first):
        assert twilio.send(url, params) == 200
        run_queue()
    assert [entry["content"] for entry in _thread(admin_client, quote)] == ["Second", "First"]


def test_concurrent_reports_count_once(twilio: TwilioSandbox, admin_client: APIClient) -> None:
    params = twilio.text_params("+16035550199", "Hello")
    url = f"{twilio.site}/api/webhooks/twilio/messages"
    assert in_threads(4, lambda n: twilio.send(url, params)) == [200] * 4
    assert in_threads(3, lambda n: twilio.text_in("+16035550199", f"More {n}")) == [200] * 3
    run_queue()
    [row] = _rows(admin_client)
    assert len(admin_client.get(f"/api/desk/questions/{row['id']}").json()["entries"]) == 4


def test_report_without_valid_signature_is_rejected(twilio: TwilioSandbox, settings: Any) -> None:
    for path, params in (
        ("messages", twilio.text_params(MOBILE, "STOP")),
        ("calls", twilio.call_params(MOBILE, "no-answer")),
    ):
        url = f"{twilio.site}/api/webhooks/twilio/{path}"
        signature = twilio.sign(url, params)
        _agree()
        for headers, sent in (
            ({}, params),
            ({"X-Twilio-Signature": "x"}, params),
            ({"X-Twilio-Signature": signature}, params | {"From": "+16035550100"}),
            ({"X-Twilio-Signature": twilio.sign(f"{url}?x=1", params)}, params),
        ):
            assert twilio.post(url, sent, headers) == 403
        settings.TWILIO_AUTH_TOKEN = ""  # no signature can be verified
        for token in (twilio.token, ""):
            signed_with = str(RequestValidator(token).compute_signature(url, params))
            assert twilio.post(url, params, {"X-Twilio-Signature": signed_with}) == 403
        settings.TWILIO_AUTH_TOKEN = twilio.token
        assert may_text(MOBILE)
    assert not Inbound.objects.exists()
    assert not Inquiry.objects.exists()


@pytest.mark.parametrize(
    ("signed", "status"),
    [
        ("https://lights.example", 200),  # the public address
        ("http://testserver", 200),  # as the request came in
        ("https://testserver", 200),  # or as it was before a proxy that terminates TLS
        ("https://elsewhere.example", 403),
    ],
)
def test_signature_of_public_or_requested_url_is_valid(
    twilio: TwilioSandbox, settings: Any, signed: str, status: int
) -> None:
    settings.SITE_URL = "https://lights.example"
    path, params = "/api/webhooks/twilio/messages", twilio.text_params(MOBILE, "Hi")
    assert twilio.post(path, params, {"X-Twilio-Signature": twilio.sign(signed + path, params)}) == status
    assert Inbound.objects.exists() == (status == 200)


@pytest.mark.parametrize("open_quotes", [True, False])
def test_rows_that_opt_out_cost_constant_queries(
    twilio: TwilioSandbox, admin_client: APIClient, django_assert_num_queries: Any, open_quotes: bool
) -> None:
    for count in (1, 6):
        for n in range(count):
            number = f"+1603555{1000 + count * 10 + n}"
            if open_quotes:
                make_quote(phone=number)
            if n != 1:
                _agree(number)
            twilio.text_in(number, "Please don't text me anymore")
        run_queue()
        # session, user, places, questions with a quote and without one, and twice consent
        with django_assert_num_queries(7):
            rows = _rows(admin_client)
    assert [row["wantsNoTexts"] for row in rows].count(True) == 6
    assert len(rows) == 7


def test_sender_is_limited_to_40_texts_an_hour_and_120_a_day(twilio: TwilioSandbox) -> None:
    for earlier, state, minutes, expected in (
        (39, "processed", 59, "processed"), (40, "processed", 59, "ignored"), (40, "processed", 61, "processed"),
        (120, "processed", 1439, "ignored"), (120, "processed", 1441, "processed"), (120, "ignored", 59, "processed"),
    ):  # fmt: skip
        Inbound.objects.all().delete()
        rows = [Inbound(kind="text", provider_id=f"{n}", sender=MOBILE, contents={}) for n in range(earlier)]
        Inbound.objects.bulk_create(rows)
        Inbound.objects.update(state=state, created_at=timezone.now() - dt.timedelta(minutes=minutes))
        for sender in (MOBILE, "+16035550199"):
            twilio.text_in(sender, "Hello")
        run_queue()
        states = dict(Inbound.objects.exclude(contents={}).values_list("sender", "state"))
        assert states == {MOBILE: expected, "+16035550199": "processed"}, (earlier, state, minutes)


def test_text_to_full_thread_becomes_question(
    twilio: TwilioSandbox, admin_client: APIClient, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.THROTTLES = True
    monkeypatch.setattr("quotes.services.MAX_CUSTOMER_COMMENTS", 1)
    make_quote(phone="603-555-0172")
    twilio.text_in(MOBILE, "First")
    twilio.text_in(MOBILE, "Second")
    run_queue()
    assert sorted(row["question"] for row in _rows(admin_client)) == ["First", "Second"]
