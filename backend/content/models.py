"""The owner's content in versions. Each change adds one.

The database refuses to change or delete them (``0002_never_changed``). Version 1 is the built-in text, or the details
from the settings, and is not stored.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from common.models import Record, newest_first

FIRST = 1


class BusinessVersion(Record):
    """The business's details, from ``created_at`` until the next version. Null fields come from the settings.

    ``by`` is the name of the owner who made the change, as it was then. ``changes`` lists the differences from the
    previous version as ``{field, before, after}``.
    """

    number = models.PositiveIntegerField(unique=True)
    by = models.TextField()
    changes = models.JSONField()
    name = models.TextField(null=True)  # noqa: DJ001
    phone = models.TextField(null=True)  # noqa: DJ001
    email = models.TextField(null=True)  # noqa: DJ001
    address = models.TextField(null=True)  # noqa: DJ001
    cities = ArrayField(models.TextField(), null=True)
    opening_hours = models.TextField(null=True)  # noqa: DJ001
    license = models.TextField(null=True)  # noqa: DJ001
    reviews_url = models.TextField(null=True)  # noqa: DJ001
    photos_url = models.TextField(null=True)  # noqa: DJ001
    instagram_url = models.TextField(null=True)  # noqa: DJ001
    facebook_url = models.TextField(null=True)  # noqa: DJ001
    privacy_url = models.TextField(null=True)  # noqa: DJ001
    terms_url = models.TextField(null=True)  # noqa: DJ001

    class Meta:
        indexes = [newest_first("business_version_new")]
        constraints = [models.CheckConstraint(condition=Q(number__gt=FIRST), name="business_version_is_later")]

    def __str__(self) -> str:
        return f"Version {self.number}"


class TextPage(models.TextChoices):
    """The pages whose text owners can edit. The value is the path."""

    FAQ = "faq", "Questions and answers"
    TERMS = "terms", "Terms"
    PRIVACY = "privacy", "Privacy"


class TextVersion(Record):
    """A page's text in Markdown, from ``created_at`` until the next version."""

    page = models.CharField(max_length=10, choices=TextPage)
    number = models.PositiveIntegerField()
    by = models.TextField()
    markdown = models.TextField()

    class Meta:
        indexes = [newest_first("text_version_new", "page")]
        constraints = [
            models.UniqueConstraint(fields=["page", "number"], name="one_text_version_per_number"),
            models.CheckConstraint(condition=Q(page__in=TextPage.values), name="text_version_page_known"),
            models.CheckConstraint(condition=Q(number__gt=FIRST), name="text_version_is_later"),
        ]

    def __str__(self) -> str:
        return f"{self.page}, version {self.number}"
