"""The outbox in the back office: what was sent, what waits, what failed and why."""

from django.contrib import admin
from django.http import HttpRequest

from notifications.models import Message


@admin.register(Message)
class MessageAdmin(admin.ModelAdmin):
    """To read only."""

    list_display = ["created_at", "channel", "recipients", "subject", "status", "sent_at"]
    list_filter = ["status", "channel"]
    fields = ["created_at", "channel", "recipients", "subject", "status", "error", "sent_at"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Message | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Message | None = None) -> bool:
        return False
