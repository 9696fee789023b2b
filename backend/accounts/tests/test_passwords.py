"""Password hashes."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as django_settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client

from accounts.models import User

PASSWORD = "correct horse"
CONFIGURED = list(django_settings.PASSWORD_HASHERS)


@pytest.fixture(autouse=True)
def _the_products_own_hashers(settings: Any) -> None:
    settings.PASSWORD_HASHERS = CONFIGURED


def _signs_in(password: str) -> bool:
    client = Client()
    client.post("/accounts/login/", {"login": "eleanor@example.com", "password": password})
    return client.get("/api/auth/user").status_code == 200


def test_new_password_is_hashed_with_argon2id(customer: User) -> None:
    assert customer.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


def test_older_hash_still_works_and_is_replaced(customer: User) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    User.objects.update(password=PBKDF2PasswordHasher().encode(PASSWORD, "salt" * 6, iterations=1000))
    assert not _signs_in("wrong horse")
    customer.refresh_from_db()
    assert customer.password.startswith("pbkdf2_sha256$")

    assert _signs_in(PASSWORD)
    customer.refresh_from_db()
    assert customer.password.startswith("argon2$argon2id$")
    assert _signs_in(PASSWORD)
