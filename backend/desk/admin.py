"""Calls in the back office."""

from django.contrib import admin
from django.http import HttpRequest

from desk.models import Call


@admin.register(Call)
class CallAdmin(admin.ModelAdmin):
    """Show calls read-only. They are logged on the desk, where they also count as responses."""

    list_display = ["created_at", "outcome", "author", "note"]
    list_select_related = ["author"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Call | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Call | None = None) -> bool:
        return False
