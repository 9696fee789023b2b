"""Measure the headers of every public page and of the API as a visitor of a production site gets them."""

import json
import os
from pathlib import Path

import requests

from devtools.attack.header_rules import BEST, Measured, Points, score
from devtools.attack.report import Part
from devtools.paths import FRONTEND
from devtools.web import serve

HOST = "lights.example"
# Stripe and Google are configured, since the policy has to allow their scripts and forms.
PRODUCTION = {
    "DEBUG": "", "SECRET_KEY": "x" * 50, "ALLOWED_HOSTS": HOST, "EMAIL_URL": "smtp://mail.example",
    "LOG_LEVEL": "ERROR", "BEHIND_TLS_PROXY": "1", "TRUSTED_PROXIES": "1", "DISABLE_THROTTLES": "", "SENTRY_DSN": "",
    "SITE_URL": "",
    "STRIPE_SECRET_KEY": "sk_test_x", "STRIPE_PUBLISHABLE_KEY": "pk_test_x", "STRIPE_WEBHOOK_SECRET": "whsec_x",
    "STRIPE_SANDBOX_URL": "", "GOOGLE_CLIENT_ID": "x", "GOOGLE_CLIENT_SECRET": "x",
}  # fmt: skip
# Server pages, client pages that require signing in, an unknown page, and API responses with and without permission.
OTHERS = [
    "accounts/login/", "accounts/signup/", "f/", "my-services", "admin", "subscribe", "no-such-page",
    "api/catalog", "api/auth/user", "api/quotes", "api/schema/", "api/no-such-path",
]  # fmt: skip


def measure(database_url: str, data: Path, log: Path) -> Part:
    """Serve the product with production settings as if behind a proxy, and score each page."""
    environment = os.environ | PRODUCTION | {"DATABASE_URL": database_url, "DATA_DIR": str(data)}
    paths = [*public_pages(), *OTHERS]
    with serve("config.wsgi", environment, log=log) as (port, _):
        scores = {f"/{path}": score(_fetch(port, path)) for path in paths}
    findings = [
        f"{path}: {points} points, {_reasons(each)}" for path, (points, each) in scores.items() if points < BEST
    ]
    least = min(points for points, _ in scores.values())
    return Part("Headers", f"{len(paths)} pages and API responses, at least {least} points (A+ from {BEST})", findings)


def public_pages() -> list[str]:
    """Return the paths of the pages meant for search engines, as listed by the client's build."""
    file = FRONTEND / "build" / "client" / "routes.json"
    return [path.strip("/") for path in json.loads(file.read_text())["prerendered"]]


def _fetch(port: int, path: str) -> Measured:
    def get(scheme: str) -> requests.Response:
        headers = {"Host": HOST, "X-Forwarded-Proto": scheme, "X-Forwarded-For": "203.0.113.9"}
        return requests.get(f"http://127.0.0.1:{port}/{path}", headers=headers, allow_redirects=False, timeout=30)

    plain, secure = get("http"), get("https")
    return Measured(
        host=HOST,
        headers={name.lower(): value for name, value in secure.headers.items()},
        cookies=secure.raw.headers.getlist("Set-Cookie"),
        body=secure.text,
        redirect=plain.headers.get("Location", "") if plain.status_code in {301, 308} else "",
    )


def _reasons(each: list[Points]) -> str:
    return "; ".join(f"{one.rule} {one.points} ({one.reason})" for one in each if one.points < 0)
