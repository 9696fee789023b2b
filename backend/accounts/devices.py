"""Which browsers an account has been used in, so that its owner is told of a sign-in from another one.

A browser carries a signed cookie with a mark of each account that signed in there. The mark depends on the password,
so that after a new one every browser counts as unknown.
"""

import datetime as dt
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts.models import User

_SALT = "accounts.devices"
_MOST = 10
_KEPT = dt.timedelta(days=400)  # browsers keep no cookie longer
_ATTRIBUTE = "device_marks"


def note_sign_in(request: HttpRequest, user: User, *, tell: bool) -> None:
    """Remember that ``user`` signed in with this browser, and email them if it is new for them and ``tell``."""
    marks, mark = _marks(request), _mark(user)
    if mark not in marks and tell:
        get_adapter().send_notification_mail("account/email/new_device", user)
    setattr(request, _ATTRIBUTE, [mark, *(each for each in marks if each != mark)][:_MOST])


def store_marks(request: HttpRequest, response: HttpResponse) -> None:
    """Store in the browser what ``note_sign_in`` noted during ``request``."""
    marks: Any = getattr(request, _ATTRIBUTE, None)
    if marks is not None:
        response.set_cookie(
            settings.DEVICE_COOKIE_NAME,
            signing.dumps(marks, salt=_SALT),
            max_age=_KEPT,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def _mark(user: User) -> str:
    return salted_hmac(_SALT, f"{user.pk} {user.password}").hexdigest()[:32]


def _marks(request: HttpRequest) -> list[str]:
    try:
        marks = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=_SALT, max_age=_KEPT)
    except signing.BadSignature:
        return []
    return list(marks)
