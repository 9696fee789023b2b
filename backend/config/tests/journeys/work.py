"""What the worker does in journeys: it sends messages and runs other jobs that are due."""

from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default

from notifications.models import Channel, Message, MessageStatus
from testing.journey import Journey
from testing.payments import run_queues


def work(journey: Journey) -> None:
    """Let the worker run all jobs that are due, and write down the texts of the messages that it sends."""
    with journey.step("The worker runs what is due") as lines:
        sent = Message.objects.filter(status=MessageStatus.SENT)
        before = set(sent.values_list("id", flat=True))
        run_queues()
        for message in sent.exclude(id__in=before).order_by("id"):
            lines += [f"{message.kind} to {message.recipient}: {message.subject}", *_texts(message)]


def _texts(message: Message) -> Iterator[str]:
    """Return a message's text and its calendar file, line by line."""
    if message.channel == Channel.SMS:
        yield f"  | {bytes(message.raw).decode()}"
        return
    for part in message_from_bytes(bytes(message.raw), policy=default).walk():
        if part.get_content_type() in ("text/plain", "text/calendar"):
            content = part.get_content()
            text = content.decode() if isinstance(content, bytes) else str(content)
            yield from (f"  | {line}" for line in text.splitlines() if line.strip())
