"""Messages that should have gone out and have not."""

from django.db import connection

# Many more messages may be queued for a later moment, such as reminders, so the ones that are late come from an index
# on the moment each is due.
_LATE = """
    SELECT count(*) FROM (
        SELECT FROM notifications_message
        WHERE status = 'queued' AND COALESCE(not_before, created_at) < now() - %s * interval '1 second' LIMIT %s
    ) AS late
"""


def count_late(seconds: int, most: int) -> int:
    """Return how many messages were due ``seconds`` ago or earlier and are still queued, at most ``most``.

    What waits on purpose, such as news bundled for the office or a text at night, is due when its wait ends.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LATE, [seconds, most])
        return int(cursor.fetchone()[0])
