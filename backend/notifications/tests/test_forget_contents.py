"""The outbox forgets what messages said, and remembers that they were sent."""

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

CODE = EmailKind("login-code", Cause.STRANGER, content_kept=dt.timedelta(days=1))


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


@pytest.mark.parametrize("status", [MessageStatus.SENT, MessageStatus.FAILED])
def test_content_is_deleted_after_30_days_and_facts_stay(status: str) -> None:
    message = _message(status)
    assert bytes(_after(29.9, message).raw)
    forgotten = _after(30.1, message)
    assert bytes(forgotten.raw) == b""
    assert (forgotten.status, forgotten.subject, forgotten.recipients, forgotten.kind) == (
        status, "News", ["eleanor@example.com"], "notice",
    )  # fmt: skip
    assert forgotten.sent_at == timezone.now()


def test_code_is_deleted_after_a_day() -> None:
    message = _message(MessageStatus.SENT, kind=CODE)
    assert bytes(_after(0.9, message).raw)
    assert bytes(_after(1.1, message).raw) == b""


def test_message_that_is_still_tried_keeps_its_content() -> None:
    message = _message(MessageStatus.QUEUED, kind=CODE)
    assert bytes(_after(2, message).raw)


def test_failed_message_without_content_cannot_be_sent_again() -> None:
    message = _after(31, _message(MessageStatus.FAILED))
    with pytest.raises(Conflict, match="content has been deleted"):
        send_again(message_id=message.id)


def test_sign_in_codes_are_kept_for_a_day_only(guest: APIClient) -> None:
    guest.post("/accounts/login/code/", {"email": "nobody@example.com"})
    message = Message.objects.latest("id")
    assert bytes(message.raw)
    assert message.content_until == timezone.now() + dt.timedelta(days=1)
