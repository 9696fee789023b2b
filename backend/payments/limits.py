"""Limits that keep a slow Stripe from blocking the web server: one time limit for all calls of a request, and few
requests at once.

The worker is not limited: no visitor waits for it.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from common.errors import DomainError

BUSY = "Card payments are busy right now. Nothing was charged; please try again in a few seconds."
BUSY_FOR = 5  # seconds until a retry makes sense
# Seconds that a request waits for its turn: several times what Stripe normally takes.
PATIENCE = 1.0


class StripeBusy(DomainError):
    """This process already has the maximum number of requests calling Stripe (503)."""

    status = 503
    retry_after = BUSY_FOR


class _Slots:
    """The requests of this process that are calling Stripe.

    When all slots are taken, the next request waits briefly, since Stripe is usually fast and requests come in bursts.
    If it gets no slot, Stripe must be slow. Requests then fail immediately until a call is fast again, since waiting
    requests hold threads, too.
    """

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._taken = 0
        self._is_slow = False

    def acquire(self) -> bool:
        """Take a slot; return whether there was one."""
        with self._change:
            patience = 0 if self._is_slow else PATIENCE
            if not self._change.wait_for(self._is_free, patience):
                self._is_slow = True
                return False
            self._taken += 1
            return True

    def _is_free(self) -> bool:
        return self._taken < settings.STRIPE_CONCURRENT_REQUESTS

    def release(self, *, was_quick: bool) -> None:
        """Give a slot back."""
        with self._change:
            self._taken -= 1
            self._is_slow = not was_quick
            self._change.notify()


class _Request:
    """What one web request has used: a slot, and the time since its first call."""

    def __init__(self) -> None:
        self.began_at: float | None = None  # from time.monotonic()

    def begin(self) -> None:
        """Take a slot before the first call. Raises StripeBusy."""
        if self.began_at is None:
            if not _slots.acquire():
                raise StripeBusy(BUSY)
            self.began_at = time.monotonic()

    def end(self) -> None:
        if self.began_at is not None:
            _slots.release(was_quick=time.monotonic() - self.began_at < PATIENCE)


_slots = _Slots()
_request: ContextVar[_Request | None] = ContextVar("stripe_request", default=None)


def begin_call() -> None:
    """Raise StripeBusy if this web request may not call Stripe now; the worker always may."""
    if request := _request.get():
        request.begin()


def seconds_left() -> float | None:
    """Return the seconds left for calls of this web request, 0 if none; None outside a request."""
    request = _request.get()
    if request is None or request.began_at is None:
        return None
    return max(0.0, request.began_at + settings.STRIPE_TIMEOUT - time.monotonic())


@contextmanager
def limited() -> Iterator[None]:
    """Count all calls to Stripe within the context as those of one web request."""
    request = _Request()
    token = _request.set(request)
    try:
        yield
    finally:
        _request.reset(token)
        request.end()


def limit_stripe_calls(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that puts every web request under these limits."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with limited():
            return get_response(request)

    return middleware
