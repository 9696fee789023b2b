"""Read-only tables in the back office."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class _Unchangeable:
    """Rows that mirror another system, or that are changed only on the desk."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnly(_Unchangeable, admin.ModelAdmin):
    """A read-only table."""

    show_full_result_count = False


class ReadOnlyInline(_Unchangeable, admin.TabularInline):
    """Read-only rows on the page of their parent."""

    extra = 0
