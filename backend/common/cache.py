"""The cache: a table in PostgreSQL, so that counters in it are shared by all processes."""

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
    """Django's database cache, except that writing takes one statement and never drops a valid entry.

    Django counts all rows before every write and deletes a third of them above ``MAX_ENTRIES``, including lockouts
    after wrong passwords. Here, the worker deletes expired entries (``common.tasks.forget_cache_entries``).
    """

    _table: str  # set by DatabaseCache

    def _base_set(self, mode: str, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT) -> bool:
        """Write one entry in one of the modes of ``_STATEMENTS``; return whether it was written.

        This is a private method of Django's. All its public methods that write call it.
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
