"""Session sign-in for the API."""

from rest_framework import authentication
from rest_framework.request import Request


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session, with the CSRF check on unsafe calls of signed-in users.

    Naming a scheme makes DRF answer 401, not 403, to who is signed out.
    """

    def authenticate_header(self, request: Request) -> str:
        return "Session"
