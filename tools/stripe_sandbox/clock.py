"""Runs what is due (renewals, expiry, dispute deadlines) at the start and once a minute."""

import threading
from collections.abc import Callable

from stripe_sandbox.call import Call
from stripe_sandbox.resources import disputes, renewals

EVERY = 60.0


class Clock:
    """A thread that runs what is due. ``call`` creates a ``Call`` without a request."""

    def __init__(self, call: Callable[[], Call]) -> None:
        self._call = call
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stopped.is_set():
            call = self._call()
            with call.store.transaction():
                renewals.run_due(call)
                disputes.lose_overdue(call)
            call.webhooks.wake()
            self._stopped.wait(EVERY)
