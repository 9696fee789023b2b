"""Backups, uploads, alerts and logs."""

from django.core.exceptions import ImproperlyConfigured

from config import env
from config.settings.base import DATA_DIR, DEVELOPMENT
from config.settings.machines import is_place, uploads_url


def _backup_url() -> str:
    """Return where backups go: ``file:///folder``, ``s3://bucket/prefix``, or "" for no backups. Raises
    ImproperlyConfigured for any other URL."""
    url = env.text("BACKUP_URL")
    if url and not is_place(url):
        raise ImproperlyConfigured("BACKUP_URL must be file:///folder or s3://bucket/prefix")
    return url


def _backup_public_key() -> str:
    """Return the public key that backups are encrypted with, or "". Raises ImproperlyConfigured for anything else."""
    key = env.text("BACKUP_PUBLIC_KEY")
    if key and not key.startswith("age1"):
        raise ImproperlyConfigured("BACKUP_PUBLIC_KEY must be the public key that age-keygen prints (age1…)")
    return key


BACKUP_URL = _backup_url()
BACKUP_PUBLIC_KEY = _backup_public_key()
BACKUPS_KEPT = env.number("BACKUPS_KEPT", 30, least=1)
BACKUP_S3_ENDPOINT = env.url("BACKUP_S3_ENDPOINT")
BACKUP_S3_REGION = env.text("BACKUP_S3_REGION", "us-east-1")
BACKUP_S3_KEY_ID = env.text("BACKUP_S3_KEY_ID")
BACKUP_S3_SECRET = env.text("BACKUP_S3_SECRET")
POSTGRES_BIN = env.text("POSTGRES_BIN")  # the folder of pg_dump, pg_restore and psql; by default, the PATH

# Uploaded files, included in each backup
UPLOADS_URL = uploads_url(DATA_DIR / "uploads")
UPLOADS_S3_ENDPOINT = env.url("UPLOADS_S3_ENDPOINT")
UPLOADS_S3_REGION = env.text("UPLOADS_S3_REGION", "us-east-1")
UPLOADS_S3_KEY_ID = env.text("UPLOADS_S3_KEY_ID")
UPLOADS_S3_SECRET = env.text("UPLOADS_S3_SECRET")
STORAGES = {
    "default": {"BACKEND": "common.uploads.UploadStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

ALERTS = env.flag("ALERTS", not DEVELOPMENT)
ALERT_EMAIL = env.email_address("ALERT_EMAIL")  # by default the business's email address
ALERT_PHONE = env.phone_number("ALERT_PHONE")
SENTRY_DSN = env.url("SENTRY_DSN")
# The name of this machine, if there are several. Each is monitored separately.
MACHINE = env.text("MACHINE")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "common.logs.OneObjectPerLine"},
    },
    "filters": {
        "request_id": {"()": "common.logs.WithRequestId"},
        "no_traceback": {"()": "common.logs.NoTraceback"},
        "no_link_tokens": {"()": "common.logs.NoLinkTokens"},
        "outage": {"()": "common.outages.OneLinePerOutage"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line" if DEVELOPMENT else "json",
            "filters": ["request_id", "no_link_tokens", "outage"],
        }
    },
    "root": {
        "handlers": ["console"],
        "level": env.choice("LOG_LEVEL", "INFO", ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]),
    },
    "loggers": {
        "django.security.DisallowedHost": {"filters": ["no_traceback"]},
        "django.server": {"level": "WARNING", "filters": ["no_link_tokens"]},  # it doesn't use our handlers
        "django.request": {"level": "ERROR"},  # requests for unknown pages aren't worth logging
        "gunicorn.http.wsgi": {"level": "ERROR"},  # it warns about every HEAD request, whose body it leaves out
        "procrastinate": {"level": "WARNING"},
        "psycopg": {"level": "ERROR"},  # it warns about every attempt to connect or to cancel a statement
        "access": {"level": "INFO"},  # config.gunicorn_logs
        "security": {"level": "INFO"},  # accounts.security_log, independent of LOG_LEVEL
        "stripe": {"level": "WARNING"},  # it logs every call
    },
}
