"""The layout of all emails to customers and to the business: greeting, paragraphs, a table of facts, one button.

Each email is composed once and sent as text and as simple HTML, through the outbox.
"""

import re
from dataclasses import dataclass, field
from email.mime.image import MIMEImage
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from common.email_kinds import EmailKind, set_kind
from notifications.models import AboutKind

# A stranger can enter any name with anyone's email address, so names that could be a message or link are left out.
_PLAIN_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[ ,'\u2019&-]|\. |\.$){0,59}")


@dataclass(frozen=True)
class EmailPicture:
    """A JPEG that is part of an email. ``description`` says everything in it, for those who don't see pictures, and
    ``path`` is where it leads on this site."""

    content: bytes
    description: str
    path: str


class About(NamedTuple):
    """The row of the business that an email is about."""

    kind: AboutKind
    id: UUID


class ComposedEmail(EmailMultiAlternatives):
    """An email that knows what it is about, for the outbox."""

    about: About | None = None


@dataclass(frozen=True)
class Email:
    """One email. ``facts`` are pairs of a label and a value, ``action`` is the button's label and path on this site,
    and ``attachments`` are (file name, content, media type). What a ``picture`` shows is also in the facts, since
    the text part has no pictures."""

    kind: EmailKind
    to: str
    name: str
    subject: str
    paragraphs: list[str]
    facts: list[tuple[str, str]] = field(default_factory=list)
    action: tuple[str, str] | None = None
    closing: str = ""
    attachments: list[tuple[str, bytes, str]] = field(default_factory=list)
    picture: EmailPicture | None = None
    about: About | None = None


def queue_email(email: Email) -> None:
    """Queue ``email`` in the caller's transaction."""
    label, path = email.action or ("", "")
    context = {
        "email": email,
        "greeting": _greeting(email.name),
        "label": label,
        "url": f"{settings.SITE_URL}{path}",
        "picture_url": f"{settings.SITE_URL}{email.picture.path}" if email.picture else "",
        "business": {
            "name": settings.BUSINESS_NAME, "phone": settings.BUSINESS_PHONE, "email": settings.BUSINESS_EMAIL,
        },
    }  # fmt: skip
    message = ComposedEmail(
        subject=" ".join(email.subject.split()),  # a line break would start another header
        body=render_to_string("notifications/email.txt", context),
        to=[email.to],
        reply_to=[settings.BUSINESS_EMAIL],
    )
    message.attach_alternative(render_to_string("notifications/email.html", context), "text/html")
    for name, content, kind in email.attachments:
        message.attach(name, content, kind)
    if email.picture:
        _embed(message, email.picture)
    set_kind(message, email.kind)
    message.about = email.about
    message.send()


def _embed(message: EmailMultiAlternatives, picture: EmailPicture) -> None:
    """Put the picture into the email (RFC 2392): clients show it without fetching anything from this site."""
    part = MIMEImage(picture.content, "jpeg", name="your-look.jpg")
    part.add_header("Content-ID", "<picture>")
    part.add_header("Content-Disposition", "inline", filename="your-look.jpg")
    message.mixed_subtype = "related"  # type: ignore[attr-defined]  # missing in the stubs
    message.attach(part)


def queue_email_to_business(
    *,
    kind: EmailKind,
    subject: str,
    paragraphs: list[str],
    facts: list[tuple[str, str]],
    action: tuple[str, str],
    about: About,
) -> None:
    """Queue an email to the business's own address in the caller's transaction."""
    queue_email(
        Email(
            kind=kind,
            to=settings.BUSINESS_EMAIL,
            name="",
            subject=subject,
            paragraphs=paragraphs,
            facts=facts,
            action=action,
            about=about,
        )
    )


def _greeting(full_name: str) -> str:
    return f"Hi {full_name.split()[0].rstrip(',')}," if _PLAIN_NAME.fullmatch(full_name) else "Hi,"
