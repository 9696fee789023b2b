"""Session sign-in for the API."""

from rest_framework import authentication
from rest_framework.request import Request


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session, with the CSRF check for unsafe requests of signed-in users.

    DRF responds with 401 instead of 403 to signed-out callers only if a scheme is named.
    """

    def authenticate_header(self, request: Request) -> str:
        return "Session"
