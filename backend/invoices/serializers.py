"""Invoices in the API."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from common import fields
from common.fields import Changes, Form, Output
from invoices.models import InvoiceStatus, PaymentMethod

CENT = Decimal("0.01")
MOST_AT_ONCE = 200


class InvoiceInput(Form):
    """A new invoice: for a quote, or for somebody with an account."""

    quoteId = fields.Identifier(source="quote_id", required=False)
    userId = fields.Identifier(source="user_id", required=False)
    amount = fields.Money(low=CENT)
    dueDate = fields.Day(source="due_date", past=False)
    description = fields.Text(max_length=2000, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Somebody must be billed."""
        if not attrs.get("quote_id") and not attrs.get("user_id"):
            raise serializers.ValidationError({"quoteId": ["Name a quote or a customer"]})
        return attrs


class InvoiceRevisionInput(Changes):
    """What an administrator changes in a draft; what is left out stays as it is, a due date of null takes it away."""

    amount = fields.Money(low=CENT)
    dueDate = fields.Day(source="due_date", past=False, allow_null=True)
    description = fields.Text(max_length=2000)


class PaymentRecordInput(Form):
    """Money that came in some other way than through the card form. ``amount`` is all that is due where left out."""

    method = fields.Choice(choices=PaymentMethod.choices)
    note = fields.Text(max_length=500, required=False)
    amount = fields.Money(low=CENT, required=False)


class TakeBackInput(Form):
    """Why a recorded payment is taken back."""

    note = fields.Text(max_length=500, min_length=1, message="Say why it is taken back")


class BatchSendInput(Form):
    """The drafts to send."""

    ids = fields.TextList(max_items=MOST_AT_ONCE, max_length=36)

    def validate_ids(self, value: list[str]) -> list[Any]:
        """The texts as ids."""
        if not value:
            raise serializers.ValidationError("Name at least one invoice")
        return [fields.Identifier().run_validation(text) for text in value]


class InvoiceOutput(Output):
    """An invoice as its customer and the administrator see it. ``amountDue`` is never negative; ``overpaid`` is what
    the business owes back."""

    id = serializers.UUIDField()
    userId = serializers.UUIDField(source="user_id", allow_null=True)
    quoteId = serializers.UUIDField(source="quote_id", allow_null=True)
    invoiceNumber = serializers.CharField(source="invoice_number")
    amount = serializers.DecimalField(max_digits=10, decimal_places=2)
    amountPaid = serializers.DecimalField(source="amount_paid", max_digits=12, decimal_places=2)
    amountDue = serializers.DecimalField(source="amount_due", max_digits=10, decimal_places=2)
    amountRefunded = serializers.DecimalField(source="amount_refunded", max_digits=12, decimal_places=2)
    overpaid = serializers.DecimalField(max_digits=12, decimal_places=2)
    status = serializers.ChoiceField(choices=InvoiceStatus.choices)
    dueDate = serializers.DateField(source="due_date", allow_null=True)
    sentAt = serializers.DateTimeField(source="sent_at", allow_null=True)
    paidDate = serializers.DateTimeField(source="paid_date", allow_null=True)
    description = serializers.CharField()
    billToName = serializers.CharField(source="bill_to_name")
    billToAddress = serializers.CharField(source="bill_to_address")
    billToEmail = serializers.CharField(source="bill_to_email")
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")


class InvoicePaymentOutput(Output):
    """Money that came in for an invoice. ``disputed``: the customer's bank wants a card payment back. ``takenBackAt``:
    since when a recorded payment counts no more."""

    id = serializers.UUIDField()
    amount = serializers.DecimalField(max_digits=10, decimal_places=2)
    amountRefunded = serializers.DecimalField(source="amount_refunded", max_digits=10, decimal_places=2)
    method = serializers.ChoiceField(choices=PaymentMethod.choices)
    note = serializers.CharField()
    disputed = serializers.BooleanField()
    recordedBy = serializers.CharField(source="recorded_by_name")
    takenBackAt = serializers.DateTimeField(source="taken_back_at", allow_null=True)
    takenBackBy = serializers.CharField(source="taken_back_by_name")
    takenBackNote = serializers.CharField(source="taken_back_note")
    createdAt = serializers.DateTimeField(source="created_at")


class FailedSendingOutput(Output):
    """An invoice that was not sent, and why."""

    id = serializers.UUIDField()
    message = serializers.CharField()


class BatchSendOutput(Output):
    """What became of each invoice."""

    sent = serializers.ListField(child=serializers.UUIDField())
    failed = FailedSendingOutput(many=True)
