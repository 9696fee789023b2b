"""Users are notified of a sign-in from a new device."""

from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from testing.helpers import delivered, text_of

pytestmark = pytest.mark.django_db(transaction=True)
BROWSER = {"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0"}


def _sign_in(user: User, client: Client | None = None) -> Client:
    client = client or Client(headers=BROWSER)
    client.post("/accounts/login/", {"login": user.email, "password": "correct horse"})
    return client


def _subjects(folder: Path) -> list[str]:
    return [mail["Subject"] for mail in delivered(folder)]


def test_owner_of_the_account_is_notified_of_a_new_device(verified: User, tmp_path: Path) -> None:
    known = _sign_in(verified)
    known.get("/api/logout")
    _sign_in(verified, known)
    assert _subjects(tmp_path) == [], "neither the first sign-in nor the same browser"
    mark = known.cookies["device"]
    assert (mark["httponly"], mark["samesite"], mark["path"]) == (True, "Lax", "/")
    _sign_in(verified)
    [mail] = delivered(tmp_path)
    text = text_of(mail)
    assert mail["Subject"] == "New sign-in to your account"
    assert "Firefox on Windows, from 127.0.0.1" in text
    assert "If this wasn't you, set a new password now" in text


def test_staff_are_also_notified_of_their_first_sign_in(admin: User, tmp_path: Path) -> None:
    EmailAddress.objects.create(user=admin, email=admin.email, verified=True, primary=True)
    _sign_in(admin)
    assert _subjects(tmp_path) == ["New sign-in to your account"]


def test_device_is_known_to_each_account_that_used_it(verified: User, outsider: User, tmp_path: Path) -> None:
    EmailAddress.objects.create(user=outsider, email=outsider.email, verified=True, primary=True)
    User.objects.filter(id=outsider.id).update(last_login="2026-01-01T00:00:00Z")
    shared = _sign_in(verified)
    shared.get("/api/logout")
    _sign_in(outsider, shared)
    assert [mail["To"] for mail in delivered(tmp_path)] == [outsider.email]
    for user in (verified, outsider):
        shared.get("/api/logout")
        _sign_in(user, shared)
    assert len(_subjects(tmp_path)) == 1


def test_browser_knows_the_last_ten_accounts(tmp_path: Path) -> None:
    users = [User.objects.create_user(f"user{number}@example.com", "correct horse") for number in range(11)]
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
    )
    shared = Client(headers=BROWSER)
    for user in [*users, users[1], users[1], users[2], users[0]]:
        _sign_in(user, shared)
        shared.get("/api/logout")
    assert [mail["To"] for mail in delivered(tmp_path)] == [users[0].email]


def test_every_device_is_new_after_a_password_change(verified: User, tmp_path: Path) -> None:
    known = _sign_in(verified)
    known.get("/api/logout")
    verified.set_password("correct horse")
    verified.save(update_fields=["password"])
    _sign_in(verified, known)
    assert _subjects(tmp_path) == ["New sign-in to your account"]


def test_forged_cookie_counts_as_a_new_device(verified: User, tmp_path: Path) -> None:
    _sign_in(verified)
    client = Client()
    client.cookies["device"] = "forged"
    _sign_in(verified, client)
    assert _subjects(tmp_path) == ["New sign-in to your account"]
