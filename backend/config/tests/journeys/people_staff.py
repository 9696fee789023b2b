"""Journeys of the staff: who is on it, and what owners see of it."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import override_settings

from accounts.models import User
from config.tests.journeys.steps import confirm, submit, work
from testing.helpers import totp_code
from testing.journey import Journey, Person
from testing.payments import StripeSandbox

STAFF = "/api/desk/staff"


def _staff(journey: Journey) -> tuple[Person, Person]:
    """Return an owner and an employee with verified addresses, to which notices go."""
    for person in (found := (journey.owner(), journey.office())):
        assert person.user
        EmailAddress.objects.create(user=person.user, email=person.user.email, verified=True, primary=True)
    return found


def staff_invited_and_removed(journey: Journey, sandbox: StripeSandbox) -> None:
    """An owner invites two people; one signs up, becomes an owner and leaves, the other's invitation is withdrawn."""
    owner, office, eleanor = *_staff(journey), journey.customer()
    visitor = journey.person("somebody invited")
    owner.get(STAFF)
    office.get(STAFF)
    eleanor.get(STAFF)
    owner.post(f"{STAFF}/invitations", email="Nell@Example.com", role="office")
    confirm(owner)
    owner.post(f"{STAFF}/invitations", email="nell@", role="boss")
    owner.post(f"{STAFF}/invitations", email="olive@example.com", role="owner")
    owner.post(f"{STAFF}/invitations", email="Nell@Example.com", role="owner")
    journey.later(minutes=1)
    confirm(owner)
    owner.post(f"{STAFF}/invitations", email="nell@example.com", role="office")
    late = owner.post(f"{STAFF}/invitations", email="eleanor@example.com", role="owner")
    owner.get(STAFF)
    work(journey)
    owner.delete(f"{STAFF}/invitations/{late['id']}")
    owner.delete(f"{STAFF}/invitations/{late['id']}")
    form = {
        "first_name": "Nell",
        "last_name": "Quist",
        "email": "nell@example.com",
        "password1": "a long enough secret",
    }
    submit(journey, visitor, "somebody invited", "/accounts/signup/", **form)
    submit(journey, visitor, "somebody invited", "/accounts/confirm-email/", code=work(journey))
    visitor.get("/api/auth/user")
    visitor.get("/api/desk/queue")
    visitor.get("/api/desk/security-events")
    nell = User.objects.get(email="nell@example.com")
    owner.patch(f"{STAFF}/{nell.id}", role="owner")
    visitor.get("/api/auth/user")
    work(journey)
    assert owner.user
    assert eleanor.user
    owner.patch(f"{STAFF}/{eleanor.user.id}", role="office")
    owner.delete(f"{STAFF}/{owner.user.id}")
    office.get("/api/desk/staff")
    second = journey.person("Nell (owner)", nell)
    confirm(second)
    second.get(STAFF)
    second.delete(f"{STAFF}/{nell.id}")
    second.get("/api/auth/user")
    work(journey)


def last_owner_stays(journey: Journey, sandbox: StripeSandbox) -> None:
    """The last owner can't leave, a lost second step is removed by another owner, and all of it is recorded."""
    owner, office = _staff(journey)
    confirm(owner)
    assert owner.user
    assert office.user
    owner.delete(f"{STAFF}/{owner.user.id}")
    owner.patch(f"{STAFF}/{owner.user.id}", role="office")
    with journey.step("Olive has set up an authenticator app"):
        Authenticator.objects.create(user=office.user, type=Authenticator.Type.TOTP, data={})
    owner.get(STAFF)
    owner.post(f"{STAFF}/{owner.user.id}/remove-second-factor")
    office.post(f"{STAFF}/{office.user.id}/remove-second-factor")
    owner.post(f"{STAFF}/{office.user.id}/remove-second-factor")
    office.get("/api/auth/user")
    work(journey)
    owner.patch(f"{STAFF}/{office.user.id}", role="captain")
    owner.patch(f"{STAFF}/{office.user.id}", role="owner")
    work(journey)
    office.sign_in()
    confirm(office)
    office.patch(f"{STAFF}/{owner.user.id}", role="office")
    owner.sign_in()
    owner.get("/api/auth/user")
    owner.get("/api/desk/security-events")
    office.delete(f"{STAFF}/{office.user.id}")
    office.get("/api/quotes?scope=admin")
    with journey.step("The new owner downloads all quotes") as lines:
        response = office.client.get("/api/quotes/export.csv")
        lines += [f"{response.status_code}", *response.getvalue().decode().split("\r\n")]
    office.get("/api/desk/security-events?limit=2")
    journey.later(hours=3)
    office.get("/api/auth/confirmation")
    office.delete(f"{STAFF}/{owner.user.id}")
    work(journey)
    office.get(STAFF)


@override_settings(SECOND_FACTOR_REQUIRED=True)
def second_step_set_up_and_lost(journey: Journey, sandbox: StripeSandbox) -> None:
    """The desk asks an owner for a second sign-in step; a recovery code helps when the phone is gone."""
    owner, _ = _staff(journey)
    browser, name = journey.person("Ada's browser"), "Ada's browser"
    known = {"login": "ada@example.com", "password": "correct horse"}
    submit(journey, browser, name, "/accounts/login/?next=/admin", **known)
    browser.get("/api/auth/user")
    browser.get("/api/desk/queue")
    browser.get("/accounts/second-step/?next=/admin?tab=trees")
    submit(journey, browser, name, "/accounts/reauthenticate/", password="correct horse")
    with journey.step("She scans the code of the page with her phone") as lines:
        page: Any = browser.client.get("/accounts/2fa/totp/activate/")
        secret = page.context["form"].secret
        lines.append(f"{page.status_code}")
    submit(journey, browser, name, "/accounts/2fa/totp/activate/", code="000000")
    submit(journey, browser, name, "/accounts/2fa/totp/activate/", code=totp_code(secret))
    browser.get("/api/auth/user")
    browser.get("/api/desk/queue")
    with journey.step("She keeps her recovery codes"):
        codes = browser.client.get("/accounts/2fa/recovery-codes/").context["unused_codes"]
        browser.client.get("/accounts/2fa/recovery-codes/download/")
    work(journey)
    browser.get("/api/logout")
    journey.later(hours=1)
    submit(journey, browser, name, "/accounts/login/", **known)
    browser.get("/api/auth/user")
    submit(journey, browser, name, "/accounts/2fa/authenticate/", code="123456")
    submit(journey, browser, name, "/accounts/2fa/authenticate/", code=codes[0])
    browser.get("/api/desk/queue")
    browser.get("/api/desk/staff")
    assert owner.user
    browser.delete(f"{STAFF}/{owner.user.id}")
    journey.later(minutes=10)
    browser.get("/accounts/confirm/?next=/admin?tab=settings")
    submit(journey, browser, name, "/accounts/2fa/reauthenticate/", code=codes[0])
    submit(journey, browser, name, "/accounts/2fa/reauthenticate/", code=codes[1])
    browser.get("/api/auth/confirmation")
    submit(journey, browser, name, "/accounts/2fa/recovery-codes/generate/")
    submit(journey, browser, name, "/accounts/2fa/totp/deactivate/")
    work(journey)
    browser.get("/api/auth/user")
    owner.get("/api/desk/queue")


def unverified_account_taken_back(journey: Journey, sandbox: StripeSandbox) -> None:
    """Somebody had prepared an account for another person's address: it is theirs alone once they verify it."""
    journey.owner()
    with journey.step("An account with a password exists, but nobody has verified its address"):
        prepared = User.objects.create_user("vic@example.com", "the attacker's", first_name="Not", last_name="Vic")
        EmailAddress.objects.create(user=prepared, email=prepared.email, verified=False, primary=True)
        EmailAddress.objects.create(user=prepared, email="attacker@example.com", verified=False, primary=False)
    vic, name = journey.person("Vic"), "Vic"
    submit(
        journey, vic, name, "/accounts/signup/", first_name="Vic", email="vic@example.com", password1="my own secret"
    )
    submit(journey, vic, name, "/accounts/confirm-email/", action="resend")
    submit(journey, vic, name, "/accounts/confirm-email/", code=work(journey))
    vic.get("/api/auth/user")
    thief = journey.person("the attacker")
    stolen = {"login": "vic@example.com", "password": "the attacker's"}
    submit(journey, thief, "the attacker", "/accounts/login/", **stolen)
    vic.get("/api/logout")
    submit(journey, vic, name, "/accounts/login/code/", email="vic@example.com")
    submit(journey, vic, name, "/accounts/login/code/confirm/", code="WRONG-CODE")
    submit(journey, vic, name, "/accounts/login/code/confirm/", code=work(journey))
    journey.later(hours=1)
    vic.get("/api/account/archive")
    submit(journey, vic, name, "/accounts/reauthenticate/", password="my own secret")
    submit(
        journey, vic, name, "/accounts/password/change/",
        oldpassword="my own secret", password1="another long secret", password2="another long secret",
    )  # fmt: skip
    work(journey)
    vic.get("/api/auth/user")
