"""``/api/desk/staff``, ``/api/desk/security-events`` and ``/api/auth/confirmation``."""

from uuid import UUID

from allauth.mfa.models import Authenticator
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.confirmation import ConfirmedOwner, confirmed_until
from accounts.factors import FACTORS
from accounts.models import SecurityEvent, StaffInvitation, User, signed_in
from accounts.staff.inputs import InvitationInput, RoleInput
from accounts.staff.serializers import (
    ConfirmationOutput,
    InvitationOutput,
    SecurityEventOutput,
    StaffMemberOutput,
    StaffOutput,
)
from accounts.staff.services import (
    change_role,
    invite,
    remove_from_staff,
    remove_second_factor,
    staff_member,
    withdraw_invitation,
)
from common.idempotency import create_once
from common.pagination import page_response
from common.schema import creates, lists
from common.views import OwnerView, View


def staff() -> QuerySet[User]:
    """Return all staff in order of email address, annotated with ``has_second_factor``."""
    factors = Authenticator.objects.filter(user=OuterRef("pk"), type__in=FACTORS)
    return User.objects.filter(role__isnull=False).annotate(has_second_factor=Exists(factors)).order_by("email")


class ConfirmationView(View):
    """``GET /api/auth/confirmation``."""

    @extend_schema(responses=ConfirmationOutput)
    def get(self, request: Request) -> Response:
        """Return until when the session may do what requires a recent confirmation."""
        return Response({"confirmedUntil": confirmed_until(request._request)})


class StaffView(OwnerView):
    """``GET /api/desk/staff``."""

    @extend_schema(responses=StaffOutput)
    def get(self, request: Request) -> Response:
        """Return all staff and pending invitations, unpaginated, since there are few."""
        invitations = StaffInvitation.objects.filter(expires_at__gt=timezone.now()).order_by("-created_at", "-id")
        rows = {"staff": StaffMemberOutput.of_each(staff()), "invitations": InvitationOutput.of_each(invitations)}
        return Response(rows)


class StaffMemberView(View):
    """A staff member."""

    permission_classes = [ConfirmedOwner]

    @extend_schema(request=RoleInput, responses=StaffMemberOutput)
    def patch(self, request: Request, staff_id: UUID) -> Response:
        """Change their role, which ends their sessions."""
        change_role(staff_id=staff_id, by=signed_in(request.user), **self.parse(RoleInput))
        return Response(StaffMemberOutput.of(staff().get(id=staff_id)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, staff_id: UUID) -> Response:
        """Remove them from the staff, which ends their sessions. They keep their account as a customer."""
        remove_from_staff(staff_id=staff_id, by=signed_in(request.user))
        return Response(status=204)


class SecondFactorView(View):
    """``POST /api/desk/staff/{id}/remove-second-factor``."""

    permission_classes = [ConfirmedOwner]

    @extend_schema(request=None, responses=StaffMemberOutput)
    def post(self, request: Request, staff_id: UUID) -> Response:
        """Remove a lost second factor. They set up a new one at the next sign-in."""
        remove_second_factor(user=staff_member(staff_id), by=signed_in(request.user))
        return Response(StaffMemberOutput.of(staff().get(id=staff_id)))


class InvitationListView(View):
    """``POST /api/desk/staff/invitations``."""

    permission_classes = [ConfirmedOwner]

    @creates(InvitationInput, InvitationOutput)
    def post(self, request: Request) -> Response:
        """Invite someone to the staff by email."""
        form, by = self.parse(InvitationInput), signed_in(request.user)
        return create_once(request, "staff invitations", lambda: InvitationOutput.of(invite(by=by, **form)))


class InvitationView(View):
    """An invitation."""

    permission_classes = [ConfirmedOwner]

    @extend_schema(responses={204: None})
    def delete(self, request: Request, invitation_id: UUID) -> Response:
        """Withdraw it."""
        withdraw_invitation(invitation_id=invitation_id, by=signed_in(request.user))
        return Response(status=204)


class SecurityEventListView(OwnerView):
    """``GET /api/desk/security-events``."""

    @lists(SecurityEventOutput)
    def get(self, request: Request) -> Response:
        """Return one page of events about staff, exports and erasures, newest first."""
        return page_response(request, SecurityEvent.objects.all(), SecurityEventOutput)
