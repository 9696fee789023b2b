"""The demo's text messages: a customer agreed to them, got one and replied."""

import datetime as dt

from django.contrib.auth.models import AnonymousUser

from common.email_kinds import Cause
from demo.days import ago
from notifications.models import AboutKind, Channel, Delivery, Message, MessageStatus
from quotes.models import Quote
from replies.models import InboundKind
from replies.receiving import store
from texts.models import ConsentMethod
from texts.numbers import e164
from texts.services import record_form_consent

_TEXT = (
    "Seacoast Holiday Lights: we have your request. Your quote comes within 24 hours. Msg & data rates may apply. "
    "Reply HELP for help, STOP to stop."
)


def load() -> None:
    """Create a text about each request whose customer prefers texts, and a reply to the newest one."""
    quotes = list(Quote.objects.filter(communication_preference="sms", user=None).order_by("created_at"))
    for quote in quotes:
        record_form_consent(phone=quote.phone, box="quote", method=ConsentMethod.QUOTE_FORM, by=AnonymousUser())
        _delivered(quote, e164(quote.phone) or "")
    if quotes:
        contents = {"body": "Could you light the two maples out front as well?", "pictures": 0}
        sender = e164(quotes[-1].phone) or ""
        store(kind=InboundKind.TEXT, provider_id="SM-of-the-demo", sender=sender, contents=contents)


def _delivered(quote: Quote, number: str) -> None:
    at = quote.created_at + dt.timedelta(minutes=1)
    Message.objects.create(
        channel=Channel.SMS, kind="quote-requested", cause=Cause.STRANGER, recipients=[number], recipient_key=number,
        raw=_TEXT.encode(), content_until=ago(-365), status=MessageStatus.SENT, attempts=1, created_at=at,
        attempted_at=at, sent_at=at, about_kind=AboutKind.QUOTE, about_id=quote.id, delivery=Delivery.DELIVERED,
        reported_at=at + dt.timedelta(seconds=4), provider_id=f"SM{quote.id.hex}",
    )  # fmt: skip
