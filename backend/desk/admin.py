"""Calls in the back office."""

from django.contrib import admin
from django.http import HttpRequest

from desk.models import Call


@admin.register(Call)
class CallAdmin(admin.ModelAdmin):
    """To look things up: calls are noted on the desk, where they also answer the customer."""

    list_display = ["created_at", "outcome", "author", "note"]
    list_select_related = ["author"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Call | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Call | None = None) -> bool:
        return False
