"""Invoices in the API."""

from rest_framework import serializers

from common.fields import Output
from invoices.models import InvoiceStatus


class InvoiceOutput(Output):
    """An invoice as its customer and the administrator see it."""

    id = serializers.UUIDField()
    userId = serializers.UUIDField(source="user_id")
    quoteId = serializers.UUIDField(source="quote_id", allow_null=True)
    invoiceNumber = serializers.CharField(source="invoice_number")
    amount = serializers.DecimalField(max_digits=10, decimal_places=2)
    status = serializers.ChoiceField(choices=InvoiceStatus.choices)
    dueDate = serializers.DateField(source="due_date", allow_null=True)
    paidDate = serializers.DateTimeField(source="paid_date", allow_null=True)
    description = serializers.CharField()
    billToName = serializers.CharField(source="bill_to_name")
    billToAddress = serializers.CharField(source="bill_to_address")
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")
