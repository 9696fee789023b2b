"""Services for staff: roles, invitations, and recovery from a lost second factor."""

import datetime as dt
from uuid import UUID

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from accounts import security_log
from accounts.models import Role, SecurityEventKind, StaffInvitation, User
from accounts.own_address import verified_addresses
from accounts.services import end_sessions
from accounts.staff.events import record_event
from common.email_addresses import email_key
from common.errors import Conflict

LAST_OWNER = "This is the last owner. Make someone else an owner first."
_OWN_FACTOR = "Another owner has to do this for you."
_ALREADY_STAFF = "They are already on the staff. Change their role in the list."
INVITATION_LASTS = dt.timedelta(days=7)


@transaction.atomic
def set_role(*, user: User, role: Role | None, by: User | None = None) -> None:
    """Set a user's role, or remove it (None), and end their sessions, which keep the rights they began with.

    Raises Conflict if no owner would remain. Owners are locked, so two of them can't remove each other at once.
    """
    _lock_owners()
    user.refresh_from_db(fields=["role"])
    if user.role == role:
        return
    others = User.objects.filter(role=Role.OWNER, is_active=True).exclude(id=user.id)
    if user.role == Role.OWNER and not others.exists():
        raise Conflict(LAST_OWNER)
    user.role = role
    user.save(update_fields=["role", "updated_at"])
    end_sessions(user=user)
    security_log.record_administrator(user)
    if role:
        kind, summary = SecurityEventKind.ROLE_GIVEN, f"{user.email} is now {_with_article(role)}"
    else:
        kind, summary = SecurityEventKind.ROLE_TAKEN, f"{user.email} is no longer on the staff"
    record_event(kind, summary, by=by, subject=user.email)
    if by:
        text = f"You are now {_with_article(role)}." if role else "You are no longer on the staff."
        get_adapter().send_notification_mail("account/email/staff_role", user, {"change": text, "by": by.full_name})


def staff_member(staff_id: UUID) -> User:
    """Return a staff member. Raises Http404."""
    user: User = get_object_or_404(User, id=staff_id, role__isnull=False)
    return user


@transaction.atomic
def change_role(*, staff_id: UUID, role: Role, by: User) -> User:
    """Change a staff member's role. Raises Http404 and Conflict."""
    _lock_owners()  # before the check, so that it doesn't give a role to someone who is being removed
    user = staff_member(staff_id)
    set_role(user=user, role=Role(role), by=by)
    return user


def remove_from_staff(*, staff_id: UUID, by: User) -> None:
    """Remove someone's role. They keep their account as a customer. Raises Http404 and Conflict."""
    set_role(user=staff_member(staff_id), role=None, by=by)


@transaction.atomic
def invite(*, email: str, role: Role, by: User) -> StaffInvitation:
    """Invite ``email``, replacing any earlier invitation. Raises Conflict if they are already on the staff."""
    email = email_key(email)
    known = EmailAddress.objects.filter(email=email, verified=True, user__role__isnull=False)
    if known.exists() or User.objects.filter(email=email, role__isnull=False).exists():
        raise Conflict(_ALREADY_STAFF)
    invitation, _ = StaffInvitation.objects.update_or_create(
        email=email, defaults={"role": role, "invited_by": by, "expires_at": timezone.now() + INVITATION_LASTS}
    )
    record_event(SecurityEventKind.INVITED, f"{email} was invited as {_with_article(Role(role))}", by=by, subject=email)
    get_adapter().send_mail(
        "account/email/staff_invitation",
        email,
        {
            "invited_by": by.full_name,
            "role": _with_article(Role(role)),
            "days": INVITATION_LASTS.days,
            "staff_url": f"{settings.SITE_URL}{reverse('second_step')}",
        },
    )
    return invitation


@transaction.atomic
def withdraw_invitation(*, invitation_id: UUID, by: User) -> None:
    """Withdraw an invitation. Raises Http404 if it is unknown or was accepted."""
    invitation = StaffInvitation.objects.select_for_update().filter(id=invitation_id).first()
    if invitation is None:
        raise Http404
    invitation.delete()
    record_event(
        SecurityEventKind.INVITATION_WITHDRAWN,
        f"The invitation of {invitation.email} was withdrawn",
        by=by,
        subject=invitation.email,
    )


@transaction.atomic
def accept_invitations(user: User) -> bool:
    """Give ``user`` the role that one of their verified addresses was invited to, and return whether there was one.

    Called at each sign-in, and when someone who is signed in opens an invitation's link. Their sessions end then.
    """
    invitations = StaffInvitation.objects.select_for_update()
    found = invitations.filter(email__in=verified_addresses(user), expires_at__gt=timezone.now())
    was_staff = user.has_admin_role
    for invitation in found:
        invitation.delete()
        if not user.has_admin_role:
            set_role(user=user, role=Role(invitation.role))
    return user.has_admin_role and not was_staff


@transaction.atomic
def remove_second_factor(*, user: User, by: User | None = None) -> None:
    """Remove all second factors of ``user`` and end their sessions. They set up a new one at the next sign-in.

    ``by`` is None for the command. The user and all owners are notified. Raises Conflict if ``by`` is the user: an open
    session alone must not be enough to remove one's own.
    """
    if by and by.id == user.id:
        raise Conflict(_OWN_FACTOR)
    Authenticator.objects.filter(user=user).delete()
    end_sessions(user=user)
    summary = f"The second sign-in step of {user.email} was removed"
    record_event(SecurityEventKind.SECOND_FACTOR_REMOVED, summary, by=by, subject=user.email)
    recipients = [user, *User.objects.filter(role=Role.OWNER, is_active=True).exclude(id=user.id)]
    for each in recipients:
        context = {"who": user.email, "by": by and by.full_name, "is_own": each == user, "is_by": each == by}
        get_adapter().send_notification_mail("account/email/second_factor_removed", each, context)


def _lock_owners() -> None:
    list(User.objects.select_for_update().filter(role=Role.OWNER).order_by("id").values_list("id", flat=True))


def _with_article(role: Role) -> str:
    return "an owner" if role == Role.OWNER else "a member of the office"
