"""Response bodies about staff."""

from rest_framework import serializers

from accounts.models import Role, SecurityEventKind
from common.outputs import Output


class StaffMemberOutput(Output):
    """A staff member."""

    id = serializers.UUIDField()
    email = serializers.EmailField()
    name = serializers.CharField(source="full_name")
    role = serializers.ChoiceField(choices=Role.choices)
    hasSecondFactor = serializers.BooleanField(source="has_second_factor")
    lastSignInAt = serializers.DateTimeField(source="last_login", allow_null=True)


class InvitationOutput(Output):
    """A pending invitation."""

    id = serializers.UUIDField()
    email = serializers.EmailField()
    role = serializers.ChoiceField(choices=Role.choices)
    createdAt = serializers.DateTimeField(source="created_at")
    expiresAt = serializers.DateTimeField(source="expires_at")


class StaffOutput(Output):
    """All staff and pending invitations."""

    staff = StaffMemberOutput(many=True)
    invitations = InvitationOutput(many=True)


class SecurityEventOutput(Output):
    """A security event."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=SecurityEventKind.choices)
    summary = serializers.CharField()
    actorName = serializers.CharField(source="actor_name")
    createdAt = serializers.DateTimeField(source="created_at")


class ConfirmationOutput(Output):
    """Whether the session was confirmed recently."""

    confirmedUntil = serializers.DateTimeField(
        source="confirmed_until",
        allow_null=True,
        help_text="Null if it was not; /accounts/confirm/?next=/path asks the user to confirm.",
    )
