"""Calls to the business's Twilio number: forwarded to the business's phone, and stored if nobody answers."""

from django.conf import settings

from common.business import business
from replies.models import InboundKind
from replies.receiving import store
from texts.numbers import e164
from texts.twiml import forward_call, say

# How long the business's phone rings, in seconds: less than it usually takes until voicemail answers.
_RING_SECONDS = 20
_MISSED = frozenset({"no-answer", "busy", "failed", "canceled"})
_SORRY = "Sorry we missed your call. We'll call you back."


def receive_call(form: dict[str, str]) -> str:
    """Store a missed call as Twilio reports it, and return TwiML that says how to go on, "" for nothing.

    ``DialCallStatus``, the result of forwarding, takes precedence: the call itself counts as completed then. Answered
    calls are not stored.
    """
    status = form.get("DialCallStatus") or form.get("CallStatus", "")
    if status in _MISSED:
        _store(form)
    if form.get("CallStatus") == "ringing":
        return _forward(form)
    # Only a caller who is still on the line can hear it.
    return say(_SORRY) if form.get("CallStatus") == "in-progress" and status in _MISSED else ""


def _forward(form: dict[str, str]) -> str:
    """Forward a call to the business's phone. If that is the Twilio number itself, the call counts as missed."""
    phone = e164(business().phone)
    if phone is None or phone == settings.TWILIO_NUMBER:
        _store(form)
        return say(_SORRY)
    return forward_call(phone, seconds=_RING_SECONDS, then=f"{settings.SITE_URL}/api/webhooks/twilio/calls")


def _store(form: dict[str, str]) -> None:
    number = e164(form.get("From", ""))
    store(
        kind=InboundKind.CALL,
        provider_id=form["CallSid"][:100],
        sender=number or form.get("From", ""),
        contents={},
        ignored="" if number else "The caller's number is withheld",
    )
