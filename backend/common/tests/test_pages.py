"""The pages of the client's build are served with this installation's details."""

import base64
import gzip
import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.test import Client

from common import spa
from common.assets import AssetsMiddleware
from common.business import WORDMARK, phone_href

INLINE = "window.site = '@@business.name@@'"
HTML = f"""<!DOCTYPE html><title>@@business.name@@</title>
<script>{INLINE}</script><script type="module" src="/assets/a-1234.js"></script>
<script type="application/ld+json">{{"name": "@@business.name@@", "url": "@@business.siteUrl@@",
"openingHours": ["@@business.openingHours@@"], "areaServed": ["@@business.cities@@"],
"sameAs": ["@@business.instagramUrl@@", "@@business.facebookUrl@@"], "currenciesAccepted": ["USD"]}}</script>
<ul><li>Portsmouth</li><li data-if="@@business.hours@@" class="x"><svg></svg>@@business.hours@@</li></ul>
<p data-if="@@business.license@@">@@business.license@@</p>
<a href="@@business.phoneHref@@">@@business.phone@@</a> @@business.email@@ {"lights " * 200}"""


ROUTES = {
    "prerendered": ["/", "/quote", "/christmas-trees"],
    "clientRendered": ["/some-page", "/some-page/:id", "/q/:token/pay"],
}


@pytest.fixture(autouse=True)
def build(tmp_path: Path, settings: Any) -> Path:
    settings.CLIENT_BUILD_DIR = tmp_path
    settings.SITE_URL = "https://lights.example"
    settings.BUSINESS_NAME = 'Ray\'s <Lights> & "Sons"'
    settings.BUSINESS_PHONE = "(603) 555-0148"
    settings.BUSINESS_EMAIL = "hello@lights.example"
    settings.BUSINESS_CITIES = ["Dover", "Rye", "Kittery"]
    settings.BUSINESS_OPENING_HOURS = settings.BUSINESS_LICENSE = ""
    settings.BUSINESS_INSTAGRAM_URL = settings.BUSINESS_FACEBOOK_URL = ""
    settings.SECURE_SSL_REDIRECT = False
    (tmp_path / spa.ROUTES).write_text(json.dumps(ROUTES))
    for name in ("index.html", "quote/index.html", "christmas-trees/index.html", spa.NOT_FOUND, spa.FALLBACK):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(HTML + f"<!-- {name} -->")
    return tmp_path


def _get(path: str, **headers: str) -> Any:
    return Client().get(path, headers=headers)


@pytest.mark.parametrize(("name", "is_drawn"), [(WORDMARK, True), ("Granite Lights", False)])
@pytest.mark.django_db
def test_logo_shows_another_name_as_text(build: Path, settings: Any, name: str, is_drawn: bool) -> None:
    settings.BUSINESS_NAME = name
    drawn, text = '<use data-if="@@business.wordmark@@"></use>', "@@business.otherName@@"
    (build / "index.html").write_text(f'{drawn}<text data-if="{text}">{text}</text>')
    page, header = _get("/").text, _get("/accounts/login/").text
    assert ("<use " in page, f">{name}</text>" in page) == (is_drawn, not is_drawn)
    assert ("#word" in header, f">{name}</div></foreignObject>" in header) == (is_drawn, not is_drawn)


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("/", "index.html"),
        ("/quote", "quote/index.html"),
        ("/Quote/", "quote/index.html"),
        ("/CHRISTMAS-trees", "christmas-trees/index.html"),
    ],
)
def test_public_page_is_found_in_any_case_and_with_a_trailing_slash(path: str, file: str) -> None:
    response = _get(path)
    assert response.status_code == 200
    assert response.text.startswith("<!DOCTYPE html><title>Ray&#x27;s")
    assert f"<!-- {file} -->" in response.text
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert "X-Robots-Tag" not in response


@pytest.mark.parametrize(
    "path", ["/404", "/no-such-page", "/quote/more", "/some-page/7/8", "/q//pay", "/q/pay", "/assets/gone-1234.js"]
)
def test_unknown_path_is_a_404_with_the_not_found_page(path: str) -> None:
    response = _get(path)
    assert response.status_code == 404
    assert f"<!-- {spa.NOT_FOUND} -->" in response.text
    assert response["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("path", ["/some-page", "/Some-Page/", "/some-page/7", "/Q/aB-1/Pay"])
def test_client_rendered_route_is_found_but_not_indexed(path: str) -> None:
    response = _get(path)
    assert response.status_code == 200
    assert f"<!-- {spa.FALLBACK} -->" in response.text
    assert response["X-Robots-Tag"] == "noindex"


def test_page_behind_a_private_link_sends_no_referrer_to_other_sites(build: Path) -> None:
    (build / spa.ROUTES).write_text(json.dumps({**ROUTES, "clientRendered": ["/follow/quotes/:id"]}))
    page = _get("/follow/quotes/01a20000-0000-7000-8000-000000000001")
    assert (page.status_code, page["X-Robots-Tag"], page["Referrer-Policy"]) == (200, "noindex", "same-origin")
    assert _get("/quote")["Referrer-Policy"] == "strict-origin-when-cross-origin"


def test_routes_follow_the_build(build: Path) -> None:
    assert _get("/new-page").status_code == 404
    (build / spa.ROUTES).write_text(json.dumps({**ROUTES, "clientRendered": ["/new-page"]}))
    os.utime(build / spa.ROUTES, ns=(1, 1))
    assert _get("/new-page").status_code == 200


def test_tokens_are_replaced_and_escaped_for_their_context() -> None:
    text = _get("/").text
    assert "@@" not in text
    assert "<title>Ray&#x27;s &lt;Lights&gt; &amp; &quot;Sons&quot;</title>" in text
    assert r'{"name": "Ray\u0027s \u003cLights\u003e \u0026 \"Sons\"", "url": "https://lights.example"' in text
    assert '<a href="tel:+16035550148">(603) 555-0148</a> hello@lights.example' in text


def _structured_data(text: str) -> Any:
    script = re.search(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)
    assert script
    return json.loads(script[1])


def test_blank_details_are_left_out_of_the_page() -> None:
    text = _get("/").text
    assert "<ul><li>Portsmouth</li></ul>" in text
    assert "data-if" not in text
    data = _structured_data(text)
    assert "openingHours" not in data
    assert "sameAs" not in data
    assert (data["areaServed"], data["currenciesAccepted"]) == (["Dover", "Rye", "Kittery"], ["USD"])


def test_filled_in_details_are_shown_on_the_page(settings: Any) -> None:
    settings.BUSINESS_OPENING_HOURS = "Mo-Fr 08:00-17:00, Sa 09:00-12:00"
    settings.BUSINESS_LICENSE = "Licensed <in> NH"
    settings.BUSINESS_FACEBOOK_URL = "https://facebook.example/lights"
    text = _get("/").text
    assert "<svg></svg>Mon-Fri 8:00 AM-5:00 PM, Sat 9:00 AM-12:00 PM</li></ul>" in text
    assert ">Licensed &lt;in&gt; NH</p>" in text
    data = _structured_data(text)
    assert data["openingHours"] == ["Mo-Fr 08:00-17:00", "Sa 09:00-12:00"]
    assert data["sameAs"] == ["https://facebook.example/lights"]


@pytest.mark.parametrize(
    ("phone", "href"),
    [
        ("(603) 555-0148", "tel:+16035550148"),
        ("1-603-555-0148", "tel:+16035550148"),
        ("+44 20 7946 0000", "tel:+442079460000"),
        ("(603) 555-0148 ext. 12", "tel:+16035550148"),
        ("603-555-GLOW", "tel:+16035554569"),
        ("", ""),
        ("by email", ""),
    ],
)
def test_phone_number_becomes_a_tel_link(phone: str, href: str) -> None:
    assert phone_href(phone) == href


def test_content_security_policy_allows_only_the_inline_scripts_of_the_page() -> None:
    response = _get("/")
    script = re.search(r"<script>(.*?)</script>", response.text)
    assert script
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    policy = dict(part.split(" ", 1) for part in response["Content-Security-Policy"].split("; "))
    assert policy["script-src"] == f"'self' 'sha256-{digest}'"


def test_changed_build_is_noticed(build: Path) -> None:
    before = _get("/")["ETag"]
    (build / "index.html").write_text("<!DOCTYPE html><title>New</title>")
    after = _get("/")
    assert "New" in after.text
    assert after["ETag"] != before


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("gzip;q=0.0", None),
        ("deflate", None),
    ],
)
def test_page_is_compressed_as_the_browser_accepts(accepted: str, coding: str | None) -> None:
    response = _get("/", **{"Accept-Encoding": accepted})
    decode = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[coding]
    assert response.get("Content-Encoding") == coding
    assert response["Content-Length"] == str(len(response.content))
    assert decode(response.content) == _get("/").content
    assert "Accept-Encoding" in response["Vary"]


def test_cached_page_is_revalidated_and_not_sent_again() -> None:
    first = _get("/", **{"Accept-Encoding": "br"})
    assert first["Cache-Control"] == "no-cache"
    again = _get("/", **{"Accept-Encoding": "br", "If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    # The browser applies these to the cached page.
    for header in ("ETag", "Cache-Control", "Vary", "Content-Security-Policy"):
        assert again[header] == first[header]
    assert _get("/", **{"If-None-Match": first["ETag"]}).status_code == 200  # another encoding has another ETag


def test_head_request_gets_only_the_headers() -> None:
    head, get = Client().head("/"), _get("/")
    assert head.status_code == 200
    assert head.content == b""
    assert head["Content-Length"] == get["Content-Length"]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_other_methods_are_a_405(method: str) -> None:
    response = getattr(Client(enforce_csrf_checks=True), method)("/quote")
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD"


@pytest.mark.parametrize(("path", "missing"), [("/", "index.html"), ("/", spa.ROUTES), ("/sitemap.xml", spa.ROUTES)])
def test_missing_build_is_a_503_with_an_explanation(build: Path, path: str, missing: str) -> None:
    (build / missing).unlink()
    response = _get(path)
    assert response.status_code == 503
    assert response["Content-Type"] == "text/plain"
    assert "not built" in response.text


def test_robots_find_the_sitemap_and_it_lists_the_public_pages() -> None:
    assert "Sitemap: https://lights.example/sitemap.xml" in _get("/robots.txt").text
    response = _get("/sitemap.xml")
    assert response["Content-Type"] == "application/xml"
    assert re.findall(r"<loc>(.*?)</loc>", response.text) == [
        "https://lights.example/",
        "https://lights.example/quote",
        "https://lights.example/christmas-trees",
    ]


@pytest.mark.parametrize("autorefresh", [False, True])
def test_hashed_files_are_cached_forever_and_pages_are_not_served_raw(
    build: Path, settings: Any, autorefresh: bool
) -> None:
    (build / "assets").mkdir()
    (build / "assets" / "a-1234.js").write_text("let a = 1; " * 50)
    (build / "assets" / "a-1234.js.br").write_bytes(brotli.compress(b"let a = 1; " * 50))
    (build / "favicon.svg").write_text("<svg/>")
    settings.WHITENOISE_ROOT, settings.WHITENOISE_AUTOREFRESH = build, autorefresh
    files = AssetsMiddleware(lambda request: None)

    def find(url: str) -> Any:
        return files.find_file(url) if autorefresh else files.files.get(url)

    asset = find("/assets/a-1234.js").get_response("GET", {"HTTP_ACCEPT_ENCODING": "br"})
    assert dict(asset.headers)["Cache-Control"] == "max-age=315360000, public, immutable"
    assert dict(asset.headers)["Content-Encoding"] == "br"
    icon = find("/favicon.svg").get_response("GET", {})
    assert "immutable" not in dict(icon.headers)["Cache-Control"]
    assert find("/index.html") is None
    assert find("/quote/index.html") is None
