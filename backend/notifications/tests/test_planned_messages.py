"""A planned message is sent once, when it is due and with current content, or skipped with a reason."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from common.email_kinds import Cause, EmailKind
from notifications import kinds
from notifications.composing import Unclaimed, compose
from notifications.kinds import MessageKind, Skip, message_kind
from notifications.layout import Email, Recipient
from notifications.models import AboutKind, Message, MessageStatus
from notifications.planning import plan, plan_news
from notifications.services import send_again
from notifications.tests.factories import attempt, job_statuses
from quotes.models import Quote
from quotes.tests.factories import make_quote
from testing.helpers import end_waits, in_threads, run_queue
from testing.mail_server import MailServer
from trees.tests.factories import tree_order_body

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = dt.timedelta(hours=1)


@pytest.fixture
def note() -> Iterator[MessageKind]:
    """A kind of message that emails a quote's status to its address, and skips rejected quotes."""

    def write(message: Message) -> Email:
        quote = Quote.objects.get(id=message.row_id)
        if quote.status == "rejected":
            raise Skip("The quote was declined.")
        if quote.full_name == "Broken":
            raise ZeroDivisionError
        return Email(to=Recipient(quote.email), subject=f"It is {quote.status}", paragraphs=["Hello"])

    slug = "test-note"
    yield message_kind(EmailKind(slug, Cause.STAFF), AboutKind.QUOTE)(write)
    del kinds._kinds[slug]


@transaction.atomic
def _plan_news(note: MessageKind, quote: Quote, not_before: dt.datetime | None = None) -> None:
    plan_news(note, quote.id, thing=quote.id, not_before=not_before)


def _subjects(server: MailServer) -> list[str]:
    return [str(email["Subject"]) for _, email in server.received]


def test_message_is_composed_with_current_content_and_address(note: MessageKind, server: MailServer) -> None:
    quote = make_quote()
    plan(note, quote.id)
    message = Message.objects.get()
    assert (message.recipient, message.subject, bytes(message.raw)) == ("", "", b"")
    Quote.objects.update(status="quoting", email="new@example.com")
    run_queue()
    assert [(to, str(email["Subject"])) for [to], email in server.received] == [("new@example.com", "It is quoting")]
    message.refresh_from_db()
    assert (message.status, message.recipient, message.subject) == ("sent", "new@example.com", "It is quoting")


def test_message_is_composed_again_at_each_attempt_with_same_id(note: MessageKind, server: MailServer) -> None:
    quote = make_quote()
    server.behavior = "full"
    plan(note, quote.id)
    run_queue()
    assert Message.objects.get().status == MessageStatus.QUEUED
    server.behavior = "accept"
    Quote.objects.update(status="reviewed")
    assert attempt(Message.objects.get()).status == MessageStatus.SENT
    assert _subjects(server)[-1] == "It is reviewed"
    assert set(server.message_ids()) == {f"<{Message.objects.get().id.hex}@seacoastholidaylights.example>"}


def test_message_waits_for_its_time(note: MessageKind, server: MailServer) -> None:
    plan(note, make_quote().id, not_before=timezone.now() + HOUR)
    run_queue()
    end_waits(HOUR / 2)
    run_queue()
    assert server.received == []
    end_waits(HOUR)
    run_queue()
    assert len(server.received) == 1


def test_early_job_waits(note: MessageKind, server: MailServer) -> None:
    plan(note, make_quote().id, not_before=timezone.now() + HOUR / 60)
    end_waits(HOUR / 60)
    Message.objects.update(not_before=timezone.now() + HOUR)
    run_queue()
    message = Message.objects.get()
    assert (server.received, message.status, message.attempts, message.error) == ([], "queued", 0, "")
    assert job_statuses(message) == ["todo"]
    end_waits(HOUR)
    run_queue()
    assert len(server.received) == 1


def test_skipped_message_has_its_reason(note: MessageKind, server: MailServer) -> None:
    plan(note, make_quote(status="rejected").id)
    run_queue()
    message = Message.objects.get()
    assert (message.status, message.error, message.claimed_until) == ("skipped", "The quote was declined.", None)
    assert server.received == []


def test_message_about_a_deleted_row_is_skipped(note: MessageKind, server: MailServer) -> None:
    quote = make_quote()
    plan(note, quote.id)
    quote.delete()
    run_queue()
    assert Message.objects.get().error == "What it was about has been deleted."


@pytest.mark.parametrize(("hours", "status"), [(23, "sent"), (25, "skipped")])
def test_message_planned_more_than_a_day_late_is_not_sent(
    note: MessageKind, server: MailServer, hours: int, status: str
) -> None:
    plan(note, make_quote().id, not_before=timezone.now() - hours * HOUR)
    run_queue()
    message = Message.objects.get()
    assert message.status == status
    assert (message.error == "Planned more than a day after its time.") == (status == "skipped")


def test_message_that_fails_to_compose_does_not_stop_others(note: MessageKind, server: MailServer) -> None:
    for name in ("Eleanor Hayes", "Broken", "Tom Ames"):
        plan(note, make_quote(full_name=name).id)
    run_queue()
    assert len(server.received) == 2
    [broken] = Message.objects.exclude(status="sent")
    assert (broken.status, broken.error) == ("queued", "ZeroDivisionError: ")
    Quote.objects.update(full_name="Fixed")
    assert attempt(broken).status == MessageStatus.SENT


def test_occasion_has_one_message_however_often_planned(note: MessageKind, server: MailServer) -> None:
    quote = make_quote()
    in_threads(8, lambda _: plan(note, quote.id, occasion="first"))
    plan(note, quote.id, occasion="second")
    plan(note, make_quote().id, occasion="first")
    run_queue()
    assert len(server.received) == Message.objects.count() == 3


def test_sent_occasion_is_not_sent_again(note: MessageKind, server: MailServer) -> None:
    quote = make_quote()
    for _ in range(2):
        plan(note, quote.id)
        run_queue()
    assert len(server.received) == 1


def test_waiting_news_is_postponed_and_sent_once(note: MessageKind, server: MailServer) -> None:
    quote = make_quote()
    for minutes in (1, 2, 3):
        _plan_news(note, quote, timezone.now() + minutes * HOUR / 60)
    end_waits(2.5 * HOUR / 60)
    run_queue()
    assert server.received == []
    end_waits()
    run_queue()
    assert len(server.received) == 1
    _plan_news(note, quote)
    run_queue()
    assert len(server.received) == 2


def test_change_while_its_news_is_being_sent_is_told_in_another_message(note: MessageKind, server: MailServer) -> None:
    quote = make_quote()
    for claimed_until in (timezone.now() + HOUR, timezone.now() - HOUR, None):
        _plan_news(note, quote)
        Message.objects.filter(occasion__endswith=" 1").update(claimed_until=claimed_until)
    _plan_news(note, quote)
    assert Message.objects.count() == 2


def test_two_workers_send_a_message_once(note: MessageKind, server: MailServer) -> None:
    for _ in range(6):
        plan(note, make_quote().id)
    in_threads(2, lambda _: run_queue())
    assert len(server.received) == 6


def test_worker_whose_claim_expired_leaves_the_message_to_the_next(note: MessageKind, server: MailServer) -> None:
    plan(note, make_quote().id)
    claimed = Message.objects.get()
    claimed.claimed_until = timezone.now()
    later = claimed.claimed_until + HOUR
    Message.objects.update(claimed_until=later)
    with pytest.raises(Unclaimed):
        compose(claimed)
    stored = Message.objects.get()
    assert (stored.claimed_until, bytes(stored.raw)) == (later, b"")


def test_office_news_waits_for_an_email_that_is_being_retried(guest: APIClient, server: MailServer) -> None:
    """That email may have arrived without a reply, so its news must not come again in an email of its own."""
    server.behavior = "busy"
    guest.post("/api/tree-orders", tree_order_body(customerName="Ann"), format="json")
    run_queue()
    server.behavior = "accept"
    guest.post("/api/tree-orders", tree_order_body(customerName="Bob"), format="json")
    run_queue()
    to_office = [settings.BUSINESS_EMAIL]
    assert to_office not in [to for to, _ in server.received]
    for behavior in ("busy", "accept"):  # what an attempt told that failed is told again
        server.behavior = behavior
        end_waits()
        run_queue()
    assert [email["Subject"] for to, email in server.received if to == to_office] == ["Ann ordered a tree, and 1 more"]


def test_failed_message_is_composed_again_when_sent_again(note: MessageKind, server: MailServer) -> None:
    quote = make_quote()
    server.behavior = "refuse_recipient"
    plan(note, quote.id)
    run_queue()
    message = Message.objects.get()
    assert message.status == MessageStatus.FAILED
    server.behavior = "accept"
    Quote.objects.update(email="right@example.com")
    send_again(message_id=message.id)
    run_queue()
    assert [to for [to], _ in server.received] == ["right@example.com"]


def test_failed_planned_message_without_content_can_be_sent_again(note: MessageKind, server: MailServer) -> None:
    server.behavior = "refuse_recipient"
    plan(note, make_quote().id)
    run_queue()
    server.behavior = "accept"
    Message.objects.update(raw=b"", content_until=None)
    send_again(message_id=Message.objects.get().id)
    run_queue()
    assert len(server.received) == 1
