"""The kinds of django-allauth's emails, derived from its template names."""

import datetime as dt

from django.http import HttpRequest

from common.email_kinds import Cause, EmailKind

# Notices of a change that only the signed-in owner of the account can make. All other templates (codes, and "there is
# no account with this email" instead of a code) are sent to an address that anyone can type.
_NOTICES = {
    "email_added", "email_changed", "email_deleted", "new_device", "password_changed", "password_reset", "password_set",
    "person_erased",
    "second_factor_removed", "staff_role",
}  # fmt: skip
# A sent code must not be stored anywhere, and the text of a notice follows from its kind.
_CONTENT_KEPT = dt.timedelta(0)


def account_email_kind(template_prefix: str, request: HttpRequest | None) -> EmailKind:
    """Return the kind of an email from its template (``account/email/login_code`` is ``login-code``).

    Emails that a signed-in administrator causes count as caused by staff. A code that someone requests while signed out
    is limited, even if it is for an administrator's address.
    """
    folder, _, name = template_prefix.rpartition("/")
    is_notice = name in _NOTICES or not folder.startswith("account/")  # other folders: two-step sign-in, Google
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated and user.is_admin:
        cause = Cause.STAFF
    elif is_notice:
        cause = Cause.ACCOUNT
    else:
        cause = Cause.STRANGER
    return EmailKind(name.replace("_", "-"), cause, content_kept=_CONTENT_KEPT)
