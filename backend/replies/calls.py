"""Calls to the business's number at Twilio: forwarded to the business's phone, and noted if nobody takes them."""

from django.conf import settings

from common.business import business
from replies.models import InboundKind
from replies.receiving import store
from texts.numbers import e164
from texts.twiml import forward_call, say

# Seconds that the business's phone rings; a mailbox usually picks up later.
_RINGS = 20
_MISSED = frozenset({"no-answer", "busy", "failed", "canceled"})
_SORRY = "Sorry we missed your call. We'll call you back."


def receive_call(form: dict[str, str]) -> str:
    """Store a missed call as Twilio reports it; return what Twilio is to do with the call (TwiML), "" for nothing.

    How forwarding went (``DialCallStatus``) decides where it is known: the call itself counts as completed then. A
    call that was taken is not stored.
    """
    status = form.get("DialCallStatus") or form.get("CallStatus", "")
    if status in _MISSED:
        _store(form)
    if form.get("CallStatus") == "ringing":
        return _answer(form)
    # Only someone who is still there can hear it.
    return say(_SORRY) if form.get("CallStatus") == "in-progress" and status in _MISSED else ""


def _answer(form: dict[str, str]) -> str:
    """Forward a call to the business's phone. It can't be if that is this number: nobody takes it then."""
    phone = e164(business().phone)
    if phone is None or phone == settings.TWILIO_NUMBER:
        _store(form)
        return say(_SORRY)
    return forward_call(phone, rings=_RINGS, then=f"{settings.SITE_URL}/api/webhooks/twilio/calls")


def _store(form: dict[str, str]) -> None:
    number = e164(form.get("From", ""))
    store(
        kind=InboundKind.CALL,
        provider_id=form["CallSid"][:100],
        sender=number or form.get("From", ""),
        contents={},
        ignored="" if number else "The caller's number is withheld",
    )
