"""Tree orders in the back office."""

from django.contrib import admin

from common.admin import OnlyChanged, ReadOnlyInline
from trees.models import TreeOrder, TreePayment


class PaymentInline(ReadOnlyInline):
    """The payments on the order."""

    model = TreePayment
    fields = ("created_at", "method", "amount", "amount_refunded", "disputed", "note", "recorded_by", "taken_back_at")
    readonly_fields = fields


@admin.register(TreeOrder)
class TreeOrderAdmin(OnlyChanged):
    """Tree orders, which only ``place_tree_order`` creates, since it sets prices and sends emails.

    Prices are read-only, since they are the catalog's on the day of the order. So is everything that affects money,
    which only the services keep consistent.
    """

    list_display = ["created_at", "customer_name", "city", "tree_size", "status", "preferred_delivery_date"]
    list_filter = ["status", "tree_size"]
    search_fields = ["customer_name", "customer_email", "customer_phone"]
    readonly_fields = [
        "tree_price", "delivery_price", "total_amount", "user", "stripe_payment_intent_id", "status",
        "amount_paid", "amount_refunded", "amount_kept", "amount_waived", "amount_disputed", "amount_lost",
        "amount_refunding", "is_paying", "refund_at",
    ]  # fmt: skip
    inlines = [PaymentInline]
