"""Pages with a card form load scripts from us and from Stripe only."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as installed
from django.test import Client

from common import spa
from config.tests.test_settings import KEYS, PRODUCTION, load_settings

STRIPE = "https://js.stripe.com"
OWN_SCRIPT = re.compile(r"'sha256-[\w+/]{43}='")
# From the client's own list, so new pages are tested too.
ROUTES = re.findall(
    r'\broute\("([^"*]+)"',
    (installed.PROJECT_DIR / "frontend" / "src" / "app" / "routes.ts").read_text(encoding="utf-8"),
)
CARD_PAGES = [
    "checkout",
    "subscribe",
    "my-services",
    "christmas-trees",
    "follow/quotes/:id",
    "follow/tree-orders/:id",
]


@pytest.fixture(autouse=True)
def build(tmp_path: Path, settings: Any) -> None:
    """A build whose pages have an inline script, in an installation that accepts cards."""
    (tmp_path / spa.ROUTES).write_text(
        json.dumps({"prerendered": [], "clientRendered": [f"/{each}" for each in ROUTES]})
    )
    (tmp_path / spa.FALLBACK).write_text("<!DOCTYPE html><script>start()</script>")
    settings.CLIENT_BUILD_DIR = tmp_path
    settings.SECURE_SSL_REDIRECT = False
    settings.CONTENT_SECURITY_POLICY = load_settings(**PRODUCTION, **KEYS).CONTENT_SECURITY_POLICY


def test_pages_with_a_card_form_exist() -> None:
    assert set(CARD_PAGES) <= set(ROUTES)


@pytest.mark.parametrize("route", ROUTES)
def test_page_loads_scripts_from_us_and_from_stripe_only(route: str) -> None:
    page = Client().get("/" + route.replace(":id", "01a20000-0000-7000-8000-000000000001"))
    assert page.status_code == 200
    policy = dict(part.split(" ", 1) for part in page["Content-Security-Policy"].split("; "))
    own, others = policy["script-src"].split(), {"script-src-elem", "script-src-attr", "worker-src"} & policy.keys()
    assert [source for source in own if not OWN_SCRIPT.fullmatch(source)] == ["'self'", STRIPE]
    assert not others  # these would replace it
    assert policy["default-src"] == "'self'"
    assert set(policy["frame-src"].split()) == {"'self'", STRIPE, "https://*.js.stripe.com", "https://hooks.stripe.com"}
