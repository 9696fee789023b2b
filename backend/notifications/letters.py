"""What the product's mails to customers and to the business share: a greeting, a few paragraphs, figures side by side,
one thing to do.

Each mail is composed once and goes out as text and as simple HTML, through the outbox.
"""

import re
from dataclasses import dataclass, field

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from common.email_kinds import EmailKind, set_kind

# A stranger can type any name beside anybody's address. What reads like a message or an address is not repeated.
_PLAIN_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[ ,'\u2019&-]|\. |\.$){0,59}")


@dataclass(frozen=True)
class Letter:
    """A mail. ``kind`` says who caused it; ``facts`` are pairs of a name and a value; ``action`` is what the button
    says and the path on this site it leads to; ``attachments`` are (file name, content, type)."""

    kind: EmailKind
    to: str
    name: str
    subject: str
    paragraphs: list[str]
    facts: list[tuple[str, str]] = field(default_factory=list)
    action: tuple[str, str] | None = None
    closing: str = ""
    attachments: list[tuple[str, bytes, str]] = field(default_factory=list)


def post(letter: Letter) -> None:
    """Queue ``letter`` in the caller's transaction."""
    label, path = letter.action or ("", "")
    words = {
        "letter": letter,
        "greeting": _greeting(letter.name),
        "label": label,
        "url": f"{settings.SITE_URL}{path}",
        "business": {
            "name": settings.BUSINESS_NAME, "phone": settings.BUSINESS_PHONE, "email": settings.BUSINESS_EMAIL,
        },
    }  # fmt: skip
    mail = EmailMultiAlternatives(
        subject=" ".join(letter.subject.split()),  # a line break would begin another header
        body=render_to_string("notifications/letter.txt", words),
        to=[letter.to],
        reply_to=[settings.BUSINESS_EMAIL],
    )
    mail.attach_alternative(render_to_string("notifications/letter.html", words), "text/html")
    for name, content, kind in letter.attachments:
        mail.attach(name, content, kind)
    set_kind(mail, letter.kind)
    mail.send()


def tell_business(
    *, kind: EmailKind, subject: str, paragraphs: list[str], facts: list[tuple[str, str]], action: tuple[str, str]
) -> None:
    """Queue a mail to the business's own address, as ``post`` does."""
    post(
        Letter(
            kind=kind,
            to=settings.BUSINESS_EMAIL,
            name=settings.BUSINESS_NAME,
            subject=subject,
            paragraphs=paragraphs,
            facts=facts,
            action=action,
        )
    )


def _greeting(name: str) -> str:
    return f"Hello {name}," if _PLAIN_NAME.fullmatch(name) else "Hello,"
