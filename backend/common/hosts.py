"""The host names and ports that the site accepts."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port


def check_port(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: reject a Host header with a port other than the site's (400).

    ALLOWED_HOSTS checks only the name, and a forged port would end up in redirects and in links in lists and emails. A
    header without a port is fine, since proxies omit it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        host = request.get_host()  # raises DisallowedHost for any other name
        port = split_domain_port(host)[1]
        if port and port not in _ports(request):
            raise DisallowedHost(f"Invalid port in HTTP_HOST header: {host!r}. SITE_URL has the right one.")
        return get_response(request)

    return middleware


def _ports(request: HttpRequest) -> set[str]:
    """Return the ports of SITE_URL and of the server itself, which health checks, Vite and local trials use."""
    site = urlsplit(settings.SITE_URL)
    default = {"http": "80", "https": "443"}.get(site.scheme, "")
    return {str(site.port or default), str(request.META.get("SERVER_PORT"))}
