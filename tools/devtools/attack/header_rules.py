"""The scoring rules of MDN's HTTP Observatory that apply to a site like this one.

Source: MDN, "HTTP Observatory: tests and scoring" (2026): a site starts with 100 points; bonus points count only at 90
points or more; 100 or more is an A+. Each rule returns its points and the reason.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from urllib.parse import urlsplit

BEST, NEEDED_FOR_BONUS = 100, 90
SIX_MONTHS = 15_768_000  # seconds
BROAD = {"ftp:", "http:", "https:", "*", "http://*", "https://*"}
UNSAFE = {"'unsafe-inline'", "data:"}
PRIVATE_REFERRERS = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}


@dataclass(frozen=True)
class Measured:
    """A response over HTTPS. Header names are in lower case; ``redirect`` is where plain HTTP redirects to."""

    host: str
    headers: dict[str, str]
    cookies: list[str]
    body: str = ""
    redirect: str = ""


@dataclass(frozen=True)
class Points:
    """The points of one rule and the reason for them."""

    rule: str
    points: int
    reason: str


def score(measured: Measured) -> tuple[int, list[Points]]:
    """Return a response's total score and the points from each rule."""
    each = [Points(name, *rule(measured)) for name, rule in RULES.items()]
    without_bonus = BEST + sum(one.points for one in each if one.points < 0)
    if without_bonus < NEEDED_FOR_BONUS:
        return max(0, without_bonus), each
    return without_bonus + sum(one.points for one in each if one.points > 0), each


def policy(measured: Measured) -> dict[str, set[str]]:
    """Return the sources of each directive of the Content-Security-Policy."""
    header = measured.headers.get("content-security-policy", "")
    parts = [part.split() for part in header.split(";") if part.strip()]
    return {name.lower(): set(sources) for name, *sources in parts}


def check_policy(measured: Measured) -> tuple[int, str]:
    """Score Content-Security-Policy."""
    told = policy(measured)
    if not told:
        return -25, "no policy"
    default = told.get("default-src", {"*"})
    scripts, styles = _with_hashes(told.get("script-src", default)), _with_hashes(told.get("style-src", default))
    pictures = told.get("img-src", default) | told.get("media-src", default)
    others = {source for name, sources in told.items() if name not in {"img-src", "media-src"} for source in sources}
    if scripts & (BROAD | UNSAFE) or told.get("object-src", default) & BROAD:
        return -20, "scripts or objects from anywhere, or inline"
    if any(source.startswith(("http:", "ftp:")) for source in others):
        return -20, "sources without TLS"
    if "'unsafe-eval'" in scripts | styles:
        return -10, "eval"
    if any(source.startswith(("http:", "ftp:")) for source in pictures):
        return -10, "pictures without TLS"
    if styles & (BROAD | UNSAFE):
        return 0, "styles from anywhere, or inline"
    return (10, "nothing unsafe, and nothing by default") if default == {"'none'"} else (5, "nothing unsafe")


def _with_hashes(sources: set[str]) -> set[str]:
    """Return the sources as browsers apply them: 'unsafe-inline' has no effect alongside a hash or a nonce."""
    safe = any(source.startswith(("'sha256-", "'sha384-", "'sha512-", "'nonce-")) for source in sources)
    return sources - {"'unsafe-inline'"} if safe else sources


def check_cookies(measured: Measured) -> tuple[int, str]:
    """Score Set-Cookie."""
    worst = [_cookie_points(line) for line in measured.cookies]
    return min(worst, default=(0, "no cookies"))


def _cookie_points(line: str) -> tuple[int, str]:
    ((name, cookie),) = SimpleCookie(line).items()
    is_session = any(word in name.lower() for word in ("login", "sess"))
    if not cookie["secure"]:
        return (-40 if is_session else -20), f"{name} without Secure"
    if is_session and not cookie["httponly"]:
        return -30, f"{name} without HttpOnly"
    if cookie["samesite"].lower() not in {"lax", "strict"}:
        return (-20 if "csrf" in name.lower() else 0), f"{name} without SameSite"
    return 5, "Secure, HttpOnly and SameSite"


def check_sharing(measured: Measured) -> tuple[int, str]:
    """Score Access-Control-Allow-Origin (CORS)."""
    shared = measured.headers.get("access-control-allow-origin", "")
    with_cookies = measured.headers.get("access-control-allow-credentials", "") == "true"
    return (-50, "shared with everyone, with cookies") if shared and with_cookies else (0, shared or "not shared")


def check_redirection(measured: Measured) -> tuple[int, str]:
    """Check that plain HTTP first redirects to HTTPS on the same host."""
    target = urlsplit(measured.redirect)
    if not measured.redirect:
        return -20, "plain HTTP is served"
    if target.scheme != "https":
        return -20, f"plain HTTP leads to {measured.redirect}"
    return (0, "to HTTPS") if target.hostname == measured.host else (-5, f"to the host {target.hostname}")


def check_referrer(measured: Measured) -> tuple[int, str]:
    """Score Referrer-Policy; the last value that browsers support counts."""
    header = measured.headers.get("referrer-policy", "")
    if not header:
        return 0, "none"
    value = header.split(",")[-1].strip().lower()
    return (5, value) if value in PRIVATE_REFERRERS else (-5, value)


def check_transport(measured: Measured) -> tuple[int, str]:
    """Score Strict-Transport-Security (HSTS)."""
    header = measured.headers.get("strict-transport-security", "")
    age = re.search(r'max-age\s*=\s*"?(\d+)', header, re.IGNORECASE)
    if not age:
        return -20, header or "none"
    return (0, header) if int(age[1]) >= SIX_MONTHS else (-10, f"less than six months: {header}")


def check_scripts(measured: Measured) -> tuple[int, str]:
    """Check that scripts from other sites have a hash (Subresource Integrity) and load over TLS."""
    if not measured.headers.get("content-type", "").startswith("text/html"):
        return 0, "no page"
    found = _Scripts()
    found.feed(measured.body)
    foreign = [(source, has_hash) for source, has_hash in found.sources if _is_foreign(source, measured.host)]
    for source, has_hash in foreign:
        if not source.startswith("https:"):
            return (-20 if has_hash else -50), f"{source} without TLS"
    if bare := [source for source, has_hash in foreign if not has_hash]:
        return -5, f"{bare[0]} without a hash"
    return (5, "all with a hash") if foreign else (0, "all from here")


def _is_foreign(source: str, host: str) -> bool:
    return source.startswith("//") or (urlsplit(source).hostname or host) != host


class _Scripts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.sources: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "script" and (source := told.get("src")):
            self.sources.append((source, bool(told.get("integrity"))))


def check_sniffing(measured: Measured) -> tuple[int, str]:
    """Score X-Content-Type-Options."""
    value = measured.headers.get("x-content-type-options", "none")
    return (0, value) if value.lower() == "nosniff" else (-5, value)


def check_frames(measured: Measured) -> tuple[int, str]:
    """Score the protection against framing: frame-ancestors, or X-Frame-Options."""
    ancestors = policy(measured).get("frame-ancestors")
    if ancestors is not None and not ancestors & BROAD:
        return 5, "by policy"
    value = measured.headers.get("x-frame-options", "none")
    return (0, value) if value.lower() in {"deny", "sameorigin"} else (-20, value)


def check_embedding(measured: Measured) -> tuple[int, str]:
    """Score Cross-Origin-Resource-Policy (CORP)."""
    value = measured.headers.get("cross-origin-resource-policy", "none").lower()
    if value in {"same-origin", "same-site"}:
        return 10, value
    return (0, value) if value in {"cross-origin", "none"} else (-5, value)


RULES: dict[str, Callable[[Measured], tuple[int, str]]] = {
    "content security policy": check_policy,
    "cookies": check_cookies,
    "cross-origin sharing": check_sharing,
    "redirection": check_redirection,
    "referrer policy": check_referrer,
    "strict transport security": check_transport,
    "subresource integrity": check_scripts,
    "content type options": check_sniffing,
    "frames": check_frames,
    "cross-origin resource policy": check_embedding,
}
