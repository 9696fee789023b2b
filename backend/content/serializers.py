"""What the endpoints of the owner's content return."""

from rest_framework import serializers

from common.outputs import Output
from content.models import TextPage


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


class RenderedTextOutput(Output):
    """The inside of a page. ``html`` has no scripts, styles and pictures."""

    html = serializers.CharField(source="rendered.html")
    contents = serializers.CharField(
        source="rendered.contents", help_text="The members of the list of sections, as HTML."
    )


class PageTextOutput(RenderedTextOutput):
    """The text that a page shows, and the number of its version."""

    page = serializers.ChoiceField(source="text.page", choices=TextPage.choices)
    number = serializers.IntegerField(source="text.number")


class PlaceholderOutput(Output):
    """What a text can name in braces, and what is shown instead."""

    name = serializers.CharField()
    value = serializers.CharField()


class TextOutput(Output):
    """A page's newest text, for its editor; nobody wrote the first one, which the product brings."""

    page = serializers.ChoiceField(source="text.page", choices=TextPage.choices)
    number = serializers.IntegerField(source="text.number")
    markdown = serializers.CharField(source="text.markdown")
    updatedAt = serializers.DateTimeField(source="text.written_at", allow_null=True)
    updatedBy = serializers.CharField(source="text.by", allow_null=True)
    placeholders = PlaceholderOutput(many=True)


class TextVersionRowOutput(Output):
    """Who wrote a version, and when."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    by = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")


class TextVersionOutput(RenderedTextOutput):
    """A version of a page's text."""

    number = serializers.IntegerField(source="text.number")
    markdown = serializers.CharField(source="text.markdown")
    createdAt = serializers.DateTimeField(source="text.written_at", allow_null=True)
    by = serializers.CharField(source="text.by", allow_null=True)
