"""Payments and Stripe events in the back office."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from common.admin import ReadOnly
from common.counts import count_of
from payments.models import Payment, StripeEvent
from payments.webhook import enqueue


@admin.register(Payment)
class PaymentAdmin(ReadOnly):
    """Card payments."""

    list_display = ["created_at", "purpose", "user", "amount", "status", "amount_refunded", "disputed"]
    list_filter = ["status", "purpose", "disputed"]
    list_select_related = ["user"]
    search_fields = ["stripe_payment_intent_id", "reference"]


@admin.register(StripeEvent)
class StripeEventAdmin(ReadOnly):
    """Stripe events, which can be processed again."""

    list_display = ["created_at", "type", "object_id", "state", "attempts", "error", "processed_at"]
    list_filter = ["state", "type"]
    search_fields = ["stripe_id", "object_id"]
    actions = ["process_again"]

    @admin.action(description="Process again", permissions=["view"])
    def process_again(self, request: HttpRequest, queryset: QuerySet[StripeEvent]) -> None:
        """Let the worker process the selected events again, oldest first."""
        for event in queryset.order_by("created_at"):
            enqueue(event, again=True)
        what = count_of(len(queryset), "event")
        self.message_user(request, f"{what} will be processed again. Reload this page to see the result.")
