"""A message is late when its due time has passed, however long ago it was planned."""

import datetime as dt

import pytest
from django.db import connection
from django.utils import timezone

from notifications.lateness import count_late
from notifications.models import Message
from notifications.tests.factories import make_failed_message, queue_email

pytestmark = pytest.mark.django_db
HOUR = dt.timedelta(hours=1)


def test_sent_and_failed_messages_are_not_late() -> None:
    make_failed_message()
    queue_email()
    Message.objects.update(created_at=timezone.now() - HOUR)
    assert count_late(300, 10) == 1
    Message.objects.filter(status="queued").update(status="sent")
    assert count_late(300, 10) == 0


@pytest.mark.parametrize(("due_in", "late"), [(HOUR, 0), (-HOUR / 60, 0), (-HOUR, 1)])
def test_postponed_message_is_late_only_after_its_time(due_in: dt.timedelta, late: int) -> None:
    queue_email()
    Message.objects.update(created_at=timezone.now() - 24 * HOUR, not_before=timezone.now() + due_in)
    assert count_late(300, 10) == late


def test_late_messages_are_found_through_an_index_among_many_planned_ones() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO notifications_message (channel, kind, cause, sender, recipients, recipient_key, subject, raw,"
            " status, error, attempts, not_before) SELECT 'email', 'notice', 'staff', '', '[]', '', '', '', 'queued',"
            " '', 0, now() + interval '1 day' FROM generate_series(1, 5000)"
        )
        cursor.execute("ANALYZE notifications_message")
        cursor.execute(
            "EXPLAIN SELECT FROM notifications_message WHERE status = 'queued'"
            " AND COALESCE(not_before, created_at) < now() - 300 * interval '1 second' LIMIT 1000"
        )
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "message_queued" in plan
    assert count_late(300, 1000) == 0
