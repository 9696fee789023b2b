"""Journeys through the server-rendered pages: those of accounts, private links and unsubscribing, and errors."""

from types import SimpleNamespace
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.template.loader import render_to_string
from django.test import override_settings

from accounts.tests.soft_passkey import SoftPasskey
from config.tests.journeys.steps import confirm, submit, work
from notifications.unsubscribing import unsubscribe_url
from testing.helpers import totp_code
from testing.journey import Journey, Person, page_lines
from testing.payments import StripeSandbox

_GOOGLE = {"google": {"APPS": [{"client_id": "id", "secret": "secret"}]}}


def _visit(person: Person, *pages: str) -> None:
    for page in pages:
        person.get(f"/accounts/{page}/")


def pages_to_sign_in_and_up(journey: Journey, sandbox: StripeSandbox) -> None:
    """A visitor sees each page that leads to an account, with its errors."""
    journey.customer()
    visitor, name = journey.person("a visitor"), "a visitor"
    for page in ("login", "signup", "login/code", "password/reset"):
        visitor.get(f"/accounts/{page}/?next=/subscribe")
    _visit(visitor, "password/reset/done", "inactive", "3rdparty/login/cancelled", "3rdparty/login/error")
    with override_settings(SOCIALACCOUNT_PROVIDERS=_GOOGLE):
        _visit(visitor, "login", "signup", "google/login")
    submit(journey, visitor, name, "/accounts/login/?next=/subscribe", login="eleanor@", password="")
    form = {"first_name": "Nell", "last_name": "", "password1": "a long enough secret"}
    submit(journey, visitor, name, "/accounts/signup/?next=/subscribe", email="nell@example", password1="short")
    submit(journey, visitor, name, "/accounts/signup/?next=/subscribe", email="nell@example.com", **form)
    visitor.get("/accounts/confirm-email/")
    submit(journey, visitor, name, "/accounts/confirm-email/", code="WRONG1")
    for _ in range(3):
        submit(journey, visitor, name, "/accounts/confirm-email/", action="resend")
        visitor.get("/accounts/confirm-email/")
    other, name = journey.person("another visitor"), "another visitor"
    submit(journey, other, name, "/accounts/login/code/?next=/subscribe", email="eleanor@example.com")
    other.get("/accounts/login/code/confirm/")
    submit(journey, other, name, "/accounts/login/code/confirm/", code="WRONG1")
    submit(journey, other, name, "/accounts/password/reset/", email="eleanor@example.com")
    other.get("/accounts/password/reset/confirm/")
    submit(journey, other, name, "/accounts/password/reset/confirm/", code=work(journey))
    other.get("/accounts/password/reset/complete/")
    submit(journey, other, name, "/accounts/password/reset/complete/", password1="a long one", password2="another")
    new = {"password1": "a long enough secret", "password2": "a long enough secret"}
    submit(journey, other, name, "/accounts/password/reset/complete/", **new)
    _visit(other, "login", "login")


def pages_of_an_account(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer looks at all pages of her account, before and after she changes how she signs in."""
    eleanor, name = journey.customer(), "Eleanor"
    user = eleanor.user
    assert user
    eleanor.client.credentials(HTTP_USER_AGENT="Mozilla/5.0 (Windows NT 10.0) Firefox/140.0")
    _visit(eleanor, "email", "password/change", "2fa", "2fa/webauthn", "sessions", "logout", "3rdparty")
    eleanor.get("/accounts/reauthenticate/?next=/accounts/email/")
    submit(journey, eleanor, name, "/accounts/reauthenticate/?next=/accounts/email/", password="wrong horse")
    confirm(eleanor)
    submit(journey, eleanor, name, "/accounts/email/", email="work@example.com", action_add="1")
    eleanor.get("/accounts/confirm-email/")
    submit(journey, eleanor, name, "/accounts/confirm-email/", code=work(journey))
    submit(journey, eleanor, name, "/accounts/email/", email="eleanor@example.com", action_add="1")
    with journey.step("An address isn't confirmed yet"):
        EmailAddress.objects.create(user=user, email="old@example.com", verified=False)
    _visit(eleanor, "email")
    submit(journey, eleanor, name, "/accounts/email/", email="work@example.com", action_primary="1")
    _visit(eleanor, "email")
    submit(journey, eleanor, name, "/accounts/email/", email="work@example.com", action_remove="1")
    submit(journey, eleanor, name, "/accounts/email/", email="old@example.com", action_primary="1")
    submit(journey, eleanor, name, "/accounts/email/", email="old@example.com", action_remove="1")
    _visit(eleanor, "email")
    new = {"password1": "a long enough secret", "password2": "another secret"}
    submit(journey, eleanor, name, "/accounts/password/change/", oldpassword="wrong horse", **new)
    with journey.step("She has no password, but a Google account, and signed in on a phone"):
        user.set_unusable_password()
        user.save()
        SocialAccount.objects.create(user=user, provider="google", uid="1", extra_data={"email": "e@gmail.com"})
        phone = journey.person("her phone", user)
        phone.client.credentials(HTTP_USER_AGENT="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/604.1")
        phone.client.get("/accounts/sessions/")
    eleanor.sign_in()
    by_code = "/accounts/reauthenticate/code/?next=/accounts/password/set/"
    eleanor.get(by_code)
    submit(journey, eleanor, name, by_code, action="send")
    eleanor.get(by_code)
    submit(journey, eleanor, name, by_code, code="WRONG1")
    submit(journey, eleanor, name, by_code, code=work(journey))
    with override_settings(SOCIALACCOUNT_PROVIDERS=_GOOGLE):
        _visit(eleanor, "sessions", "3rdparty")
        submit(journey, eleanor, name, "/accounts/3rdparty/", account="0")
    eleanor.get("/accounts/password/set/")
    submit(journey, eleanor, name, "/accounts/password/set/", **new)
    submit(journey, eleanor, name, "/accounts/password/set/", **{**new, "password2": new["password1"]})
    _visit(eleanor, "email")
    work(journey)


def pages_of_the_second_step(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer and an owner set up their second step, and sign in with it."""
    eleanor, owner, name = journey.customer(), journey.owner(), "Eleanor"
    user = eleanor.user
    assert user
    confirm(eleanor)
    _visit(eleanor, "2fa/totp/activate", "2fa/webauthn/add")
    secret = eleanor.client.session[totp.SECRET_SESSION_KEY]
    submit(journey, eleanor, name, "/accounts/2fa/totp/activate/", code="000000")
    submit(journey, eleanor, name, "/accounts/2fa/totp/activate/", code=totp_code(secret))
    _visit(eleanor, "2fa/recovery-codes", "2fa", "2fa/totp/deactivate", "2fa/recovery-codes/generate")
    _visit(eleanor, "2fa/reauthenticate")
    with journey.step("All but one of the codes are used, and there are two passkeys"):
        codes = Authenticator.objects.get(user=user, type=Authenticator.Type.RECOVERY_CODES)
        codes.data["used_mask"] = 0b1111111110
        codes.save()
        for number in (1, 2):
            key = Authenticator.objects.create(
                id=900 + number, user=user, type=Authenticator.Type.WEBAUTHN,
                data={
                    "name": f"Key {number}",
                    "credential": {"clientExtensionResults": {"credProps": {"rk": number == 1}}},
                },
            )  # fmt: skip
    _visit(eleanor, "2fa", "2fa/recovery-codes", "2fa/webauthn")
    _visit(eleanor, f"2fa/webauthn/keys/{key.pk}/edit", f"2fa/webauthn/keys/{key.pk}/remove")
    with journey.step("The passkeys and the codes are gone"):
        Authenticator.objects.filter(user=user).exclude(type=Authenticator.Type.TOTP).delete()
    _visit(eleanor, "2fa", "2fa/recovery-codes/generate", "reauthenticate")
    with journey.step("She adds a passkey"):
        options = eleanor.client.get("/accounts/2fa/webauthn/add/").context["js_data"]["creation_options"]
        eleanor.client.post("/accounts/2fa/webauthn/add/", {"credential": SoftPasskey().create(options)})
    _visit(eleanor, "2fa/webauthn")
    laptop = journey.person("her laptop")
    known = {"login": "eleanor@example.com", "password": "correct horse"}
    submit(journey, laptop, "her laptop", "/accounts/login/?next=/my-services", **known)
    laptop.get("/accounts/2fa/authenticate/")
    submit(journey, laptop, "her laptop", "/accounts/2fa/authenticate/", code="000000")
    with override_settings(SECOND_FACTOR_REQUIRED=True):
        owner.get("/accounts/second-step/?next=/admin")
        owner.get("/accounts/reauthenticate/?next=/admin")
    _visit(owner, "logout", "email")


def pages_of_links_and_errors(journey: Journey, sandbox: StripeSandbox) -> None:
    """A guest asks for new links, unsubscribes, and gets what is shown when something goes wrong."""
    guest, name = journey.person("a guest"), "a guest"
    guest.get("/f/")
    guest.get(f"/f/{'x' * 43}")
    submit(journey, guest, name, "/f/", email="grace@")
    submit(journey, guest, name, "/f/", email="grace@example.com")
    guest.get("/f/")
    page = unsubscribe_url("grace@example.com").removeprefix(settings.SITE_URL)
    for form in (None, {}, {"undo": "1"}):
        with journey.step("She opens the page to unsubscribe" if form is None else f"She sends {form}") as lines:
            response: Any = guest.client.get(page) if form is None else guest.client.post(page, form)
            lines += page_lines(response)
    for error in ("403", "404", "429", "500", "503"):
        with journey.step(f"The page of error {error}") as lines:
            html = render_to_string(f"{error}.html", {"message": "Please wait.", "reference": "abc"})
            lines += page_lines(SimpleNamespace(text=html, headers={}))
