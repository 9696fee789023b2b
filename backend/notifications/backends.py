"""Two Django mail backends: one that queues every mail of the product, one that the demo delivers with."""

from collections.abc import Sequence
from email.utils import getaddresses
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from notifications.models import Channel, Message
from notifications.tasks import deliver


def _bytes(mail: EmailMessage) -> bytes:
    """The whole mail with CRLF line ends, as mail servers want it."""
    message: Any = (
        mail.message()
    )  # Django's MIME classes take ``linesep``; the standard library's, by which they are typed, don't
    return bytes(message.as_bytes(linesep="\r\n"))


class OutboxBackend(BaseEmailBackend):
    """Django's ``EMAIL_BACKEND``: a mail becomes a row and a job in the caller's transaction.

    No ghost and no lost mail; and nobody waits for a mail server, so an answer takes as long whether or not a mail
    was due.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Queue the mails; answers how many."""
        with transaction.atomic():
            for mail in email_messages:
                message = Message.objects.create(
                    channel=Channel.EMAIL,
                    sender=mail.from_email,
                    recipients=[address for _, address in getaddresses(mail.recipients())],
                    subject=str(mail.subject)[:998],
                    raw=_bytes(mail),
                )
                deliver.defer(message_id=str(message.id))
        return len(email_messages)


class FolderBackend(BaseEmailBackend):
    """Delivers in the demo: each mail is one ``.eml`` file under ``DATA_DIR/outbox``; their names sort by time."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write the mails; answers how many."""
        for mail in email_messages:
            write_to_outbox(_bytes(mail), mail.recipients()[0], "eml")
        return len(email_messages)


def write_to_outbox(content: bytes, recipient: str, ending: str) -> Path:
    """Write one message into the demo's outbox; answers the file."""
    folder: Path = settings.DATA_DIR / "outbox"
    folder.mkdir(parents=True, exist_ok=True)
    name = "".join(character if character.isalnum() or character in "@.-_+" else "_" for character in recipient)
    file = folder / f"{timezone.now():%Y%m%d-%H%M%S-%f}-{name}.{ending}"
    partial = file.with_suffix(".part")
    partial.write_bytes(content)
    return partial.rename(file)  # whoever watches the folder sees whole files only
