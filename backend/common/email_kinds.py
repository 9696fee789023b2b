"""Kinds of email, and who causes them.

Apps declare their kinds next to the functions that compose the emails. The outbox stores the kind and limits what
strangers can cause (``notifications.limits``).
"""

import datetime as dt
from dataclasses import dataclass, replace

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import TextChoices

_ATTRIBUTE = "seacoast_kind"


class Cause(TextChoices):
    """Who causes an email. Only emails caused by strangers are limited per recipient."""

    STRANGER = "stranger"  # anyone who fills in a form with any email address
    STAFF = "staff"
    PAYMENT = "payment"
    ACCOUNT = "account"  # the signed-in owner of the account that the recipient's address belongs to


@dataclass(frozen=True)
class EmailKind:
    """A kind of email. ``per_hour`` and ``per_day`` limit how many strangers can cause for one recipient.

    The defaults are enough for someone who mistypes a code a few times and asks for another one, and far from a flood.
    ``content_kept`` is how long the outbox keeps text and attachments (None: ``RETENTION_MESSAGES_MONTHS``), but always
    until the email is sent; the record of the email is kept for longer. ``is_offer`` marks emails that are not about an
    order in progress: they need the business's postal address and an unsubscribe link.
    """

    slug: str
    cause: Cause
    per_hour: int = 10
    per_day: int = 30
    content_kept: dt.timedelta | None = None
    is_offer: bool = False

    def keeps_content_until(self, now: dt.datetime) -> dt.datetime:
        """Return until when to keep the content of an email composed ``now``."""
        if self.content_kept is not None:
            return now + self.content_kept
        return now + dt.timedelta(days=round(settings.RETENTION_MESSAGES_MONTHS * 365 / 12))

    def for_texts(self) -> "EmailKind":
        """Return the same kind with lower limits for texts, which cost money and wake people up."""
        return replace(self, per_hour=min(self.per_hour, 3), per_day=min(self.per_day, 10))

    def caused_by(self, cause: Cause) -> "EmailKind":
        """Return the same kind with another cause."""
        return replace(self, cause=cause)


# An email without a kind: its cause is unknown, so it is limited.
OTHER = EmailKind("other", Cause.STRANGER)


def set_kind(email: EmailMessage, kind: EmailKind) -> None:
    """Attach ``kind`` to an email that has not been sent yet."""
    setattr(email, _ATTRIBUTE, kind)


def kind_of(email: EmailMessage) -> EmailKind:
    """Return the kind set with ``set_kind``, ``OTHER`` without one."""
    kind: EmailKind = getattr(email, _ATTRIBUTE, OTHER)
    return kind
