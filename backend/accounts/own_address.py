"""The recipient of messages about what a customer entered, and the cause of a form's confirmation."""

from allauth.account.models import EmailAddress

from accounts.models import User
from common.email_addresses import email_key
from common.email_kinds import Cause


def customer_address(user: User | None, typed: str) -> str:
    """Return the address for messages about what belongs to ``user`` (None for a guest), entered with the address
    ``typed``.

    They go to an address that the user has verified, so that an account can't be used to send email to others.
    Administrators enter requests for customers on the phone, so what belongs to one goes to the address they typed.
    """
    if user is None or user.is_admin:
        return typed
    verified = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "id")
    own = list(verified.values_list("email", flat=True))
    if email_key(typed) in map(email_key, own):
        return typed
    return own[0] if own else user.email


def confirmation_cause(user: User | None) -> Cause | None:
    """Return "staff" if an administrator entered the form, None for who usually causes its confirmation."""
    return Cause.STAFF if user and user.is_admin else None
