"""Calls in the back office."""

from django.contrib import admin

from common.admin import ReadOnly
from desk.models import Call


@admin.register(Call)
class CallAdmin(ReadOnly):
    """Show calls read-only. They are logged on the desk, where they also count as responses."""

    list_display = ["created_at", "outcome", "author", "note"]
    list_select_related = ["author"]
