"""Delivers events to the product: signed, over real HTTP, retried until they are accepted.

A delivery is a row, so that a restart loses none. ``Modes`` controls how they are sent; a test can also deliver them
itself with ``deliver_pending``.
"""

import hashlib
import hmac
import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from typing import Any

from stripe_sandbox.errors import Json
from stripe_sandbox.render import plain
from stripe_sandbox.store import Store

SendWebhook = Callable[[bytes, str], int]

TIMEOUT = 20
MAX_ATTEMPTS = 200
MAX_PAUSE = 30.0
CONCURRENCY = 4


@dataclass(frozen=True)
class Modes:
    """How events are delivered. ``hold``: keep them all until it is turned off. ``drop_next``: drop this many events;
    ``drop_share``: drop each with this probability. ``repeat``: send this many extra copies. ``reorder``: shuffle
    events within this many seconds. ``delay``: seconds before the first attempt. ``seed``: of the random choices.
    """

    hold: bool = False
    drop_next: int = 0
    drop_share: float = 0.0
    repeat: int = 0
    reorder: float = 0.0
    delay: float = 0.0
    seed: int = 0


def sign(body: bytes, secret: str, at: int | None = None) -> str:
    """Return the ``Stripe-Signature`` header: ``t=…,v1=…``. ``at`` is in seconds since 1970 (default: now)."""
    moment = int(time.time()) if at is None else at
    digest = hmac.new(secret.encode(), b"%d." % moment + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def payload(event: Json) -> bytes:
    """Return the body of an event's webhook."""
    return json.dumps(plain(event), indent=2).encode()


class Webhooks:
    """The queue of deliveries and its threads. ``url``: where to send them; None sends nothing."""

    def __init__(self, store: Store, url: str | None, secret: str) -> None:
        self.url = url
        self.secret = secret
        self.modes = Modes()
        self._store = store
        self._random = random.Random(0)  # noqa: S311 - repeatable tests, no secret
        self._wake = threading.Condition()
        self._stopped = False
        self._pool = ThreadPoolExecutor(CONCURRENCY, "webhook")
        self._thread = threading.Thread(target=self._run, name="webhooks", daemon=True)

    def start(self) -> None:
        """Start delivering. Deliveries that were interrupted when the sandbox last stopped are sent again."""
        with self._store.transaction():
            self._store.db.execute("UPDATE deliveries SET state = 'pending' WHERE state = 'sending'")
        self._thread.start()

    def stop(self) -> None:
        with self._wake:
            self._stopped = True
            self._wake.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def set(self, **changes: Any) -> Modes:
        """Change some modes. A ``seed`` resets the random choices; turning ``hold`` off releases what it held."""
        with self._store.transaction():
            self.modes = replace(self.modes, **changes)
            if "seed" in changes:
                self._random = random.Random(self.modes.seed)  # noqa: S311
            if not self.modes.hold:
                self._store.db.execute("UPDATE deliveries SET state = 'pending' WHERE state = 'held'")
        self.wake()
        return self.modes

    def queue(self, store: Store, event: Json) -> int:
        """Queue an event as the modes say; return its number of pending webhooks. Call it within a transaction."""
        if self._dropped():
            self._insert(store, event, "dropped", 0)
            return 0
        for _ in range(1 + self.modes.repeat):
            late = self.modes.delay + self._random.uniform(0, self.modes.reorder)
            self._insert(store, event, "held" if self.modes.hold else "pending", late)
        return 1

    def wake(self) -> None:
        """Make the delivery thread check the queue now."""
        with self._wake:
            self._wake.notify_all()

    def deliveries(self) -> list[Json]:
        """Return all deliveries, oldest first: ``{id, event, type, state, attempts, due, response}``."""
        with self._store.transaction():
            return [dict(row) for row in self._store.db.execute("SELECT * FROM deliveries ORDER BY id")]

    def deliver_pending(self, send: SendWebhook, *, rounds: int = 10) -> list[tuple[str, int]]:
        """Deliver pending and held events in the caller's thread, in order of due time, and the events they cause.

        ``send(payload, signature)`` returns a status. Return the type and the status of each. A rejected event
        stays pending for the next call.
        """
        done: list[tuple[str, int]] = []
        tried: set[int] = set()
        for _ in range(rounds):
            rows = [row for row in self._take(("pending", "held"), due=None, limit=-1) if row["id"] not in tried]
            if not rows:
                break
            for row in rows:
                tried.add(row["id"])
                done.append((row["type"], self._deliver(row, send)))
        return done

    def status(self) -> Json:
        """Return the modes, and the number of deliveries in each state."""
        with self._store.transaction():
            rows = self._store.db.execute("SELECT state, count(*) AS n FROM deliveries GROUP BY state")
            return {"modes": asdict(self.modes), "deliveries": {row["state"]: row["n"] for row in rows}}

    def _dropped(self) -> bool:
        if self.modes.drop_next > 0:
            self.modes = replace(self.modes, drop_next=self.modes.drop_next - 1)
            return True
        return self.modes.drop_share > 0 and self._random.random() < self.modes.drop_share

    def _insert(self, store: Store, event: Json, state: str, late: float) -> None:
        store.db.execute(
            "INSERT INTO deliveries (event, type, state, due) VALUES (?, ?, ?, ?)",
            (event["id"], event["type"], state, time.time() + late),
        )

    def _run(self) -> None:
        while not self._stopped:
            rows = self._take(("pending",), due=time.time(), limit=CONCURRENCY) if self.url else []
            for row in rows:
                self._pool.submit(self._deliver, row, self._send)
            if not rows:
                with self._wake:
                    self._wake.wait(timeout=0.25 if self._waiting() else 5)

    def _waiting(self) -> bool:
        with self._store.transaction():
            found = self._store.db.execute("SELECT 1 FROM deliveries WHERE state IN ('pending', 'sending') LIMIT 1")
            return self.url is not None and found.fetchone() is not None

    def _take(self, states: tuple[str, ...], *, due: float | None, limit: int) -> list[Json]:
        """Claim deliveries in these states that are due."""
        marks = ", ".join("?" * len(states))
        with self._store.transaction():
            rows = self._store.db.execute(
                f"SELECT * FROM deliveries WHERE state IN ({marks}) AND due <= ? ORDER BY due, id LIMIT ?",  # noqa: S608
                (*states, time.time() + 10**9 if due is None else due, limit),
            ).fetchall()
            if due is not None:
                for row in rows:
                    self._store.db.execute("UPDATE deliveries SET state = 'sending' WHERE id = ?", (row["id"],))
        return [dict(row) for row in rows]

    def _deliver(self, row: Json, send: SendWebhook) -> int:
        with self._store.transaction():
            body = payload(self._store.require(row["event"]))
        try:
            status = send(body, sign(body, self.secret))
            response = str(status)
        except (OSError, http.client.HTTPException) as error:
            status, response = 0, f"{type(error).__name__}: {error}"
        self._record_attempt(row, status, response)
        return status

    def _record_attempt(self, row: Json, status: int, response: str) -> None:
        tries = row["attempts"] + 1
        taken = 200 <= status < 300
        state = "delivered" if taken else "failed" if tries >= MAX_ATTEMPTS else "pending"
        pause = min(0.5 * 2 ** min(tries, 10), MAX_PAUSE)
        with self._store.transaction():
            self._store.db.execute(
                "UPDATE deliveries SET state = ?, attempts = ?, due = ?, response = ? WHERE id = ?",
                (state, tries, time.time() + pause, response, row["id"]),
            )
            if taken:
                event = self._store.require(row["event"])
                self._store.save(event | {"pending_webhooks": 0})
        self.wake()

    def _send(self, body: bytes, signature: str) -> int:
        request = urllib.request.Request(  # noqa: S310 - the URL that the sandbox was started with
            self.url or "", body, {
                "Content-Type": "application/json; charset=utf-8",
                "Stripe-Signature": signature,
                "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
            },
        )  # fmt: skip
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as response:  # noqa: S310
                return int(response.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code
