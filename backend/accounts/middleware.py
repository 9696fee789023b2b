"""Middleware that depends on the user or the session."""

from collections.abc import Callable

from django.contrib.auth import middleware as django_auth
from django.contrib.messages import middleware as django_messages
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject

from accounts.devices import store_marks
from accounts.second_factor import limit_rights
from accounts.sessions import user_of_session


class AuthenticationMiddleware(django_auth.AuthenticationMiddleware):
    """Django's middleware, with the rights of the session instead of all rights of the user."""

    def process_request(self, request: HttpRequest) -> None:
        """Set ``request.user``, which is loaded on first use."""
        super().process_request(request)
        del request.auser  # it would have all rights of the user, and there are no async views
        request.user = SimpleLazyObject(lambda: limit_rights(request, user_of_session(request)))  # type: ignore[assignment]


def remember_devices(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: mark the browser after a sign-in (``accounts.devices``)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        store_marks(request, response)
        return response

    return middleware


class MessageMiddleware(django_messages.MessageMiddleware):
    """Django's one-time messages, for the sign-in pages and the back office. The API has none."""

    def process_request(self, request: HttpRequest) -> None:
        """Prepare the storage of a page."""
        if not request.path_info.startswith(API):
            super().process_request(request)


PRIVATE = ("/accounts/", "/backoffice/", "/demo/", "/f/", "/unsubscribe/")
API = "/api/"
# The value that ``add_never_cache_headers`` sets, which parses the header again for each directive: that takes longer
# than the rest of this module.
NEVER_CACHE = "max-age=0, no-cache, no-store, must-revalidate, private"


def private_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: keep responses that depend on the user out of caches, and their pages out of search engines.

    After signing out, the back button must not show a page with recovery codes or a list of customers. An API view that
    is the same for everyone opts out by setting ``Cache-Control`` itself.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        path = request.path_info
        if path.startswith(PRIVATE):
            response["X-Robots-Tag"] = "noindex"
            add_never_cache_headers(response)
        elif path.startswith(API) and not response.has_header("Cache-Control"):
            response.headers["Cache-Control"] = NEVER_CACHE
            response.headers.setdefault("Expires", "0")  # in the past (RFC 9111, section 5.3)
        return response

    return middleware
