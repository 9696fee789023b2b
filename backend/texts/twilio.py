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
# How long Twilio may hold a text that it can't deliver yet (its "ValidityPeriod", in seconds).
_LONGEST_VALIDITY = 36_000

# Twilio's codes (its "Error and Warning Dictionary").
STOPPED = 21610
NOT_MOBILE = frozenset({21211, 21614, 30006})
_MEANINGS = {
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
    30034: "the sending number is not registered with the US carriers",
    30036: "it could not be delivered before 9:00 PM",
}
# Problems with our own account (a wrong token, an unpaid bill, too many requests) can be fixed, so these are retried.
_ACCOUNT_PROBLEMS = frozenset({401, 403, 404, 429})

_silent = logging.getLogger("texts.twilio.requests")
_silent.disabled = True  # its log lines would contain the account's ID


class NotAccepted(Exception):
    """Twilio did not accept a text. ``is_final``: a retry of the same text to the same number would fail too."""

    def __init__(self, reason: str, is_final: bool = False, code: int | None = None) -> None:
        super().__init__(reason)
        self.is_final = is_final
        self.code = code


def describe(code: int | None) -> str:
    """Return what Twilio's error code means: "the number isn't a mobile number (21614)"."""
    if code is None:
        return "Twilio gave no reason"
    meaning = _MEANINGS.get(code)
    return f"{meaning} ({code})" if meaning else f"error {code}"


def send_text(*, to: str, body: str, within: int, report_to: str = "") -> str:
    """Send a text to ``to`` (E.164) and return Twilio's ID for it. Raises NotAccepted.

    Twilio posts delivery reports to the URL ``report_to``, if given, and gives up after ``within`` seconds. It has no
    idempotency keys, so a retry after a lost response can send the text twice.
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
        is_final = 400 <= error.status < 500 and error.status not in _ACCOUNT_PROBLEMS
        raise NotAccepted(f"Twilio refused it: {_reason(error)}"[:1000], is_final, error.code) from None
    except (TwilioException, RequestException) as error:
        raise NotAccepted(f"Twilio can't be reached ({type(error).__name__})") from None
    return str(text.sid)


def _reason(error: TwilioRestException) -> str:
    return describe(error.code) if error.code in _MEANINGS else f"{error.msg} ({error.code or error.status})"


def _client() -> Client:
    http = TwilioHttpClient(pool_connections=False, timeout=TIMEOUT, logger=_silent)
    client = Client(settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN, http_client=http)
    client.api.base_url = settings.TWILIO_API_URL
    return client
