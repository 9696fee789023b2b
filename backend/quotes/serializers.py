"""Quotes in the API."""

from typing import Any

from rest_framework import serializers

from catalog.catalog import ADD_ONS
from common import fields
from common.fields import Changes, Form, Output
from quotes.design import DesignField, KeptDesign
from quotes.models import CommentType, CommunicationPreference, QuoteStatus, ServicePackage


class QuoteInput(Form):
    """The quote form, with the form's own messages."""

    fullName = fields.Text(source="full_name", min_length=1, max_length=200, message="Full name is required")
    email = fields.Email(message="Valid email is required")
    phone = fields.Text(min_length=1, max_length=40, message="Phone number is required")
    city = fields.Text(min_length=1, max_length=100, message="City is required")
    streetAddress = fields.Text(source="street_address", max_length=255, required=False)
    addressId = fields.Identifier(source="address_id", required=False)
    servicePackage = fields.Choice(
        source="service_package", choices=ServicePackage.choices, message="Please select a service package"
    )
    squareFootage = fields.WholeNumber(source="square_footage", low=1, high=10_000_000, required=False, allow_null=True)
    preferredStartDate = fields.Day(source="preferred_start_date", past=False)
    addOns = fields.TextList(source="add_ons", max_items=20, max_length=100, required=False)
    comments = fields.Text(max_length=5000, required=False)
    textUpdates = fields.YesNo(source="text_updates", required=False)
    communicationPreference = fields.Choice(
        source="communication_preference", choices=CommunicationPreference.choices, required=False
    )
    design = DesignField(required=False)
    website = fields.Honeypot()


class QuoteOutput(Output):
    """A quote as its customer and the administrator see it."""

    id = serializers.UUIDField()
    userId = serializers.UUIDField(source="user_id", allow_null=True)
    fullName = serializers.CharField(source="full_name")
    email = serializers.EmailField()
    phone = serializers.CharField()
    city = serializers.CharField()
    streetAddress = serializers.CharField(source="street_address")
    addressId = serializers.UUIDField(source="address_id", allow_null=True)
    servicePackage = serializers.ChoiceField(source="service_package", choices=ServicePackage.choices)
    squareFootage = serializers.IntegerField(source="square_footage", allow_null=True)
    preferredStartDate = serializers.DateField(source="preferred_start_date", allow_null=True)
    addOns = serializers.ListField(source="add_ons", child=serializers.CharField())
    comments = serializers.CharField()
    textUpdates = serializers.BooleanField(source="text_updates")
    communicationPreference = serializers.ChoiceField(
        source="communication_preference", choices=CommunicationPreference.choices
    )
    status = serializers.ChoiceField(choices=QuoteStatus.choices)
    quoteAmount = serializers.DecimalField(source="quote_amount", max_digits=10, decimal_places=2, allow_null=True)
    design = KeptDesign(allow_null=True)
    answeredAt = serializers.DateTimeField(source="answered_at", allow_null=True)
    dueAt = serializers.DateTimeField(source="respond_by")
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")


class QuoteRevisionInput(Changes):
    """What an administrator sets; what is left out stays as it is. ``updatedAt`` is the state they saw."""

    updatedAt = fields.Instant(source="seen", allow_null=True)
    status = fields.Choice(choices=QuoteStatus.choices)
    quoteAmount = fields.Money(source="quote_amount", allow_null=True)


class BulkStatusInput(Form):
    """One status for several quotes."""

    ids = fields.IdentifierList(max_items=200)
    status = fields.Choice(choices=QuoteStatus.choices)


class SkippedOutput(Output):
    """A row that was left as it is, and why."""

    id = serializers.UUIDField()
    message = serializers.CharField()


class BulkStatusOutput(Output):
    """What became of each quote."""

    changed = serializers.ListField(child=serializers.UUIDField())
    skipped = SkippedOutput(many=True)


class QuoteAcceptanceInput(Form):
    """The price that the customer saw when accepting."""

    quoteAmount = fields.Money(source="seen_amount")


class CommentInput(Form):
    """A comment; ``comment`` is taken as another name for ``content``."""

    content = fields.Text(min_length=1, max_length=5000)

    def to_internal_value(self, data: Any) -> Any:
        if "content" not in data and "comment" in data:
            data = {**data, "content": data["comment"]}
        return super().to_internal_value(data)


class CommentOutput(Output):
    """An entry of a quote's thread."""

    id = serializers.UUIDField()
    content = serializers.CharField(source="comment")
    commentType = serializers.ChoiceField(source="comment_type", choices=CommentType.choices)
    isStaffComment = serializers.BooleanField(source="is_staff_comment")
    authorName = serializers.CharField(source="author_name")
    createdAt = serializers.DateTimeField(source="created_at")


class EstimateInput(Form):
    """What is known of the house. What is left out widens the estimate."""

    servicePackage = fields.Choice(
        source="service_package", choices=ServicePackage.choices, message="Please select a service package"
    )
    squareFootage = fields.WholeNumber(source="square_footage", low=1, high=100_000, required=False)
    storeys = fields.WholeNumber(low=1, high=10, required=False)
    frontWidthFeet = fields.WholeNumber(source="front_width_feet", low=1, high=2_000, required=False)
    addOns = fields.TextList(source="add_ons", max_items=20, max_length=100, required=False)

    def validate_addOns(self, value: list[str] | None) -> list[str]:
        """The catalogue's ids of add-ons, which may be sent by name."""
        known = {name.casefold(): each.id for each in ADD_ONS for name in (each.id, each.name)}
        if unknown := [name for name in value or [] if name.casefold() not in known]:
            raise serializers.ValidationError(f"Unknown add-on: {unknown[0]}")
        return list(dict.fromkeys(known[name.casefold()] for name in value or []))


class EstimateLineOutput(Output):
    """Part of an estimate, in whole US dollars."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not Field.label
    low = serializers.IntegerField()
    high = serializers.IntegerField()


class EstimateOutput(Output):
    """From ``low`` to ``high`` whole US dollars; both null where only a visit can tell."""

    low = serializers.IntegerField(allow_null=True)
    high = serializers.IntegerField(allow_null=True)
    currency = serializers.CharField()
    lines = EstimateLineOutput(many=True)
    excludes = serializers.ListField(child=serializers.CharField())
