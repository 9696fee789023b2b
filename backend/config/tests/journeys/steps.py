"""Steps that the journeys of quotes, proposals and visits share."""

import re
from contextlib import suppress
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now
from django.test import override_settings

from accounts.models import User
from notifications.delivery import deliver_message
from notifications.kinds import NotYet
from notifications.models import Channel, Message, MessageStatus
from testing.helpers import pdf_words, text_of
from testing.journey import Journey, Person


def send_due(journey: Journey) -> None:
    """The worker sends every message that is due; the transcript has their texts."""
    due = Message.objects.filter(Q(not_before=None) | Q(not_before__lte=Now()), status=MessageStatus.QUEUED)
    address = override_settings(BUSINESS_ADDRESS="12 Bow Street, Portsmouth, NH 03801")  # without one, no offers
    with address, journey.step("The worker sends what is due") as lines:
        for message in due.order_by("id"):
            with suppress(NotYet):
                deliver_message(message.id)
            message.refresh_from_db()
            lines += _letter(message)


def _letter(message: Message) -> list[str]:
    """Return the lines of the transcript about a message."""
    if message.status == MessageStatus.QUEUED:
        return [f"{message.kind} waits until {message.not_before:%FT%TZ}"]
    if message.status != MessageStatus.SENT:
        return [f"{message.kind} is {message.status}: {message.error}"]
    if message.channel == Channel.SMS:
        return [f"{message.kind} by text to {', '.join(message.recipients)}", f"  | {bytes(message.raw).decode()}"]
    mail = message_from_bytes(bytes(message.raw), policy=default)
    files = [part.get_filename() or part.get_content_type() for part in mail.iter_attachments()]
    with_files = f" (with {', '.join(files)})" if files else ""
    text = re.sub(r"(/unsubscribe/)\S+", r"\1(token)", text_of(mail))
    return [
        f"{message.kind} to {mail['To']}: {mail['Subject']}{with_files}",
        *(f"  | {line}".rstrip() for line in text.splitlines() if line.strip()),
    ]


def open_link(journey: Journey, person: Person, name: str, address: str) -> None:
    """Somebody opens the private link of the newest email to ``address``."""
    files = sorted(Path(settings.DATA_DIR, "outbox").glob(f"*{address}*.eml"))
    text = text_of(message_from_bytes(files[-1].read_bytes(), policy=default))
    token = re.findall(r"/f/([\w-]{43})", text)[-1]
    with journey.step(f"{name} opens the link in the newest email to {address}") as lines:
        response = person.client.get(f"/f/{token}")
        lines.append(f"{response.status_code} {response.headers.get('Location', '')}".strip())


def pdf_lines(person: Person, path: str) -> list[str]:
    """Return the lines of a PDF."""
    return [f"  | {line}" for line in pdf_words(person.client.get(path).content).splitlines() if line.strip()]


def request_quote(person: Person, **changes: Any) -> Any:
    """Request a quote as Martin Cole, unless ``changes`` say otherwise."""
    form = {
        "fullName": "Martin Cole",
        "email": "martin@example.org",
        "phone": "(603) 555-0118",
        "city": "Dover",
        "streetAddress": "9 Mill Street",
        "servicePackage": "basic",
    }
    return person.post("/api/quotes", **{**form, **changes})


def another_customer(journey: Journey) -> Person:
    """Return another customer, who must not see what the others do."""
    oscar = User.objects.create_user("oscar@example.net", "correct horse", first_name="Oscar", last_name="Outside")
    return journey.person("Oscar (another customer)", oscar)
