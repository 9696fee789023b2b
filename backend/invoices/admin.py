"""The invoices app in the back office."""

from django.contrib import admin
from django.http import HttpRequest

from invoices.models import Invoice


@admin.register(Invoice)
class InvoiceAdmin(admin.ModelAdmin):
    """To look things up: changes go through the services, which keep the rest in step."""

    list_display = ["created_at", "invoice_number", "user", "amount", "status", "due_date"]
    list_select_related = ["user"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Invoice | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Invoice | None = None) -> bool:
        return False
