"""A copy of the database has no usable second factors."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from testing.helpers import totp_code

PASSWORD = "correct horse"


@pytest.fixture
def secret(customer: User) -> str:
    """The customer has an authenticator app with this secret, and recovery codes."""
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    secret: str = generate_totp_secret()
    TOTP.activate(customer, secret)
    RecoveryCodes.activate(customer)
    return secret


def _codes(user: User) -> list[str]:
    row = Authenticator.objects.get(user=user, type=Authenticator.Type.RECOVERY_CODES)
    codes: list[str] = row.wrap().get_unused_codes()
    return codes


def _signs_in_with(code: str) -> bool:
    cache.clear()  # the same code is accepted once in 30 seconds
    client = Client()
    client.post("/accounts/login/", {"login": "eleanor@example.com", "password": PASSWORD})
    response = client.post("/accounts/2fa/authenticate/", {"code": code})
    assert response.status_code in {200, 302}
    return client.get("/api/auth/user").status_code == 200


def test_seeds_are_not_readable_in_the_database(customer: User, secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = RecoveryCodes.generate_seed()
    monkeypatch.setattr(RecoveryCodes, "generate_seed", lambda: seed)
    Authenticator.objects.filter(type=Authenticator.Type.RECOVERY_CODES).delete()
    RecoveryCodes.activate(customer)
    stored = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    assert seed not in stored
    assert not [code for code in _codes(customer) if code in stored]


def test_authenticator_and_recovery_codes_sign_in(customer: User, secret: str) -> None:
    assert not _signs_in_with("000000")
    assert _signs_in_with(totp_code(secret))
    recovery = _codes(customer)[0]
    assert _signs_in_with(recovery)
    assert not _signs_in_with(recovery), "each works once"


def test_same_secret_is_encrypted_differently_each_time(customer: User, outsider: User, secret: str) -> None:
    """Otherwise a copy would show who shares a seed."""
    TOTP.activate(outsider, secret)
    one, other = Authenticator.objects.filter(type=Authenticator.Type.TOTP).values_list("data__secret", flat=True)
    assert one != other


def test_rotated_secret_key_can_still_decrypt_seeds(customer: User, secret: str, settings: Any) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another secret key of this installation " + "y" * 20
    assert _signs_in_with(totp_code(secret))
    assert _signs_in_with(_codes(customer)[0])


def test_lost_secret_key_is_explained_at_sign_in(secret: str, settings: Any) -> None:
    settings.SECRET_KEY = "another secret key of this installation " + "y" * 20
    client = Client()
    client.post("/accounts/login/", {"login": "eleanor@example.com", "password": PASSWORD})
    response = client.post("/accounts/2fa/authenticate/", {"code": totp_code(secret)})
    assert "We can&#x27;t check this code anymore." in response.content.decode()
    assert client.get("/api/auth/user").status_code == 401
