"""What every page about an account has in common."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

PRIVATE = ("/accounts/", "/demo/")


def private_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the sign-in pages stay out of search engines and out of caches, the browser's own included.

    A page with recovery codes on it must not come back with the back button after signing out.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path_info.startswith(PRIVATE):
            response["X-Robots-Tag"] = "noindex"
            add_never_cache_headers(response)
        return response

    return middleware
