"""Owners decide who is on the staff."""

import datetime as dt
import re
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Role, SecurityEvent, StaffInvitation, User
from accounts.staff.services import (
    LAST_OWNER,
    accept_invitations,
    change_role,
    invite,
    remove_from_staff,
    withdraw_invitation,
)
from common.errors import Conflict
from quotes.tests.factories import make_quote
from testing.helpers import confirm_session, delivered, in_threads, newest_code, run_during_transaction, text_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def owner_client(admin: User, admin_client: APIClient) -> APIClient:
    """An owner with a recent confirmation."""
    confirm_session(admin_client, admin)
    return admin_client


def _summaries() -> list[str]:
    return list(SecurityEvent.objects.order_by("created_at", "id").values_list("summary", flat=True))


def test_owner_sees_all_staff(owner_client: APIClient, admin: User, office: User, customer: User) -> None:
    Authenticator.objects.create(user=office, type=Authenticator.Type.TOTP, data={})
    Authenticator.objects.create(user=admin, type=Authenticator.Type.RECOVERY_CODES, data={})
    body = owner_client.get("/api/desk/staff").json()
    assert [(each["email"], each["role"], each["hasSecondFactor"]) for each in body["staff"]] == [
        (admin.email, "owner", False),
        (office.email, "office", True),
    ]
    assert body["staff"][0]["lastSignInAt"]
    assert body["invitations"] == []


def test_invited_person_joins_the_staff_after_verifying_the_address(
    owner_client: APIClient, client: Client, tmp_path: Path
) -> None:
    invited = {"email": "Olive@Example.com", "role": "office"}
    assert owner_client.post("/api/desk/staff/invitations", invited, format="json").status_code == 201
    [mail] = delivered(tmp_path)
    assert mail["To"] == "olive@example.com"
    assert "Ada Admin invited you to work with" in text_of(mail)

    person = {"first_name": "Olive", "last_name": "Oak", "password1": "a long enough secret"}
    client.post("/accounts/signup/", {"email": "olive@example.com", **person})
    assert not User.objects.filter(email="olive@example.com").exists(), "nothing before the address is verified"
    client.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)})
    assert client.get("/api/auth/user").json()["role"] == "office"
    assert client.get("/api/desk/queue").status_code == 200, "the session began as one of the staff"
    assert [mail["Subject"] for mail in delivered(tmp_path)[1:]] == ["Confirm your email"], "no notice of a new device"
    assert not StaffInvitation.objects.exists()
    assert _summaries() == [
        "olive@example.com was invited as a member of the office",
        "olive@example.com is now a member of the office",
    ]


def test_link_of_an_invitation_works_for_someone_who_is_already_signed_in(
    owner_client: APIClient, customer: User, client: Client, tmp_path: Path
) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    password = {"login": customer.email, "password": "correct horse"}
    client.post("/accounts/login/", password)
    owner_client.post("/api/desk/staff/invitations", {"email": customer.email, "role": "office"}, format="json")
    [link] = re.findall(r"https?://[^/]+(/accounts/\S+)", text_of(delivered(tmp_path)[-1]))
    asked = client.get(link, follow=True)
    assert asked.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    assert "You've joined the staff." in asked.content.decode().replace("&#x27;", "'")
    opened = client.post(asked.redirect_chain[-1][0], password, follow=True)
    assert opened.redirect_chain[-1][0] == "/admin"
    assert client.get("/api/desk/queue").status_code == 200
    assert not StaffInvitation.objects.exists()


def test_invitation_is_listed_and_can_be_withdrawn(owner_client: APIClient, customer: User, client: Client) -> None:
    invited = {"email": customer.email, "role": "owner"}
    row = owner_client.post("/api/desk/staff/invitations", invited, format="json").json()
    assert [each["email"] for each in owner_client.get("/api/desk/staff").json()["invitations"]] == [customer.email]
    assert owner_client.delete(f"/api/desk/staff/invitations/{row['id']}").status_code == 204
    assert owner_client.delete(f"/api/desk/staff/invitations/{row['id']}").status_code == 404
    assert _summaries()[1:] == [f"The invitation of {customer.email} was withdrawn"]
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    client.post("/accounts/login/", {"login": customer.email, "password": "correct horse"})
    assert client.get("/api/auth/user").json()["role"] is None


@pytest.mark.parametrize("first", ["withdrawn", "accepted"])
def test_invitation_is_either_withdrawn_or_accepted(
    owner_client: APIClient, admin: User, customer: User, client: Client, first: str
) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    invitation = invite(email=customer.email, role=Role.OFFICE, by=admin)
    password = {"login": customer.email, "password": "correct horse"}
    with transaction.atomic():
        if first == "withdrawn":
            withdraw_invitation(invitation_id=invitation.id, by=admin)
            second = run_during_transaction(lambda: client.post("/accounts/login/", password).status_code)
        else:
            accept_invitations(customer)
            path = f"/api/desk/staff/invitations/{invitation.id}"
            second = run_during_transaction(lambda: owner_client.delete(path).status_code)
    assert second() == (302 if first == "withdrawn" else 404)
    customer.refresh_from_db()
    assert customer.role == (None if first == "withdrawn" else "office")
    assert len(_summaries()) == 2


def test_expired_invitation_and_another_address_give_no_role(
    owner_client: APIClient, customer: User, outsider: User, client: Client
) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    EmailAddress.objects.create(user=customer, email="other@example.com", verified=False)
    for email in (customer.email, "other@example.com"):
        owner_client.post("/api/desk/staff/invitations", {"email": email, "role": "owner"}, format="json")
    EmailAddress.objects.create(user=outsider, email=outsider.email, verified=True, primary=True)
    invited = {"email": outsider.email, "role": "owner"}
    owner_client.post("/api/desk/staff/invitations", invited, format="json")
    StaffInvitation.objects.filter(email=customer.email).update(expires_at="2020-01-01T00:00:00Z")
    listed = owner_client.get("/api/desk/staff").json()["invitations"]
    assert [each["email"] for each in listed] == [outsider.email, "other@example.com"]
    for each in listed:
        days = (dt.datetime.fromisoformat(each["expiresAt"]) - timezone.now()).total_seconds() / 86400
        assert 6.9 < days < 7
    client.post("/accounts/login/", {"login": customer.email, "password": "correct horse"})
    assert client.get("/api/auth/user").json()["role"] is None


def test_second_invitation_replaces_the_first(owner_client: APIClient, customer: User) -> None:
    for role in ("owner", "office"):
        invited = {"email": customer.email, "role": role}
        assert owner_client.post("/api/desk/staff/invitations", invited, format="json").status_code == 201
        StaffInvitation.objects.filter(role="owner").update(expires_at="2020-01-01T00:00:00Z")
    [listed] = owner_client.get("/api/desk/staff").json()["invitations"]
    assert (listed["email"], listed["role"]) == (customer.email, "office")


def test_invitation_does_not_change_the_role_of_someone_already_on_the_staff(
    owner_client: APIClient, customer: User, client: Client
) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    invited = {"email": customer.email, "role": "office"}
    owner_client.post("/api/desk/staff/invitations", invited, format="json")
    call_command("make_admin", customer.email)
    client.post("/accounts/login/", {"login": customer.email, "password": "correct horse"})
    assert client.get("/api/auth/user").json()["role"] == "owner"
    assert not StaffInvitation.objects.exists()


def test_staff_cannot_be_invited_again(owner_client: APIClient, office: User) -> None:
    EmailAddress.objects.create(user=office, email="second@example.com", verified=True)
    for email in (office.email, "Second@example.com"):
        refused = owner_client.post("/api/desk/staff/invitations", {"email": email, "role": "owner"}, format="json")
        assert refused.status_code == 409
        assert "already on the staff" in refused.json()["message"]
    EmailAddress.objects.create(user=office, email="not.theirs@example.com", verified=False)
    invited = {"email": "not.theirs@example.com", "role": "office"}
    assert owner_client.post("/api/desk/staff/invitations", invited, format="json").status_code == 201


def test_role_change_ends_sessions_and_is_notified(
    owner_client: APIClient, office: User, office_client: APIClient, tmp_path: Path
) -> None:
    signed_in = Client()
    EmailAddress.objects.create(user=office, email=office.email, verified=True, primary=True)
    signed_in.post("/accounts/login/", {"login": office.email, "password": "correct horse"})
    key = signed_in.session.session_key
    changed = owner_client.patch(f"/api/desk/staff/{office.id}", {"role": "owner"}, format="json")
    assert changed.json()["role"] == "owner"
    assert not Session.objects.filter(session_key=key).exists()
    text = text_of(delivered(tmp_path)[-1])
    assert "You are now an owner. You are signed out everywhere.\n\nAda Admin made this change on " in text
    assert "new password" not in text, "they didn't do it, so it doesn't mean that someone else has their password"
    assert _summaries() == [f"{office.email} is now an owner"]


def test_same_role_again_changes_nothing(owner_client: APIClient, office: User) -> None:
    signed_in = Client()
    EmailAddress.objects.create(user=office, email=office.email, verified=True, primary=True)
    signed_in.post("/accounts/login/", {"login": office.email, "password": "correct horse"})
    changed = owner_client.patch(f"/api/desk/staff/{office.id}", {"role": "office"}, format="json")
    assert (changed.status_code, changed.json()["role"]) == (200, "office")
    assert signed_in.get("/api/desk/queue").status_code == 200
    assert _summaries() == []


def test_removed_staff_member_becomes_a_customer_at_once(owner_client: APIClient, office: User) -> None:
    signed_in = Client()
    EmailAddress.objects.create(user=office, email=office.email, verified=True, primary=True)
    signed_in.post("/accounts/login/", {"login": office.email, "password": "correct horse"})
    assert signed_in.get("/api/desk/queue").status_code == 200
    assert owner_client.delete(f"/api/desk/staff/{office.id}").status_code == 204
    assert signed_in.get("/api/desk/queue").status_code == 401
    assert owner_client.delete(f"/api/desk/staff/{office.id}").status_code == 404
    office.refresh_from_db()
    assert office.role is None


def test_last_owner_cannot_be_removed_or_demoted(owner_client: APIClient, admin: User) -> None:
    User.objects.create_user("left@example.com", role=Role.OWNER, is_active=False)
    for refused in (
        owner_client.delete(f"/api/desk/staff/{admin.id}"),
        owner_client.patch(f"/api/desk/staff/{admin.id}", {"role": "office"}, format="json"),
    ):
        assert (refused.status_code, refused.json()["message"]) == (409, LAST_OWNER)


def test_owners_who_demote_each_other_concurrently_leave_one(admin: User) -> None:
    second = User.objects.create_superuser("grace@example.com")
    pair = [(admin, second), (second, admin)]

    def demote(number: int) -> bool:
        by, other = pair[number]
        try:
            change_role(staff_id=other.id, role=Role.OFFICE, by=by)
        except Conflict:
            return False
        return True

    assert sorted(in_threads(2, demote)) == [False, True]
    assert User.objects.filter(role=Role.OWNER).count() == 1


def test_role_of_someone_who_is_being_removed_is_not_changed(
    owner_client: APIClient, admin: User, office: User
) -> None:
    with transaction.atomic():
        remove_from_staff(staff_id=office.id, by=admin)
        change = run_during_transaction(
            lambda: owner_client.patch(f"/api/desk/staff/{office.id}", {"role": "owner"}, format="json").status_code
        )
    assert change() == 404
    office.refresh_from_db()
    assert office.role is None


def test_lost_second_factor_is_removed_by_another_owner(
    owner_client: APIClient, admin: User, office: User, tmp_path: Path
) -> None:
    third = User.objects.create_superuser("grace@example.com")
    former = User.objects.create_superuser("former@example.com", is_active=False)
    for user in (admin, office, third, former):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={})
    removed = owner_client.post(f"/api/desk/staff/{office.id}/remove-second-factor")
    assert removed.json()["hasSecondFactor"] is False
    subjects = {mail["To"]: mail["Subject"] for mail in delivered(tmp_path)}
    assert subjects == {
        office.email: "Your second sign-in step was removed",
        admin.email: f"The second sign-in step of {office.email} was removed",
        third.email: f"The second sign-in step of {office.email} was removed",
    }
    texts = {mail["To"]: text_of(mail) for mail in delivered(tmp_path)}
    assert "If you don't know why, ask Ada Admin before you sign in again.\n" in texts[office.email]
    assert "If you don't know why, ask Ada Admin.\n" in texts[third.email]
    assert "You removed the second sign-in step" in texts[admin.email]
    password = [email for email, text in texts.items() if "If this wasn't you, set a new password" in text]
    assert password == [admin.email], "the others didn't do it"
    owner_client.post(f"/api/desk/staff/{third.id}/remove-second-factor")
    assert sorted(mail["To"] for mail in delivered(tmp_path)[3:]) == sorted([third.email, admin.email])
    own = owner_client.post(f"/api/desk/staff/{admin.id}/remove-second-factor")
    assert own.status_code == 409
    assert Authenticator.objects.filter(user=admin).exists()


def test_subjects_have_names_and_addresses_as_they_were_typed(
    owner_client: APIClient, admin: User, office: User, settings: Any, tmp_path: Path
) -> None:
    settings.BUSINESS_NAME = "O'Brien & Sons"
    owner_client.post("/api/desk/staff/invitations", {"email": "nell@example.com", "role": "office"}, format="json")
    User.objects.filter(id=office.id).update(email="o'neil@example.com")
    EmailAddress.objects.create(user=admin, email=admin.email, verified=True, primary=True)
    Authenticator.objects.create(user=office, type=Authenticator.Type.TOTP, data={})
    owner_client.post(f"/api/desk/staff/{office.id}/remove-second-factor")
    assert [mail["Subject"] for mail in delivered(tmp_path)] == [
        "You're invited to join the staff of O'Brien & Sons",
        "The second sign-in step of o'neil@example.com was removed",
    ]


def test_staff_changes_require_a_recent_confirmation(admin: User, admin_client: APIClient, office: User) -> None:
    assert admin_client.get("/api/auth/confirmation").json() == {"confirmedUntil": None}
    calls = [
        admin_client.post("/api/desk/staff/invitations", {"email": "x@example.com", "role": "owner"}, format="json"),
        admin_client.patch(f"/api/desk/staff/{office.id}", {"role": "owner"}, format="json"),
        admin_client.delete(f"/api/desk/staff/{office.id}"),
        admin_client.post(f"/api/desk/staff/{office.id}/remove-second-factor"),
    ]
    assert [call.status_code for call in calls] == [403] * 4
    assert {call.json()["message"] for call in calls} == {
        "Confirm that it's you first, then try again. Nothing was changed."
    }
    confirm_session(admin_client, admin, seconds_ago=301)
    assert admin_client.delete(f"/api/desk/staff/{office.id}").status_code == 403
    confirm_session(admin_client, admin)
    assert admin_client.get("/api/auth/confirmation").json()["confirmedUntil"]
    assert admin_client.delete(f"/api/desk/staff/{office.id}").status_code == 204


def test_confirmation_page_asks_for_the_password_and_returns(admin: User) -> None:
    EmailAddress.objects.create(user=admin, email=admin.email, verified=True, primary=True)
    client = APIClient()
    client.force_login(admin)
    confirm_session(client, admin, seconds_ago=600)
    asked = client.get("/accounts/confirm/?next=/admin%3Ftab%3Dstaff")
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    page = client.get(asked.headers["Location"]).content.decode()
    assert "how you sign in" not in page
    assert re.search(r'href="/admin\?tab=staff"[^>]*>\s*Cancel', page)
    done = client.post(asked.headers["Location"], {"password": "correct horse"}, follow=True)
    assert done.redirect_chain[-1][0].endswith("/admin?tab=staff")
    assert client.get("/api/auth/confirmation").json()["confirmedUntil"]
    assert client.get("/accounts/confirm/?next=//evil.example").headers["Location"] == "/"


def test_exports_are_recorded_with_filter_and_rows(admin_client: APIClient, office_client: APIClient) -> None:
    b"".join(office_client.get("/api/quotes/export.csv?status=pending"))
    b"".join(admin_client.get("/api/desk/money/export.csv?from=2026-11-01&to=2026-11-30"))
    stopped = office_client.get("/api/quotes/export.csv")
    stopped.close()
    for _ in range(3):
        make_quote()
    stopped = office_client.get("/api/quotes/export.csv")
    pieces = iter(stopped)
    next(pieces), next(pieces)  # the header line and one row
    stopped.close()
    rows = admin_client.get("/api/desk/security-events").json()
    assert [(row["kind"], row["actorName"], row["summary"]) for row in reversed(rows)] == [
        ("exported", "Olive", "Quotes (status pending): 0 rows"),
        ("exported", "Ada Admin", "Money (from 2026-11-01, to 2026-11-30): 0 rows"),
        ("exported", "Olive", "Quotes, everything: not finished"),
        ("exported", "Olive", "Quotes, everything: 1 row, then the download stopped"),
    ]


def test_recorded_export_does_not_name_the_customer_who_was_searched_for(office_client: APIClient) -> None:
    b"".join(office_client.get("/api/quotes/export.csv?status=pending&q=eleanor%20hayes&city=Rye"))
    b"".join(office_client.get("/api/quotes/export.csv?unknown=a%00b"))
    assert _summaries() == [
        "Quotes (status pending, q …, city Rye): 0 rows",
        "Quotes, everything: 0 rows",
    ]


def test_back_office_cannot_change_roles(admin_client: APIClient, office_client: APIClient, customer: User) -> None:
    page = f"/backoffice/accounts/user/{customer.id}/change/"
    form: dict[str, Any] = {"first_name": "E", "is_active": "on", "role": "owner"}
    form |= {f"addresses-{part}": "0" for part in ("TOTAL_FORMS", "INITIAL_FORMS")}
    assert admin_client.post(page, form).status_code == 302
    customer.refresh_from_db()
    assert (customer.first_name, customer.role) == ("E", None)
    assert office_client.post(page, form).status_code == 403
