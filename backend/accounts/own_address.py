"""Recipient and cause of messages about something a customer submitted."""

from allauth.account.models import EmailAddress

from accounts.models import User
from common.email_addresses import email_key
from common.email_kinds import Cause


def customer_address(user: User | None, typed: str) -> str:
    """Return where to send messages about something that ``user`` (None for a guest) submitted with the address
    ``typed``.

    A user's messages go to an address they have verified, so that an account can't be used to email other people.
    Administrators enter requests for customers on the phone, so theirs go to the address they typed.
    """
    if user is None or user.is_admin:
        return typed
    verified = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "id")
    own = list(verified.values_list("email", flat=True))
    if email_key(typed) in map(email_key, own):
        return typed
    return own[0] if own else user.email


def confirmation_cause(user: User | None) -> Cause | None:
    """Return STAFF if an administrator submitted the form, otherwise None: the kind's own cause applies."""
    return Cause.STAFF if user and user.is_admin else None
