"""An installation is configured by its environment, and says at once what it lacks."""

import re
import subprocess
import sys

import pytest
from django.conf import settings

PRODUCTION = {
    "SECRET_KEY": "x" * 50,
    "ALLOWED_HOSTS": "lights.example",
    "DATABASE_URL": "postgresql:///none",
    "EMAIL_URL": "smtp://mail.example",
}


def _start(shown: str = "s.DEVELOPMENT, s.SITE_URL", **environment: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a process that has this environment and no other, and print some of them."""
    return subprocess.run(
        [sys.executable, "-c", f"import config.settings as s; print({shown})"],
        cwd=settings.BACKEND_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_starts_in_production_with_what_it_needs() -> None:
    started = _start(**PRODUCTION)
    assert started.returncode == 0, started.stderr
    assert started.stdout == "False https://lights.example\n"


def test_outside_debug_it_names_all_that_is_missing() -> None:
    refused = _start()
    assert refused.returncode != 0
    last = refused.stderr.strip().splitlines()[-1]
    assert all(name in last for name in PRODUCTION), last


@pytest.mark.parametrize("name", PRODUCTION)
def test_outside_debug_each_of_them_is_needed(name: str) -> None:
    refused = _start(**{**PRODUCTION, name: ""})
    assert refused.returncode != 0
    assert f"needed and not set: {name}" in refused.stderr


def test_in_debug_the_database_is_enough() -> None:
    assert _start(DEBUG="1", DATABASE_URL="postgresql:///none").returncode == 0
    assert "needed and not set: DATABASE_URL" in _start(DEBUG="1").stderr


def test_throttles_cannot_be_turned_off_in_production() -> None:
    refused = _start(**PRODUCTION, DISABLE_THROTTLES="1")
    assert refused.returncode != 0
    assert "DISABLE_THROTTLES" in refused.stderr


def test_every_variable_has_its_line_in_the_example() -> None:
    source = (settings.BACKEND_DIR / "config" / "settings.py").read_text()
    read = set(re.findall(r"""env\.(?:text|flag|number|words)\(\s*["']([A-Z_]+)["']""", source))
    example = (settings.PROJECT_DIR / ".env.example").read_text()
    listed = set(re.findall(r"^#?([A-Z][A-Z_]+)=", example, re.MULTILINE))
    # Read by the Makefile's commands, gunicorn and Compose rather than by the settings.
    elsewhere = {"WEB_CONCURRENCY", "POSTGRES_PASSWORD"}
    assert listed - elsewhere == read


KEYS = {"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_live_1", "STRIPE_WEBHOOK_SECRET": "whsec_1"}
PAYMENTS = "s.STRIPE_SECRET_KEY, s.STRIPE_API_BASE, *s.CONTENT_SECURITY_POLICY['DIRECTIVES']['script-src']"


def test_card_payment_is_set_up_whole_or_not_at_all() -> None:
    assert _start(**PRODUCTION, **KEYS).returncode == 0
    for name in ("STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"):
        refused = _start(**PRODUCTION, **{**KEYS, name: ""})
        assert refused.returncode != 0
        assert name in refused.stderr


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        (PRODUCTION, " https://api.stripe.com 'self'"),
        (PRODUCTION | {"STRIPE_SANDBOX_URL": "http://127.0.0.1:1"}, " https://api.stripe.com 'self'"),
        (PRODUCTION | KEYS, "sk_live_1 https://api.stripe.com 'self' https://js.stripe.com"),
        (
            {"DEBUG": "1", "DATABASE_URL": "postgresql:///none", "STRIPE_SANDBOX_URL": "http://127.0.0.1:1"},
            "sk_test_sandbox http://127.0.0.1:1 'self' http://127.0.0.1:1",
        ),
        (
            KEYS | {"DEBUG": "1", "DATABASE_URL": "postgresql:///none", "STRIPE_SANDBOX_URL": "http://127.0.0.1:1"},
            "sk_live_1 https://api.stripe.com 'self' https://js.stripe.com",
        ),
    ],
)
def test_whom_card_payment_talks_to(environment: dict[str, str], shown: str) -> None:
    started = _start(PAYMENTS, **environment)
    assert started.stdout == f"{shown}\n", started.stderr
