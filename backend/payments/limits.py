"""Limits on what a slow Stripe can take from the web server: one time limit for all calls of a request, and few
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
BUSY_FOR = 5  # seconds after which it is worth trying again


class StripeBusy(DomainError):
    """This process already has as many requests calling Stripe as it may (503)."""

    status = 503
    retry_after = BUSY_FOR


class _Slots:
    """Count the requests of this process that are calling Stripe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken = 0

    def acquire(self) -> bool:
        with self._lock:
            if self._taken >= settings.STRIPE_CONCURRENT_REQUESTS:
                return False
            self._taken += 1
            return True

    def release(self) -> None:
        with self._lock:
            self._taken -= 1


class _Request:
    """What one web request has used: a slot, and time that is counted from its first call."""

    def __init__(self) -> None:
        self.deadline: float | None = None  # by time.monotonic

    def begin(self) -> None:
        """Take a slot before the first call. Raises StripeBusy."""
        if self.deadline is None:
            if not _slots.acquire():
                raise StripeBusy(BUSY)
            self.deadline = time.monotonic() + settings.STRIPE_TIMEOUT

    def end(self) -> None:
        if self.deadline is not None:
            _slots.release()


_slots = _Slots()
_request: ContextVar[_Request | None] = ContextVar("stripe_request", default=None)


def begin_call() -> None:
    """Raise StripeBusy if this web request may not call Stripe now; the worker always may."""
    if request := _request.get():
        request.begin()


def seconds_left() -> float | None:
    """Return the seconds that calls of this web request may still take, 0 if none; None outside of a request."""
    request = _request.get()
    if request is None or request.deadline is None:
        return None
    return max(0.0, request.deadline - time.monotonic())


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
