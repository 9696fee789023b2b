"""The cache: a table of PostgreSQL, so that what is counted in it holds across processes."""

import base64
import datetime as dt
import pickle
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.db import connection
from django.utils import timezone

_SET = """
    INSERT INTO {table} AS kept (cache_key, value, expires) VALUES (%(key)s, %(value)s, %(expires)s)
    ON CONFLICT (cache_key) DO UPDATE SET value = EXCLUDED.value, expires = EXCLUDED.expires {condition} RETURNING 1
"""
_STATEMENTS = {
    "set": _SET.replace("{condition}", ""),
    "add": _SET.replace("{condition}", "WHERE kept.expires < %(now)s"),
    "touch": "UPDATE {table} SET expires = %(expires)s WHERE cache_key = %(key)s AND expires >= %(now)s RETURNING 1",
}


class TableCache(DatabaseCache):
    """Django's own, except that writing takes one statement and never drops an entry that is still valid.

    Django counts all rows before every write, and beyond ``MAX_ENTRIES`` deletes a third of them, a lockout after wrong
    passwords among them. Here the worker deletes what has expired (``common.tasks.forget_cache_entries``).
    """

    _table: str  # set by Django's

    def _base_set(self, mode: str, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT) -> bool:
        """Write one entry, in one of the modes of ``_STATEMENTS``; return whether it was written.

        It overrides a private method, where Django's three public ones for writing meet.
        """
        until = self.get_backend_timeout(timeout)
        expires = dt.datetime.max.replace(tzinfo=dt.UTC) if until is None else dt.datetime.fromtimestamp(until, dt.UTC)
        values: dict[str, Any] = {
            "key": key,
            "value": base64.b64encode(pickle.dumps(value, self.pickle_protocol)).decode("ascii"),
            "expires": expires.replace(microsecond=0),
            "now": timezone.now().replace(microsecond=0),
        }
        with connection.cursor() as cursor:
            cursor.execute(_STATEMENTS[mode].format(table=connection.ops.quote_name(self._table)), values)
            return cursor.fetchone() is not None
