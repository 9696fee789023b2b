"""The security log: one line for each sign-in and change to it, with IDs and without personal data."""

import logging
import re
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from testing.helpers import newest_code, totp_code

PASSWORD = "correct horse"
NEW_PASSWORD = "a long enough secret"


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    """Return a function that returns the new lines and asserts that they have no personal data."""
    caplog.set_level(logging.INFO, "security")

    def taken() -> list[str]:
        found = [record.getMessage() for record in caplog.records if record.name == "security"]
        caplog.clear()
        for line in found:
            assert not re.search(r"@|eleanor|hayes|\n", line, re.IGNORECASE), line
        return found

    return taken


def sign_in(password: str = PASSWORD, email: str = "eleanor@example.com") -> Client:
    client = Client(REMOTE_ADDR="203.0.113.7")
    client.post("/accounts/login/", {"login": email, "password": password})
    return client


def test_sign_in_and_sign_out_are_logged(verified: User, lines: Any) -> None:
    client = sign_in()
    client.get("/api/logout")
    who = f"user={verified.pk} source=203.0.113.7"
    assert lines() == [f"signed_in {who} methods=password", f"signed_out {who}"]


def test_wrong_passwords_and_lockout_are_logged(verified: User, lines: Any) -> None:
    for _ in range(6):
        sign_in("wrong")
    who = f"user={verified.pk} source=203.0.113.7"
    assert lines() == [f"sign_in_failed {who}"] * 5 + [f"locked_out {who}"]
    sign_in("wrong", "nobody@example.com")
    assert lines() == ["sign_in_failed user=- source=203.0.113.7"]


def test_failed_sign_in_names_the_account_that_verified_the_address(verified: User, outsider: User, lines: Any) -> None:
    EmailAddress.objects.create(user=outsider, email=verified.email, verified=False)
    sign_in("wrong")
    assert lines() == [f"sign_in_failed user={verified.pk} source=203.0.113.7"]


@pytest.mark.parametrize(
    ("start", "page", "purpose"),
    [
        ("login/code/", "login/code/confirm/", "sign_in"),
        ("password/reset/", "password/reset/confirm/", "password_reset"),
    ],
)
def test_rejected_codes_are_logged(
    verified: User, client: Client, lines: Any, start: str, page: str, purpose: str
) -> None:
    client.post(f"/accounts/{start}", {"email": verified.email})
    for _ in range(3):
        client.post(f"/accounts/{page}", {"code": "WRONG1"})
    line = f"code_rejected user={verified.pk} source=127.0.0.1 purpose={purpose} last="
    assert lines() == [f"{line}False", f"{line}False", f"{line}True"]


def test_rejected_sign_up_code_is_logged(db: None, client: Client, lines: Any) -> None:
    form = {"email": "eleanor@example.com", "first_name": "Eleanor", "password1": NEW_PASSWORD}
    client.post("/accounts/signup/", form)
    client.post("/accounts/confirm-email/", {"code": "WRONG1"})
    assert lines() == ["code_rejected user=- source=127.0.0.1 purpose=sign_up last=False"]


@pytest.mark.django_db(transaction=True)
def test_rejected_codes_of_a_signed_in_account_are_logged(verified: User, tmp_path: Path, lines: Any) -> None:
    verified.set_unusable_password()  # so that a code is asked for
    verified.save()
    client, page = Client(), "/accounts/reauthenticate/code/"
    client.force_login(verified)
    client.post(page, {"action": "send"})
    newest_code(tmp_path)
    lines()
    for _ in range(3):
        client.post(page, {"code": "WRONG1"})
    line = f"code_rejected user={verified.pk} source=127.0.0.1 purpose=reauthentication last="
    assert lines() == [f"{line}False", f"{line}False", f"{line}True"]


@pytest.mark.django_db(transaction=True)
def test_first_sign_in_of_a_new_account_is_logged(client: Client, tmp_path: Path, lines: Any) -> None:
    form = {"email": "eleanor@example.com", "first_name": "Eleanor", "password1": NEW_PASSWORD}
    client.post("/accounts/signup/", form)
    client.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)})
    assert lines() == [f"signed_in user={User.objects.get().pk} source=127.0.0.1 methods=sign_up"]


@pytest.mark.django_db(transaction=True)
def test_address_changes_are_logged(verified: User, tmp_path: Path, lines: Any) -> None:
    client = sign_in()
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "work@example.com", "action_add": "1"})
    lines()
    client.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)})
    old, new = EmailAddress.objects.order_by("pk").values_list("pk", flat=True)
    who = f"user={verified.pk} source=203.0.113.7"
    assert lines() == [f"address_added {who} address={new}", f"address_verified {who} address={new}"]
    client.post("/accounts/email/", {"email": "work@example.com", "action_primary": "1"})
    client.post("/accounts/email/", {"email": "eleanor@example.com", "action_remove": "1"})
    assert lines() == [f"main_address_changed {who} before={old} after={new}", f"address_removed {who}"]


@pytest.mark.django_db(transaction=True)
def test_password_changes_are_logged(verified: User, tmp_path: Path, lines: Any) -> None:
    client, who = sign_in(), f"user={verified.pk} source=203.0.113.7"
    lines()
    form = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    client.post("/accounts/password/change/", form)
    assert lines() == [f"password_changed {who}"]
    client.get("/api/logout")
    client.post("/accounts/password/reset/", {"email": verified.email})
    client.post("/accounts/password/reset/confirm/", {"code": newest_code(tmp_path)})
    lines()
    client.post("/accounts/password/reset/complete/", {"password1": PASSWORD, "password2": PASSWORD})
    assert lines() == [f"password_reset {who}"]


@pytest.mark.django_db(transaction=True)
def test_second_factor_changes_are_logged(verified: User, lines: Any) -> None:
    client, who = sign_in(), f"user={verified.pk} source=203.0.113.7"
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    secret = client.get("/accounts/2fa/totp/activate/").context["form"].secret
    lines()
    client.post("/accounts/2fa/totp/activate/", {"code": totp_code(secret)})
    totp = Authenticator.objects.get(type="totp").pk
    codes = Authenticator.objects.get(type="recovery_codes").pk
    assert sorted(lines()) == [
        f"authenticator_added {who} authenticator=recovery_codes:{codes}",
        f"authenticator_added {who} authenticator=totp:{totp}",
    ]
    client.post("/accounts/2fa/recovery-codes/generate/")
    [line] = lines()
    assert line.startswith(f"authenticator_reset {who} authenticator=recovery_codes:")
    client.post("/accounts/2fa/totp/deactivate/")
    assert all(line.startswith(f"authenticator_removed {who} authenticator=") for line in lines())


def test_wrong_second_factor_is_logged(verified: User, lines: Any) -> None:
    authenticator = TOTP.activate(verified, generate_totp_secret()).instance
    client = sign_in()
    lines()
    for _ in range(6):
        client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    who = f"user={verified.pk} source=203.0.113.7"
    rejected = f"second_factor_rejected {who} authenticator=totp:{authenticator.pk}"
    assert lines() == [rejected] * 5 + [f"locked_out {who}"]


def test_ended_sessions_are_logged(verified: User, lines: Any) -> None:
    mine, *others = [sign_in() for _ in range(3)]
    rows = [UserSession.objects.get(session_key=other.session.session_key).pk for other in others]
    lines()
    who = f"user={verified.pk} source=203.0.113.7"
    mine.post(f"/accounts/sessions/{rows[0]}/end/")
    assert lines() == [f"session_ended {who} session={rows[0]}"]
    mine.post("/accounts/sessions/")
    assert lines() == [f"session_ended {who} session={rows[1]}"]


def test_role_changes_are_logged(verified: User, lines: Any) -> None:
    call_command("make_admin", verified.email)
    assert lines() == [f"administrator_added user={verified.pk} source=command role=owner by=-"]
    root = User.objects.create_superuser("root@example.com", PASSWORD)
    assert lines() == [f"administrator_added user={root.pk} source=command role=owner by=-"]
    call_command("make_admin", verified.email, office=True)
    assert lines() == [f"administrator_added user={verified.pk} source=command role=office by=-"]


def test_source_is_the_client_behind_proxies(verified: User, lines: Any, settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    client = Client(headers={"X-Forwarded-For": "198.51.100.1, 203.0.113.9"}, REMOTE_ADDR="10.0.0.1")
    client.post("/accounts/login/", {"login": verified.email, "password": PASSWORD})
    assert lines() == [f"signed_in user={verified.pk} source=203.0.113.9 methods=password"]
