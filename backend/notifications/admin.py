"""The outbox in the back office: messages with their status and errors, and who has unsubscribed."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from common.admin import ReadOnly
from common.errors import Conflict
from notifications.limits import recipient_key
from notifications.models import Message, Unsubscription
from notifications.services import send_again
from notifications.unsubscribing import unsubscribe


@admin.register(Message)
class MessageAdmin(ReadOnly):
    """Show messages read-only, except that failed ones can be sent again."""

    list_display = ["created_at", "kind", "recipients", "subject", "status", "error", "sent_at"]
    list_filter = ["status", "channel", "cause", "kind"]
    fields = [
        "created_at", "channel", "kind", "cause", "recipients", "subject", "status", "error", "attempts",
        "attempted_at", "sent_at",
        "failed_at", "reached_at", "about_kind", "about_id",
    ]  # fmt: skip
    actions = ["send_failed_again"]

    @admin.action(description="Send again", permissions=["view"])
    def send_failed_again(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        """Queue the selected messages that failed again."""
        queued = 0
        for message_id in queryset.values_list("id", flat=True):
            try:
                send_again(message_id=message_id)
                queued += 1
            except Conflict:
                continue  # it has not failed, its content is deleted, or someone else has already queued it again
        others = len(queryset) - queued
        left = f" Left unchanged: {others} (not failed, or the content was deleted)." if others else ""
        level = messages.WARNING if others else messages.SUCCESS
        self.message_user(request, f"{queued} queued to be sent again.{left}", level)


@admin.register(Unsubscription)
class UnsubscriptionAdmin(admin.ModelAdmin):
    """Recipients who get no offers. Staff can add or remove someone who asks by phone."""

    list_display = ["recipient_key", "created_at"]
    search_fields = ["recipient_key"]
    fields = ["recipient_key"]
    show_full_result_count = False

    def save_model(self, request: HttpRequest, obj: Unsubscription, form: Any, change: bool) -> None:
        """Store the address in its normalized form."""
        obj.recipient_key = recipient_key(obj.recipient_key)
        unsubscribe(obj.recipient_key)

    def has_change_permission(self, request: HttpRequest, obj: Unsubscription | None = None) -> bool:
        return False
