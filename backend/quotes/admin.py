"""Quotes in the back office."""

from django.contrib import admin
from django.http import HttpRequest

from quotes.models import Quote, QuoteComment


class ThreadInline(admin.TabularInline):
    """Show the thread read-only. Comments are written where the customer sees their author."""

    model = QuoteComment
    fields = readonly_fields = ("created_at", "user", "comment_type", "comment")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Quote | None = None) -> bool:
        return False


@admin.register(Quote)
class QuoteAdmin(admin.ModelAdmin):
    """Status and price are read-only: the service that sets them also tells the customer."""

    list_display = ["created_at", "full_name", "city", "service_package", "status", "quote_amount"]
    list_filter = ["status", "service_package"]
    search_fields = ["full_name", "email", "phone"]
    readonly_fields = ["status", "quote_amount", "design", "estimate", "user", "address"]
    inlines = [ThreadInline]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: requests come in through the service, which confirms them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Quote | None = None) -> bool:
        return False
