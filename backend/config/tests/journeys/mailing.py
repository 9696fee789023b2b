"""Deliver what is due in a journey, and write it down."""

import re
from email import message_from_bytes
from email.policy import default

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from notifications.delivery import NotDelivered, deliver_message
from notifications.models import Message, MessageStatus
from testing.helpers import text_of
from testing.journey import Journey

_TOKEN = re.compile(r"(/(?:f|unsubscribe)/)[^\s<>]+")
_CODE = re.compile(r"^\s*([A-Z0-9]{4}-[A-Z0-9]{4}|[A-Z0-9]{6})\s*$", re.MULTILINE)


def deliver_mail(journey: Journey) -> str:
    """Send what is due and write down each email's recipient, subject and text. Return the newest code in them."""
    code = ""
    with journey.step("The worker sends what is due") as lines:
        queued = Message.objects.filter(Q(not_before=None) | Q(not_before__lte=timezone.now()))
        due = list(queued.filter(status=MessageStatus.QUEUED).order_by("created_at", "kind", "occasion", "id"))
        for message in due:
            try:
                deliver_message(message.id)
            except NotDelivered as error:
                lines.append(f"  {message.kind} was not delivered: {error}")
            for file in settings.DATA_DIR.rglob("*.eml"):
                email = message_from_bytes(file.read_bytes(), policy=default)
                file.unlink()  # the clock stands still, so the next one may have its name
                text = text_of(email)
                code = found[1] if (found := _CODE.search(text)) else code
                text = _CODE.sub("(code)", _TOKEN.sub(r"\1(token)", text))
                lines += [
                    f"  To {email['To']}: {email['Subject']}",
                    *(f"    {line}" for line in text.split("\n") if line),
                ]
    return code
