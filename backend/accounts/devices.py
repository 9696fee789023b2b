"""Known browsers of each account, so that its owner is notified of a sign-in from a new one.

A signed cookie has a mark for each account that has signed in with this browser. The mark depends on the password, so
after a password change every browser counts as new.
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
_MAX_MARKS = 10
_MAX_AGE = dt.timedelta(days=400)  # browsers don't keep cookies longer
_ATTRIBUTE = "device_marks"


def record_device(request: HttpRequest, user: User, *, notify: bool) -> None:
    """Remember that ``user`` signed in with this browser. If it is new to them and ``notify`` is set, email them."""
    marks, mark = _marks(request), _mark(user)
    if mark not in marks and notify:
        get_adapter().send_notification_mail("account/email/new_device", user)
    setattr(request, _ATTRIBUTE, [mark, *(each for each in marks if each != mark)][:_MAX_MARKS])


def store_marks(request: HttpRequest, response: HttpResponse) -> None:
    """Set the cookie if ``record_device`` was called during ``request``."""
    marks: Any = getattr(request, _ATTRIBUTE, None)
    if marks is not None:
        response.set_cookie(
            settings.DEVICE_COOKIE_NAME,
            signing.dumps(marks, salt=_SALT),
            max_age=_MAX_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def _mark(user: User) -> str:
    return salted_hmac(_SALT, f"{user.pk} {user.password}").hexdigest()[:32]


def _marks(request: HttpRequest) -> list[str]:
    try:
        marks = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=_SALT, max_age=_MAX_AGE)
    except signing.BadSignature:
        return []
    return list(marks)
