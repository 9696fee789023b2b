"""Turning what came in into a comment on a quote, or into an inquiry where there is none."""

import datetime as dt
from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from common.errors import Conflict
from notifications.reply_addresses import read_reply_address
from quotes.models import CommentChannel
from quotes.replies import add_reply
from replies import emails
from replies.models import Inbound, InboundKind, InboundState
from replies.people import Known, whose_address, whose_number
from replies.reading import read_reply
from replies.services import add_to_inquiry
from replies.threads import Thread, find_thread
from texts.numbers import readable

# No one writes more than this, and a machine that does must not fill a thread. The rest stays in the back office.
MOST = ((dt.timedelta(hours=1), 40), (dt.timedelta(days=1), 120))


class Ignored(Exception):
    """Nobody has to know; the text says why."""


@transaction.atomic
def process(inbound_id: UUID) -> None:
    """Process a row unless that was done before. Safe to run repeatedly and concurrently."""
    row = Inbound.objects.select_for_update().filter(id=inbound_id, state=InboundState.RECEIVED).first()
    if row is None:
        return
    try:
        _refuse_flood(row)
        row.note, row.state = _PROCESS[InboundKind(row.kind)](row), InboundState.PROCESSED
    except Ignored as reason:
        row.note, row.state = str(reason), InboundState.IGNORED
    row.save(update_fields=["note", "state", "updated_at"])


def _refuse_flood(row: Inbound) -> None:
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
    known = whose_number(row.sender)
    content = with_attachments(row.contents["body"], pictures=row.contents["pictures"])
    if known.quote and _comment(row, known.quote.id, content, CommentChannel.TEXT):
        return "A comment on their quote"
    return _inquire(row, known, content)


def _process_call(row: Inbound) -> str:
    """Add a missed call to its caller's inquiry, also if they have a quote, and text them back if they agreed to it."""
    entry = add_to_inquiry(
        sender=row.sender,
        known=whose_number(row.sender),
        kind=InboundKind.CALL,
        words=f"Missed call from {readable(row.sender)}",
    )
    emails.tell_office(entry)
    emails.text_back(entry)
    return "A question on the desk"


def _process_email(row: Inbound) -> str:
    """Add an email to the thread that its reply address is of, or to its sender's inquiry."""
    given = row.contents
    content = with_attachments(
        read_reply(given["text"], given["html"]), pictures=given["pictures"], files=given["files"]
    )
    if not content:
        raise Ignored("It says nothing but what it quotes")
    about = read_reply_address(given["reply_address"])
    thread = find_thread(*about) if about else Thread()
    if thread.quote_id and _comment(row, thread.quote_id, content, CommentChannel.EMAIL, known_as=thread.addresses):
        return "A comment on a quote"
    known = thread.complete(whose_address(row.sender), row.sender)
    if not known.is_customer and not thread.exists:
        raise Ignored("It is a reply to nothing, from an address that we don't know")
    return _inquire(row, known, content)


def _comment(
    row: Inbound, quote_id: UUID, content: str, channel: CommentChannel, known_as: frozenset[str] | None = None
) -> bool:
    """Add a comment; return False if the thread is full, so that the words go to an inquiry instead.

    ``known_as`` are the addresses of its customer; anyone else is named in the comment.
    """
    is_customer = known_as is None or (row.sender in known_as and not row.contents.get("forged"))
    try:
        add_reply(quote_id=quote_id, content=content, channel=channel, other_sender="" if is_customer else row.sender)
    except Conflict:
        return False
    return True


def _inquire(row: Inbound, known: Known, content: str) -> str:
    entry = add_to_inquiry(sender=row.sender, known=known, kind=InboundKind(row.kind), words=content)
    emails.tell_office(entry)
    return "A question on the desk"


def with_attachments(content: str, *, pictures: int, files: int = 0) -> str:
    """Return the words with a line that says what came with them: the thread can't show it yet."""
    parts = [_count(pictures, "picture"), _count(files, "file")]
    what = " and ".join(filter(None, parts))
    line = f"({what} attached. We can't show {'it' if pictures + files == 1 else 'them'} here yet.)" if what else ""
    return "\n\n".join(filter(None, [content.strip(), line]))


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number > 1 else ''}" if number else ""


_PROCESS: dict[InboundKind, Callable[[Inbound], str]] = {
    InboundKind.TEXT: _process_text,
    InboundKind.CALL: _process_call,
    InboundKind.EMAIL: _process_email,
}
