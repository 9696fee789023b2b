"""The storage app in the back office."""

from django.contrib import admin
from django.http import HttpRequest

from storage.models import StorageSubscription


@admin.register(StorageSubscription)
class StorageSubscriptionAdmin(admin.ModelAdmin):
    """Read-only: changes go through the services, which also update Stripe."""

    list_display = ["created_at", "user", "plan", "monthly_amount", "status", "current_period_end", "ends_at"]
    list_filter = ["status", "plan"]
    search_fields = ["stripe_subscription_id", "user__email"]
    list_select_related = ["user"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: StorageSubscription | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: StorageSubscription | None = None) -> bool:
        return False
