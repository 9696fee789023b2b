"""Web addresses that someone else chose."""

from urllib.parse import urlsplit


def is_web_address(text: str) -> bool:
    """Return whether ``text`` is an absolute address on the web, which a page may link to."""
    try:
        parts = urlsplit(text)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and not any(map(str.isspace, text))
    except ValueError:  # such as an IPv6 address without its end
        return False
