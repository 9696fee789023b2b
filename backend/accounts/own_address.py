"""The recipient and the cause of a form's confirmation email."""

from allauth.account.models import EmailAddress

from accounts.models import User
from common.email_addresses import email_key
from common.email_kinds import Cause


def confirmation_address(user: User | None, typed: str) -> str:
    """Return the address for confirming what ``user`` (None for a guest) entered with the address ``typed``.

    Signed-in customers get it at an address they have verified, so that an account can't be used to send email to
    others. Administrators enter requests for customers on the phone, so the email goes to the customer.
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
