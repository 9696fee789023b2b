"""Where people go after signing in: a path on this site, never another site."""

from django.utils.http import url_has_allowed_host_and_scheme


def safe_path(candidate: str, default: str = "/") -> str:
    r"""Return ``candidate`` if it is a path on this site, otherwise ``default``.

    Browsers read ``//evil``, ``/\evil``, ``https:evil`` and control characters in surprising ways (Django's
    documentation of ``url_has_allowed_host_and_scheme``; WHATWG URL standard), so anything but a plain path is refused.
    """
    plain = candidate.startswith("/") and "\\" not in candidate and candidate.isprintable()
    return candidate if plain and url_has_allowed_host_and_scheme(candidate, allowed_hosts=None) else default
