"""Sending a text through Twilio."""

import logging

from django.conf import settings
from requests.exceptions import RequestException
from twilio.base import values
from twilio.base.exceptions import TwilioException, TwilioRestException
from twilio.http.http_client import TwilioHttpClient
from twilio.rest import Client

# Seconds to connect, and to wait for each part of the response.
TIMEOUT = 10
# How long Twilio may keep a text that it can't pass on yet (its "ValidityPeriod", in seconds).
_LONGEST_VALIDITY = 36_000

# Twilio's codes (its "Error and Warning Dictionary").
STOPPED = 21610
NOT_MOBILE = frozenset({21211, 21614, 30006})
_WORDS = {
    STOPPED: "the number stopped our texts",
    21211: "the number doesn't exist",
    21408: "texts to that region are turned off",
    21614: "the number isn't a mobile number",
    30003: "the phone is off or out of reach",
    30004: "the number is blocked",
    30005: "the number doesn't exist",
    30006: "the number is a landline or out of reach",
    30007: "the carrier filtered the text",
    30008: "the carrier gave no reason",
    30034: "the number that sends is not registered with the US carriers",
    30036: "it could not be passed on before 9:00 PM",
}
# What our own account causes can be fixed while the text waits: a wrong token, an unpaid bill, too many at once.
_OF_OUR_ACCOUNT = frozenset({401, 403, 404, 429})

_silent = logging.getLogger("texts.twilio.requests")
_silent.disabled = True  # it would log the account's ID


class NotAccepted(Exception):
    """Twilio did not accept a text. ``is_final``: it never will accept this one for this number."""

    def __init__(self, reason: str, is_final: bool = False, code: int | None = None) -> None:
        super().__init__(reason)
        self.is_final = is_final
        self.code = code


def describe(code: int | None) -> str:
    """Return what Twilio's error code means: "the number isn't a mobile number (21614)"."""
    if code is None:
        return "Twilio gave no reason"
    words = _WORDS.get(code)
    return f"{words} ({code})" if words else f"error {code}"


def send_text(*, to: str, body: str, within: int, report_to: str = "") -> str:
    """Send a text to ``to`` (E.164) and return Twilio's ID for it. Raises NotAccepted.

    Twilio posts reports to the URL ``report_to``, if there is one, and gives up after ``within`` seconds.
    It has no idempotency keys: if the response is lost, a second attempt can be a second text.
    """
    try:
        text = _client().messages.create(
            to=to,
            from_=settings.TWILIO_NUMBER,
            body=body,
            status_callback=report_to or values.unset,
            validity_period=max(1, min(within, _LONGEST_VALIDITY)),
        )
    except TwilioRestException as error:
        is_final = 400 <= error.status < 500 and error.status not in _OF_OUR_ACCOUNT
        raise NotAccepted(f"Twilio refused it: {_reason(error)}"[:1000], is_final, error.code) from None
    except (TwilioException, RequestException) as error:
        raise NotAccepted(f"Twilio can't be reached ({type(error).__name__})") from None
    return str(text.sid)


def _reason(error: TwilioRestException) -> str:
    return describe(error.code) if error.code in _WORDS else f"{error.msg} ({error.code or error.status})"


def _client() -> Client:
    http = TwilioHttpClient(pool_connections=False, timeout=TIMEOUT, logger=_silent)
    client = Client(settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN, http_client=http)
    client.api.base_url = settings.TWILIO_API_URL
    return client
