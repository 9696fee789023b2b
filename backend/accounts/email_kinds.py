"""The kinds of django-allauth's emails, derived from its template names."""

from django.http import HttpRequest

from common.email_kinds import Cause, EmailKind

# Notices of a change that only the signed-in owner of the account can make. Everything else goes to an address that
# anyone can type: codes, and "there is no account" in their place.
_NOTICES = {"email_added", "email_changed", "email_deleted", "password_changed", "password_reset", "password_set"}


def account_email_kind(template_prefix: str, request: HttpRequest | None) -> EmailKind:
    """Return the kind of an email by its template (``account/email/login_code`` is ``login-code``).

    A signed-in administrator's own requests count as staff's. A code that someone signed out requests for an
    administrator's address is limited like any other.
    """
    folder, _, name = template_prefix.rpartition("/")
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated and user.is_admin:
        cause = Cause.STAFF
    elif name in _NOTICES or not folder.startswith("account/"):  # the others are of two-step sign-in and of Google
        cause = Cause.ACCOUNT
    else:
        cause = Cause.STRANGER
    return EmailKind(name.replace("_", "-"), cause)
