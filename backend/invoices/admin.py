"""The invoices app in the back office."""

from django.contrib import admin

from common.admin import ReadOnly, ReadOnlyInline
from invoices.models import Invoice, InvoicePayment


class PaymentInline(ReadOnlyInline):
    """The payments on the invoice."""

    model = InvoicePayment
    fk_name = "invoice"
    fields = ("created_at", "method", "amount", "amount_refunded", "disputed", "note", "recorded_by", "taken_back_at")
    readonly_fields = fields


@admin.register(Invoice)
class InvoiceAdmin(ReadOnly):
    """Invoices with their payments."""

    list_display = ["created_at", "invoice_number", "user", "amount", "amount_paid", "status", "due_date"]
    list_filter = ["status"]
    list_select_related = ["user"]
    search_fields = ["invoice_number"]
    inlines = [PaymentInline]
