"""Session sign-in for the API."""

import logging
from typing import Any, ClassVar, cast

from rest_framework import authentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

log = logging.getLogger(__name__)

OUT_OF_DATE = "This page is out of date: reload it and try again"


class _HeaderAlone:
    """A request as Django's CSRF check sees it, without form fields.

    Looking for the token in form fields would parse the body before the permissions are checked. A bad body from
    someone without permission would then get a 400.
    """

    POST: ClassVar[dict[str, str]] = {}

    def __init__(self, request: Request) -> None:
        self._of = request

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session, with the CSRF check for unsafe requests of signed-in users.

    DRF responds to signed-out callers with 401 instead of 403 only if an authentication scheme is named.
    """

    def authenticate_header(self, request: Request) -> str:
        return "Session"

    def enforce_csrf(self, request: Request) -> None:
        """Raise PermissionDenied (403) with a user-friendly message unless the request has the CSRF token."""
        try:
            super().enforce_csrf(cast(Request, _HeaderAlone(request)))
        except PermissionDenied as refusal:
            log.warning("%s on %s", refusal.detail, request.path)
            raise PermissionDenied(OUT_OF_DATE) from None
