"""The kinds of messages, each a short function that composes one when it is sent.

A service plans a message in the transaction that causes it (``notifications.planning``), and the worker composes it
just before sending it. So its content and address are up to date; or it is skipped, and the outbox says why.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from common.email_kinds import EmailKind
from notifications.layout import Email
from notifications.models import AboutKind, Message
from notifications.texting import ShortText

# Most functions return an email, which can have a text beside it; those of kinds without an email return a text.
Compose = Callable[[Message], Email | ShortText]


class Skip(Exception):
    """Raised while composing a message that must not be sent. Its text is the reason, for the outbox."""


class NotYet(Exception):
    """The message must not be sent before ``moment``: it is not due, or was postponed while composing."""

    def __init__(self, moment: dt.datetime) -> None:
        super().__init__(f"Not before {moment:%FT%TZ}")
        self.moment = moment


@dataclass(frozen=True)
class MessageKind:
    """One kind of message, about rows of one kind (None: about no row). Made by ``message_kind``."""

    kind: EmailKind
    about: AboutKind | None
    compose: Compose


_kinds: dict[str, MessageKind] = {}


def message_kind(kind: EmailKind, about: AboutKind | None = None) -> Callable[[Compose], MessageKind]:
    """Register the decorated function as the one that composes messages of ``kind``.

    It is called in a transaction with the message, including ``about_id`` and ``occasion``, and returns the email or
    raises ``Skip`` or ``NotYet``. Kinds are declared in an app's ``emails.py``, where the worker finds them.
    """

    def register(compose: Compose) -> MessageKind:
        _kinds[kind.slug] = MessageKind(kind, about, compose)
        return _kinds[kind.slug]

    return register


def kind_by_slug(slug: str) -> MessageKind:
    """Return the kind whose messages have ``kind`` = ``slug``. Raises KeyError."""
    return _kinds[slug]


def all_kinds() -> list[MessageKind]:
    """Return all kinds."""
    return list(_kinds.values())
