"""Whether a session was opened, or confirmed with a password, a code or a second factor, a moment ago.

What can't be undone, or would give someone else access, asks for that. ``/accounts/confirm/`` leads through it.
"""

import datetime as dt
from typing import Any

from allauth.account import app_settings
from allauth.account.authentication import get_authentication_records
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.request import Request

from common.permissions import Owner, SignedIn

NOT_CONFIRMED = "Confirm that it's you first, then try again. Nothing was changed."


def confirmed_until(request: HttpRequest) -> dt.datetime | None:
    """Return until when the session of ``request`` counts as just opened or confirmed, None if it does not now."""
    records = get_authentication_records(request, request.user)
    if not records:
        return None
    last = max(record["at"] for record in records)
    until = dt.datetime.fromtimestamp(last + app_settings.REAUTHENTICATION_TIMEOUT, dt.UTC)
    return until if until > timezone.now() else None


class _Confirmed(SignedIn):
    """403 for a session that was neither opened nor confirmed a moment ago."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not super().has_permission(request, view):
            return False
        self.message = NOT_CONFIRMED
        return confirmed_until(request._request) is not None


class ConfirmedUser(_Confirmed):
    """Anyone who is signed in and has just confirmed that it is them."""


class ConfirmedOwner(_Confirmed, Owner):
    """Owners who have just confirmed that it is them."""
