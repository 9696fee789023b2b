"""Turn inbound messages into comments on quotes, or into inquiries if there is no open quote."""

import datetime as dt
from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from common.counts import count_of
from common.errors import Conflict
from notifications.reply_addresses import read_reply_address
from quotes.models import CommentChannel
from quotes.replies import add_reply
from replies import emails
from replies.models import Inbound, InboundKind, InboundState
from replies.people import Known, find_by_address, find_by_number
from replies.reading import read_reply
from replies.services import add_to_inquiry
from replies.threads import Thread, find_thread
from texts.numbers import readable
from trees.models import TreeOrder

# Nobody writes more than this. A machine that does must not flood a thread; the rest stays in the back office.
MOST = ((dt.timedelta(hours=1), 40), (dt.timedelta(days=1), 120))
_FORGED = "(This may not be from {}: the email failed the check of its sender.)"


class Ignored(Exception):
    """Staff don't need to see it; the message says why."""


@transaction.atomic
def process(inbound_id: UUID) -> None:
    """Process a row unless it has been. Safe to run repeatedly and concurrently."""
    row = Inbound.objects.select_for_update().filter(id=inbound_id, state=InboundState.RECEIVED).first()
    if row is None:
        return
    try:
        _ignore_flood(row)
        row.note, row.state = _PROCESS[InboundKind(row.kind)](row), InboundState.PROCESSED
    except Ignored as reason:
        row.note, row.state = str(reason), InboundState.IGNORED
    row.save(update_fields=["note", "state", "updated_at"])


def _ignore_flood(row: Inbound) -> None:
    for window, most in MOST:
        earlier = Inbound.objects.filter(
            sender=row.sender, state=InboundState.PROCESSED, created_at__gt=timezone.now() - window
        )
        if earlier[most - 1 : most].exists():
            raise Ignored(f"More than {most} from this sender within {_in_words(window)}")


def _in_words(window: dt.timedelta) -> str:
    return "a day" if window.days else "an hour"


def _process_text(row: Inbound) -> str:
    """Add a text to its sender's newest open quote, or to their inquiry."""
    known = find_by_number(row.sender)
    content = with_attachments(row.contents["body"], pictures=row.contents["pictures"])
    if known.quote and _comment(row, known.quote.id, content, CommentChannel.TEXT):
        return "A comment on their quote"
    return _inquire(row, known, content)


def _process_call(row: Inbound) -> str:
    """Add a missed call to its caller's inquiry, even if they have a quote, and text them back if they consented."""
    entry = add_to_inquiry(
        sender=row.sender,
        known=find_by_number(row.sender),
        kind=InboundKind.CALL,
        words=f"Missed call from {readable(row.sender)}",
    )
    emails.notify_office(entry)
    emails.text_back(entry)
    return "A question on the desk"


def _process_email(row: Inbound) -> str:
    """Add an email to the thread that its reply address belongs to, or to its sender's inquiry."""
    given = row.contents
    content = with_attachments(
        read_reply(given["text"], given["html"]), pictures=given["pictures"], files=given["files"]
    )
    if not content:
        raise Ignored("It contains only quoted text")
    about = read_reply_address(given["reply_address"])
    thread = find_thread(*about) if about else Thread()
    if thread.quote_id and _comment(row, thread.quote_id, content, CommentChannel.EMAIL, known_as=thread.addresses):
        return "A comment on a quote"
    known = thread.identify(row.sender, find_by_address(row.sender))
    if not known.is_customer and not thread.exists:
        raise Ignored("It has no reply address of ours and comes from an unknown sender")
    if given["forged"]:  # the words say so too, since they may be added to an inquiry of the real customer
        known, content = Known(tree_order=known.tree_order), f"{content}\n\n{_FORGED.format(row.sender)}"
    return _inquire(row, known, content, about=thread.tree_order)


def _comment(
    row: Inbound, quote_id: UUID, content: str, channel: CommentChannel, known_as: frozenset[str] | None = None
) -> bool:
    """Add a comment; return False if the thread is full, in which case the content goes to an inquiry.

    ``known_as`` are the customer's addresses; the comment names any other sender.
    """
    is_customer = known_as is None or (row.sender in known_as and not row.contents.get("forged"))
    try:
        add_reply(quote_id=quote_id, content=content, channel=channel, other_sender="" if is_customer else row.sender)
    except Conflict:
        return False
    return True


def _inquire(row: Inbound, known: Known, content: str, about: TreeOrder | None = None) -> str:
    entry = add_to_inquiry(sender=row.sender, known=known, kind=InboundKind(row.kind), words=content, about=about)
    emails.notify_office(entry)
    return "A question on the desk"


def with_attachments(content: str, *, pictures: int, files: int = 0) -> str:
    """Append a line about the attachments, which the thread can't show yet."""
    counts = [(pictures, "picture"), (files, "file")]
    what = " and ".join(count_of(number, one) for number, one in counts if number)
    line = f"({what} attached. We can't show {'it' if pictures + files == 1 else 'them'} here yet.)" if what else ""
    return "\n\n".join(filter(None, [content.strip(), line]))


_PROCESS: dict[InboundKind, Callable[[Inbound], str]] = {
    InboundKind.TEXT: _process_text,
    InboundKind.CALL: _process_call,
    InboundKind.EMAIL: _process_email,
}
