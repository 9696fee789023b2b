"""Documents about erased people that the law requires us to keep."""

from django.db import models
from django.db.models import Q

from common.models import Record


class DocumentKind(models.TextChoices):
    """Kinds of retained documents. Each value is a table whose rows are kept with all columns."""

    INVOICE = "invoice"
    INVOICE_PAYMENT = "invoice_payment", "Payment on an invoice"
    TREE_ORDER = "tree_order", "Paid tree order"
    TREE_PAYMENT = "tree_payment", "Payment for a tree"
    PAYMENT = "payment", "Card payment"
    REFUND = "refund"
    DISPUTE_RESPONSE = "dispute_response", "Answer to a dispute"
    STORAGE_CHARGE = "storage_charge"
    ACCEPTANCE = "acceptance"
    CONSENT = "consent"


class RetainedDocument(Record):
    """A copy of a row about an erased person, kept until ``delete_after``, a day in Eastern time.

    The database refuses to change it or to delete it earlier. No list or search shows it: owners look it up by
    ``reference``, which is the invoice number or the original row's ID. ``data`` has the row's columns, and ``file``
    the PDF of an invoice. ``erasure`` is the same for all documents of one person.
    """

    kind = models.CharField(max_length=20, choices=DocumentKind)
    source_id = models.UUIDField()
    reference = models.CharField(max_length=40)
    erasure = models.UUIDField()
    dated = models.DateTimeField()
    delete_after = models.DateField()
    data = models.JSONField()
    file = models.BinaryField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["reference"], name="retained_reference"),
            models.Index(fields=["delete_after"], name="retained_delete_after"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=DocumentKind.values), name="retained_kind_known"),
            models.UniqueConstraint(fields=["kind", "source_id"], name="retained_once"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.reference}"
