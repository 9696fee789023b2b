"""Events on their way to the product: signed, over real HTTP, again and again until they are taken.

A delivery is a row, so that a restart loses none. How they go is set by ``Modes``; a test may also take them one by
one with ``deliver_pending``.
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

Send = Callable[[bytes, str], int]

TIMEOUT = 20
TRIES = 200
LONGEST_PAUSE = 30.0
AT_ONCE = 4


@dataclass(frozen=True)
class Modes:
    """How deliveries go. ``hold``: none leaves until it is released. ``drop_next``: so many events never leave;
    ``drop_share``: each with this probability. ``repeat``: so many more copies of each. ``reorder``: seconds within
    which the order is by chance. ``delay``: seconds before the first try. Probabilities come from ``seed``.
    """

    hold: bool = False
    drop_next: int = 0
    drop_share: float = 0.0
    repeat: int = 0
    reorder: float = 0.0
    delay: float = 0.0
    seed: int = 0


def sign(body: bytes, secret: str, at: int | None = None) -> str:
    """The ``Stripe-Signature`` header: ``t=…,v1=…``. ``at``: seconds since 1970, now where not given."""
    moment = int(time.time()) if at is None else at
    digest = hmac.new(secret.encode(), b"%d." % moment + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def payload(event: Json) -> bytes:
    """An event's JSON as it is sent."""
    return json.dumps(plain(event), indent=2).encode()


class Webhooks:
    """The queue of deliveries and its threads. ``url``: where to; None sends nothing by itself."""

    def __init__(self, store: Store, url: str | None, secret: str) -> None:
        self.url = url
        self.secret = secret
        self.modes = Modes()
        self._store = store
        self._chance = random.Random(0)  # noqa: S311 - repeatable tests, no secret
        self._wake = threading.Condition()
        self._stopped = False
        self._pool = ThreadPoolExecutor(AT_ONCE, "webhook")
        self._thread = threading.Thread(target=self._run, name="webhooks", daemon=True)

    def start(self) -> None:
        """Begin to deliver. What was under way when the sandbox last stopped goes out again."""
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
        """Change some of the modes, keep the others. A new ``seed`` starts chance anew; no more ``hold`` releases."""
        with self._store.transaction():
            self.modes = replace(self.modes, **changes)
            if "seed" in changes:
                self._chance = random.Random(self.modes.seed)  # noqa: S311
            if not self.modes.hold:
                self._store.db.execute("UPDATE deliveries SET state = 'pending' WHERE state = 'held'")
        self.wake()
        return self.modes

    def queue(self, store: Store, event: Json) -> int:
        """Rows for a new event, as the modes say; return how many. Called within a transaction."""
        if self._dropped():
            self._insert(store, event, "dropped", 0)
            return 0
        for _ in range(1 + self.modes.repeat):
            late = self.modes.delay + self._chance.uniform(0, self.modes.reorder)
            self._insert(store, event, "held" if self.modes.hold else "pending", late)
        return 1

    def wake(self) -> None:
        """Look at the queue now."""
        with self._wake:
            self._wake.notify_all()

    def deliveries(self) -> list[Json]:
        """All deliveries, oldest first: ``{id, event, type, state, attempts, due, answer}``."""
        with self._store.transaction():
            return [dict(row) for row in self._store.db.execute("SELECT * FROM deliveries ORDER BY id")]

    def deliver_pending(self, send: Send, *, rounds: int = 10) -> list[tuple[str, int]]:
        """Deliver in the caller's thread what is pending or held, in order of its due time, and what that leads to.

        ``send(payload, signature)`` answers a status. Answers the type and the status of each. What was refused
        stays pending, for the next time.
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
        """The modes and how many deliveries are in which state."""
        with self._store.transaction():
            rows = self._store.db.execute("SELECT state, count(*) AS n FROM deliveries GROUP BY state")
            return {"modes": asdict(self.modes), "deliveries": {row["state"]: row["n"] for row in rows}}

    def _dropped(self) -> bool:
        if self.modes.drop_next > 0:
            self.modes = replace(self.modes, drop_next=self.modes.drop_next - 1)
            return True
        return self.modes.drop_share > 0 and self._chance.random() < self.modes.drop_share

    def _insert(self, store: Store, event: Json, state: str, late: float) -> None:
        store.db.execute(
            "INSERT INTO deliveries (event, type, state, due) VALUES (?, ?, ?, ?)",
            (event["id"], event["type"], state, time.time() + late),
        )

    def _run(self) -> None:
        while not self._stopped:
            rows = self._take(("pending",), due=time.time(), limit=AT_ONCE) if self.url else []
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
        """Deliveries that are now ours to make."""
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

    def _deliver(self, row: Json, send: Send) -> int:
        with self._store.transaction():
            body = payload(self._store.need(row["event"]))
        try:
            status = send(body, sign(body, self.secret))
            answer = str(status)
        except (OSError, http.client.HTTPException) as error:
            status, answer = 0, f"{type(error).__name__}: {error}"
        self._note(row, status, answer)
        return status

    def _note(self, row: Json, status: int, answer: str) -> None:
        tries = row["attempts"] + 1
        taken = 200 <= status < 300
        state = "delivered" if taken else "failed" if tries >= TRIES else "pending"
        pause = min(0.5 * 2 ** min(tries, 10), LONGEST_PAUSE)
        with self._store.transaction():
            self._store.db.execute(
                "UPDATE deliveries SET state = ?, attempts = ?, due = ?, answer = ? WHERE id = ?",
                (state, tries, time.time() + pause, answer, row["id"]),
            )
            if taken:
                event = self._store.need(row["event"])
                self._store.save(event | {"pending_webhooks": 0})
        self.wake()

    def _send(self, body: bytes, signature: str) -> int:
        request = urllib.request.Request(  # noqa: S310 - the address that the sandbox was started with
            self.url or "", body, {
                "Content-Type": "application/json; charset=utf-8",
                "Stripe-Signature": signature,
                "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
            },
        )  # fmt: skip
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code
