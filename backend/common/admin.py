"""Tables of the back office in which some or all changes are left to the services."""

from typing import Any

from django.contrib import admin
from django.forms import ModelForm
from django.http import HttpRequest

from common.models import UpdatedAtField


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

    def save_model(self, request: HttpRequest, obj: Any, form: ModelForm, change: bool) -> None:
        """Save only what was edited: the row may have changed since Django loaded it, without a lock."""
        times = [field.name for field in obj._meta.concrete_fields if isinstance(field, UpdatedAtField)]
        obj.save(update_fields=[*form.changed_data, *times])


class ReadOnly(_Unchangeable, admin.ModelAdmin):
    """A read-only table."""

    show_full_result_count = False


class ReadOnlyInline(_Unchangeable, admin.TabularInline):
    """Read-only rows on the page of their parent."""

    extra = 0
