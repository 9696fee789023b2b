"""Middleware for everything that depends on the user."""

from collections.abc import Callable

from django.contrib.auth import middleware as django_auth
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject

from accounts.devices import store_marks
from accounts.second_factor import limit_rights
from accounts.sessions import user_of_session


class AuthenticationMiddleware(django_auth.AuthenticationMiddleware):
    """Django's, with the rights of the session instead of all rights of the user."""

    def process_request(self, request: HttpRequest) -> None:
        """Set ``request.user``, which is loaded when first used."""
        super().process_request(request)
        del request.auser  # an async user would have all rights of the user, and there are no async views
        request.user = SimpleLazyObject(lambda: limit_rights(request, user_of_session(request)))  # type: ignore[assignment]


def remember_devices(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: mark the browser that someone has just signed in with (``accounts.devices``)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        store_marks(request, response)
        return response

    return middleware


PRIVATE = ("/accounts/", "/backoffice/", "/demo/", "/f/", "/unsubscribe/")
API = "/api/"


def private_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: keep responses that depend on the user out of all caches, and pages out of search engines.

    A page with recovery codes or a list of customers must not come back with the back button after signing out. An API
    view that is the same for everyone opts out by setting ``Cache-Control`` itself.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        path = request.path_info
        if path.startswith(PRIVATE):
            response["X-Robots-Tag"] = "noindex"
            add_never_cache_headers(response)
        elif path.startswith(API) and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    return middleware
