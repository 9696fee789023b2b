"""Outputs about staff."""

from rest_framework import serializers

from accounts.models import Role, SecurityEventKind
from common.outputs import Output


class StaffMemberOutput(Output):
    """Someone on the staff."""

    id = serializers.UUIDField()
    email = serializers.EmailField()
    name = serializers.CharField(source="full_name")
    role = serializers.ChoiceField(choices=Role.choices)
    hasSecondFactor = serializers.BooleanField(source="has_second_factor")
    lastSignInAt = serializers.DateTimeField(source="last_login", allow_null=True)


class InvitationOutput(Output):
    """An invitation that was not accepted yet."""

    id = serializers.UUIDField()
    email = serializers.EmailField()
    role = serializers.ChoiceField(choices=Role.choices)
    createdAt = serializers.DateTimeField(source="created_at")
    expiresAt = serializers.DateTimeField(source="expires_at")


class StaffOutput(Output):
    """Everyone on the staff, and who is invited."""

    staff = StaffMemberOutput(many=True)
    invitations = InvitationOutput(many=True)


class SecurityEventOutput(Output):
    """Something that owners can look up."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=SecurityEventKind.choices)
    summary = serializers.CharField()
    actorName = serializers.CharField(source="actor_name")
    createdAt = serializers.DateTimeField(source="created_at")


class ConfirmationOutput(Output):
    """Whether the session was opened or confirmed a moment ago."""

    confirmedUntil = serializers.DateTimeField(
        source="confirmed_until",
        allow_null=True,
        help_text="Until when; null: /accounts/confirm/?next=/path asks for it.",
    )
