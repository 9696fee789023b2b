"""A message that can't be delivered is retried for three days; then it fails together with its job."""

from typing import Any

import pytest
from procrastinate.contrib.django.models import ProcrastinateJob

from notifications.delivery import RETRY_DELAYS
from notifications.models import MessageStatus
from notifications.tasks import deliver
from notifications.tests.factories import attempt, job_statuses, queue_email
from testing.helpers import run_queue
from testing.mail_server import MailServer

pytestmark = pytest.mark.django_db(transaction=True)

ATTEMPTS = len(RETRY_DELAYS) + 1


def test_delays_start_short_and_add_up_to_three_days() -> None:
    assert sorted(RETRY_DELAYS) == RETRY_DELAYS
    assert RETRY_DELAYS[0].total_seconds() <= 10
    assert 70 <= sum(wait.total_seconds() for wait in RETRY_DELAYS) / 3600 <= 74


def test_message_and_job_fail_together_after_the_last_attempt(server: MailServer) -> None:
    server.behavior = "busy"
    message = queue_email()
    run_queue()
    for number in range(1, ATTEMPTS):
        message.refresh_from_db()
        assert (message.status, message.attempts) == (MessageStatus.QUEUED, number)
        assert job_statuses(message) == ["todo"]
        wait = ProcrastinateJob.objects.get(status="todo", task_name=deliver.name).scheduled_at - message.updated_at
        assert wait / RETRY_DELAYS[number - 1] == pytest.approx(1, rel=0.5)
        attempt(message)
    assert (message.status, message.attempts) == (MessageStatus.FAILED, ATTEMPTS)
    assert message.error == "The mail server refused the recipient: 451 4.3.2 Try again later"
    assert job_statuses(message) == ["failed"]
    connections = server.connections
    attempt(message, hours=1000)
    assert server.connections == connections, "nothing is tried after the last attempt"
    assert job_statuses(message) == ["failed"]


def test_message_can_be_sent_at_last_attempt(server: MailServer) -> None:
    server.behavior = "busy"
    message = queue_email()
    run_queue()
    for _ in range(1, ATTEMPTS - 1):
        attempt(message)
    server.behavior = "accept"
    attempt(message)
    assert (message.status, message.error) == (MessageStatus.SENT, "")
    assert job_statuses(message) == ["succeeded"]
    assert len(server.received) == 1


@pytest.mark.parametrize(
    ("behavior", "reason"),
    [
        ("full", "452 4.3.1 Out of disk space"),
        # A permanent error, but of our configuration, which can be corrected.
        ("refuse_sender", "550 5.7.1 Sender not allowed"),
    ],
)
def test_temporary_refusal_is_retried(server: MailServer, behavior: str, reason: str) -> None:
    server.behavior = behavior  # type: ignore[assignment]
    message = queue_email()
    run_queue()
    message.refresh_from_db()
    assert message.status == MessageStatus.QUEUED
    assert message.error == f"The mail server refused the message: {reason}"
    server.behavior = "accept"
    assert attempt(message).status == MessageStatus.SENT


@pytest.mark.parametrize(
    ("behavior", "reason"),
    [
        ("refuse_recipient", "The mail server refused the recipient: 550 5.1.1 No such user here"),
        ("refuse_content", "The mail server refused the message: 554 5.6.0 Message refused"),
    ],
)
def test_permanent_refusal_fails_at_once(server: MailServer, behavior: str, reason: str) -> None:
    server.behavior = behavior  # type: ignore[assignment]
    message = queue_email()
    run_queue()
    message.refresh_from_db()
    assert (message.status, message.error, message.attempts) == (MessageStatus.FAILED, reason, 1)
    assert job_statuses(message) == ["failed"]


def test_unreachable_server_is_retried(server: MailServer, settings: Any) -> None:
    up = settings.DELIVERY_OPTIONS["port"]
    settings.DELIVERY_OPTIONS["port"] = 1  # nothing listens there
    message = queue_email()
    run_queue()
    message.refresh_from_db()
    assert message.status == MessageStatus.QUEUED
    assert "refused" in message.error
    settings.DELIVERY_OPTIONS["port"] = up
    attempt(message)
    assert message.status == MessageStatus.SENT


def test_log_does_not_name_the_recipient(server: MailServer, caplog: pytest.LogCaptureFixture) -> None:
    server.behavior = "refuse_recipient"  # smtplib's exception names it
    message = queue_email()
    run_queue()
    ours = "\n".join(caplog.handler.format(record) for record in caplog.records if record.name != "mail.log")
    assert f"Message {message.id} was not delivered (SMTPRecipientsRefused)" in ours
    assert "eleanor" not in ours
