"""Messages about inquiries: the email to the office, and the text to someone whose call was missed."""

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
# The longest excerpt in the office's email, in characters; the desk shows all of it.
_EXCERPT = 200
# A text about a missed call that goes out later than this would come as a surprise.
_TEXT_BACK_WITHIN = dt.timedelta(minutes=15)


def notify_office(entry: InquiryEntry) -> None:
    """Plan the email to the office about an inquiry: one for each, whatever else arrives until staff respond."""
    plan(office_inquiry, entry.inquiry_id)


def text_back(entry: InquiryEntry) -> None:
    """Plan a text to someone whose call was missed, if they consented to texts: one for each inquiry."""
    if may_text(entry.inquiry.number):
        plan(missed_call, entry.inquiry_id, channel=Channel.SMS)


@message_kind(EmailKind("missed-call", Cause.STRANGER), AboutKind.QUESTION)
def missed_call(message: Message) -> ShortText:
    """Tell the caller that we'll call back. Skipped if it can't go out right away: by morning we may have called."""
    inquiry = Inquiry.objects.get(id=message.row_id)
    if message.attempted_at and message.attempted_at > message.created_at + _TEXT_BACK_WITHIN:
        raise Skip("The call was too long ago for a text back.")
    if inquiry.answered_at or inquiry.closed_at:
        raise Skip("Staff have already taken care of it.")
    body = "Sorry we missed your call. We'll call you back within 24 hours, or reply here with what it's about."
    return ShortText(TextingPreference(TextingMode.ALSO, inquiry.number), body, path="")


@office_kind("office-inquiry", AboutKind.QUESTION)
def office_inquiry(message: Message) -> News:
    """Tell the office that someone without an open quote wrote or called."""
    inquiry = Inquiry.objects.get(id=message.row_id)
    entry = inquiry.entries.latest("created_at", "id")
    words = entry.words if len(entry.words) <= _EXCERPT else f"{entry.words[: _EXCERPT - 1]}…"
    return News(f"{sender_name(inquiry)} {_SAID[InboundKind(entry.kind)]}", words, "/admin?kind=question")


def sender_name(inquiry: Inquiry) -> str:
    """Return the sender's name, or their number or address if we don't know it."""
    return inquiry.name or (readable(inquiry.number) if inquiry.number else inquiry.sender)
