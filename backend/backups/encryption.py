"""Encrypting backups with age (https://age-encryption.org): to the owner's public key, and to that of trial restores.

The private key is not on this machine, so someone who breaks into the storage can't read it.
"""

from pathlib import Path

import pyrage
from django.conf import settings

from backups.models import TrialKey

ENDING = ".age"


class CannotRead(Exception):
    """The key does not open the backup, or the file is damaged."""


def is_on() -> bool:
    """Return whether backups are encrypted."""
    return bool(settings.BACKUP_PUBLIC_KEY)


def encrypt(plain: Path, encrypted: Path) -> None:
    """Write ``plain`` to ``encrypted``, a block at a time."""
    owner = pyrage.x25519.Recipient.from_str(settings.BACKUP_PUBLIC_KEY)
    trial = pyrage.x25519.Identity.from_str(trial_identity()).to_public()
    pyrage.encrypt_file(str(plain), str(encrypted), [owner, trial])


def decrypt(encrypted: Path, plain: Path, identity: str) -> None:
    """Write ``encrypted`` to ``plain`` with the private key ``identity`` (AGE-SECRET-KEY-…). Raises CannotRead."""
    try:
        plain.touch(mode=0o600)
        pyrage.decrypt_file(str(encrypted), str(plain), [pyrage.x25519.Identity.from_str(identity)])
    except (pyrage.DecryptError, pyrage.IdentityError) as error:
        raise CannotRead(f"This key does not open the backup, or it is damaged ({type(error).__name__})") from None


def trial_identity() -> str:
    """Return the key of trial restores; the first call makes it."""
    key = TrialKey.objects.first()
    if key is None:
        key, _ = TrialKey.objects.get_or_create(id=1, defaults={"identity": str(pyrage.x25519.Identity.generate())})
    return key.identity
