"""The layout of all emails to customers and to the business: headline, greeting, paragraphs, facts, one button.

An ``Email`` is the content of one email; ``render_email`` turns it into a message with a plain text and an HTML part.
``docs/decisions/0026-emails-for-every-mail-program.md`` explains the HTML.
"""

import datetime as dt
import re
from dataclasses import dataclass, field
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from typing import Any, NamedTuple

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, SafeMIMEMultipart
from django.template.loader import render_to_string

from common.business import business, business_details
from links.delivery import PLACEHOLDER_PATH
from notifications.texting import ShortText

# The button's path in a message about a quote, tree order or invoice: a placeholder for the private link, which is
# inserted on delivery so that no token is stored (``links``).
FOLLOW = PLACEHOLDER_PATH

# Strangers can enter any name with someone else's email address, so a name that could be a message or link is left out.
_PLAIN_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[ ,'\u2019&-]|\. |\.$){0,59}")


@dataclass(frozen=True)
class EmailPicture:
    """A JPEG in an email. ``description`` is its full text alternative, which the text part shows too; ``path`` is what
    it links to on this site.
    """

    content: bytes
    description: str
    path: str


@dataclass(frozen=True)
class EmailDay:
    """A day shown as a calendar page. All fields but the date may be blank."""

    date: dt.date
    time: str = ""
    place: str = ""
    details: str = ""


class Recipient(NamedTuple):
    """Whom an email goes to. ``name`` is blank for anyone but customers."""

    address: str
    name: str = ""


@dataclass(frozen=True)
class Email:
    """The content of one email.

    ``headline`` defaults to the subject, and ``preheader`` (shown after the subject in lists of emails) to the first
    paragraph. ``quoted`` is what someone wrote, shown with its line breaks. ``facts`` are pairs of a label and a value;
    ``total`` is shown after them in large type. ``action`` is the button's label and path on this site, and
    ``next_steps`` says what happens next. ``attachments`` are (file name, content, media type). With an
    ``unsubscribe_url``, mail programs offer one-click unsubscribing (RFC 8058): the URL has to accept a POST without
    cookies. ``tells`` is stored for later messages (``Message.tells``). ``text`` is the same news as a text, for those
    who want texts.
    """

    to: Recipient
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
    tells: dict[str, str] | None = None
    text: ShortText | None = None


class ComposedEmail(EmailMultiAlternatives):
    """An email with the picture that its HTML part shows."""

    picture: MIMEBase | None = None

    def _create_alternatives(self, msg: Any) -> Any:
        """Pair only the HTML and the picture (RFC 2387), so that mail programs list a PDF as an attachment, but not the
        picture."""
        message = super()._create_alternatives(msg)  # type: ignore[misc]  # missing in the stubs
        if self.picture:
            text, html = message.get_payload()
            related = SafeMIMEMultipart("related", encoding=self.encoding)
            related.attach(html)
            related.attach(self.picture)
            message.set_payload([text, related])
        return message


def new_link_email(
    *, to: Recipient, what: str, facts: list[tuple[str, str]], total: tuple[str, str] | None = None
) -> Email:
    """Return the email with a new private link that someone asked for, to ``what``, such as "invoice 12"."""
    return Email(
        to=to,
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
    return Email(to=Recipient(business().email), subject=subject, paragraphs=paragraphs, facts=facts, action=action)


def render_email(email: Email, *, reply_to: str = "", has_thread: bool = False) -> ComposedEmail:
    """Return ``email`` as a message that can be sent. Does not store or send anything.

    A customer's reply goes to ``reply_to``, by default to the business's own mailbox, which the desk doesn't see. So
    without ``reply_to``, an email that links to a page with a thread (``has_thread``) asks for the reply there.
    """
    context = _context(email) | {"reply_on_page": has_thread and not reply_to and _leads_to_page(email)}
    message = ComposedEmail(
        subject=" ".join(email.subject.split()),  # a line break would start another header
        body=render_to_string("notifications/email.txt", context).strip() + "\n",
        from_email=business().from_address,
        to=[email.to.address],
        reply_to=[reply_to if reply_to and email.to.address != business().email else business().email],
        headers=_headers(email),
    )
    message.attach_alternative(render_to_string("notifications/email.html", context), "text/html")
    for name, content, kind in email.attachments:
        message.attach(name, content, kind)
    if email.picture:
        message.picture = _picture_part(email.picture)
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
        "greeting": _greeting(email.to.name),
        "label": label,
        "url": f"{settings.SITE_URL}{path}",
        "picture_url": f"{settings.SITE_URL}{email.picture.path}" if email.picture else "",
        "unsubscribe_url": email.unsubscribe_url,
        "business": business_details(),
        "to_customer": email.to.address != business().email,
        "site_url": settings.SITE_URL,
    }


def _headers(email: Email) -> dict[str, str]:
    if not email.unsubscribe_url:
        return {}
    return {"List-Unsubscribe": f"<{email.unsubscribe_url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def _picture_part(picture: EmailPicture) -> MIMEBase:
    """Return the part that the HTML refers to (RFC 2392), so that mail programs show it without fetching anything."""
    part = MIMEImage(picture.content, "jpeg", name="your-look.jpg")
    part.add_header("Content-ID", "<picture>")
    part.add_header("Content-Disposition", "inline", filename="your-look.jpg")
    return part


def _greeting(full_name: str) -> str:
    return f"Hi {full_name.split()[0].rstrip(',')}," if _PLAIN_NAME.fullmatch(full_name) else "Hi,"
