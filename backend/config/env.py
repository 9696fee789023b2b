"""Typed readers of environment variables, for the settings. Only ``config`` reads the environment."""

import os
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from psycopg import conninfo

from common.email_addresses import is_email_address
from common.opening_hours import in_words
from common.web_addresses import is_web_address


def text(name: str, default: str = "") -> str:
    """Return the variable as text. A blank one counts as not set."""
    value = os.environ.get(name, "")
    return value if value.strip() else default


def flag(name: str, default: bool = False) -> bool:
    """Return the variable as a boolean (``1``, ``true``, ``yes`` and ``on`` are true). Raises ImproperlyConfigured."""
    value = text(name).lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    if value:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}")
    return default


def number(name: str, default: int, *, least: int | None = None) -> int:
    """Return the variable as an integer. Raises ImproperlyConfigured if it is not one, or below ``least``."""
    value = text(name)
    try:
        found = int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}") from None
    if least is not None and found < least:
        raise ImproperlyConfigured(f"{name} must be {least} or more, not {found}")
    return found


def choice(name: str, default: str, known: Sequence[str]) -> str:
    """Return the variable, which must be one of ``known``. Raises ImproperlyConfigured."""
    value = text(name, default)
    if value not in known:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(known)}, not {value!r}")
    return value


def words(name: str, default: Sequence[str] = ()) -> list[str]:
    """Return the variable as a list. Its items are separated by commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()] or list(default)


def url(name: str) -> str:
    """Return the variable as an HTTP or HTTPS URL, or "". Raises ImproperlyConfigured for another kind of URL."""
    value = text(name)
    if value and not is_web_address(value):
        raise ImproperlyConfigured(f"{name} must be a web address such as https://example.com/page, not {value!r}")
    return value


def hosts(name: str, default: Sequence[str]) -> list[str]:
    """Return the variable as a list of host names, as Django matches them. Raises ImproperlyConfigured for URLs."""
    found = words(name, default)
    for host in found:
        if not re.fullmatch(r"\*|\.?[\w.-]+|\[[0-9a-fA-F:.]+\]", host):
            raise ImproperlyConfigured(f"{name} must have host names such as lights.example, not {host!r}")
    return found


def origin(name: str, default: str) -> str:
    """Return the variable as the origin of a site, without a slash at its end. Raises ImproperlyConfigured."""
    value = text(name, default).rstrip("/")
    if not re.fullmatch(r"https?://(\w[\w.-]*|\[[0-9a-fA-F:.]+\])(:\d+)?", value):
        raise ImproperlyConfigured(f"{name} must be an address such as https://lights.example, not {value!r}")
    return value


def email_address(name: str, default: str = "") -> str:
    """Return the variable as an email address. Raises ImproperlyConfigured."""
    value = text(name, default)
    if value and not is_email_address(value):
        raise ImproperlyConfigured(f"{name} must be an email address, not {value!r}")
    return value


def opening_hours(name: str) -> str:
    """Return the variable as opening hours (``common.opening_hours``), or "". Raises ImproperlyConfigured."""
    value = text(name)
    try:
        in_words(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name}: {error}") from None
    return value


def phone_number(name: str) -> str:
    """Return the variable as a phone number in E.164 (``+16035550142``), or "". Raises ImproperlyConfigured."""
    value = text(name)
    if value and not re.fullmatch(r"\+[1-9][0-9]{6,14}", value):
        raise ImproperlyConfigured(f"{name} must be a phone number such as +16035550142, not {value!r}")
    return value


def database(url: str) -> dict[str, Any]:
    """Return Django's database settings for a libpq URL (``postgresql://user:password@host:5432/name``).

    Raises ImproperlyConfigured for another kind of database.
    """
    if not url.startswith(("postgresql://", "postgres://")):
        raise ImproperlyConfigured("DATABASE_URL must be a postgresql:// address")
    parts = conninfo.conninfo_to_dict(url)
    known = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    return {
        "ENGINE": "common.postgres",
        **{known[key]: str(value) for key, value in parts.items() if key in known},
        "OPTIONS": {key: value for key, value in parts.items() if key not in known},
    }


def mail(url: str, *, development: bool) -> tuple[str, dict[str, Any]]:
    """Return the delivering email backend and its options.

    ``smtp://user:password@host:587`` (STARTTLS) or ``smtps://…:465`` (TLS). In development also ``folder:`` (files in
    ``DATA_DIR/outbox``, which nobody receives) and ``smtp+plain://127.0.0.1:1025``, without encryption. Raises
    ImproperlyConfigured for another URL.
    """
    parts = urlsplit(url)
    if parts.scheme in {"folder", "smtp+plain"} and not development:
        raise ImproperlyConfigured(f"EMAIL_URL must be smtp://… or smtps://…: {parts.scheme}: is refused outside DEBUG")
    if parts.scheme == "folder":
        return "notifications.backends.FolderBackend", {}
    if parts.scheme not in {"smtp", "smtps", "smtp+plain"} or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must be smtp://… or smtps://…")
    secure = parts.scheme == "smtps"
    try:
        port = parts.port or (465 if secure else 587)
    except ValueError:
        raise ImproperlyConfigured("EMAIL_URL must have a number as its port, such as :587") from None
    return "notifications.smtp.SMTPBackend", {
        "host": parts.hostname,
        "port": port,
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_ssl": secure,
        "use_tls": parts.scheme == "smtp",
        "timeout": 20,
    }


def check_inbound_email(provider: str, known: Sequence[str], *, domain: str, secret: str, signing_key: str) -> None:
    """Check the settings of replies by email. Raises ImproperlyConfigured if some are wrong or missing."""
    if not provider:
        return
    if provider not in known:
        raise ImproperlyConfigured(f"INBOUND_EMAIL_PROVIDER must be one of {', '.join(known)}")
    if "." not in domain or "@" in domain:
        raise ImproperlyConfigured("INBOUND_EMAIL_DOMAIN must be a domain, such as reply.example.com")
    if len(secret.partition(":")[2]) < 16:
        raise ImproperlyConfigured("INBOUND_EMAIL_SECRET must be name:password, the password at least 16 characters")
    if provider == "mailgun" and not signing_key:
        raise ImproperlyConfigured("INBOUND_EMAIL_SIGNING_KEY is needed for Mailgun: its webhook signing key")
