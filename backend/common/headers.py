"""Response headers that say what other sites may do with a response, and a browser with the API's."""

from collections.abc import Callable

from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase

# JSON opened as a page can load nothing, and no page can frame it.
NOTHING = "default-src 'none'; frame-ancestors 'none'"


def limit_use(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: keep other sites from embedding anything but pictures, and give the API's JSON an empty policy.

    Pictures are embedded elsewhere on purpose: by webmail that shows our emails, and by previews of shared links.
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
    """The content security policy of pages. To write it takes a twentieth of a short request, so the API skips it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the policy to anything but what the API returns."""
        return response if request.path_info.startswith("/api/") else super().process_response(request, response)
