"""Serves the pages of the web client's build: prerendered pages, and one fallback page for all other routes.

The HTML has tokens such as ``@@business.phone@@``, so that one build works for any installation; they are replaced when
a page is served (``common.page_filling``). ``common.assets`` serves the files with a hash in their name (``/assets/``).
"""

import base64
import hashlib
import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from common.business import business
from common.compression import best_coding, compress
from common.page_filling import SCRIPT, Tokens, current_tokens, fill

# The list of routes, which the build writes from frontend/src/app/routes.ts.
ROUTES = "routes.json"
FALLBACK = "__spa-fallback.html"
# "Page Not Found", prerendered so that it works without scripts.
NOT_FOUND = "404/index.html"
# The pages behind private links, whose URLs must not leak to other sites in the Referer header.
FOLLOW = "follow/"

_NOT_BUILT = "The web client is not built: run `make run`, or `npm run build` in frontend/.\n"
_DATA_BLOCK = re.compile(r"""type=["']?application/(?:ld\+)?json""", re.IGNORECASE)


@dataclass(frozen=True)
class Routes:
    """The client's routes, in lower case and without the outer slashes."""

    prerendered: tuple[str, ...]
    client_rendered: re.Pattern[str]


@dataclass(frozen=True)
class Page:
    """A page ready to be sent: its body by encoding, and the hashes of its inline scripts for the CSP."""

    bodies: dict[str, bytes]
    etag: str
    script_hashes: tuple[str, ...]


@dataclass(frozen=True)
class LinkPreview:
    """A link preview in messengers that replaces the page's own. Paths start with a slash."""

    path: str
    title: str
    image_path: str


@csrf_exempt
@require_safe
def page(request: HttpRequest, preview_of: Callable[[HttpRequest], LinkPreview | None] | None = None) -> HttpResponse:
    """Serve the page for any path that is neither API nor file.

    Unknown paths get the client's "Page Not Found" with status 404, and all paths get 503 if the client is not built.
    Case and trailing slashes are ignored, as in the client's router. ``preview_of`` returns the preview for a link to
    the home page, or None for the page's own.
    """
    route = request.path_info.strip("/").lower()
    try:
        routes = _routes()
        prerendered = route in routes.prerendered
        known = prerendered or routes.client_rendered.fullmatch(route)
        preview = preview_of(request) if preview_of and not route else None
        file = f"{route}/index.html".lstrip("/") if prerendered else FALLBACK if known else NOT_FOUND
        built = _read(settings.CLIENT_BUILD_DIR / file, preview)
    except FileNotFoundError:
        return HttpResponse(_NOT_BUILT, status=503, content_type="text/plain")
    response = _respond(request, built, 200 if known else 404)
    if not prerendered:
        response["X-Robots-Tag"] = "noindex"
    if route.startswith(FOLLOW):
        response["Referrer-Policy"] = "same-origin"
    return response


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Serve ``/robots.txt``. It excludes no pages, since crawlers must read a page to see its ``noindex``."""
    lines = [
        "User-agent: *",
        "Allow: /api/looks/",  # the pictures of shared links
        "Disallow: /api/",
        f"Sitemap: {settings.SITE_URL}/sitemap.xml",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Serve ``/sitemap.xml`` with the prerendered pages."""
    try:
        routes = _routes().prerendered
    except FileNotFoundError:
        return HttpResponse(_NOT_BUILT, status=503, content_type="text/plain")
    addresses = "".join(f"<url><loc>{html.escape(f'{settings.SITE_URL}/{route}')}</loc></url>" for route in routes)
    return HttpResponse(
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{addresses}</urlset>\n',
        content_type="application/xml",
    )


def _respond(request: HttpRequest, found: Page, status: int) -> HttpResponse:
    coding = best_coding(request.headers.get("Accept-Encoding", ""))
    body = found.bodies[coding]
    # Each encoding needs its own ETag. The encoding comes first, since Caddy appends and removes such suffixes.
    etag = f'"{coding}-{found.etag}"'
    response = HttpResponse(body if request.method == "GET" else b"", status=status)
    response["Content-Length"] = str(len(body))
    if coding != "identity":
        response["Content-Encoding"] = coding
    response["Vary"] = "Accept-Encoding"
    response["Cache-Control"] = "no-cache"
    response["ETag"] = etag
    if status == 200:
        response = get_conditional_response(request, etag=etag, response=response) or response
    # Also on a 304: the browser applies its headers to the cached page.
    response._csp_update = {"script-src": found.script_hashes}  # type: ignore[attr-defined]
    return response


def _read(file: Path, preview: LinkPreview | None) -> Page:
    """Return the page in ``file``, prepared once for each version of the file. Raises FileNotFoundError."""
    state = (file, file.stat().st_mtime_ns, current_tokens())
    return _prepare_with_preview(*state, preview) if preview else _prepare(*state)


def _routes() -> Routes:
    """Return the routes of the build. Raises FileNotFoundError."""
    file = settings.CLIENT_BUILD_DIR / ROUTES
    return _parse_routes(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=2)
def _parse_routes(file: Path, mtime_ns: int) -> Routes:
    manifest = json.loads(file.read_text(encoding="utf-8"))
    return Routes(
        prerendered=tuple(path.strip("/").lower() for path in manifest["prerendered"]),
        client_rendered=re.compile("|".join(_pattern(path) for path in manifest["clientRendered"])),
    )


def _pattern(path: str) -> str:
    """Return the regular expression of a route; a segment such as ``:token`` stands for any one segment."""
    segments = path.strip("/").lower().split("/")
    return "/".join("[^/]+" if segment.startswith(":") else re.escape(segment) for segment in segments)


@lru_cache(maxsize=32)
def _prepare(file: Path, mtime_ns: int, tokens: Tokens) -> Page:
    return _page(fill(file.read_text(encoding="utf-8"), tokens), fast=False)


@lru_cache(maxsize=32)
def _prepare_with_preview(file: Path, mtime_ns: int, tokens: Tokens, preview: LinkPreview) -> Page:
    """Prepare a page with the Open Graph tags of ``preview``. Its canonical URL is still that of the page."""
    text = _prepare(file, mtime_ns, tokens).bodies["identity"].decode()
    tags = {
        "og:url": f"{settings.SITE_URL}{preview.path}",  # messengers fetch the preview from this URL
        "og:title": f"{preview.title} | {business().name}",
        "og:image": f"{settings.SITE_URL}{preview.image_path}",
        "og:image:alt": preview.title,
    }
    for name, content in tags.items():
        escaped = html.escape(content)
        text = re.sub(rf'(<meta property="{name}" content=")[^"]*', lambda tag, new=escaped: tag[1] + new, text)  # type: ignore[misc]
    return _page(text, fast=True)  # there are many looks, and each is rarely visited


def _page(text: str, *, fast: bool) -> Page:
    body = text.encode()
    return Page(
        bodies=compress(body, fast=fast),
        etag=hashlib.sha256(body).hexdigest()[:32],
        script_hashes=_script_hashes(text),
    )


def _script_hashes(text: str) -> tuple[str, ...]:
    """Return the CSP sources of inline scripts, except data blocks, which browsers don't run."""
    hashes = []
    for opening, body, _ in SCRIPT.findall(text):
        if body and not _DATA_BLOCK.search(opening):
            digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
            hashes.append(f"'sha256-{digest}'")
    return tuple(dict.fromkeys(hashes))
