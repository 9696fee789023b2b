"""The sandbox's database, in SQLite: Stripe's objects as JSON rows, webhook deliveries and idempotency keys.

There is one lock: a transaction has the store to itself, and is rolled back if it raises. Keys of an object that
begin with ``_`` are the sandbox's own and never shown.
"""

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from stripe_sandbox.errors import Json

_TABLES = """
CREATE TABLE IF NOT EXISTS objects (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, body TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, type TEXT NOT NULL, state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, due REAL NOT NULL, response TEXT
);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (state, due);
CREATE TABLE IF NOT EXISTS idempotency (
  key TEXT PRIMARY KEY, call TEXT NOT NULL, status INTEGER, body TEXT, request TEXT, created REAL NOT NULL
);
"""


class Store:
    """Objects by ID and by kind. All methods except ``transaction`` must be called within a transaction.

    ``most_per_page`` limits the pages of lists, however many objects a request asks for.
    """

    def __init__(self, folder: Path | None) -> None:
        self.most_per_page = 100
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
        self._lock = threading.RLock()
        self._depth = 0
        self._loaded: dict[str, Json] = {}
        path = str(folder / "stripe_sandbox.sqlite3") if folder else ":memory:"
        self.db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self.db.row_factory = sqlite3.Row
        self.db.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;" + _TABLES)

    def close(self) -> None:
        with self._lock:
            self.db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a transaction with exclusive access to the store. A nested one is part of the outer one.

        An error with a true ``keep`` is raised after a commit.
        """
        with self._lock:
            if self._depth:
                yield
                return
            self._begin()
            try:
                yield
            except BaseException as error:
                self._end("COMMIT" if getattr(error, "keep", False) else "ROLLBACK")
                raise
            self._end("COMMIT")

    def get(self, identity: str) -> Json | None:
        """Return the object, or None. Within a transaction, an ID always returns the same dict."""
        if identity not in self._loaded:
            row = self.db.execute("SELECT body FROM objects WHERE id = ?", (identity,)).fetchone()
            if row is None:
                return None
            self._loaded[identity] = json.loads(row["body"])
        return self._loaded[identity]

    def require(self, identity: str) -> Json:
        """Return the object. Raises LookupError if it does not exist."""
        found = self.get(identity)
        if found is None:
            raise LookupError(identity)
        return found

    def save(self, item: Json) -> Json:
        """Save the object; return it."""
        self._loaded[item["id"]] = item
        self.db.execute(
            "INSERT INTO objects (id, kind, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            (item["id"], item["object"], json.dumps(item)),
        )
        return item

    def delete(self, identity: str) -> None:
        self._loaded.pop(identity, None)
        self.db.execute("DELETE FROM objects WHERE id = ?", (identity,))

    def select(self, kind: str, **equal: Any) -> list[Json]:
        """Return all objects of a kind whose keys have these values (a dot in a key goes deeper), newest first."""
        return list(self.scan(kind, {name.replace("__", "."): value for name, value in equal.items()}))

    def scan(self, kind: str, equal: Mapping[str, Any]) -> Iterator[Json]:
        """Yield the objects that ``select`` returns, one by one."""
        tests = "".join(f" AND json_extract(body, '$.{name}') = ?" for name in equal)
        rows = self.db.execute(
            f"SELECT id FROM objects WHERE kind = ?{tests} ORDER BY seq DESC",  # noqa: S608 - names from the code
            (kind, *equal.values()),
        ).fetchall()
        for row in rows:
            yield self.require(row["id"])

    def _begin(self) -> None:
        self._loaded.clear()
        self.db.execute("BEGIN IMMEDIATE")
        self._depth = 1

    def _end(self, how: str) -> None:
        self._depth = 0
        self._loaded.clear()
        self.db.execute(how)
