"""Jobs in the back office."""

from django.contrib import admin

from common.admin import ReadOnly
from jobs.models import Job


@admin.register(Job)
class JobAdmin(ReadOnly):
    """Read-only: changes go through the services, which also update the quote."""

    list_display = ["created_at", "kind", "status", "scheduled_date", "user"]
    list_select_related = ["user"]
