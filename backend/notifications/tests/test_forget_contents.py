"""The content of messages is deleted after a while, and the record that they were sent stays."""

import datetime as dt
from collections.abc import Iterator

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from common.email_kinds import Cause, EmailKind
from common.errors import Conflict
from notifications.models import Message, MessageStatus
from notifications.services import send_again
from notifications.tasks import forget_message_contents
from notifications.tests.factories import NOTICE, queue_email
from testing.helpers import run_queue
from testing.mail_server import MailServer

DAY = EmailKind("greeting", Cause.STRANGER, content_kept=dt.timedelta(days=1))


@pytest.fixture(autouse=True)
def _clock(db: None) -> Iterator[None]:
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        yield


def _after(days: float, message: Message) -> Message:
    with time_machine.travel(timezone.now() + dt.timedelta(days=days), tick=False):
        forget_message_contents(0)
    message.refresh_from_db()
    return message


def _message(status: str, kind: EmailKind = NOTICE) -> Message:
    message = queue_email(kind=kind)
    Message.objects.filter(id=message.id).update(status=status, sent_at=timezone.now(), failed_at=timezone.now())
    return message


@pytest.mark.parametrize("status", [MessageStatus.SENT, MessageStatus.FAILED, MessageStatus.SKIPPED])
def test_content_is_deleted_after_12_months_and_record_stays(status: str) -> None:
    message = _message(status)
    assert bytes(_after(364.9, message).raw)
    forgotten = _after(365.1, message)
    assert bytes(forgotten.raw) == b""
    assert (forgotten.status, forgotten.subject, forgotten.recipients, forgotten.kind) == (
        status, "News", ["eleanor@example.com"], "notice",
    )  # fmt: skip
    assert forgotten.sent_at == timezone.now()


def test_kind_can_be_kept_for_less() -> None:
    message = _message(MessageStatus.SENT, kind=DAY)
    assert bytes(_after(0.9, message).raw)
    assert bytes(_after(1.1, message).raw) == b""


def test_queued_message_keeps_its_content() -> None:
    message = _message(MessageStatus.QUEUED, kind=DAY)
    assert bytes(_after(2, message).raw)


def test_failed_message_without_content_cannot_be_sent_again() -> None:
    message = _after(366, _message(MessageStatus.FAILED))
    with pytest.raises(Conflict, match="content has been deleted"):
        send_again(message_id=message.id)


@pytest.mark.django_db(transaction=True)
def test_sign_in_code_is_deleted_when_sent(guest: APIClient, server: MailServer) -> None:
    message = _code(guest)
    assert b"There is no account" in bytes(message.raw)
    run_queue()
    message.refresh_from_db()
    assert len(server.received) == 1
    assert (message.status, bytes(message.raw), message.content_until) == (MessageStatus.SENT, b"", None)


@pytest.mark.django_db(transaction=True)
def test_sign_in_code_that_failed_is_deleted(guest: APIClient, server: MailServer) -> None:
    server.behavior = "refuse_recipient"
    message = _code(guest)
    run_queue()
    assert bytes(_after(0.1, message).raw) == b""
    assert message.status == MessageStatus.FAILED


@pytest.mark.django_db(transaction=True)
def test_other_email_keeps_its_content_after_sending(server: MailServer) -> None:
    message = queue_email()
    run_queue()
    message.refresh_from_db()
    assert message.status == MessageStatus.SENT
    assert bytes(message.raw)


def _code(guest: APIClient) -> Message:
    guest.post("/accounts/login/code/", {"email": "nobody@example.com"})
    return Message.objects.latest("id")
