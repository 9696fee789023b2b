"""The messages about inquiries: to the office, and the text to someone whose call nobody took."""

from notifications.models import AboutKind, Message
from notifications.office import News, office_kind
from notifications.planning import plan
from replies.models import InboundKind, Inquiry, InquiryEntry
from texts.numbers import readable

_SAID = {InboundKind.TEXT: "sent a text", InboundKind.EMAIL: "sent an email", InboundKind.CALL: "called"}
# How much of what they wrote is in the office's email; the desk has all of it.
_EXCERPT = 200


def tell_office(entry: InquiryEntry) -> None:
    """Plan the office's email about an inquiry: one for all that is written until staff respond."""
    plan(office_inquiry, entry.inquiry_id)


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
