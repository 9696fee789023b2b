"""Users and addresses in the API."""

from rest_framework import serializers

from accounts.models import AddressStatus
from common import fields
from common.fields import Changes, Form, Output


class CurrentUserOutput(Output):
    """Who is signed in."""

    id = serializers.UUIDField()
    email = serializers.EmailField()
    firstName = serializers.CharField(source="first_name")
    lastName = serializers.CharField(source="last_name")
    profileImageUrl = serializers.CharField(source="profile_image_url")
    isAdmin = serializers.BooleanField(source="has_admin_role")
    secondFactorMissing = serializers.BooleanField(
        source="second_factor_missing",
        help_text="Whether this administrator's session still needs a second sign-in step: until then, calls have a "
        "customer's rights.",
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


class ProfileInput(Changes):
    """What a user may change of themselves."""

    firstName = fields.Text(source="first_name", max_length=100)
    lastName = fields.Text(source="last_name", max_length=100)


ZIP_CODE = r"\d{5}(-\d{4})?"


class AddressInput(Form):
    """A new address, by the rules of the tree order form."""

    label = fields.Text(max_length=100, required=False)  # type: ignore[assignment]  # a field of that name, not Field.label
    street = fields.Text(min_length=5, max_length=255, message="Please provide a street address")
    city = fields.Text(min_length=2, max_length=100, message="City is required")
    state = fields.StateCode(message="State must be 2 characters (e.g., NH)")
    zipCode = fields.Pattern(source="zip_code", regex=ZIP_CODE, message="Invalid ZIP code format")
    isDefault = fields.YesNo(source="is_default", required=False)


class AddressChangeInput(Changes, AddressInput):
    """Changes of an address; what is left out stays as it is."""
