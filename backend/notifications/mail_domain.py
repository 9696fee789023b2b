"""Looks up the email authentication records (SPF and DKIM) of our domain."""

import dns.exception
import dns.resolver
from django.conf import settings

from common.business import business

LOOKUP_TIMEOUT = 4.0  # seconds


class NameServerUnreachable(Exception):
    """The name server could not be reached, or failed."""


def sending_domain() -> str:
    """Return the domain that our emails come from."""
    return business().email.rpartition("@")[2]


def has_spf(domain: str) -> bool:
    """Return whether the domain has an SPF record (RFC 7208). Raises NameServerUnreachable."""
    return any(text.lower().startswith("v=spf1") for text in _txt_records(domain))


def has_dkim(domain: str) -> bool:
    """Return whether the domain has a DKIM key under one of ``DKIM_SELECTORS`` (RFC 6376).

    A domain doesn't list its selectors, so an unusual one has to be set. Raises NameServerUnreachable.
    """
    names = (f"{selector}._domainkey.{domain}" for selector in settings.DKIM_SELECTORS)
    return any("p=" in text for name in names for text in _txt_records(name))


def _txt_records(name: str) -> list[str]:
    """Return the domain name's TXT records."""
    try:
        answer = _resolver().resolve(name, "TXT", search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except dns.exception.DNSException as error:
        raise NameServerUnreachable(type(error).__name__) from error
    return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]


def _resolver() -> dns.resolver.Resolver:
    resolver = dns.resolver.Resolver(configure=not settings.DNS_SERVER)
    if settings.DNS_SERVER:
        host, _, port = settings.DNS_SERVER.rpartition(":")
        resolver.nameservers, resolver.port = [host], int(port)
    resolver.lifetime = LOOKUP_TIMEOUT
    return resolver
