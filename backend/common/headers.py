"""Response headers that limit what other sites can embed, and what browsers can do with the API's responses."""

from collections.abc import Callable

from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase

# JSON that is opened as a page loads nothing and can't be framed.
NOTHING = "default-src 'none'; frame-ancestors 'none'"


def limit_use(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: keep other sites from embedding anything but pictures, and set the strictest policy for JSON.

    Webmail embeds the pictures of our emails, and link previews embed those of our pages.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        kind = response.headers.get("Content-Type", "")
        if not kind.startswith("image/"):
            response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if kind.endswith("json"):
            response.headers.setdefault("Content-Security-Policy", NOTHING)
        return response

    return middleware


class PagesPolicyMiddleware(CSPMiddleware):
    """The content security policy of pages. Building it takes a twentieth of a short request, so the API skips it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the policy, except to API responses."""
        return response if request.path_info.startswith("/api/") else super().process_response(request, response)
