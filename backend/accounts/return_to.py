"""Redirect targets after sign-in: always a path on this site."""

from django.utils.http import url_has_allowed_host_and_scheme


def safe_path(candidate: str, default: str = "/") -> str:
    r"""Return ``candidate`` if it is a path on this site, otherwise ``default``.

    Browsers interpret ``//evil``, ``/\evil``, ``https:evil`` and control characters in surprising ways (Django's
    documentation of ``url_has_allowed_host_and_scheme``; WHATWG URL standard), so only plain paths are accepted.
    """
    plain = candidate.startswith("/") and "\\" not in candidate and candidate.isprintable()
    return candidate if plain and url_has_allowed_host_and_scheme(candidate, allowed_hosts=None) else default
