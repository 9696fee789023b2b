"""Someone with access to a signed-in browser can't take over the account or change it unnoticed."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tests.test_sign_in_pages import assert_well_made
from testing.helpers import delivered, newest_code, text_of, totp_code

PASSWORD = "correct horse"
NEW_PASSWORD = "a long enough secret"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("built_client")]


@pytest.fixture
def second_address(verified: User) -> str:
    EmailAddress.objects.create(user=verified, email="work@example.com", verified=True)
    return "work@example.com"


@pytest.fixture
def signed_in(verified: User) -> Client:
    """A client that is signed in, without any confirmation since."""
    client = Client(headers={"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0"})
    client.post("/accounts/login/", {"login": verified.email, "password": PASSWORD})
    return client


@pytest.fixture
def without_password(verified: User) -> Client:
    """Signed in to an account that has neither a password nor a second factor."""
    User.objects.filter(pk=verified.pk).update(password="!")
    client = Client()
    client.force_login(User.objects.get(pk=verified.pk))
    return client


def confirm(client: Client) -> None:
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def notices(data_dir: Path) -> list[tuple[str, str]]:
    """(recipient, subject) of every email sent, by name."""
    return sorted((mail["To"], mail["Subject"]) for mail in delivered(data_dir))


CHANGES = [
    ("email/", {"email": "thief@example.com", "action_add": "1"}),
    ("email/", {"email": "work@example.com", "action_primary": "1"}),
    ("email/", {"email": "work@example.com", "action_remove": "1"}),
]


@pytest.mark.parametrize(("path", "form"), CHANGES)
def test_address_change_asks_for_the_password(
    signed_in: Client, second_address: str, path: str, form: dict[str, str], tmp_path: Path
) -> None:
    before = list(EmailAddress.objects.order_by("pk").values_list("email", "primary"))
    response = signed_in.post(f"/accounts/{path}", form, follow=True)
    assert response.redirect_chain == [("/accounts/reauthenticate/?next=%2Faccounts%2Femail%2F", 302)]
    assert_well_made(response.content.decode())
    assert list(EmailAddress.objects.order_by("pk").values_list("email", "primary")) == before
    assert notices(tmp_path) == []

    signed_in.post(response.redirect_chain[0][0], {"password": PASSWORD}, follow=True)
    if "action_add" in form:
        signed_in.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)})
    assert list(EmailAddress.objects.order_by("pk").values_list("email", "primary")) != before


@pytest.mark.parametrize(("path", "form"), CHANGES)
def test_account_without_a_password_asks_for_a_code(
    without_password: Client, second_address: str, path: str, form: dict[str, str], tmp_path: Path
) -> None:
    client = without_password
    before = list(EmailAddress.objects.order_by("pk").values_list("email", "primary"))
    response = client.post(f"/accounts/{path}", form, follow=True)
    [(page, _)] = response.redirect_chain
    assert page == "/accounts/reauthenticate/code/?next=%2Faccounts%2Femail%2F"
    assert_well_made(response.content.decode())
    assert "eleanor@example.com" in response.content.decode()
    assert list(EmailAddress.objects.order_by("pk").values_list("email", "primary")) == before

    response = client.post(page, {"action": "send"}, follow=True)
    assert_well_made(response.content.decode())
    wrong = client.post(page, {"code": "WRONG1"})
    assert "That code isn&#x27;t right." in wrong.content.decode()
    [mail] = delivered(tmp_path)
    assert mail["To"] == "eleanor@example.com"
    client.post(page, {"code": newest_code(tmp_path)}, follow=True)
    if "action_add" in form:
        client.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)})
    assert list(EmailAddress.objects.order_by("pk").values_list("email", "primary")) != before


@pytest.mark.parametrize("path", ["password/set/", "2fa/totp/activate/", "2fa/webauthn/add/"])
def test_new_sign_in_method_asks_for_a_code_first(without_password: Client, path: str, tmp_path: Path) -> None:
    response = without_password.get(f"/accounts/{path}")
    page = response.headers["Location"]
    assert page.startswith("/accounts/reauthenticate/code/")
    without_password.post(page, {"action": "send"})
    response = without_password.post(page, {"code": newest_code(tmp_path)}, follow=True)
    assert response.status_code == 200
    assert response.redirect_chain[-1][0] == f"/accounts/{path}"
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=6)):
        assert without_password.get(f"/accounts/{path}").headers["Location"] == page, "the code counts for five minutes"


def test_code_for_a_change_is_sent_three_times_a_minute(without_password: Client, tmp_path: Path) -> None:
    page = "/accounts/reauthenticate/code/?next=/accounts/password/set/"
    for _ in range(3):
        without_password.post(page, {"action": "send"})
    assert len(delivered(tmp_path)) == 3
    response = without_password.post(page, {"action": "send"}, follow=True)
    assert "Please wait a minute before you ask for another code." in response.content.decode()
    assert len(delivered(tmp_path)) == 3


def test_password_is_not_set_before_the_code(without_password: Client) -> None:
    form = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    response = without_password.post("/accounts/password/set/", form)
    assert response.headers["Location"].startswith("/accounts/reauthenticate/code/")
    assert not User.objects.get().has_usable_password()


def test_sign_in_code_does_not_count_as_confirmation(verified: User, tmp_path: Path) -> None:
    User.objects.filter(pk=verified.pk).update(password="!")
    client = Client()
    client.post("/accounts/login/code/", {"email": verified.email})
    client.post("/accounts/login/code/confirm/", {"code": newest_code(tmp_path)})
    assert client.get("/api/auth/user").status_code == 200
    response = client.post("/accounts/password/set/", {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    assert response.headers["Location"].startswith("/accounts/reauthenticate/code/")


def test_code_for_a_change_ends_after_three_tries(without_password: Client, tmp_path: Path) -> None:
    page = "/accounts/reauthenticate/code/?next=/accounts/password/set/"
    without_password.post(page, {"action": "send"})
    code = newest_code(tmp_path)
    for _ in range(3):
        response = without_password.post(page, {"code": "WRONG1"}, follow=True)
    assert "That code no longer works." in response.content.decode()
    without_password.post(page, {"code": code})
    assert without_password.get("/accounts/password/set/").status_code == 302


def test_code_does_not_replace_an_existing_password(signed_in: Client) -> None:
    response = signed_in.post("/accounts/reauthenticate/code/", {"action": "send"})
    assert response.headers["Location"].startswith("/accounts/reauthenticate/")
    assert "code" not in response.headers["Location"]


def test_former_addresses_are_notified_of_every_step(signed_in: Client, verified: User, tmp_path: Path) -> None:
    old, new = "eleanor@example.com", "thief@example.com"
    confirm(signed_in)
    signed_in.post("/accounts/email/", {"email": new, "action_add": "1"})
    signed_in.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)})
    assert notices(tmp_path) == [(old, "An email address was added to your account"), (new, "Confirm your email")]
    signed_in.post("/accounts/email/", {"email": new, "action_primary": "1"})
    signed_in.post("/accounts/email/", {"email": old, "action_remove": "1"})
    changed, removed = "Your email address was changed", "An email address was removed from your account"
    added = "An email address was added to your account"
    confirm_it = "Confirm your email"
    assert notices(tmp_path) == sorted(
        [(old, added), (old, changed), (old, removed), (new, confirm_it), (new, changed), (new, removed)]
    )


def test_password_change_is_notified_to_every_address(signed_in: Client, second_address: str, tmp_path: Path) -> None:
    form = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    signed_in.post("/accounts/password/change/", form)
    subject = "Your password was changed"
    assert notices(tmp_path) == [("eleanor@example.com", subject), (second_address, subject)]


def test_second_factor_changes_are_notified(signed_in: Client, tmp_path: Path) -> None:
    confirm(signed_in)
    secret = signed_in.get("/accounts/2fa/totp/activate/").context["form"].secret
    signed_in.post("/accounts/2fa/totp/activate/", {"code": totp_code(secret)})
    signed_in.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()
    assert [subject for _, subject in notices(tmp_path)] == [
        "Two-step sign-in was turned off", "Two-step sign-in was turned on"
    ]  # fmt: skip


def test_notice_says_what_happened_and_what_to_do(signed_in: Client, tmp_path: Path, settings: Any) -> None:
    settings.SITE_URL = "https://lights.example"
    form = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    signed_in.post("/accounts/password/change/", form)
    [mail] = delivered(tmp_path)
    text = text_of(mail)
    assert text.startswith("Hi Eleanor,\n\nYour password was changed.")
    assert "with Firefox on Windows" in text
    assert "from 127.0.0.1" in text
    assert "If this wasn't you" in text
    assert "https://lights.example/accounts/password/reset/" in text
    assert settings.BUSINESS_PHONE in text
