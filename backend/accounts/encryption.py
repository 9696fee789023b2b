"""Encryption of the seeds of second factors in the database."""

import base64
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_PURPOSE = b"seeds of second factors"  # derives a key that is used for nothing else (RFC 5869, "info")


class Unreadable(Exception):
    """The text was tampered with, or its key is no longer among the secret keys."""


def encrypt(text: str) -> str:
    """Return ``text`` encrypted with a key derived from ``SECRET_KEY``."""
    return _keys().encrypt(text.encode()).decode("ascii")


def decrypt(encrypted: str) -> str:
    """Return the original text, using ``SECRET_KEY`` or one of ``SECRET_KEY_FALLBACKS``. Raises Unreadable."""
    try:
        return _keys().decrypt(encrypted).decode()
    except InvalidToken:
        raise Unreadable from None


def _keys() -> MultiFernet:
    return MultiFernet([_derive(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


@lru_cache(maxsize=8)
def _derive(secret: str) -> Fernet:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(key))
