"""The connection to Stripe: API version, timeouts, retries and idempotency keys."""

import logging
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any, Final, ParamSpec, TypeVar
from uuid import uuid4

import stripe
from django.conf import settings
from urllib3.util import Timeout

from common.errors import Conflict, DomainError
from payments import limits
from payments.models import IdempotencyKeyAttempt

log = logging.getLogger(__name__)

# The version of Stripe's API that this code is written for and that the sandbox implements.
API_VERSION: Final = "2026-10-28.endive"
CONNECT_TIMEOUT = 4  # seconds; settings.STRIPE_TIMEOUT limits a response, and all calls of one web request
# After a 409, a 5xx or no response. All attempts at one write share an idempotency key.
RETRIES = 2
RETRY_AFTER = 60  # seconds, sent to browsers while Stripe can't be reached

NOT_SET_UP = "Card payments are not set up. Call us and we'll sort it out."
UNREACHABLE = "The card payment provider can't be reached right now. Nothing was lost; please try again in a minute."

P = ParamSpec("P")
T = TypeVar("T")


class PaymentsUnavailable(DomainError):
    """Stripe is not set up, or down (503)."""

    status = 503
    retry_after = RETRY_AFTER


class LimitedClient(stripe.RequestsClient):
    """HTTP client that keeps calls, retries and pauses within the limits of a web request (``payments.limits``)."""

    def __init__(self, timeout: float) -> None:
        self._max_timeout = timeout
        super().__init__(timeout=timeout)

    @property  # type: ignore[override]  # the base class passes it to requests at each try
    def _timeout(self) -> Timeout:
        left = limits.seconds_left()
        total = self._max_timeout if left is None else max(0.001, min(left, self._max_timeout))
        return Timeout(total=total, connect=min(CONNECT_TIMEOUT, total), read=total)

    @_timeout.setter
    def _timeout(self, value: object) -> None:
        """Ignore what the base class sets, since the timeout is computed for each try."""

    def request_with_retries(self, *args: Any, **kwargs: Any) -> tuple[str, int, Mapping[str, str]]:
        """Make a call. Raises StripeBusy if too many web requests are already calling Stripe."""
        limits.begin_call()
        return super().request_with_retries(*args, **kwargs)

    def _should_retry(self, *args: Any, **kwargs: Any) -> bool:
        return limits.seconds_left() != 0 and bool(super()._should_retry(*args, **kwargs))

    def _sleep_time_seconds(self, num_retries: int) -> float:
        pause: float = super()._sleep_time_seconds(num_retries)
        left = limits.seconds_left()
        return pause if left is None else min(pause, left)


def client() -> stripe.StripeClient:
    """Return the shared client. Raises PaymentsUnavailable if there are no keys."""
    if not settings.STRIPE_SECRET_KEY:
        raise PaymentsUnavailable(NOT_SET_UP)
    return _client(settings.STRIPE_SECRET_KEY, settings.STRIPE_API_BASE, settings.STRIPE_TIMEOUT)


@lru_cache(maxsize=4)
def _client(key: str, base: str, timeout: int) -> stripe.StripeClient:
    return stripe.StripeClient(
        key,
        stripe_version=API_VERSION,
        base_addresses={"api": base},
        max_network_retries=RETRIES,
        http_client=LimitedClient(timeout),
    )


def repeatable() -> stripe.RequestOptions:
    """Return the options for a write that may safely run twice, such as setting a value.

    Its idempotency key is random, so only the network retries of this call share it.
    """
    return {"idempotency_key": str(uuid4())}


def write_once(name: str, write: Callable[[stripe.RequestOptions], T]) -> T:
    """Create something at Stripe once for each ``name``, even if several processes call this at the same time.

    ``write`` gets the options with the idempotency key. For a day, Stripe repeats its response to that key, even a 5xx,
    so after a 5xx the next call uses another key. Whatever the failed call may have created is harmless, since nobody
    received it: without its client secret, an intent can't be paid.
    """
    failures = IdempotencyKeyAttempt.objects.filter(name=name).values_list("failures", flat=True).first() or 0
    try:
        return write({"idempotency_key": f"{name}-{failures}"})
    except stripe.APIError as error:
        if error.http_status and error.http_status >= 500:
            IdempotencyKeyAttempt.objects.bulk_create([IdempotencyKeyAttempt(name=name)], ignore_conflicts=True)
            IdempotencyKeyAttempt.objects.filter(name=name, failures=failures).update(failures=failures + 1)
        raise


def translate_stripe_errors(call: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function that calls Stripe so that it raises our errors instead of Stripe's.

    Refused (409) if Stripe rejects the request, DomainError (400) with the bank's message for a declined card,
    PaymentsUnavailable (503) if Stripe is down, too busy or rejects our key.
    """

    @wraps(call)
    def translated(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return call(*args, **kwargs)
        except stripe.CardError as error:
            raise DomainError(error.user_message or "The card was declined") from error
        except stripe.InvalidRequestError as error:
            log.warning("Stripe refused a request: %s", error)
            raise Refused(error) from error
        except stripe.StripeError as error:
            log.warning("A call to Stripe failed: %s", error)
            raise PaymentsUnavailable(UNREACHABLE) from error

    return translated


def if_it_exists(call: Callable[[], T]) -> T | None:
    """Return ``call()``, or None if Stripe has no such object. Raises what ``call`` raises for any other reason."""
    try:
        return call()
    except (Refused, stripe.InvalidRequestError) as error:
        if error.code != "resource_missing":
            raise
        return None


class Refused(Conflict):
    """Stripe rejected a request, usually because of the object's current state (409)."""

    def __init__(self, error: stripe.InvalidRequestError) -> None:
        super().__init__("This is no longer possible. Reload the page to see what changed.")
        self.code = error.code
