"""Settings of backups, alerts and logs."""

from django.core.exceptions import ImproperlyConfigured

from config import env
from config.settings_machines import is_place


def backup_url() -> str:
    """Return where backups go: ``file:///folder`` or ``s3://bucket/prefix``; "" for nowhere. Raises
    ImproperlyConfigured for another address."""
    url = env.text("BACKUP_URL")
    if url and not is_place(url):
        raise ImproperlyConfigured("BACKUP_URL must be file:///folder or s3://bucket/prefix")
    return url


def backup_public_key() -> str:
    """Return the key that backups are encrypted to, or "". Raises ImproperlyConfigured for anything else."""
    key = env.text("BACKUP_PUBLIC_KEY")
    if key and not key.startswith("age1"):
        raise ImproperlyConfigured("BACKUP_PUBLIC_KEY must be the public key that age-keygen prints (age1…)")
    return key
