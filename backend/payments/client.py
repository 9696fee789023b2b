"""The connection to Stripe: version, time limits, retries and idempotency keys stand here, once."""

import logging
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar
from uuid import uuid4

import stripe
from django.conf import settings

from common.errors import Conflict, DomainError
from payments.models import SpentKey

log = logging.getLogger(__name__)

# The version of the API that the code was written and tested against; the sandbox speaks the same.
API_VERSION = "2026-10-28.endive"
CONNECT_WITHIN = 4  # seconds; for an answer there is settings.STRIPE_TIMEOUT
# After a 409, a 5xx or no answer at all; all tries of one write go out under one idempotency key.
RETRIES = 2

NOT_SET_UP = "Card payment is not set up. Please call us, and we will find another way."
UNREACHABLE = "The card payment provider can't be reached right now. Nothing was lost; please try again in a minute."

P = ParamSpec("P")
T = TypeVar("T")


class PaymentsUnavailable(DomainError):
    """Stripe is not set up, or down (503)."""

    status = 503


def client() -> stripe.StripeClient:
    """The one client. Raises PaymentsUnavailable where there are no keys."""
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
        http_client=stripe.RequestsClient(timeout=(min(CONNECT_WITHIN, timeout), timeout)),
    )


def repeatable() -> stripe.RequestOptions:
    """Options of a write that does no harm when it is done again, such as setting a value: a key made up for this one
    call keeps its network retries together."""
    return {"idempotency_key": str(uuid4())}


def write_once(name: str, write: Callable[[stripe.RequestOptions], T]) -> T:
    """Make something at Stripe once for each ``name``, however often and by however many at once this is called.

    ``write`` gets the options with the idempotency key. Stripe keeps its answer under that key for a day, also where
    it is a failure of its own; so after one the next call goes out under another key. Should the failed call have
    made something all the same, nobody has learnt of it: an intent without a client secret can't be paid.
    """
    turn = SpentKey.objects.filter(name=name).values_list("times", flat=True).first() or 0
    try:
        return write({"idempotency_key": f"{name}-{turn}"})
    except stripe.APIError as error:
        if error.http_status and error.http_status >= 500:
            SpentKey.objects.bulk_create([SpentKey(name=name)], ignore_conflicts=True)
            SpentKey.objects.filter(name=name, times=turn).update(times=turn + 1)
        raise


def asks_stripe(call: Callable[P, T]) -> Callable[P, T]:
    """Decorates whatever calls Stripe: its errors become ours.

    Conflict (409) where Stripe refuses because of the state of things, DomainError (400) with the bank's own words for
    a refused card, PaymentsUnavailable (503) where Stripe is down, too busy or does not know our key.
    """

    @wraps(call)
    def answer(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return call(*args, **kwargs)
        except stripe.CardError as error:
            raise DomainError(error.user_message or "The card was declined") from error
        except stripe.InvalidRequestError as error:
            log.warning("Stripe refused a request: %s", error)
            raise Refused(error) from error
        except stripe.StripeError as error:
            log.warning("Stripe could not be asked: %s", error)
            raise PaymentsUnavailable(UNREACHABLE) from error

    return answer


class Refused(Conflict):
    """Stripe does not do it in the present state of the object (409)."""

    def __init__(self, error: stripe.InvalidRequestError) -> None:
        super().__init__("This can't be done any more. Please reload the page to see where it stands.")
        self.code = error.code or ""

    @property
    def missing(self) -> bool:
        """Whether Stripe has no such object."""
        return self.code == "resource_missing"
