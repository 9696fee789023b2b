"""Counts messages that should have been sent by now."""

from django.db import connection

# Many more messages may be queued for later, such as reminders, so this uses an index on the time each is due.
_LATE = """
    SELECT count(*) FROM (
        SELECT FROM notifications_message
        WHERE status = 'queued' AND COALESCE(not_before, created_at) < now() - %s * interval '1 second' LIMIT %s
    ) AS late
"""


def count_late(seconds: int, most: int) -> int:
    """Return the number of messages, at most ``most``, that were due ``seconds`` ago or earlier and are still queued.

    A message that waits on purpose, such as bundled office news or a text during quiet hours, is due after its wait.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LATE, [seconds, most])
        return int(cursor.fetchone()[0])
