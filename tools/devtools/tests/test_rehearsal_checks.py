"""A rehearsal notices what is lost, doubled, stuck or broken without a reason."""

import asyncio
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psycopg
import pytest
from aiohttp import web
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from rest_framework.test import APIClient

from catalog.catalog import CHECKOUT_AMOUNT
from common.tests.real_processes import database_url_of_tests
from devtools import rehearse
from devtools.product import Product
from devtools.rehearsal.browser import Answer, Browser
from devtools.rehearsal.checks import Check, check_counters, check_jobs, check_stop, check_stored, in_the_end
from devtools.rehearsal.front import CADDYFILE, Front, settings_of
from devtools.rehearsal.log import Attempt, Log
from devtools.rehearsal.messages import are_waiting, check_messages
from devtools.rehearsal.money import check_money
from devtools.rehearsal.phases import Phase, find_unexplained, summarize
from devtools.web import free_port
from notifications.models import Message, MessageStatus
from payments.checkout import PURPOSE
from payments.models import EventState, Payment, StripeEvent
from quotes.tests.factories import quote_body
from testing import cards
from testing.mail_server import MailServer
from testing.payments import CHECKOUT_DOLLARS, StripeSandbox

QUOTE = quote_body(email="rehearsal-quote-001@example.com")


@pytest.fixture
def quote_id(guest: APIClient) -> str:
    """A quote that was asked for by a customer of a rehearsal."""
    return str(guest.post("/api/quotes", QUOTE, format="json").json()["id"])


@pytest.mark.django_db(transaction=True)
def test_confirmed_row_has_to_be_stored_and_stored_row_confirmed(quote_id: str) -> None:
    assert check_stored(database_url_of_tests(), Log(created={"quote": [quote_id]})).deviations == []
    lost = check_stored(database_url_of_tests(), Log(created={"quote": [quote_id, "lost"]}))
    assert lost.deviations == ["quote got a 201 and is not stored: lost"]
    assert check_stored(database_url_of_tests(), Log()).deviations == [f"quote is stored without a 201: {quote_id}"]


@pytest.mark.django_db(transaction=True)
def test_customer_with_two_rows_is_noticed(quote_id: str, guest: APIClient) -> None:
    second = str(guest.post("/api/quotes", QUOTE, format="json").json()["id"])
    found = check_stored(database_url_of_tests(), Log(created={"quote": [quote_id, second]}))
    assert found.deviations == [f"several quotes of one customer: ('{QUOTE['email']}',)"]


def _send_all(mail: MailServer, *, times: int = 1) -> None:
    """Let the mail server have taken every planned message over, and mark them as sent."""
    for message in Message.objects.exclude(occasion=""):
        for _ in range(times):
            email = EmailMessage()
            email["Message-ID"] = f"<{message.id.hex}@example.com>"
            mail.received.append((["someone@example.com"], email))
            mail.times.append(time.monotonic())
    Message.objects.update(status=MessageStatus.SENT)


@pytest.mark.django_db(transaction=True)
def test_message_has_to_be_sent_once(quote_id: str) -> None:
    mail = MailServer()
    waiting = check_messages(database_url_of_tests(), mail, [], 0)
    assert any("quote-requested" in each and "is queued" in each for each in waiting.deviations)
    assert are_waiting(database_url_of_tests())
    _send_all(mail)
    assert check_messages(database_url_of_tests(), mail, [], 0).deviations == []
    assert not are_waiting(database_url_of_tests())


@pytest.mark.django_db(transaction=True)
def test_message_whose_time_comes_during_the_check_is_still_sent(quote_id: str) -> None:
    mail = MailServer()

    def check() -> Check:
        found = check_messages(database_url_of_tests(), mail, [], 0)
        _send_all(mail)
        return found

    assert in_the_end(check, within=0).deviations, "the first look, and the last one there was time for"
    Message.objects.update(status=MessageStatus.QUEUED)
    mail.received.clear()
    mail.times.clear()
    assert in_the_end(check, within=60).deviations == []


@pytest.mark.django_db(transaction=True)
def test_message_sent_twice_is_noticed_unless_a_fault_came_between(quote_id: str) -> None:
    mail, fault = MailServer(), Phase("job worker killed", time.monotonic() - 1, fault_ended=time.monotonic())
    _send_all(mail, times=2)
    twice = len(mail.received) // 2
    assert len(check_messages(database_url_of_tests(), mail, [], 0).deviations) == twice
    explained = check_messages(database_url_of_tests(), mail, [fault], 0)
    assert explained.deviations == []
    assert f"{twice} sent again" in explained.found


@pytest.mark.django_db(transaction=True)
def test_message_that_never_left_or_was_forgotten_is_noticed(quote_id: str) -> None:
    Message.objects.update(status=MessageStatus.SENT)
    unsent = check_messages(database_url_of_tests(), MailServer(), [], 0).deviations
    assert any("is marked as sent, and the mail server has none" in each for each in unsent)
    Message.objects.all().delete()
    forgotten = check_messages(database_url_of_tests(), MailServer(), [], 0).deviations
    assert forgotten == [f"quote-requested about {quote_id}: 0 sent, 1 due"]


@pytest.mark.django_db(transaction=True)
def test_stuck_job_and_wrong_counter_are_noticed(quote_id: str) -> None:
    with connection.cursor() as cursor:
        for status in ("doing", "failed"):
            cursor.execute("UPDATE procrastinate_jobs SET status = %s::procrastinate_job_status", [status])
            found = check_jobs(database_url_of_tests()).deviations
            assert found
            assert all(f"is {status}" in each for each in found)
        cursor.execute("UPDATE analytics_counterdelta SET number = number + 1")
    assert check_counters(database_url_of_tests()).deviations


@pytest.mark.django_db(transaction=True)
def test_card_payments_have_to_be_those_that_stripe_made(stripe_sandbox: StripeSandbox) -> None:
    def deviations() -> list[str]:
        return check_money(database_url_of_tests(), stripe_sandbox.url, 0).deviations

    intent = cards.open_intent(purpose=PURPOSE, reference=None, viewer=AnonymousUser())
    cards.pay(intent.client_secret)
    intent_id = intent.payment.stripe_payment_intent_id
    unreported = deviations()
    assert f"{intent_id}: charged {CHECKOUT_AMOUNT:.0f}, stored None" in unreported
    assert "webhook payment_intent.succeeded is pending: None" in unreported
    stripe_sandbox.deliver()
    assert deviations() == []
    Payment.objects.update(amount_received=1)
    assert f"payment {intent.payment.id}: shows 1.00, sum {CHECKOUT_DOLLARS}" in deviations()
    Payment.objects.update(amount_received=CHECKOUT_AMOUNT, reference=intent.payment.id)
    assert deviations() == [f"unused payment {intent.payment.id}: shows {CHECKOUT_DOLLARS}, sum 0"]
    StripeEvent.objects.filter(type="payment_intent.succeeded").update(state=EventState.FAILED, error="no")
    assert any(each.endswith("payment_intent.succeeded is failed: no") for each in deviations())


def test_product_that_ended_with_an_error_is_noticed(tmp_path: Path) -> None:
    product = Product(tmp_path / "var", PORT="none")
    product.start()
    product.wait_for_end(90)
    assert check_stop(product).deviations == ["exit code 1"]


def test_caddy_gets_every_variable_of_its_settings() -> None:
    named = set(re.findall(r"\{\$(\w+)", CADDYFILE.read_text()))
    assert named <= settings_of(Front("caddy", "2.11", 8443), 8000).keys() - os.environ.keys()


def test_error_needs_a_fault() -> None:
    fault = Phase("database killed", 100, 200, fault_ended=101)
    phases = [Phase("opening", 0, 100), fault, Phase("evening", 200, 300)]
    begun_before = Attempt("POST /api/quotes", 99, 101, "dropped")
    soon_after = Attempt("POST /api/quotes", 110, 111, "503")
    too_late = Attempt("POST /api/quotes", 150, 151, "503")
    before = Attempt("GET /", 20, 21, "timeout")
    good = Attempt("GET /", 120, 120.5, "200")
    found = find_unexplained(phases, [begun_before, soon_after, too_late, before, good])
    assert [each.partition(", ")[0] for each in found] == [
        "POST /api/quotes: 503 after 1.0 s in database killed", "GET /: timeout after 1.0 s in opening",
    ]  # fmt: skip
    summary = summarize(fault, [soon_after, too_late, good])
    assert (summary.requests, summary.failed) == (3, {"503": 2})
    assert (summary.first_good, summary.last_bad, summary.slowest) == (19.5, 50, 0.5)


def test_rehearsal_whose_database_went_away_writes_a_report(tmp_path: Path, monkeypatch: Any) -> None:
    @contextmanager
    def site(*_: Any, **__: Any) -> Iterator[None]:
        psycopg.connect(host="127.0.0.1", port=free_port())
        yield

    monkeypatch.setattr(rehearse, "run_site", site)
    monkeypatch.setattr("sys.argv", ["rehearse", "--report", str(tmp_path)])
    assert rehearse.main() == 1
    assert "- product: connection failed" in (tmp_path / "report.md").read_text()


def test_form_is_sent_again_with_its_key_until_its_outcome_is_known(monkeypatch: Any) -> None:
    monkeypatch.setattr("devtools.rehearsal.browser.PAUSE", 0)
    keys: list[str] = []

    async def respond(request: web.Request) -> web.Response:
        keys.append(request.headers["Idempotency-Key"])
        if len(keys) == 1 and request.transport:
            request.transport.abort()  # it was done, and the response is lost
        return web.json_response({"id": "1"}, status=503 if len(keys) == 2 else 201)

    async def send() -> tuple[Answer | None, Log]:
        app = web.Application()
        app.router.add_post("/api/quotes", respond)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        async with Browser(f"http://127.0.0.1:{runner.addresses[0][1]}", Log()) as browser:
            answer = await browser.send("POST", "/api/quotes", {})
        await runner.cleanup()
        return answer, browser.log

    answer, log = asyncio.run(send())
    assert answer == Answer(201, b'{"id": "1"}')
    assert len(set(keys)) == 1
    assert [each.outcome for each in log.attempts] == ["dropped", "503", "201"]
