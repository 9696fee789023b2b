"""Encryption of backups with age (https://age-encryption.org), for the owner's key and the key of trial restores.

The owner's private key is not on this machine. The other one is in the database, so the storage alone is unreadable.
"""

from pathlib import Path

import pyrage
from django.conf import settings

from backups.models import TrialKey

SUFFIX = ".age"


class CannotRead(Exception):
    """The key can't decrypt the backup, or the file is damaged."""


def is_on() -> bool:
    """Return whether backups are encrypted."""
    return bool(settings.BACKUP_PUBLIC_KEY)


def encrypt(plain: Path, encrypted: Path) -> None:
    """Encrypt the file ``plain`` to ``encrypted``, in blocks."""
    owner = pyrage.x25519.Recipient.from_str(settings.BACKUP_PUBLIC_KEY)
    trial = pyrage.x25519.Identity.from_str(trial_identity()).to_public()
    pyrage.encrypt_file(str(plain), str(encrypted), [owner, trial])


def decrypt(encrypted: Path, plain: Path, identity: str) -> None:
    """Decrypt a file to ``plain`` with the private key ``identity`` (AGE-SECRET-KEY-…). Raises CannotRead."""
    try:
        plain.touch(mode=0o600)
        pyrage.decrypt_file(str(encrypted), str(plain), [pyrage.x25519.Identity.from_str(identity)])
    except (pyrage.DecryptError, pyrage.IdentityError) as error:
        raise CannotRead(
            f"This key can't decrypt the backup, or the backup is damaged ({type(error).__name__})"
        ) from None


def trial_identity() -> str:
    """Return the private key of trial restores. The first call creates it."""
    key = TrialKey.objects.first()
    if key is None:
        key, _ = TrialKey.objects.get_or_create(id=1, defaults={"identity": str(pyrage.x25519.Identity.generate())})
    return key.identity
