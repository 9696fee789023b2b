"""Tables that the back office only shows."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class _Unchangeable:
    """Rows that follow another system, or that the desk has the actions for."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnly(_Unchangeable, admin.ModelAdmin):
    """A table of such rows."""

    show_full_result_count = False


class ReadOnlyInline(_Unchangeable, admin.TabularInline):
    """Such rows on the page of what they belong to."""

    extra = 0
