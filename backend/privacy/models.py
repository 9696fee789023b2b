"""Documents of erased persons, which the law wants kept."""

from django.db import models
from django.db.models import Q

from common.models import Record


class DocumentKind(models.TextChoices):
    """What is kept of a person who was erased. The values are the tables, each row of which is kept whole."""

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
    """One row about an erased person as it was, kept whole until ``delete_after``, a day in Eastern time.

    The database refuses to change it, and to delete it any earlier. It is in no list and no search: owners look it up
    by ``reference``, the number that is on the document (of an invoice, or the original row's ID). ``data`` has the
    row's columns, ``file`` the PDF of an invoice. ``erasure`` is the same for all that is of one person.
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
