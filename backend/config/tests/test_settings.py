"""An installation is configured by environment variables, and reports missing ones at startup.

``STORE_SETTINGS=1`` stores the settings as they are now.
"""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pprint import pformat
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from common.opening_hours import in_words

PRODUCTION = {
    "SECRET_KEY": "x" * 50,
    "ALLOWED_HOSTS": "lights.example",
    "DATABASE_URL": "postgresql:///none",
    "EMAIL_URL": "smtp://mail.example",
}
DEVELOPMENT = {"DEBUG": "1", "DATABASE_URL": "postgresql:///none"}
_LEFT_OUT = {
    "BACKEND_DIR", "CLIENT_BUILD_DIR", "DATA_DIR", "PROJECT_DIR", "STATIC_ROOT", "UPLOADS_URL", "WHITENOISE_ROOT",
    "BUSINESS_CITIES", "CITIES", "FORM_CITIES", "PACKAGE_BY_ID", "SPECTACULAR_SETTINGS", "VERSION",
}  # fmt: skip
_STORED = Path(__file__).with_name("settings.txt")


def load_settings(**environment: str) -> SimpleNamespace:
    """Load the settings with only this environment. Raises ImproperlyConfigured if they are invalid."""
    with patch.dict(os.environ, environment, clear=True), patch.dict(sys.modules):
        for name in [name for name in sys.modules if name.startswith("config.settings")]:
            del sys.modules[name]
        return SimpleNamespace(**vars(import_module("config.settings")))


def _stated(**environment: str) -> list[str]:
    """Return the text of each setting, without those of this folder, the catalog and the API's description."""
    found = vars(load_settings(**environment))
    names = [name for name in sorted(found) if name.isupper() and name not in _LEFT_OUT]
    return [f"{name} = {pformat(found[name], width=110)}" for name in names]


def test_settings_are_those_stored() -> None:
    """Most are the libraries', so nothing else notices when one is gone: a lost line often means their default."""
    production = _stated(**PRODUCTION)
    differing = [setting for setting in _stated(**DEVELOPMENT) if setting not in production]
    text = "\n".join([*production, "", "# In development, where it differs", *differing, ""])
    if os.environ.get("STORE_SETTINGS"):
        _STORED.write_text(text)
    assert text == _STORED.read_text()


def _refusal(**environment: str) -> str:
    """Return why the settings are invalid with this environment."""
    with pytest.raises(ImproperlyConfigured) as refused:
        load_settings(**environment)
    return str(refused.value)


def test_production_starts_with_the_required_settings() -> None:
    loaded = load_settings(**PRODUCTION)
    assert (loaded.DEVELOPMENT, loaded.SITE_URL) == (False, "https://lights.example")


def test_production_names_all_missing_settings() -> None:
    refused = subprocess.run(
        [sys.executable, "-c", "import config.settings"], cwd=settings.BACKEND_DIR, env={}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert refused.returncode != 0
    last = refused.stderr.strip().splitlines()[-1]
    assert all(name in last for name in PRODUCTION), last


def test_each_setting_is_read_from_its_variable() -> None:
    for file in sorted((settings.BACKEND_DIR / "config/settings").glob("*.py")):
        read = re.findall(r'^(\w+) = env\.\w+\("(\w+)"', file.read_text(), re.MULTILINE)
        assert [pair for pair in read if len(set(pair)) > 1] in ([], [("DEVELOPMENT", "DEBUG")]), file.name


@pytest.mark.parametrize("name", PRODUCTION)
def test_production_requires_each_setting(name: str) -> None:
    for blank in ("", "  "):
        assert _refusal(**{**PRODUCTION, name: blank}).endswith(f"needed and not set: {name}")


def test_debug_requires_only_the_database() -> None:
    assert load_settings(**DEVELOPMENT).DEVELOPMENT
    assert _refusal(DEBUG="1").endswith("needed and not set: DATABASE_URL")


def test_throttles_cannot_be_turned_off_in_production() -> None:
    assert "DISABLE_THROTTLES" in _refusal(**PRODUCTION, DISABLE_THROTTLES="1")


def test_unencrypted_email_and_email_to_a_folder_are_allowed_only_in_development() -> None:
    for url in ("smtp+plain://mail.example", "folder:"):  # without encryption; files that nobody receives
        assert "is refused outside DEBUG" in _refusal(**{**PRODUCTION, "EMAIL_URL": url})
    options = load_settings(**DEVELOPMENT, EMAIL_URL="smtp+plain://127.0.0.1:1025").DELIVERY_OPTIONS
    assert (options["use_tls"], options["use_ssl"]) == (False, False)


def test_every_variable_is_in_the_example_file() -> None:
    files = (settings.BACKEND_DIR / "config" / "settings").glob("*.py")
    source = "".join(file.read_text() for file in files).replace("_server(", "env.text(")
    read = set(re.findall(r"""env\.(?:\w+)\(\s*["']([A-Z_]+)["']""", source))
    example = (settings.PROJECT_DIR / ".env.example").read_text()
    listed = set(re.findall(r"^#?([A-Z][A-Z_]+)=", example, re.MULTILINE))
    # These are read by the Makefile, gunicorn and Compose, not by the settings.
    elsewhere = {"WEB_CONCURRENCY", "POSTGRES_PASSWORD", "SITE_DOMAIN", "LOAD_BALANCER", "CADDY_SITE"}
    assert listed - elsewhere == read


def test_second_sign_in_step_is_required_outside_debug() -> None:
    assert load_settings(**PRODUCTION).SECOND_FACTOR_REQUIRED
    assert not load_settings(**DEVELOPMENT).SECOND_FACTOR_REQUIRED


def test_cookies_are_limited_to_this_host_outside_debug() -> None:
    """Other hosts of the same domain can't read or set them (RFC 6265bis, "The __Host- Prefix")."""
    production, development = load_settings(**PRODUCTION), load_settings(**DEVELOPMENT)
    assert (production.SESSION_COOKIE_NAME, production.CSRF_COOKIE_NAME) == ("__Host-sessionid", "__Host-csrftoken")
    assert (development.SESSION_COOKIE_NAME, development.CSRF_COOKIE_NAME) == ("sessionid", "csrftoken")


def test_cookies_meet_the_conditions_of_their_prefix() -> None:
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
    """A page that may load images from anywhere can leak data to anywhere."""
    assert " ".join(load_settings(**environment).CONTENT_SECURITY_POLICY["DIRECTIVES"]["img-src"]) == allowed


KEYS = {"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_live_1", "STRIPE_WEBHOOK_SECRET": "whsec_1"}


def test_card_payment_requires_all_its_settings() -> None:
    assert load_settings(**PRODUCTION, **KEYS).STRIPE_SECRET_KEY == "sk_live_1"
    for name in ("STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"):
        assert name in _refusal(**PRODUCTION, **{**KEYS, name: ""})


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        (PRODUCTION, " https://api.stripe.com 'self'"),
        (PRODUCTION | {"STRIPE_SANDBOX_URL": "http://127.0.0.1:1"}, " https://api.stripe.com 'self'"),
        (PRODUCTION | KEYS, "sk_live_1 https://api.stripe.com 'self' https://js.stripe.com"),
        (
            DEVELOPMENT | {"STRIPE_SANDBOX_URL": "http://127.0.0.1:1"},
            "sk_test_sandbox http://127.0.0.1:1 'self' http://127.0.0.1:1",
        ),
        (
            DEVELOPMENT | KEYS | {"STRIPE_SANDBOX_URL": "http://127.0.0.1:1"},
            "sk_live_1 https://api.stripe.com 'self' https://js.stripe.com",
        ),
    ],
)
def test_content_security_policy_allows_stripe(environment: dict[str, str], shown: str) -> None:
    loaded = load_settings(**environment)
    sources = loaded.CONTENT_SECURITY_POLICY["DIRECTIVES"]["script-src"]
    assert " ".join([loaded.STRIPE_SECRET_KEY, loaded.STRIPE_API_BASE, *sources]) == shown


@pytest.mark.parametrize("keys", [("pk_test_1", "pk_test_2"), ("sk_test_1", "sk_test_2"), ("sk_test_1", "rk_test_2")])
def test_secret_key_of_stripe_is_never_the_publishable_one(keys: tuple[str, str]) -> None:
    secret, publishable = keys
    refusal = _refusal(**PRODUCTION, **KEYS | {"STRIPE_SECRET_KEY": secret, "STRIPE_PUBLISHABLE_KEY": publishable})
    assert "STRIPE_PUBLISHABLE_KEY the publishable one" in refusal
    assert not any(key in refusal for key in keys)


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
@pytest.mark.parametrize("base", [PRODUCTION, DEVELOPMENT])
def test_live_key_is_refused_beside_test_key(base: dict[str, str], secret: str, publishable: str, starts: bool) -> None:
    keys = KEYS | {"STRIPE_SECRET_KEY": secret, "STRIPE_PUBLISHABLE_KEY": publishable}
    if starts:
        load_settings(**base, **keys)
    else:
        refusal = _refusal(**base, **keys)
        assert "STRIPE_SECRET_KEY is a" in refusal
        assert "STRIPE_PUBLISHABLE_KEY is a" in refusal
        assert secret not in refusal


@pytest.mark.parametrize(
    ("environment", "allowed"),
    [
        (PRODUCTION, ["self"]),
        (PRODUCTION | KEYS, ["self", "https://js.stripe.com"]),
        (PRODUCTION | KEYS | {"STRIPE_JS_URL": "https://js.example/x/stripe.js"}, ["self", "https://js.example"]),
    ],
)
def test_stripes_frame_may_use_the_payment_api(environment: dict[str, str], allowed: list[str]) -> None:
    assert load_settings(**environment).PERMISSIONS_POLICY["payment"] == allowed


@pytest.mark.parametrize(
    ("address", "host", "port", "use_tls", "use_ssl"),
    [
        ("smtp://mail.example", "mail.example", 587, True, False),
        ("smtps://mail.example", "mail.example", 465, False, True),
        ("smtp://mail.example:2525", "mail.example", 2525, True, False),
        ("smtps://lights%40mail.example:p%40ss%2Fw%3Ard@mail.example", "mail.example", 465, False, True),
    ],
)
def test_mail_backend_follows_its_url(address: str, host: str, port: int, use_tls: bool, use_ssl: bool) -> None:
    options = load_settings(**{**PRODUCTION, "EMAIL_URL": address}).DELIVERY_OPTIONS
    assert (options["host"], options["port"], options["use_tls"], options["use_ssl"]) == (host, port, use_tls, use_ssl)
    credentials = ("lights@mail.example", "p@ss/w:rd") if "@" in address else ("", "")
    assert (options["username"], options["password"]) == credentials


def test_opening_hours_are_shown_in_words() -> None:
    loaded = load_settings(**PRODUCTION, BUSINESS_OPENING_HOURS="Mo-Fr 08:00-17:30, Sa 09:00-12:00")
    assert in_words(loaded.BUSINESS_OPENING_HOURS) == "Mon-Fri 8:00 AM-5:30 PM, Sat 9:00 AM-12:00 PM"


@pytest.mark.parametrize(
    "setting",
    [
        {"BUSINESS_OPENING_HOURS": "weekdays"},
        {"BUSINESS_OPENING_HOURS": "Mo-Fr 08:00-25:00"},
        {"BUSINESS_REVIEWS_URL": "javascript:alert(1)"},
        {"BUSINESS_TERMS_URL": "/terms"},
        {"ALERT_PHONE": "(603) 555-0142"},
        {"ALERT_PHONE": "+06035550142"},
        {"ALERT_PHONE": "+160355"},
        {"ALERT_PHONE": "+1234567890123456"},
    ],
    ids=str,
)
def test_invalid_details_of_the_business_are_refused(setting: dict[str, str]) -> None:
    assert next(iter(setting)) in _refusal(**PRODUCTION, **setting)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("DEBUG", "maybe", "DEBUG must be 1 or 0, not 'maybe'"),
        ("DEPOSIT_PERCENT", "a quarter", "DEPOSIT_PERCENT must be a whole number, not 'a quarter'"),
        ("DATABASE_URL", "mysql://lights", "must be a postgresql:// address"),
        ("EMAIL_URL", "https://mail.example", "must be smtp://… or smtps://…"),
        ("EMAIL_URL", "smtp://", "must be smtp://… or smtps://…"),
        ("EMAIL_URL", "smtp://mail.example:tls", "must have a number as its port"),
        ("BACKUP_URL", "/backups", "must be file:///folder or s3://bucket/prefix"),
        ("ALLOWED_HOSTS", "www.lights.example, https://lights.example", "must have host names such as lights.example"),
        ("ALLOWED_HOSTS", "*", "SITE_URL must be an address"),
        ("SITE_URL", "lights.example", "must be an address such as https://lights.example, not 'lights.example'"),
        ("SITE_URL", "https://lights.example/shop", "must be an address such as https://lights.example"),
        ("SECRET_KEY", " ", "needed and not set: SECRET_KEY"),
        ("LOG_LEVEL", "loud", "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL, not 'loud'"),
        ("BUSINESS_EMAIL", "hello", "BUSINESS_EMAIL must be an email address, not 'hello'"),
        ("ALERT_EMAIL", "me@home, you@home", "ALERT_EMAIL must be an email address"),
        ("RETENTION_REQUESTS_MONTHS", "0", "RETENTION_REQUESTS_MONTHS must be 1 or more, not 0"),
        ("RETENTION_MESSAGES_MONTHS", "-1", "must be 1 or more"),
        ("RETENTION_DOCUMENTS_YEARS", "0", "must be 1 or more"),
        ("BACKUPS_KEPT", "0", "must be 1 or more"),
        ("THROTTLE_PER_MINUTE", "0", "must be 1 or more"),  # everyone would be refused
        ("THROTTLE_PER_HOUR", "0", "must be 1 or more"),
        ("THROTTLE_ALL_PER_HOUR", "-1", "must be 0 or more"),
        ("TRUSTED_PROXIES", "-1", "must be 0 or more"),
        ("STRIPE_TIMEOUT", "0", "must be 1 or more"),  # every payment would fail
        ("STRIPE_CONCURRENT_REQUESTS", "0", "must be 1 or more"),
    ],
)
def test_unreadable_setting_is_refused(name: str, value: str, reason: str) -> None:
    assert reason in _refusal(**PRODUCTION | {name: value})


def test_hosts_and_address_of_the_site_are_read() -> None:
    hosts = "lights.example, .lights.example, 127.0.0.1, [::1], *"
    loaded = load_settings(**PRODUCTION | {"ALLOWED_HOSTS": hosts, "SITE_URL": "https://lights.example:8443/"})
    assert hosts.split(", ") == loaded.ALLOWED_HOSTS
    assert loaded.SITE_URL == "https://lights.example:8443"


@pytest.mark.parametrize("off", ["0", "false", "No", "OFF", ""])
def test_debug_can_be_turned_off(off: str) -> None:
    assert not load_settings(**PRODUCTION, DEBUG=off).DEVELOPMENT


INBOUND = {
    "INBOUND_EMAIL_PROVIDER": "Mailgun", "INBOUND_EMAIL_DOMAIN": "Reply.lights.example",
    "INBOUND_EMAIL_SECRET": "lights:" + "x" * 16, "INBOUND_EMAIL_SIGNING_KEY": "key",
}  # fmt: skip


def test_replies_by_email_are_configured_completely() -> None:
    loaded = load_settings(**PRODUCTION, **INBOUND)
    assert (loaded.INBOUND_EMAIL_PROVIDER, loaded.INBOUND_EMAIL_DOMAIN) == ("mailgun", "reply.lights.example")
    load_settings(**PRODUCTION, **INBOUND | {"INBOUND_EMAIL_PROVIDER": "postmark", "INBOUND_EMAIL_SIGNING_KEY": ""})


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("INBOUND_EMAIL_PROVIDER", "pigeon", "must be one of mailgun, "),
        ("INBOUND_EMAIL_DOMAIN", "localhost", "must be a domain"),
        ("INBOUND_EMAIL_DOMAIN", "office@lights.example", "must be a domain"),
        ("INBOUND_EMAIL_SECRET", "lights:" + "x" * 15, "must be name:password, the password at least"),
        ("INBOUND_EMAIL_SECRET", "x" * 40, "must be name:password"),
        ("INBOUND_EMAIL_SIGNING_KEY", "", "is needed for Mailgun"),
    ],
)
def test_incomplete_settings_of_replies_by_email_are_refused(name: str, value: str, reason: str) -> None:
    assert f"{name} {reason}" in _refusal(**PRODUCTION, **INBOUND | {name: value})


def test_command_reports_a_wrong_setting_in_one_line() -> None:
    environment = PRODUCTION | {
        "STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1", "STRIPE_WEBHOOK_SECRET": "whsec_1",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"], cwd=settings.BACKEND_DIR, env=environment, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("FAILING  Settings: STRIPE_SECRET_KEY is a live key")
    assert len(done.stderr.splitlines()) == 1


def test_pool_keeps_nothing_on_a_connection_and_leaves_the_servers_own_as_it_is() -> None:
    loaded = load_settings(**DEVELOPMENT, DATABASE_POOL_URL="postgresql://lights@10.0.0.5:6432/lights-web")
    pool, direct = loaded.DATABASES["pool"], loaded.DATABASES["default"]
    assert (pool["HOST"], pool["PORT"], pool["NAME"]) == ("10.0.0.5", "6432", "lights-web")
    assert pool["DISABLE_SERVER_SIDE_CURSORS"]
    assert pool["OPTIONS"]["prepare_threshold"] is None
    assert "options" not in pool["OPTIONS"]  # PgBouncer refuses them
    assert (direct["NAME"], direct["OPTIONS"]["prepare_threshold"]) == ("none", 5)
    assert loaded.DATABASE_ROUTERS == []


def test_other_parameters_of_the_databases_address_are_its_options() -> None:
    address = "postgresql://lights:secret@db:5433/lights?sslmode=require"
    found = load_settings(**{**DEVELOPMENT, "DATABASE_URL": address}).DATABASES["default"]
    assert (found["NAME"], found["PORT"], found["OPTIONS"]["sslmode"]) == ("lights", "5433", "require")


def test_reports_use_the_replica_only_if_there_is_one() -> None:
    assert "replica" not in load_settings(**DEVELOPMENT).DATABASES
    loaded = load_settings(**DEVELOPMENT, DATABASE_REPLICA_URL="postgresql://10.0.0.6/lights")
    assert loaded.DATABASES["replica"]["HOST"] == "10.0.0.6"
    assert (len(loaded.DATABASE_ROUTERS), loaded.DATABASE_REPLICA_SECONDS) == (1, 30)


def test_replica_lag_limit_is_above_the_workers_heartbeat() -> None:
    assert "at least 15" in _refusal(**DEVELOPMENT, DATABASE_REPLICA_SECONDS="14")
    assert load_settings(**DEVELOPMENT, DATABASE_REPLICA_SECONDS="15").DATABASE_REPLICA_SECONDS == 15


def test_deposit_is_a_percentage() -> None:
    for percent in (0, 100):
        assert percent == load_settings(**DEVELOPMENT, DEPOSIT_PERCENT=str(percent)).DEPOSIT_PERCENT
    for percent in (-1, 101):
        assert "from 0 to 100" in _refusal(**DEVELOPMENT, DEPOSIT_PERCENT=str(percent))


def test_uploads_are_in_the_data_folder_by_default() -> None:
    assert load_settings(**DEVELOPMENT, DATA_DIR="/srv/the data").UPLOADS_URL == "file:///srv/the%20data/uploads"
    assert load_settings(**DEVELOPMENT, UPLOADS_URL="s3://lights/uploads").UPLOADS_URL == "s3://lights/uploads"
    for wrong in ("lights/uploads", "s3:///uploads", "ftp://lights"):
        assert "UPLOADS_URL" in _refusal(**DEVELOPMENT, UPLOADS_URL=wrong)
