"""Staff can send a failed message again, and a queued message without a job is queued again."""

from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob

from accounts.models import User
from common.errors import Conflict
from notifications.models import Message, MessageStatus
from notifications.services import send_again
from notifications.tasks import forget_message_contents, requeue_stranded_messages
from notifications.tests.factories import job_statuses, queue_email
from testing.helpers import in_threads, run_queue
from testing.mail_server import MailServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def failed(server: MailServer) -> Message:
    server.behavior = "refuse_recipient"
    message = queue_email()
    run_queue()
    message.refresh_from_db()
    assert message.status == MessageStatus.FAILED
    server.behavior = "accept"
    return message


def test_failed_message_is_queued_again_without_its_error(failed: Message, server: MailServer) -> None:
    Message.objects.update(reached_at=Now(), provider_id="SM1", delivery="failed", reported_at=Now())  # as of a text
    again = send_again(message_id=failed.id)
    assert (again.status, again.error, again.attempts) == (MessageStatus.QUEUED, "", 0)
    assert (again.attempted_at, again.failed_at) == (None, None)
    assert again.reached_at is None, "if it fails again, it is in Due now again"
    assert (again.provider_id, again.delivery, again.reported_at) == ("", "", None), "its next report counts"
    run_queue()
    again.refresh_from_db()
    assert again.status == MessageStatus.SENT
    assert server.message_ids()[0].encode() in bytes(failed.raw)


def test_failed_message_that_fails_again_gets_its_new_reason(failed: Message, server: MailServer) -> None:
    server.behavior = "refuse_content"
    send_again(message_id=failed.id)
    run_queue()
    failed.refresh_from_db()
    assert (failed.status, failed.attempts) == (MessageStatus.FAILED, 1)
    assert "554" in failed.error


@pytest.mark.parametrize("status", [MessageStatus.QUEUED, MessageStatus.SENT, MessageStatus.SKIPPED])
def test_only_failed_messages_can_be_sent_again(failed: Message, server: MailServer, status: str) -> None:
    Message.objects.update(status=status)
    with pytest.raises(Conflict):
        send_again(message_id=failed.id)
    run_queue()
    assert not server.received


def test_concurrent_requests_send_message_again_once(failed: Message, server: MailServer) -> None:
    def work(number: int) -> bool:
        try:
            send_again(message_id=failed.id)
        except Conflict:
            return False
        return True

    assert sorted(in_threads(6, work)) == [False] * 5 + [True]
    run_queue()
    assert len(server.received) == 1


def test_back_office_sends_selected_messages_again(failed: Message, server: MailServer, admin: User) -> None:
    sent, forgotten = queue_email("tom@example.com"), queue_email("pat@example.com")
    Message.objects.filter(id=forgotten.id).update(status="failed", failed_at=Now(), raw=b"", content_until=None)
    run_queue()
    client = Client()
    client.force_login(admin)
    page = client.post(
        "/backoffice/notifications/message/",
        {"action": "send_failed_again", "_selected_action": [str(row.id) for row in (failed, sent, forgotten)]},
        follow=True,
    )
    assert (
        "1 queued to be sent again. Left unchanged: 2 (not failed, or the content was deleted)."
        in page.content.decode()
    )
    run_queue()
    assert [recipients for recipients, _ in server.received] == [["tom@example.com"], ["eleanor@example.com"]]


@pytest.mark.parametrize("who", ["customer_client", "guest"])
def test_back_office_action_requires_administrator(failed: Message, who: str, request: pytest.FixtureRequest) -> None:
    client: Any = request.getfixturevalue(who)
    client.post(
        "/backoffice/notifications/message/",
        {"action": "send_failed_again", "_selected_action": [str(failed.id)]},
    )
    failed.refresh_from_db()
    assert failed.status == MessageStatus.FAILED


def test_queued_message_without_a_job_is_queued_again(server: MailServer) -> None:
    lost, waiting = queue_email(), queue_email("tom@example.com")
    forget_message_contents.configure().defer(timestamp=0)  # a job of another kind
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM procrastinate_jobs WHERE args ->> 'message_id' = %s", [str(lost.id)])
    requeue_stranded_messages(timestamp=0)
    requeue_stranded_messages(timestamp=0)
    assert job_statuses(lost) == ["todo"]
    assert job_statuses(waiting) == ["todo"]
    run_queue()
    assert sorted(recipients[0] for recipients, _ in server.received) == ["eleanor@example.com", "tom@example.com"]


def test_message_being_sent_is_not_queued_again() -> None:
    message = queue_email()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE procrastinate_jobs SET status = 'doing' WHERE args ->> 'message_id' = %s", [str(message.id)]
        )
    requeue_stranded_messages(timestamp=0)
    assert job_statuses(message) == ["doing"]


def test_message_with_finished_job_is_queued_again(server: MailServer) -> None:
    message = queue_email()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE procrastinate_jobs SET status = 'failed' WHERE args ->> 'message_id' = %s", [str(message.id)]
        )
    requeue_stranded_messages(timestamp=0)
    assert job_statuses(message) == ["failed", "todo"]


def test_final_messages_are_not_queued_again(failed: Message, server: MailServer) -> None:
    queue_email("tom@example.com")
    run_queue()
    before = ProcrastinateJob.objects.count()
    requeue_stranded_messages(timestamp=0)
    assert ProcrastinateJob.objects.count() == before
