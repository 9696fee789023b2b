"""Response bodies for users and saved addresses."""

from rest_framework import serializers

from accounts.models import AddressStatus, Role
from common.outputs import Output


class CurrentUserOutput(Output):
    """The signed-in user."""

    id = serializers.UUIDField()
    email = serializers.EmailField()
    firstName = serializers.CharField(source="first_name")
    lastName = serializers.CharField(source="last_name")
    profileImageUrl = serializers.CharField(source="profile_image_url")
    isAdmin = serializers.BooleanField(source="has_admin_role")
    role = serializers.ChoiceField(
        choices=Role.choices, allow_null=True, help_text="Null for customers; ``isAdmin`` is true for both roles."
    )
    secondFactorMissing = serializers.BooleanField(
        source="second_factor_missing",
        help_text="Whether this administrator's session still needs a second sign-in step. Until then, it has "
        "a customer's rights.",
    )


class AddressOutput(Output):
    """A saved address."""

    id = serializers.UUIDField()
    userId = serializers.UUIDField(source="user_id")
    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not Field.label
    street = serializers.CharField()
    city = serializers.CharField()
    state = serializers.CharField()
    zipCode = serializers.CharField(source="zip_code")
    status = serializers.ChoiceField(choices=AddressStatus.choices)
    isDefault = serializers.BooleanField(source="is_default")
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")
