"""The IP address that a request comes from."""

import ipaddress
import re

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

# "203.0.113.5:4711", "[2001:db8::1]:4711" and "[2001:db8::1]": several proxies and load balancers add the port.
_WITH_PORT = re.compile(r"(?:\[(?P<v6>[^\]]*)\]|(?P<v4>[0-9.]+))(?::[0-9]{1,5})?")


def client_ip(request: Request | HttpRequest) -> Address | None:
    """Return the caller's address, or None over a Unix socket. IPv4-mapped IPv6 addresses become IPv4 addresses.

    With ``TRUSTED_PROXIES`` of our own proxies in front, it is the entry of ``X-Forwarded-For`` that the outermost of
    them added. If that is not an address, it is the connection's own.
    """
    address: str = request.META.get("REMOTE_ADDR", "")
    if settings.TRUSTED_PROXIES:
        hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if (forwarded := _parse(hops[-min(settings.TRUSTED_PROXIES, len(hops))])) is not None:
            return forwarded
    return _parse(address)


def _parse(text: str) -> Address | None:
    text = text.strip().strip('"')
    if match := _WITH_PORT.fullmatch(text):
        text = match["v6"] if match["v6"] is not None else match["v4"]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])  # a scope such as %eth0 is the receiver's own
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
