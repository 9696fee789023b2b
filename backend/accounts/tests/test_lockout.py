"""Wrong passwords are counted per account, for all its addresses and all names of the site."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User

PASSWORD = "correct horse"
ADDRESSES = ["eleanor@example.com", "ELEANOR@example.com", "work@example.com"]
HOSTS = ["127.0.0.1", "localhost", "testserver:80", "[::1]"]


@pytest.fixture(autouse=True)
def _work_address(verified: User) -> None:
    EmailAddress.objects.create(user=verified, email="work@example.com", verified=True)


def sign_in(password: str, email: str = ADDRESSES[0], host: str = "testserver") -> Any:
    client = Client(headers={"Host": host})
    return client.post("/accounts/login/", {"login": email, "password": password})


def test_lockout_is_shared_by_all_hosts_and_addresses() -> None:
    for number in range(5):
        response = sign_in("wrong", ADDRESSES[number % 3], HOSTS[number % 4])
        assert "don&#x27;t match" in response.content.decode()
    for email in ADDRESSES:
        for host in HOSTS:
            assert "Too many attempts." in sign_in(PASSWORD, email, host).content.decode()


def test_lockout_survives_thousands_of_attempts_by_others() -> None:
    for _ in range(5):
        sign_in("wrong")
    for number in range(2000):
        cache.set(f"allauth:rl:login_failed:{number:064x}", [timezone.now().timestamp()], 300)
    assert "Too many attempts." in sign_in(PASSWORD).content.decode()


def test_others_are_not_locked_out(outsider: User) -> None:
    EmailAddress.objects.create(user=outsider, email=outsider.email, verified=True, primary=True)
    for _ in range(5):
        sign_in("wrong")
    assert sign_in(PASSWORD, outsider.email).status_code == 302


def test_address_without_an_account_is_also_locked_out() -> None:
    for number in range(5):
        sign_in("wrong", ["nobody@example.com", "Nobody@example.com"][number % 2], HOSTS[number % 4])
    assert "Too many attempts." in sign_in("wrong", "nobody@example.com").content.decode()
