"""Response bodies for the owner's content."""

from rest_framework import serializers

from common.outputs import Output
from content.models import TextPage


class BusinessOutput(Output):
    """The business's details, and when and by whom they were last changed (null if never)."""

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
    """A changed detail with its values as text. ``field`` is its name in the business's details."""

    field = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class BusinessVersionOutput(Output):
    """A change to the business's details."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    by = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")
    changes = serializers.ListField(child=BusinessChangeOutput())


class RenderedTextOutput(Output):
    """The content of a page. ``html`` has no scripts, styles or images."""

    html = serializers.CharField(source="rendered.html")
    contents = serializers.CharField(
        source="rendered.contents", help_text="The items of the table of contents, as HTML."
    )


class PageTextOutput(RenderedTextOutput):
    """The text that a page shows, and its version number."""

    page = serializers.ChoiceField(source="text.page", choices=TextPage.choices)
    number = serializers.IntegerField(source="text.number")


class PlaceholderOutput(Output):
    """A placeholder that texts can use in braces, and its value."""

    name = serializers.CharField()
    value = serializers.CharField()


class TextOutput(Output):
    """A page's newest text, for its editor. The built-in one has no author or date."""

    page = serializers.ChoiceField(source="text.page", choices=TextPage.choices)
    number = serializers.IntegerField(source="text.number")
    markdown = serializers.CharField(source="text.markdown")
    updatedAt = serializers.DateTimeField(source="text.written_at", allow_null=True)
    updatedBy = serializers.CharField(source="text.by", allow_null=True)
    placeholders = PlaceholderOutput(many=True)


class TextVersionRowOutput(Output):
    """A version without its text."""

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
