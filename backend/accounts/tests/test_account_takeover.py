"""Signing up with someone else's address first does not open their account."""

import datetime as dt
import re
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.socialaccount.models import SocialAccount
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tasks import forget_unverified_accounts
from accounts.verification import claim_address
from quotes.tests.factories import make_quote
from testing.helpers import delivered, in_threads, newest_code, run_during_transaction, text_of

ADDRESS = "victoria@example.com"
ATTACKERS = "the attacker's password"
OWNERS = "the owner's password"

pytestmark = pytest.mark.django_db(transaction=True)


def sign_up(client: Client, password: str, first_name: str = "Victoria") -> Any:
    form = {"first_name": first_name, "last_name": "", "email": ADDRESS, "password1": password}
    return client.post("/accounts/signup/", form, follow=True)


def enter_code(client: Client, path: str, data_dir: Path) -> Any:
    return client.post(f"/accounts/{path}", {"code": newest_code(data_dir)}, follow=True)


def is_signed_in(client: Client) -> bool:
    return client.get("/api/auth/user").status_code == 200


def password_works(password: str) -> bool:
    """Whether the password alone opens the account, now or after a second step."""
    client = Client()
    response = client.post("/accounts/login/", {"login": ADDRESS, "password": password})
    return response.status_code == 302


@pytest.fixture
def unverified() -> User:
    """An account that an attacker has prepared for someone else's address."""
    user = User.objects.create_user(ADDRESS, ATTACKERS, first_name="Not", last_name="Victoria")
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=False, primary=True)
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    SocialAccount.objects.create(user=user, provider="google", uid="the attacker's")
    return user


def assert_reset(user: User) -> None:
    """Assert that nothing the attacker set is left."""
    user.refresh_from_db()
    assert not user.check_password(ATTACKERS)
    assert "Not" not in user.first_name
    assert not Authenticator.objects.exists()
    assert not SocialAccount.objects.exists()
    assert not password_works(ATTACKERS)


def test_sign_up_creates_no_account_until_the_code_is_entered(client: Client, tmp_path: Path) -> None:
    sign_up(client, OWNERS)
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()
    enter_code(client, "confirm-email/", tmp_path)
    [user] = User.objects.all()
    assert (user.email, user.first_name) == (ADDRESS, "Victoria")
    assert EmailAddress.objects.get().verified
    assert client.get("/api/auth/user").json()["id"] == str(user.id)
    assert password_works(OWNERS)


def test_attacker_who_signed_up_first_is_not_in_the_account(tmp_path: Path) -> None:
    attacker, owner = Client(), Client()
    sign_up(attacker, ATTACKERS)

    owner.post("/accounts/login/code/", {"email": ADDRESS})
    if re.search("[A-Z]{4}-[A-Z]{4}", text_of(delivered(tmp_path)[-1])):
        enter_code(owner, "login/code/confirm/", tmp_path)
    else:  # there is no account yet
        sign_up(owner, OWNERS)
        enter_code(owner, "confirm-email/", tmp_path)
    assert is_signed_in(owner)

    assert not password_works(ATTACKERS)
    assert not is_signed_in(attacker)
    assert owner.get("/api/auth/user").json()["email"] == ADDRESS


def test_code_of_an_earlier_sign_up_is_void_once_the_account_exists(tmp_path: Path) -> None:
    """Even if an attacker talks the owner into reading out an old code."""
    attacker, owner = Client(), Client()
    sign_up(attacker, ATTACKERS)
    old = newest_code(tmp_path)
    sign_up(owner, OWNERS)
    enter_code(owner, "confirm-email/", tmp_path)
    response = attacker.post("/accounts/confirm-email/", {"code": old})
    assert "That code isn&#x27;t right." in response.content.decode()
    assert not is_signed_in(attacker)
    assert password_works(OWNERS)
    assert not password_works(ATTACKERS)


def test_make_admin_gives_no_access_to_an_unverified_sign_up(tmp_path: Path) -> None:
    attacker = Client()
    sign_up(attacker, ATTACKERS)
    old = newest_code(tmp_path)
    call_command("make_admin", ADDRESS)
    attacker.post("/accounts/confirm-email/", {"code": old})
    assert not is_signed_in(attacker)
    assert not password_works(ATTACKERS)


def test_make_admin_resets_an_unverified_account(unverified: User, capsys: Any, tmp_path: Path) -> None:
    call_command("make_admin", ADDRESS)
    assert "was never verified" in capsys.readouterr().out
    assert_reset(unverified)
    client = Client()
    client.post("/accounts/login/code/", {"email": ADDRESS})
    enter_code(client, "login/code/confirm/", tmp_path)
    assert client.get("/api/auth/user").json()["isAdmin"] is True


@pytest.mark.parametrize("ways_to_sign_in", ["password", "second step", "none"])
def test_reset_is_in_the_security_log_if_there_was_something_to_reset(
    unverified: User, ways_to_sign_in: str, caplog: pytest.LogCaptureFixture
) -> None:
    if ways_to_sign_in != "password":
        unverified.set_unusable_password()
        unverified.save()
    if ways_to_sign_in != "second step":
        Authenticator.objects.all().delete()
    with caplog.at_level("INFO", logger="security"):
        call_command("make_admin", ADDRESS)
    assert (f"account_reset user={unverified.id}" in caplog.text) is (ways_to_sign_in != "none")


def test_make_admin_finds_an_account_by_any_of_its_verified_addresses(customer: User) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    EmailAddress.objects.create(user=customer, email=ADDRESS, verified=True)
    call_command("make_admin", ADDRESS.upper())
    customer.refresh_from_db()
    assert customer.is_admin
    assert customer.check_password("correct horse")
    assert User.objects.count() == 1


def test_sign_in_code_resets_an_unverified_account(unverified: User, customer: User, tmp_path: Path) -> None:
    EmailAddress.objects.create(user=unverified, email="the.attackers@example.com", verified=False)
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    client = Client()
    client.post("/accounts/login/code/", {"email": ADDRESS})
    enter_code(client, "login/code/confirm/", tmp_path)
    assert is_signed_in(client)
    assert_reset(unverified)


def test_password_reset_code_resets_an_unverified_account(unverified: User, tmp_path: Path) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": ADDRESS})
    enter_code(client, "password/reset/confirm/", tmp_path)
    assert_reset(unverified)
    client.post("/accounts/password/reset/complete/", {"password1": OWNERS, "password2": OWNERS})
    assert password_works(OWNERS)
    assert_reset(unverified)


def test_sign_up_resets_an_unverified_account(unverified: User, tmp_path: Path) -> None:
    client = Client()
    sign_up(client, OWNERS)
    enter_code(client, "confirm-email/", tmp_path)
    assert client.get("/api/auth/user").json()["id"] == str(unverified.id)
    assert password_works(OWNERS)
    assert_reset(unverified)


def test_session_with_the_password_and_the_code_keeps_the_password(tmp_path: Path) -> None:
    """This is the first sign-in of an administrator created with Django's ``createsuperuser``."""
    user = User.objects.create_superuser(ADDRESS, OWNERS, first_name="Victoria")
    client = Client()
    sign_up(client, ATTACKERS)  # its code no longer matters
    client.post("/accounts/login/", {"login": ADDRESS, "password": OWNERS})
    enter_code(client, "confirm-email/", tmp_path)
    assert is_signed_in(client)
    user.refresh_from_db()
    assert user.check_password(OWNERS)
    assert user.first_name == "Victoria"


def test_second_verified_address_resets_nothing(customer: User, tmp_path: Path) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    EmailAddress.objects.create(user=customer, email=ADDRESS, verified=False)
    client = Client()
    client.post("/accounts/login/code/", {"email": ADDRESS})
    enter_code(client, "login/code/confirm/", tmp_path)
    customer.refresh_from_db()
    assert customer.check_password("correct horse")
    assert customer.first_name == "Eleanor"


def test_abandoned_sign_up_can_be_repeated(tmp_path: Path) -> None:
    sign_up(Client(), ATTACKERS)
    first = newest_code(tmp_path)
    client = Client()
    response = sign_up(client, OWNERS)
    assert "Confirm your email" in response.content.decode()
    second = newest_code(tmp_path)
    assert second != first
    client.post("/accounts/confirm-email/", {"code": second})
    assert is_signed_in(client)


def test_sign_up_can_be_repeated_in_the_same_browser(client: Client, tmp_path: Path) -> None:
    sign_up(client, ATTACKERS)
    sign_up(client, OWNERS)
    enter_code(client, "confirm-email/", tmp_path)
    assert password_works(OWNERS)
    assert not password_works(ATTACKERS)


def test_concurrent_sign_ups_create_one_account(tmp_path: Path) -> None:
    clients, codes = [Client(), Client()], []
    for client in clients:
        sign_up(client, OWNERS)
        codes.append(newest_code(tmp_path))
    in_threads(2, lambda number: clients[number].post("/accounts/confirm-email/", {"code": codes[number]}))
    assert User.objects.count() == EmailAddress.objects.count() == 1
    assert sorted(map(is_signed_in, clients)) == [False, True]


def test_code_is_void_if_the_address_is_verified_at_the_same_moment(unverified: User, tmp_path: Path) -> None:
    client = Client()
    sign_up(client, ATTACKERS)
    code = newest_code(tmp_path)
    with transaction.atomic():
        User.objects.select_for_update().get(id=unverified.id)
        response = run_during_transaction(lambda: client.post("/accounts/confirm-email/", {"code": code}))
        claim_address(ADDRESS)
    assert "That code isn&#x27;t right." in response().content.decode()
    assert not password_works(ATTACKERS)


def test_sign_up_code_expires(client: Client, tmp_path: Path) -> None:
    sign_up(client, OWNERS)
    code = newest_code(tmp_path)
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=16)):
        response = client.post("/accounts/confirm-email/", {"code": code})
    assert response.headers["Location"] == "/accounts/login/"
    assert not User.objects.exists()


def test_sign_up_ends_after_three_wrong_codes(client: Client, tmp_path: Path) -> None:
    sign_up(client, OWNERS)
    code = newest_code(tmp_path)
    for _ in range(3):
        client.post("/accounts/confirm-email/", {"code": "WRONG1"})
    client.post("/accounts/confirm-email/", {"code": code})
    assert not is_signed_in(client)
    assert not User.objects.exists()


def test_pending_sign_up_keeps_only_the_hash_of_the_password(client: Client) -> None:
    sign_up(client, OWNERS)
    assert OWNERS not in str(dict(client.session.items()))


def test_unverified_account_is_deleted_after_a_day(unverified: User, customer: User, admin: User) -> None:
    now = timezone.now()
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    of_a_row = User.objects.create_user("guest@example.com")
    make_quote(user=of_a_row)
    User.objects.create_user("late@example.com")  # after one that can't be deleted
    User.objects.update(created_at=now - dt.timedelta(hours=23))
    forget_unverified_accounts(timestamp=0)
    assert User.objects.count() == 5
    User.objects.update(created_at=now - dt.timedelta(hours=25))
    forget_unverified_accounts(timestamp=0)
    assert set(User.objects.all()) == {customer, admin, of_a_row}


def test_account_with_a_sign_in_is_never_deleted(unverified: User, client: Client) -> None:
    client.force_login(unverified)
    User.objects.update(created_at=timezone.now() - dt.timedelta(days=400))
    forget_unverified_accounts(timestamp=0)
    assert User.objects.exists()
