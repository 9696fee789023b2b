"""Tables of the back office in which some or all changes are left to the services."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class _NotAddedOrDeleted:
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class _Unchangeable(_NotAddedOrDeleted):
    """Rows that mirror another system, or that are changed only on the desk."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class OnlyChanged(_NotAddedOrDeleted, admin.ModelAdmin):
    """A table whose rows can be changed, but neither added nor deleted."""

    show_full_result_count = False


class ReadOnly(_Unchangeable, admin.ModelAdmin):
    """A read-only table."""

    show_full_result_count = False


class ReadOnlyInline(_Unchangeable, admin.TabularInline):
    """Read-only rows on the page of their parent."""

    extra = 0
