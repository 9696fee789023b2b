"""Journeys of the staff: who is on it, and what owners see of it."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from accounts.models import User
from config.tests.journeys.steps import confirm, deliver_mail, submit
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
    deliver_mail(journey)
    owner.delete(f"{STAFF}/invitations/{late['id']}")
    owner.delete(f"{STAFF}/invitations/{late['id']}")
    form = {
        "first_name": "Nell",
        "last_name": "Quist",
        "email": "nell@example.com",
        "password1": "a long enough secret",
    }
    submit(journey, visitor, "somebody invited", "/accounts/signup/", **form)
    submit(journey, visitor, "somebody invited", "/accounts/confirm-email/", code=deliver_mail(journey))
    visitor.get("/api/auth/user")
    visitor.get("/api/desk/queue")
    visitor.get("/api/desk/security-events")
    nell = User.objects.get(email="nell@example.com")
    owner.patch(f"{STAFF}/{nell.id}", role="owner")
    visitor.get("/api/auth/user")
    deliver_mail(journey)
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
    deliver_mail(journey)


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
    deliver_mail(journey)
    owner.patch(f"{STAFF}/{office.user.id}", role="captain")
    owner.patch(f"{STAFF}/{office.user.id}", role="owner")
    deliver_mail(journey)
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
        lines += [f"{response.status_code}", *b"".join(response.streaming_content).decode().split("\r\n")]
    office.get("/api/desk/security-events?limit=2")
    journey.later(hours=3)
    office.get("/api/auth/confirmation")
    office.delete(f"{STAFF}/{owner.user.id}")
    deliver_mail(journey)
    office.get(STAFF)
