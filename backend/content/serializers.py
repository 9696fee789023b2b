"""What the endpoints of the owner's content return."""

from rest_framework import serializers

from common.outputs import Output


class BusinessOutput(Output):
    """Who the business is, and who wrote it last; null as long as nobody has."""

    name = serializers.CharField(source="details.name")
    phone = serializers.CharField(source="details.phone")
    email = serializers.EmailField(source="details.email")
    address = serializers.CharField(source="details.address")
    cities = serializers.ListField(source="details.cities", child=serializers.CharField())
    openingHours = serializers.CharField(source="details.opening_hours")
    hours = serializers.CharField(source="details.hours", help_text="The opening hours in words.")
    license = serializers.CharField(source="details.license")
    reviewsUrl = serializers.CharField(source="details.reviews_url")
    photosUrl = serializers.CharField(source="details.photos_url")
    instagramUrl = serializers.CharField(source="details.instagram_url")
    facebookUrl = serializers.CharField(source="details.facebook_url")
    privacyUrl = serializers.CharField(source="details.privacy_url")
    termsUrl = serializers.CharField(source="details.terms_url")
    updatedAt = serializers.DateTimeField(source="written_at", allow_null=True)
    updatedBy = serializers.CharField(source="by", allow_null=True)


class BusinessChangeOutput(Output):
    """A changed detail, as text; "" is blank. ``field`` is its name as the API has it elsewhere."""

    field = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class BusinessVersionOutput(Output):
    """Who changed what about the business, and when."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    by = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")
    changes = serializers.ListField(child=BusinessChangeOutput())
