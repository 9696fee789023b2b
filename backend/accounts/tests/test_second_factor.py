"""The second sign-in step, which the desk and the back office require outside the demo."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tests.soft_passkey import SoftPasskey
from quotes.tests.factories import make_quote
from testing.helpers import delivered, newest_code, text_of, totp_code

PASSWORD = "correct horse"
DESK_CALL = "/api/desk/queue"
SETUP = "/accounts/second-step/?next=/admin%3Ftab%3Djobs"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _required(settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True


@pytest.fixture
def admin() -> User:
    user = User.objects.create_superuser("ada@example.com", PASSWORD, first_name="Ada")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture(autouse=True)
def colleague(admin: User) -> User:
    """Another administrator with an authenticator app, which must never count as Ada's."""
    user = User.objects.create_superuser("bea@example.com")
    TOTP.activate(user, generate_totp_secret())
    return user


def _sign_in(user: User) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    return client


def _set_up_app(client: Client) -> str:
    """Set up an authenticator app in the pages, and return its secret."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    secret: str = client.get("/accounts/2fa/totp/activate/").context["form"].secret
    response = client.post("/accounts/2fa/totp/activate/", {"code": totp_code(secret)})
    assert response.headers["Location"] == "/accounts/2fa/recovery-codes/"
    return secret


def _forget_used_codes() -> None:
    """Let a test sign in twice within 30 seconds."""
    from django.core.cache import cache

    cache.clear()


def test_administrator_without_a_second_factor_sets_one_up(admin: User) -> None:
    client = _sign_in(admin)
    me = client.get("/api/auth/user").json()
    assert (me["isAdmin"], me["secondFactorMissing"]) == (True, True)
    refused = client.get(DESK_CALL)
    assert refused.status_code == 403
    assert "/admin" in refused.json()["message"]

    page = client.get(SETUP).content.decode()
    assert "/accounts/2fa/webauthn/add/" in page
    assert "/accounts/2fa/totp/activate/" in page
    _set_up_app(client)
    codes = client.get("/accounts/2fa/recovery-codes/").content.decode()
    assert 'href="/accounts/second-step/"' in codes
    back = client.get("/accounts/second-step/")
    assert back.headers["Location"] == "/admin?tab=jobs"

    assert client.get("/api/auth/user").json()["secondFactorMissing"] is False
    assert client.get(DESK_CALL).status_code == 200
    assert "/accounts/second-step/" not in client.get("/accounts/2fa/recovery-codes/").content.decode()


def test_authenticator_code_at_sign_in_opens_the_desk(admin: User) -> None:
    secret = _set_up_app(_sign_in(admin))
    _forget_used_codes()
    client = _sign_in(admin)
    assert client.get(DESK_CALL).status_code == 401, "the password alone no longer signs in"
    assert "Use a passkey" not in client.get("/accounts/2fa/authenticate/").content.decode(), "they have none"
    client.post("/accounts/2fa/authenticate/", {"code": totp_code(secret)})
    assert client.get(DESK_CALL).status_code == 200
    ways = client.get("/accounts/2fa/reauthenticate/").content.decode()
    assert "/accounts/reauthenticate/" in ways, "after the second step, the password is enough to confirm"


def test_recovery_code_at_sign_in_opens_the_desk(admin: User) -> None:
    first = _sign_in(admin)
    _set_up_app(first)
    code = first.get("/accounts/2fa/recovery-codes/").context["unused_codes"][0]
    client = _sign_in(admin)
    client.post("/accounts/2fa/authenticate/", {"code": code})
    assert client.get(DESK_CALL).status_code == 200


def test_session_without_the_second_step_is_asked_for_the_authenticator_code(admin: User) -> None:
    earlier = _sign_in(admin)
    secret = _set_up_app(_sign_in(admin))
    _forget_used_codes()
    assert earlier.get(DESK_CALL).status_code == 403

    asked = earlier.get(SETUP, follow=True)
    assert asked.redirect_chain[-1][0].startswith("/accounts/2fa/reauthenticate/?next=")
    assert "/accounts/reauthenticate/" not in asked.content.decode(), "the password is no second step"
    action = asked.redirect_chain[-1][0]
    done = earlier.post(action, {"code": totp_code(secret), "next": "/admin?tab=jobs"})
    assert done.headers["Location"] == "/admin?tab=jobs"
    assert earlier.get(DESK_CALL).status_code == 200


def test_password_alone_cannot_add_another_second_factor(admin: User) -> None:
    """Otherwise the second step would be worth no more than the password."""
    earlier = _sign_in(admin)
    _set_up_app(_sign_in(admin))
    earlier.post("/accounts/reauthenticate/", {"password": PASSWORD})
    response = earlier.get("/accounts/2fa/webauthn/add/")
    assert response.headers["Location"].startswith("/accounts/2fa/reauthenticate/")
    assert earlier.get(DESK_CALL).status_code == 403


def test_second_factor_added_without_the_first_does_not_count(admin: User) -> None:
    """The first one is set up elsewhere, just after the password was confirmed here."""
    here = _sign_in(admin)
    here.post("/accounts/reauthenticate/", {"password": PASSWORD})
    options = here.get("/accounts/2fa/webauthn/add/").context["js_data"]["creation_options"]
    TOTP.activate(admin, generate_totp_secret())
    here.post("/accounts/2fa/webauthn/add/", {"credential": SoftPasskey().create(options), "passwordless": "on"})
    assert here.get(DESK_CALL).status_code == 403


def test_passkey_opens_the_desk_after_setup_and_at_sign_in(admin: User) -> None:
    first, passkey = _sign_in(admin), SoftPasskey()
    first.post("/accounts/reauthenticate/", {"password": PASSWORD})
    options = first.get("/accounts/2fa/webauthn/add/").context["js_data"]["creation_options"]
    added = first.post("/accounts/2fa/webauthn/add/", {"credential": passkey.create(options), "passwordless": "on"})
    assert added.headers["Location"] == "/accounts/2fa/recovery-codes/", added.content.decode()
    assert first.get(DESK_CALL).status_code == 200

    client = Client()
    assert "Use a passkey" in _sign_in(admin).get("/accounts/2fa/authenticate/").content.decode()
    asked = client.get("/accounts/2fa/webauthn/login/", headers={"X-Requested-With": "XMLHttpRequest"})
    credential = passkey.get(asked.json()["request_options"])
    client.post("/accounts/2fa/webauthn/login/", {"credential": credential})
    assert client.get(DESK_CALL).status_code == 200


def test_each_passkey_has_a_name_of_its_own(admin: User) -> None:
    client = _sign_in(admin)

    def add() -> list[str]:
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        asked = client.get("/accounts/2fa/webauthn/add/", follow=True)
        passkey = SoftPasskey().create(asked.context["js_data"]["creation_options"])
        added = client.post("/accounts/2fa/webauthn/add/", {"credential": passkey, "passwordless": "on"})
        assert added.status_code == 302, added.content.decode()
        return [key.wrap().name for key in keys.order_by("id")]

    keys = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN)
    assert [add() for _ in range(3)][-1] == ["Passkey", "Passkey 2", "Passkey 3"]
    client.post(f"/accounts/2fa/webauthn/keys/{keys.order_by('id')[1].id}/remove/")
    assert add() == ["Passkey", "Passkey 3", "Passkey 2"]


def test_session_without_the_second_step_is_asked_for_the_passkey(admin: User) -> None:
    earlier, elsewhere, passkey = _sign_in(admin), _sign_in(admin), SoftPasskey()
    elsewhere.post("/accounts/reauthenticate/", {"password": PASSWORD})
    options = elsewhere.get("/accounts/2fa/webauthn/add/").context["js_data"]["creation_options"]
    elsewhere.post("/accounts/2fa/webauthn/add/", {"credential": passkey.create(options)})

    asked = earlier.get(SETUP, follow=True)
    page = asked.redirect_chain[-1][0]
    assert page.startswith("/accounts/2fa/webauthn/reauthenticate/?next=")
    credential = passkey.get(asked.context["js_data"]["request_options"])
    done = earlier.post(page, {"credential": credential, "next": "/admin?tab=jobs"})
    assert done.headers["Location"] == "/admin?tab=jobs"
    assert earlier.get(DESK_CALL).status_code == 200


def test_emailed_code_is_not_a_second_factor(admin: User, tmp_path: Path) -> None:
    client = Client()
    client.post("/accounts/login/code/", {"email": admin.email})
    client.post("/accounts/login/code/confirm/", {"code": newest_code(tmp_path)})
    assert client.get("/api/auth/user").json()["secondFactorMissing"] is True
    assert client.get(DESK_CALL).status_code == 403


def test_back_office_redirects_to_setup_and_back(admin: User) -> None:
    quote = make_quote()
    client = _sign_in(admin)
    place = f"/backoffice/quotes/quote/{quote.id}/change/"
    refused = client.get(place, follow=True)
    assert refused.redirect_chain[-1][0].startswith("/accounts/second-step/")
    assert quote.full_name not in refused.content.decode()
    _set_up_app(client)
    assert client.get("/accounts/second-step/").headers["Location"] == place
    assert client.get(place).status_code == 200


def test_customer_is_never_asked_for_a_second_step(customer: User) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    client = _sign_in(customer)
    assert client.get("/api/auth/user").json()["secondFactorMissing"] is False
    assert client.get("/accounts/second-step/").headers["Location"] == "/admin"
    assert client.get(DESK_CALL).json()["message"] == "You don't have permission to access the admin area."


def test_setup_page_never_redirects_to_another_site(admin: User) -> None:
    assert Client().get(SETUP).headers["Location"].startswith("/accounts/login/?next=/accounts/second-step/")
    client = _sign_in(admin)
    client.get("/accounts/second-step/?next=//evil.example")
    _set_up_app(client)
    assert client.get("/accounts/second-step/").headers["Location"] == "/admin"


def test_session_without_the_second_step_does_not_change_the_stored_role(admin: User) -> None:
    client = _sign_in(admin)
    assert client.patch("/api/auth/user", {"firstName": "Ada"}, content_type="application/json").status_code == 200
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": "x" * 12, "password2": "x" * 12})
    admin.refresh_from_db()
    assert admin.has_admin_role


def test_role_alone_is_enough_in_the_demo(admin: User, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    client = _sign_in(admin)
    assert client.get("/api/auth/user").json()["secondFactorMissing"] is False
    assert client.get(DESK_CALL).status_code == 200
    assert client.get("/backoffice/").status_code == 200


def _ends(client: Client) -> dt.datetime:
    return Session.objects.get(session_key=client.session.session_key).expire_date


def test_administrator_session_ends_twelve_hours_after_sign_in(admin: User, customer: User, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    client, customers = _sign_in(admin), _sign_in(customer)
    limit = timezone.now() + dt.timedelta(hours=12)
    assert _ends(client) <= limit
    assert _ends(customers) > limit

    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(hours=11)):
        client.get("/accounts/2fa/totp/activate/", follow=True)  # writes to the session
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        assert client.get(DESK_CALL).status_code == 200
    assert _ends(client) <= limit, "being active does not prolong it"
    assert int(client.cookies["sessionid"]["max-age"]) <= 12 * 3600

    Session.objects.filter(session_key=client.session.session_key).update(expire_date=timezone.now())
    assert client.get("/api/auth/user").status_code == 401


def test_sessions_end_when_their_user_becomes_an_administrator(customer: User, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    client = _sign_in(customer)
    key = client.session.session_key
    call_command("make_admin", customer.email)
    assert not Session.objects.filter(session_key=key).exists()
    assert client.get("/api/auth/user").status_code == 401
    assert _sign_in(customer).get(DESK_CALL).status_code == 200


def test_sessions_also_end_when_the_role_is_set_in_the_database(customer: User, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    client = _sign_in(customer)
    User.objects.filter(pk=customer.pk).update(role="owner")
    assert client.get(DESK_CALL).status_code == 401
    assert client.get("/api/auth/user").status_code == 401


def test_command_removes_a_lost_second_factor_and_notifies_its_owner(
    admin: User, colleague: User, tmp_path: Path
) -> None:
    client = _sign_in(admin)
    _set_up_app(client)
    with pytest.raises(CommandError, match="There is no account with the address adnim"):
        call_command("remove_second_factor", "adnim@example.com")
    call_command("remove_second_factor", admin.email)
    mail = delivered(tmp_path)[-1]
    assert (mail["To"], "Your second sign-in step was removed" in mail["Subject"]) == (admin.email, True)
    assert "Someone who runs our server removed the second sign-in step from your account." in text_of(mail)
    assert "Eastern time on our server." in text_of(mail)
    assert set(Authenticator.objects.values_list("user", flat=True)) == {colleague.pk}
    assert client.get("/api/auth/user").status_code == 401, "the sessions have ended"
    assert _sign_in(admin).get("/api/auth/user").json()["secondFactorMissing"] is True
