"""The invoices app in the back office."""

from django.contrib import admin
from django.http import HttpRequest

from invoices.models import Invoice, InvoicePayment


class _ReadOnly:
    """Changes go through the services, which keep payments and status consistent."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class PaymentInline(_ReadOnly, admin.TabularInline):
    """The payments on the invoice."""

    model = InvoicePayment
    fk_name = "invoice"
    extra = 0
    fields = ("created_at", "method", "amount", "amount_refunded", "disputed", "note", "recorded_by", "taken_back_at")
    readonly_fields = fields


@admin.register(Invoice)
class InvoiceAdmin(_ReadOnly, admin.ModelAdmin):
    """Invoices with their payments."""

    list_display = ["created_at", "invoice_number", "user", "amount", "amount_paid", "status", "due_date"]
    list_filter = ["status"]
    list_select_related = ["user"]
    search_fields = ["invoice_number"]
    show_full_result_count = False
    inlines = [PaymentInline]
