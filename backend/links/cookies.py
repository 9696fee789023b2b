"""The cookies of browsers that opened private links: one per resource, with the link's token.

They have no path of their own, since the page that sets one has to count the others.
"""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token, rotate_token
from rest_framework.request import Request

from links.models import LinkKind
from links.resources import LIFETIME

# Ten cookies add about a kilobyte to the headers of a request. Further ones replace the oldest.
MAX_LINK_COOKIES = 10


def _prefix() -> str:
    # "__Host-" keeps other hosts of the domain from setting them, as with the session cookie.
    return "link-" if settings.DEVELOPMENT else "__Host-link-"


def cookie_name(kind: LinkKind, resource_id: UUID) -> str:
    """Return the name of the cookie for a resource."""
    return f"{_prefix()}{kind.value}-{resource_id.hex}"


def link_cookies(request: Request | HttpRequest) -> list[str]:
    """Return the names of the request's link cookies; browsers send the oldest first (RFC 6265, section 5.4)."""
    return [name for name in request.COOKIES if name.startswith(_prefix())]


def token_in(request: Request, kind: LinkKind, resource_id: UUID) -> str | None:
    """Return the token that the browser holds for a resource, if any."""
    token: str | None = request.COOKIES.get(cookie_name(kind, resource_id))
    return token


def keep_token(request: HttpRequest, response: HttpResponse, *, kind: LinkKind, resource_id: UUID, token: str) -> None:
    """Set the cookie with the link to a resource, and the CSRF cookie that changes need."""
    name = cookie_name(kind, resource_id)
    others = [each for each in link_cookies(request) if each != name]
    for old in others[: max(0, len(others) - MAX_LINK_COOKIES + 1)]:
        response.delete_cookie(old, samesite="Lax")
    response.set_cookie(
        name,
        token,
        max_age=LIFETIME,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    if "CSRF_COOKIE" in request.META:
        get_token(request)
    else:
        rotate_token(request)
