"""Compose messages as the worker does, and write them as the text of a stored file.

The modules ``rows_for_…`` register the rows of each stored file with ``stored``. Amounts, names, addresses and days
differ from each other, so that a message with the wrong one doesn't look like the right one.
"""

import datetime as dt
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html import unescape
from pathlib import Path
from uuid import UUID

from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import override_settings

from accounts.models import User
from catalog.catalog import TREE_ADD_ONS
from common.email_kinds import Cause
from common.money import dollars
from notifications.delivery import NotDelivered, deliver_message
from notifications.kinds import MessageKind
from notifications.models import Channel, Message, MessageStatus
from notifications.planning import ONCE, plan
from testing.helpers import text_of
from texts.consent import give_consent
from texts.models import ConsentMethod

FOLDER = Path(__file__).with_name("messages")
# A Tuesday, 10:00 AM EST.
NOW = dt.datetime(2026, 11, 17, 15, tzinfo=dt.UTC)
# 2:30 PM EST on the Monday a week before; no message is about this moment unless its rows say so.
EARLIER = dt.datetime(2026, 11, 9, 19, 30, tzinfo=dt.UTC)

# What the customer with an account typed into a form. The account has another name and address.
TYPED_NAME, TYPED_EMAIL, PHONE, NUMBER = "Peggy Doyle", "peggy@typed.example", "603-555-0172", "+16035550172"
GUEST_NAME, GUEST_EMAIL = "Walter Quinn", "walter@guest.example"


@dataclass(frozen=True)
class Planned:
    """A message as a service plans it."""

    kind: MessageKind
    about_id: UUID | None = None
    occasion: str = ONCE
    channel: Channel = Channel.EMAIL

    def plan(self) -> None:
        """Store it in the outbox."""
        plan(self.kind, self.about_id, occasion=self.occasion, channel=self.channel)


MakeRows = Callable[[], Planned]
STORED: dict[str, MakeRows] = {}


def stored(name: str) -> Callable[[MakeRows], MakeRows]:
    """Register the function that makes the rows for the stored file ``name``: the kind's slug, or slug and branch."""

    def register(make: MakeRows) -> MakeRows:
        assert name not in STORED, name
        STORED[name] = make
        return make

    return register


def id_of(kind: str, number: int) -> UUID:
    """Return an ID that is the same in every run; messages show its last eight digits."""
    return UUID(f"0199a000-0000-7000-8000-{sum(map(ord, kind)):04}{number:08}")


def account() -> User:
    """Create the customer with an account: another name and address than on their requests, and texts besides. Another
    address of the account isn't verified.
    """
    user = User.objects.create_user(
        "margaret@unverified.example", id=id_of("user", 61), first_name="Margaret", last_name="Account"
    )
    EmailAddress.objects.create(user=user, email="margaret@account.example", verified=True, primary=True)
    allow_texts()
    return user


def allow_texts() -> None:
    """Record that the customer agreed to texts, and was sent one since, which said how to stop them."""
    given = give_consent(number=NUMBER, wording="Yes", method=ConsentMethod.QUOTE_FORM)
    Message.objects.create(
        channel=Channel.SMS, kind="quote-requested", cause=Cause.STRANGER, recipients=[NUMBER], recipient_key=NUMBER,
        raw=b"", status=MessageStatus.SENT, sent_at=given.created_at,
    )  # fmt: skip


def was_told(kind: MessageKind, about_id: UUID, thing: UUID, tells: dict[str, str]) -> Message:
    """Store an earlier message of ``kind`` that was sent the day before and told ``tells``."""
    before = NOW - dt.timedelta(days=1)
    message: Message = Message.objects.create(
        channel=Channel.EMAIL, kind=kind.kind.slug, cause=kind.kind.cause, recipients=["x@example.com"],
        recipient_key="x@example.com", subject="Earlier", raw=b"", status=MessageStatus.SENT,
        about_kind=kind.about or "", about_id=about_id, occasion=f"{thing} 1", tells=tells, attempted_at=before,
        sent_at=before, created_at=before,
    )  # fmt: skip
    return message


class NoMailServer:
    """An email backend without a mail server."""

    def __init__(self, **options: object) -> None:
        """Take the options of any backend."""

    def send_messages(self, mails: object) -> int:
        """Send nothing."""
        raise OSError("no connection")


def _fail_once(message: Message) -> None:
    """Compose the email and fail to send it, as if the mail server were down at the first attempt."""
    backend = f"{NoMailServer.__module__}.{NoMailServer.__name__}"
    with override_settings(DELIVERY_BACKEND=backend, DELIVERY_OPTIONS={}), suppress(NotDelivered):
        deliver_message(message.id)
    Message.objects.filter(id=message.id).update(not_before=None, claimed_until=None)


def send(planned: Planned) -> str:
    """Plan and deliver a message, and the text beside it; return both as a stored file has them. The email is delivered
    at the second attempt, which composes it again.
    """
    planned.plan()
    slug, sent = planned.kind.kind.slug, []
    own = Message.objects.filter(kind=slug, about_id=planned.about_id, occasion=planned.occasion)
    while waiting := own.filter(status=MessageStatus.QUEUED).first():
        if waiting.channel == Channel.EMAIL:
            _fail_once(waiting)
        deliver_message(waiting.id)
        waiting.refresh_from_db()
        assert waiting.status == MessageStatus.SENT, f"{slug} was not sent: {waiting.error}"
        assert waiting.not_texted == "", waiting.not_texted
        [file] = (settings.DATA_DIR / "outbox").iterdir()
        sent.append(_text(waiting, file) if waiting.channel == Channel.SMS else _email(file))
        file.unlink()
    return "\n".join(map(_without_what_changes, sent))


def _email(file: Path) -> str:
    mail = message_from_bytes(file.read_bytes(), policy=default)
    assert isinstance(mail, EmailMessage)
    attached = [str(part.get_filename()) for part in mail.iter_attachments()]
    headers = [f"To: {mail['To']}", f"Subject: {mail['Subject']}", *(f"Attached: {name}" for name in attached)]
    text = text_of(mail)
    return "\n".join([*headers, "", text, "In the HTML part only:", *_only_in_html(mail, text), ""])


def _only_in_html(mail: EmailMessage, text: str) -> list[str]:
    """Return what the HTML part says or shows and the plain text doesn't, such as the headline."""
    part = mail.get_body(("html",))
    assert part is not None
    html = re.sub("<!--.*?-->", "", str(part.get_content()).partition("<body")[2], flags=re.DOTALL)
    shown = [*re.split("<[^>]*>", html)[1:], *re.findall(' alt="([^"]+)"', html)]
    # Without what keeps mail programs from showing more than the preheader.
    lines = (" ".join(re.sub("[\u034f\u200c]", "", unescape(line)).split()) for line in shown)
    plain = " ".join(text.split())
    return [line for line in lines if line not in plain]


def _text(message: Message, file: Path) -> str:
    return f"Text to {message.recipient}:\n\n{file.read_text()}\n"


def _without_what_changes(text: str) -> str:
    """Replace private tokens, and the catalog's prices of add-ons, which no row stores."""
    text = re.sub(r"/(f|unsubscribe)/[\w:.-]{20,}", r"/\1/(token)", text)
    for add_on in TREE_ADD_ONS:
        text = text.replace(f"{add_on.name}: {dollars(add_on.price)}", f"{add_on.name}: (the catalog's price)")
    return text
