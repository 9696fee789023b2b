"""The layout of all emails to customers and to the business: headline, greeting, paragraphs, facts, one button.

An ``Email`` has the content of one email; ``render_email`` turns it into a message whose plain text and HTML parts say
the same. Why the HTML looks as it does is in ``docs/decisions/0026-emails-for-every-mail-program.md``.
"""

import datetime as dt
import re
from dataclasses import dataclass, field
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, SafeMIMEMultipart
from django.template.loader import render_to_string

from common.business import business, business_details
from common.email_kinds import Cause
from links.delivery import PLACEHOLDER_PATH
from notifications.texting import ShortText

# Where the button of a message about a quote, tree order or invoice leads: its private link, which is put in when the
# message is delivered, so that no token is stored (``links``).
FOLLOW = PLACEHOLDER_PATH

# A stranger can enter any name with anyone's email address, so names that could be a message or link are left out.
_PLAIN_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[ ,'\u2019&-]|\. |\.$){0,59}")


@dataclass(frozen=True)
class EmailPicture:
    """A JPEG that is part of an email. ``description`` says everything in it, for those who don't see pictures and for
    the text part, and ``path`` is where it leads on this site."""

    content: bytes
    description: str
    path: str


@dataclass(frozen=True)
class EmailDay:
    """A day shown as a calendar page, with what is on that day. All but the date may be blank."""

    date: dt.date
    time: str = ""
    place: str = ""
    details: str = ""


@dataclass(frozen=True)
class Email:
    """One email, in the order in which it is read.

    ``headline`` is the subject where it is blank, and ``preheader`` (what lists of emails show after the subject) the
    first paragraph. ``quoted`` is what someone wrote, shown with its line breaks. ``facts`` are pairs of a label and a
    value, and ``total`` is the last and largest of them. ``action`` is the button's label and path on this site, and
    ``next_steps`` says what happens after it. ``attachments`` are (file name, content, media type). With an
    ``unsubscribe_url``, mail programs also offer to unsubscribe by one click (RFC 8058): it has to accept a POST
    without cookies. ``cause`` is who caused it, if not who causes its kind, and ``tells`` is what later messages have
    to know of it (``Message.tells``). ``text`` is the same news as a text, for those who want texts.
    """

    to: str
    name: str
    subject: str
    paragraphs: list[str]
    facts: list[tuple[str, str]] = field(default_factory=list)
    action: tuple[str, str] | None = None
    closing: str = ""
    attachments: list[tuple[str, bytes, str]] = field(default_factory=list)
    picture: EmailPicture | None = None
    headline: str = ""
    preheader: str = ""
    day: EmailDay | None = None
    quoted: str = ""
    total: tuple[str, str] | None = None
    next_steps: list[str] = field(default_factory=list)
    unsubscribe_url: str = ""
    cause: Cause | None = None
    tells: dict[str, str] | None = None
    text: ShortText | None = None


class ComposedEmail(EmailMultiAlternatives):
    """An email that holds the picture of its HTML part."""

    picture: MIMEBase | None = None

    def _create_alternatives(self, msg: Any) -> Any:
        """Put the picture beside the HTML that shows it (RFC 2387) and nothing else, so that a PDF of the same email
        is listed as an attachment and the picture isn't."""
        message = super()._create_alternatives(msg)  # type: ignore[misc]  # missing in the stubs
        if self.picture:
            text, html = message.get_payload()
            related = SafeMIMEMultipart("related", encoding=self.encoding)
            related.attach(html)
            related.attach(self.picture)
            message.set_payload([text, related])
        return message


def new_link_email(
    *, to: str, name: str, what: str, facts: list[tuple[str, str]], total: tuple[str, str] | None = None
) -> Email:
    """Return the email with a new private link that someone asked for; ``what`` it opens, such as "invoice 12"."""
    return Email(
        to=to,
        name=name,
        subject=f"Your new link to {what}",
        paragraphs=[f"Here's a new link to {what}. It opens without a password, so keep this email to yourself."],
        facts=facts,
        total=total,
        action=("Open it", FOLLOW),
        closing="Didn't ask for this? You can ignore this email.",
    )


def email_to_business(
    *, subject: str, paragraphs: list[str], facts: list[tuple[str, str]], action: tuple[str, str]
) -> Email:
    """Return an email to the business's own address."""
    return Email(to=business().email, name="", subject=subject, paragraphs=paragraphs, facts=facts, action=action)


def render_email(email: Email, *, reply_to: str = "", has_thread: bool = False) -> ComposedEmail:
    """Return ``email`` as a message that can be sent. Nothing is stored or sent.

    A customer's reply goes to ``reply_to``. Without one it would go to the business's own mailbox, where the desk does
    not see it, so an email whose page has a thread (``has_thread``) asks for the reply there.
    """
    context = _context(email) | {"reply_on_page": has_thread and not reply_to and _leads_to_page(email)}
    message = ComposedEmail(
        subject=" ".join(email.subject.split()),  # a line break would start another header
        body=render_to_string("notifications/email.txt", context).strip() + "\n",
        from_email=business().from_address,
        to=[email.to],
        reply_to=[reply_to if reply_to and email.to != business().email else business().email],
        headers=_headers(email),
    )
    message.attach_alternative(render_to_string("notifications/email.html", context), "text/html")
    for name, content, kind in email.attachments:
        message.attach(name, content, kind)
    if email.picture:
        message.picture = _part(email.picture)
    return message


def _leads_to_page(email: Email) -> bool:
    return email.action is not None and email.action[1] == FOLLOW


def _context(email: Email) -> dict[str, object]:
    label, path = email.action or ("", "")
    return {
        "email": email,
        "subject": email.subject,
        "headline": email.headline or email.subject,
        "preheader": email.preheader or next(iter(email.paragraphs), ""),
        "greeting": _greeting(email.name),
        "label": label,
        "url": f"{settings.SITE_URL}{path}",
        "picture_url": f"{settings.SITE_URL}{email.picture.path}" if email.picture else "",
        "unsubscribe_url": email.unsubscribe_url,
        "business": business_details(),
        "to_customer": email.to != business().email,
        "site_url": settings.SITE_URL,
    }


def _headers(email: Email) -> dict[str, str]:
    if not email.unsubscribe_url:
        return {}
    return {"List-Unsubscribe": f"<{email.unsubscribe_url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def _part(picture: EmailPicture) -> MIMEBase:
    """Return the part that the HTML refers to (RFC 2392): mail programs show it without fetching anything."""
    part = MIMEImage(picture.content, "jpeg", name="your-look.jpg")
    part.add_header("Content-ID", "<picture>")
    part.add_header("Content-Disposition", "inline", filename="your-look.jpg")
    return part


def _greeting(full_name: str) -> str:
    return f"Hi {full_name.split()[0].rstrip(',')}," if _PLAIN_NAME.fullmatch(full_name) else "Hi,"
