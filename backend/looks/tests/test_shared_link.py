"""A link to a look is a link to the home page, with a preview of the look."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from common import spa
from looks.drawing import version

NAMES = ("og:url", "og:title", "og:image", "og:image:alt", "og:description", "og:site_name")
HTML = f"""<!DOCTYPE html><html><head><title>Home</title><link rel="canonical" href="@@business.siteUrl@@/"/>
{"".join(f'<meta property="{name}" content="the page&#x27;s {name}"/>' for name in NAMES)}
<script>let page = "@@business.name@@"</script></head></html>"""


@pytest.fixture(autouse=True)
def build(tmp_path: Path, settings: Any) -> None:
    settings.CLIENT_BUILD_DIR = tmp_path
    settings.SITE_URL = "https://lights.example"
    settings.BUSINESS_NAME = 'Ray\'s "Lights"'
    settings.SECURE_SSL_REDIRECT = False
    (tmp_path / spa.ROUTES).write_text(json.dumps({"prerendered": ["/", "/quote"], "clientRendered": []}))
    for name in ("index.html", "quote/index.html", spa.FALLBACK):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(HTML)


def _tag(text: str, name: str) -> str:
    return text.split(f'<meta property="{name}" content="')[1].split('"')[0]


def test_preview_shows_the_look() -> None:
    text = Client().get("/?design=p-warm-wt").text
    look = "Premium Installation, warm white lights, with Wreaths &amp; Garland and Smart Timers"
    assert _tag(text, "og:url") == "https://lights.example/?design=p-warm-wt"
    assert _tag(text, "og:title") == f"{look} | Ray&#x27;s &quot;Lights&quot;"
    assert _tag(text, "og:image:alt") == look
    image = _tag(text, "og:image")
    assert image == f"https://lights.example/api/looks/p-warm-wt/preview.jpg?v={version()}"
    assert _tag(text, "og:description") == "the page&#x27;s og:description"


def test_page_of_a_shared_look_is_the_home_page() -> None:
    look, home = Client().get("/?design=p-warm-wt"), Client().get("/")
    assert '<link rel="canonical" href="https://lights.example/"/>' in look.text
    for header in ("Cache-Control", "Content-Security-Policy", "Vary"):
        assert look[header] == home[header]
    assert look["ETag"] != home["ETag"]
    again = Client().get("/?design=p-warm-wt", headers={"If-None-Match": look["ETag"]})
    assert again.status_code == 304
    assert "X-Robots-Tag" not in look


@pytest.mark.parametrize(
    "path",
    [
        "/?design=",
        "/?design=p-pink",
        "/?design=P-WARM",
        "/?design=%22%3E%3Cscript%3E",
        "/?style=p-warm",
        "/quote?design=p-warm",
    ],
)
def test_link_without_a_look_has_the_preview_of_its_page(path: str) -> None:
    response = Client().get(path)
    assert response.status_code == 200
    assert response.text == Client().get(path.partition("?")[0]).text


def test_preview_picture_may_be_fetched_by_crawlers() -> None:
    rules = Client().get("/robots.txt").text
    assert rules.index("Allow: /api/looks/") < rules.index("Disallow: /api/")
