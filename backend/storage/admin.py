"""The storage app in the back office."""

from django.contrib import admin

from common.admin import ReadOnly
from storage.models import StorageSubscription


@admin.register(StorageSubscription)
class StorageSubscriptionAdmin(ReadOnly):
    """Read-only: changes go through the services, which also update Stripe."""

    list_display = ["created_at", "user", "plan", "monthly_amount", "status", "current_period_end", "ends_at"]
    list_filter = ["status", "plan"]
    search_fields = ["stripe_subscription_id", "user__email"]
    list_select_related = ["user"]
