"""When a worker is killed while sending, the message is neither lost nor shown twice."""

import signal
from contextlib import AbstractContextManager

import pytest
from django.conf import settings
from django.db import connection
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob
from rest_framework.test import APIClient

from common.tests.real_processes import RealWorker, product_environment, real_worker
from common.worker.rescue import rescue_stalled_jobs
from devtools.waiting import wait_until
from notifications.models import Message, MessageStatus
from notifications.tests.factories import attempt, job_statuses, let_time_pass, queue_email
from quotes.tests.factories import quote_body
from testing.helpers import run_queue
from testing.mail_server import MailServer

pytestmark = pytest.mark.django_db(transaction=True)


def _worker(server: MailServer) -> AbstractContextManager[RealWorker]:
    """A worker process that delivers to ``server`` and is killed at the end."""
    return real_worker(product_environment(EMAIL_URL=f"smtp+plain://127.0.0.1:{server.port}"))


def _rescue() -> None:
    """Let a minute pass since the killed worker's last heartbeat, and requeue its jobs."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_workers SET last_heartbeat = last_heartbeat - interval '1 minute'")
    rescue_stalled_jobs()


def test_message_is_sent_again_after_kill_between_sending_and_storing(server: MailServer) -> None:
    message = queue_email()
    server.behavior = "no_reply"
    with _worker(server) as worker:
        wait_until(lambda: server.received, "the worker did not send the message")
        worker.stop(signal.SIGKILL)
    server.behavior = "accept"
    message.refresh_from_db()
    assert (message.status, message.attempts) == (MessageStatus.QUEUED, 1)
    assert job_statuses(message) == ["doing"]

    _rescue()
    assert job_statuses(message) == ["todo"]
    run_queue()
    assert len(server.received) == 1, "the claim holds until it expires, since the first worker might be alive"
    assert attempt(message).status == MessageStatus.SENT, message.error
    assert job_statuses(message) == ["succeeded"]
    assert len(server.received) == 2
    assert len(set(server.message_ids())) == 1, "one Message-ID, so mail programs show one message"


def test_message_is_sent_once_after_kill_before_sending(server: MailServer) -> None:
    message = queue_email()
    server.behavior = "silent"
    with _worker(server) as worker:
        wait_until(lambda: server.connections, "the worker did not connect")
        worker.stop(signal.SIGKILL)
    server.behavior = "accept"
    _rescue()
    assert job_statuses(message) == ["todo"]
    run_queue()
    assert attempt(message).status == MessageStatus.SENT, message.error
    assert len(server.received) == 1


def test_hanging_mail_server_does_not_stop_other_queues(server: MailServer) -> None:
    server.behavior = "no_reply"
    messages = [queue_email(f"customer{number}@example.com") for number in range(4)]
    with _worker(server):
        wait_until(lambda: len(server.received) >= 2, "the worker did not connect")
        # Its own queueing lock could be taken by the job that the schedule queues each hour.
        job = app.configure_task("common.tasks.forget_requests", queueing_lock="by hand").defer(timestamp=0)
        wait_until(lambda: _status(job) == "succeeded", "the other queue waits for the mail server")
        server.behavior = "accept"
        waiting = Message.objects.filter(id__in=[message.id for message in messages]).exclude(status=MessageStatus.SENT)
        wait_until(lambda: not waiting.exists(), "emails did not go through")
    assert {recipients[0] for recipients, _ in server.received} >= {message.recipients[0] for message in messages}


def _status(job: int) -> str:
    return str(ProcrastinateJob.objects.get(id=job).status)


def test_message_is_sent_once_when_its_job_runs_twice(guest: APIClient, server: MailServer) -> None:
    guest.post("/api/quotes", quote_body(), format="json")
    run_queue()
    with connection.cursor() as cursor:  # killed after the message was stored as sent, before the job was finished
        cursor.execute("UPDATE procrastinate_jobs SET status = 'todo'")
    run_queue()
    assert [to for [to], _ in server.received].count("eleanor@example.com") == 1


def test_each_request_is_confirmed_once_despite_killed_workers(guest: APIClient, server: MailServer) -> None:
    requests = 24
    for number in range(requests):
        body = quote_body(email=f"customer{number}@example.com")
        assert guest.post("/api/quotes", body, format="json").status_code == 201
    for kills in range(1, 4):
        with _worker(server):
            sent = 6 * kills
            wait_until(lambda: len(server.received) >= sent, "the worker sent nothing")  # noqa: B023
    _finish()
    recipients = [f"customer{number}@example.com" for number in range(requests)]
    confirmations = Message.objects.filter(kind="quote-requested")
    assert sorted(confirmations.values_list("recipients__0", flat=True)) == sorted(recipients)
    assert set(confirmations.values_list("status", flat=True)) == {MessageStatus.SENT}
    ids = {(to, id_) for ([to], _), id_ in zip(server.received, server.message_ids(), strict=True)}
    assert sorted(to for to, _ in ids if to != settings.BUSINESS_EMAIL) == sorted(recipients)


def _finish() -> None:
    """Requeue the killed workers' jobs, let their claims expire and run what is due."""

    waiting = Message.objects.filter(kind="quote-requested", status=MessageStatus.QUEUED)

    def done() -> bool:
        _rescue()
        for message in waiting.all():
            let_time_pass(message, 3)
        run_queue()
        return not waiting.exists()

    wait_until(done, "some jobs were never finished")
