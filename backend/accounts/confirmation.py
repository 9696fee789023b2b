"""Recent confirmation: the session was opened, or confirmed with a password, code or second factor, minutes ago.

Required for actions that can't be undone or that give someone access. ``/accounts/confirm/`` asks for it.
"""

import datetime as dt
from typing import Any

from allauth.account import app_settings
from allauth.account.authentication import get_authentication_records
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.permissions import Owner

NOT_CONFIRMED = "Confirm that it's you first, then try again. Nothing was changed."


def confirmed_until(request: HttpRequest) -> dt.datetime | None:
    """Return until when the session counts as recently confirmed, or None if it doesn't."""
    records = get_authentication_records(request, request.user)
    if not records:
        return None
    last = max(record["at"] for record in records)
    until = dt.datetime.fromtimestamp(last + app_settings.REAUTHENTICATION_TIMEOUT, dt.UTC)
    return until if until > timezone.now() else None


class _Confirmed(IsAuthenticated):
    """Respond with 403 to a session that was not confirmed recently."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not super().has_permission(request, view):
            return False
        self.message = NOT_CONFIRMED
        return confirmed_until(request._request) is not None


class ConfirmedUser(_Confirmed):
    """Signed-in users with a recent confirmation."""


class ConfirmedOwner(_Confirmed, Owner):
    """Owners with a recent confirmation."""
