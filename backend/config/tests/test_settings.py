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


def test_production_starts_with_the_required_settings() -> None:
    started = _start(**PRODUCTION)
    assert started.returncode == 0, started.stderr
    assert started.stdout == "False https://lights.example\n"


def test_production_names_all_missing_settings() -> None:
    refused = _start()
    assert refused.returncode != 0
    last = refused.stderr.strip().splitlines()[-1]
    assert all(name in last for name in PRODUCTION), last


@pytest.mark.parametrize("name", PRODUCTION)
def test_production_requires_each_setting(name: str) -> None:
    refused = _start(**{**PRODUCTION, name: ""})
    assert refused.returncode != 0
    assert f"needed and not set: {name}" in refused.stderr


def test_debug_requires_only_the_database() -> None:
    assert _start(DEBUG="1", DATABASE_URL="postgresql:///none").returncode == 0
    assert "needed and not set: DATABASE_URL" in _start(DEBUG="1").stderr


def test_throttles_cannot_be_turned_off_in_production() -> None:
    refused = _start(**PRODUCTION, DISABLE_THROTTLES="1")
    assert refused.returncode != 0
    assert "DISABLE_THROTTLES" in refused.stderr


def test_email_travels_unencrypted_only_in_development() -> None:
    refused = _start(**{**PRODUCTION, "EMAIL_URL": "smtp+plain://mail.example"})
    assert refused.returncode != 0
    assert "EMAIL_URL" in refused.stderr
    plain = {"DEBUG": "1", "DATABASE_URL": "postgresql:///none", "EMAIL_URL": "smtp+plain://127.0.0.1:1025"}
    started = _start("s.DELIVERY_OPTIONS['use_tls'], s.DELIVERY_OPTIONS['use_ssl']", **plain)
    assert started.stdout == "False False\n", started.stderr


def test_every_variable_is_in_the_example_file() -> None:
    source = (settings.BACKEND_DIR / "config" / "settings.py").read_text()
    read = set(re.findall(r"""env\.(?:text|url|flag|number|words)\(\s*["']([A-Z_]+)["']""", source))
    example = (settings.PROJECT_DIR / ".env.example").read_text()
    listed = set(re.findall(r"^#?([A-Z][A-Z_]+)=", example, re.MULTILINE))
    # Read by the Makefile's commands, gunicorn and Compose rather than by the settings.
    elsewhere = {"WEB_CONCURRENCY", "POSTGRES_PASSWORD"}
    assert listed - elsewhere == read


def test_second_sign_in_step_is_required_outside_debug() -> None:
    assert _start("s.SECOND_FACTOR_REQUIRED", **PRODUCTION).stdout == "True\n"
    assert _start("s.SECOND_FACTOR_REQUIRED", DEBUG="1", DATABASE_URL="postgresql:///none").stdout == "False\n"


def test_cookies_belong_to_this_host_alone_outside_debug() -> None:
    """Another host of the same domain can neither read nor set them (RFC 6265bis, "The __Host- Prefix")."""
    shown = "s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME"
    assert _start(shown, **PRODUCTION).stdout == "__Host-sessionid __Host-csrftoken\n"
    assert _start(shown, DEBUG="1", DATABASE_URL="postgresql:///none").stdout == "sessionid csrftoken\n"


def test_cookies_keep_the_conditions_of_their_prefix() -> None:
    """Secure, for the whole site, and for no other host: otherwise browsers drop them."""
    program = (
        "import django; django.setup(); from django.test import Client;"
        "response = Client().get('/api/auth/user', headers={'host': 'lights.example'}, secure=True);"
        "print(response.status_code, response.cookies.output(header=''))"
    )
    environment = PRODUCTION | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    started = subprocess.run(
        [sys.executable, "-c", program], cwd=settings.BACKEND_DIR, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert started.returncode == 0, started.stderr
    status, cookie = started.stdout.split(maxsplit=1)
    assert status == "401"
    assert cookie.startswith("__Host-csrftoken=")
    assert "; Secure" in cookie
    assert "; Path=/;" in cookie
    assert "Domain" not in cookie


GOOGLE = {"GOOGLE_CLIENT_ID": "id", "GOOGLE_CLIENT_SECRET": "secret"}


@pytest.mark.parametrize(
    ("environment", "allowed"),
    [(PRODUCTION, "'self' data:"), (PRODUCTION | GOOGLE, "'self' data: https://lh3.googleusercontent.com")],
)
def test_images_are_allowed_from_this_site_and_from_google_profiles(environment: dict[str, str], allowed: str) -> None:
    """A page that may load pictures from anywhere can send what it shows anywhere."""
    started = _start("*s.CONTENT_SECURITY_POLICY['DIRECTIVES']['img-src']", **environment)
    assert started.stdout == f"{allowed}\n", started.stderr


KEYS = {"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_live_1", "STRIPE_WEBHOOK_SECRET": "whsec_1"}
PAYMENTS = "s.STRIPE_SECRET_KEY, s.STRIPE_API_BASE, *s.CONTENT_SECURITY_POLICY['DIRECTIVES']['script-src']"


def test_card_payment_requires_all_its_settings() -> None:
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
def test_content_security_policy_allows_stripe(environment: dict[str, str], shown: str) -> None:
    started = _start(PAYMENTS, **environment)
    assert started.stdout == f"{shown}\n", started.stderr


@pytest.mark.parametrize(
    ("secret", "publishable", "starts"),
    [
        ("sk_live_1", "pk_live_1", True),
        ("rk_live_1", "pk_live_1", True),
        ("sk_test_1", "pk_test_1", True),
        ("sk_live_1", "pk_test_1", False),
        ("rk_live_1", "pk_test_1", False),
        ("sk_test_1", "pk_live_1", False),
        ("rk_test_1", "pk_live_1", False),
    ],
)
@pytest.mark.parametrize("base", [PRODUCTION, {"DEBUG": "1", "DATABASE_URL": "postgresql:///none"}])
def test_live_key_is_refused_beside_test_key(base: dict[str, str], secret: str, publishable: str, starts: bool) -> None:
    keys = KEYS | {"STRIPE_SECRET_KEY": secret, "STRIPE_PUBLISHABLE_KEY": publishable}
    started = _start(**base, **keys)
    assert (started.returncode == 0) == starts, started.stderr
    if not starts:
        last = started.stderr.strip().splitlines()[-1]
        assert "STRIPE_SECRET_KEY is a" in last
        assert "STRIPE_PUBLISHABLE_KEY is a" in last
        assert secret not in last


@pytest.mark.parametrize(
    ("environment", "allowed"),
    [
        (PRODUCTION, "['self']"),
        (PRODUCTION | KEYS, "['self', 'https://js.stripe.com']"),
        (PRODUCTION | KEYS | {"STRIPE_JS_URL": "https://js.example/x/stripe.js"}, "['self', 'https://js.example']"),
    ],
)
def test_frame_of_stripe_may_ask_browser_for_payment(environment: dict[str, str], allowed: str) -> None:
    assert _start("s.PERMISSIONS_POLICY['payment']", **environment).stdout == f"{allowed}\n"


def test_opening_hours_are_shown_in_words() -> None:
    started = _start("s.BUSINESS_HOURS", **PRODUCTION, BUSINESS_OPENING_HOURS="Mo-Fr 08:00-17:30, Sa 09:00-12:00")
    assert started.stdout == "Mon-Fri 8:00 AM-5:30 PM, Sat 9:00 AM-12:00 PM\n", started.stderr


@pytest.mark.parametrize(
    "setting",
    [
        {"BUSINESS_OPENING_HOURS": "weekdays"},
        {"BUSINESS_OPENING_HOURS": "Mo-Fr 08:00-25:00"},
        {"BUSINESS_REVIEWS_URL": "javascript:alert(1)"},
        {"BUSINESS_TERMS_URL": "/terms"},
    ],
    ids=str,
)
def test_unreadable_details_of_the_business_are_refused(setting: dict[str, str]) -> None:
    refused = _start(**PRODUCTION, **setting)
    assert refused.returncode != 0
    assert next(iter(setting)) in refused.stderr
