"""Private links. A row stores the hash of its token, never the token."""

from uuid import UUID

from django.db import models
from django.db.models import Q

from common.models import Record


class LinkKind(models.TextChoices):
    """What a link can open. The values match the ``about_kind`` of messages."""

    QUOTE = "quote"
    TREE_ORDER = "tree_order"
    INVOICE = "invoice"


class LinkSource(models.TextChoices):
    """How a link was handed out: in the response to a form, in a message, or as a QR code at the door."""

    FORM = "form"
    MESSAGE = "message"
    CODE = "code"


class Link(Record):
    """A private link to one quote, tree order or invoice.

    ``token_hash`` is the SHA-256 hash of the token. ``first_opened_at`` and ``last_opened_at`` are when a person saw
    the page behind it. When it expires depends on its resource (``links.resources``).
    """

    token_hash = models.BinaryField(max_length=32, unique=True)
    kind = models.CharField(max_length=20, choices=LinkKind)
    resource_id = models.UUIDField()
    source = models.CharField(max_length=10, choices=LinkSource)
    message_id = models.UUIDField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    first_opened_at = models.DateTimeField(null=True, blank=True)
    last_opened_at = models.DateTimeField(null=True, blank=True)
    open_count = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["kind", "resource_id", "-created_at", "-id"], name="link_resource_new")]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=LinkKind.values), name="link_kind_known"),
            models.CheckConstraint(
                condition=Q(source__in=[LinkSource.FORM, LinkSource.CODE], message_id=None)
                | Q(source=LinkSource.MESSAGE, message_id__isnull=False),
                name="link_source_known",
            ),
            models.CheckConstraint(
                condition=Q(open_count=0, first_opened_at=None, last_opened_at=None)
                | Q(open_count__gt=0, first_opened_at__isnull=False, last_opened_at__isnull=False),
                name="link_openings_have_their_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.resource_id}"

    @property
    def quote_id(self) -> UUID | None:
        return self._resource(LinkKind.QUOTE)

    @property
    def tree_order_id(self) -> UUID | None:
        return self._resource(LinkKind.TREE_ORDER)

    @property
    def invoice_id(self) -> UUID | None:
        return self._resource(LinkKind.INVOICE)

    def _resource(self, kind: LinkKind) -> UUID | None:
        return self.resource_id if self.kind == kind else None
