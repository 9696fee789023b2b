"""The messages about inquiries: to the office, and the text to someone whose call nobody took."""

import datetime as dt

from common.email_kinds import Cause, EmailKind
from notifications.kinds import Skip, message_kind
from notifications.models import AboutKind, Channel, Message
from notifications.office import News, office_kind
from notifications.planning import plan
from notifications.texting import ShortText
from replies.models import InboundKind, Inquiry, InquiryEntry
from texts.consent import may_text
from texts.numbers import readable
from texts.preferences import TextingMode, TextingPreference

_SAID = {InboundKind.TEXT: "sent a text", InboundKind.EMAIL: "sent an email", InboundKind.CALL: "called"}
# How much of what they wrote is in the office's email; the desk has all of it.
_EXCERPT = 200
_AT_ONCE = dt.timedelta(minutes=15)


def tell_office(entry: InquiryEntry) -> None:
    """Plan the office's email about an inquiry: one for all that is written until staff respond."""
    plan(office_inquiry, entry.inquiry_id)


def text_back(entry: InquiryEntry) -> None:
    """Plan a text to someone whose call nobody took, if they agreed to texts: one for all calls until staff respond."""
    if may_text(entry.inquiry.number):
        plan(missed_call, entry.inquiry_id, channel=Channel.SMS)


@message_kind(EmailKind("missed-call", Cause.STRANGER), AboutKind.QUESTION)
def missed_call(message: Message) -> ShortText:
    """Tell the caller at once that we'll call back; not the next morning, when we may have called."""
    inquiry = Inquiry.objects.get(id=message.row_id)
    if message.attempted_at and message.attempted_at > message.created_at + _AT_ONCE:
        raise Skip("The call was too long ago for a text back.")
    if inquiry.answered_at or inquiry.closed_at:
        raise Skip("Staff have reached them.")
    body = "Sorry we missed your call. We'll call you back within 24 hours, or reply here with what it's about."
    return ShortText(TextingPreference(TextingMode.ALSO, inquiry.number), body, path="", says_how_to_stop=True)


@office_kind("office-inquiry", AboutKind.QUESTION)
def office_inquiry(message: Message) -> News:
    """Tell the office that someone without an open quote wrote or called."""
    inquiry = Inquiry.objects.get(id=message.row_id)
    entry = inquiry.entries.order_by("-created_at", "-id").first()
    if entry is None:
        raise Inquiry.DoesNotExist
    words = entry.words if len(entry.words) <= _EXCERPT else f"{entry.words[: _EXCERPT - 1]}…"
    return News(f"{who(inquiry)} {_SAID[InboundKind(entry.kind)]}", words, "/admin?kind=question")


def who(inquiry: Inquiry) -> str:
    """Return the name of who wrote or called, or their number or address."""
    return inquiry.name or (readable(inquiry.number) if inquiry.number else inquiry.sender)
