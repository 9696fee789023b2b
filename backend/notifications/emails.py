"""Queuing the emails to customers and to the business. Their content and layout are in ``notifications.layout``."""

from django.conf import settings

from common.email_kinds import EmailKind
from notifications.layout import About, ComposedEmail, Email, EmailDay, EmailPicture, rendered

__all__ = [
    "About", "ComposedEmail", "Email", "EmailDay", "EmailPicture", "queue_email", "queue_email_to_business",
]  # fmt: skip


def queue_email(email: Email) -> None:
    """Queue ``email`` in the caller's transaction."""
    rendered(email).send()


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
