"""Validation of URLs that come from users or the environment."""

from urllib.parse import urlsplit


def is_web_address(text: str) -> bool:
    """Return whether ``text`` is an absolute HTTP or HTTPS URL that a page may link to."""
    try:
        parts = urlsplit(text)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and not any(map(str.isspace, text))
    except ValueError:  # such as an unterminated IPv6 address
        return False
