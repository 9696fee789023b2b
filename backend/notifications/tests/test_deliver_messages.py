"""A queued message is sent once, whatever the mail server and other workers do."""

import os
import re
import smtplib
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection, transaction
from procrastinate.contrib.django.models import ProcrastinateJob

from devtools.waiting import wait_until
from notifications import smtp
from notifications.delivery import NotDelivered, deliver_message
from notifications.models import Message, MessageStatus
from notifications.tasks import deliver
from notifications.tests.factories import attempt, job_statuses, let_time_pass, queue_email
from testing.helpers import delivered, in_threads, run_queue
from testing.mail_server import MailServer

pytestmark = pytest.mark.django_db(transaction=True)


def _deliver(message: Message) -> str:
    try:
        deliver_message(message.id)
    except NotDelivered as error:
        return str(error)
    return ""


def test_message_is_delivered_with_its_queued_message_id(server: MailServer) -> None:
    message = queue_email()
    run_queue()
    message.refresh_from_db()
    assert (message.status, message.attempts, message.error) == (MessageStatus.SENT, 1, "")
    assert message.sent_at
    assert job_statuses(message) == ["succeeded"]
    [(recipients, email)] = server.received
    assert recipients == ["eleanor@example.com"]
    assert f"Message-ID: {email['Message-ID']}".encode() in bytes(message.raw)


def test_delivery_job_is_in_email_queue() -> None:
    assert deliver.queue == "email"


def test_message_of_rolled_back_transaction_is_not_sent(server: MailServer) -> None:
    with transaction.atomic():
        queue_email()
        transaction.set_rollback(True)
    run_queue()
    assert not server.received


def test_each_recipient_gets_a_message(server: MailServer) -> None:
    EmailMessage("News", "Hello", to=["eleanor@example.com"], bcc=["Tom <tom@example.com>"]).send()
    run_queue()
    assert sorted(recipients for recipients, _ in server.received) == [["eleanor@example.com"], ["tom@example.com"]]
    assert len(set(server.message_ids())) == 1


def test_concurrent_workers_send_message_once(server: MailServer) -> None:
    message = queue_email()
    server.behavior = "no_reply"  # so that the first worker is still sending when the others start

    def work(number: int) -> str:
        if number == 0:
            wait_until(lambda: len(server.received) == 1, "it was not sent")
            wait_until(lambda: losers == 3, "the others did not give up")
            server.behavior = "accept"
            return ""
        reason = _deliver(message)
        if reason:
            count()
        return reason

    losers = 0

    def count() -> None:
        nonlocal losers
        losers += 1

    reasons = in_threads(5, work)
    assert sorted(reasons) == ["", ""] + ["Another worker is sending this message"] * 3
    assert len(server.received) == 1
    assert Message.objects.get().status == MessageStatus.SENT
    assert _deliver(message) == "", "a late worker finds it sent"
    assert len(server.received) == 1


def test_second_worker_retries_after_claim_expires(server: MailServer) -> None:
    message = queue_email()
    server.behavior = "no_reply"
    with ThreadPoolExecutor() as pool:
        slow = pool.submit(_in_thread, message)
        wait_until(lambda: server.received, "the message did not reach the server")
        run_queue()
        message.refresh_from_db()
        job = ProcrastinateJob.objects.get(args__message_id=str(message.id))
        assert (job.status, job.scheduled_at) == ("todo", message.claimed_until)
        server.behavior = "accept"
        assert slow.result(timeout=60) == ""
    attempt(message)
    assert job_statuses(message) == ["succeeded"]
    assert len(server.received) == 1


def _in_thread(message: Message) -> str:
    try:
        return _deliver(message)
    finally:
        connection.close()


def test_late_failure_keeps_next_workers_claim(server: MailServer) -> None:
    message = queue_email()
    server.behavior = "no_reply"
    with ThreadPoolExecutor() as pool:
        slow = pool.submit(_in_thread, message)
        wait_until(lambda: server.received, "the message did not reach the server")
        let_time_pass(message, hours=-1)  # as if another worker had claimed it since
        server.behavior = "full"
        assert slow.result(timeout=60) == "SMTPDataError"
    assert _deliver(message) == "Another worker is sending this message"


def test_no_transaction_is_open_while_the_mail_server_hangs(server: MailServer) -> None:
    message = queue_email()
    server.behavior = "no_reply"
    with ThreadPoolExecutor() as pool:
        slow = pool.submit(_in_thread, message)
        wait_until(lambda: server.received, "the message did not reach the server")
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
                "AND xact_start IS NOT NULL AND backend_type = 'client backend'"
            )
            assert cursor.fetchone() == (0,)
        server.behavior = "accept"
        assert slow.result(timeout=60) == ""


def test_silent_server_costs_one_attempt(server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "DELIVERY_TIMEOUT", 0.3)
    server.behavior = "silent"
    messages = [queue_email(f"customer{number}@example.com") for number in range(3)]
    run_queue()
    assert {message.status for message in Message.objects.all()} == {MessageStatus.QUEUED}
    assert all(message.error for message in Message.objects.all())
    server.behavior = "accept"
    monkeypatch.setattr(smtp, "DELIVERY_TIMEOUT", 300)
    for message in messages:
        attempt(message)
    assert sorted(recipients[0] for recipients, _ in server.received) == [
        f"customer{number}@example.com" for number in range(3)
    ]


def test_slow_replies_cannot_extend_a_delivery(server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "DELIVERY_TIMEOUT", 0.5)
    server.behavior = "trickle"
    assert _deliver(queue_email())


def test_unresponsive_address_gets_connect_timeout(
    server: MailServer, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "CONNECT_TIMEOUT", 0.2)
    with socket.socket() as full:  # connecting hangs, since the listener's queue is full
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(full.getsockname())
        settings.DELIVERY_OPTIONS["port"] = full.getsockname()[1]
        assert _deliver(queue_email()) == "TimeoutError"
        for one in waiting:
            one.close()


def test_message_accepted_before_a_failed_quit_is_sent_once(
    server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def quit_badly(self: smtplib.SMTP) -> None:
        raise smtplib.SMTPResponseException(500, b"No goodbye")

    monkeypatch.setattr(smtplib.SMTP, "quit", quit_badly)
    assert _deliver(queue_email()) == ""
    assert Message.objects.get().status == MessageStatus.SENT


def test_second_delivery_replaces_the_first_file(tmp_path: Path) -> None:
    message = queue_email()
    [first] = delivered(tmp_path)
    Message.objects.update(status=MessageStatus.QUEUED, sent_at=None)  # as if killed before storing that it was sent
    assert _deliver(message) == ""
    [second] = delivered(tmp_path)
    assert first["Message-ID"] == second["Message-ID"]
    [file] = os.listdir(tmp_path / "outbox")
    assert re.fullmatch(r"\d{8}-\d{6}-\d{6}-eleanor@example\.com\.eml", file)


def test_files_sort_by_time(tmp_path: Path) -> None:
    for number in range(5):
        queue_email(f"customer{number}@example.com")
    assert [email["To"] for email in delivered(tmp_path)] == [f"customer{number}@example.com" for number in range(5)]
