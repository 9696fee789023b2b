"""The storage app."""

from django.apps import AppConfig


class StorageConfig(AppConfig):
    """Register for Stripe's reports about subscriptions and their payments, and for the reconciliation."""

    name = "storage"

    def ready(self) -> None:
        from payments.hooks import Purpose, register_purpose, register_reconciliation, register_subscriptions
        from storage import news
        from storage.reconciliation import reconcile_subscriptions
        from storage.status import apply_subscription_state
        from storage.subscribing import PURPOSE

        register_subscriptions(apply_subscription_state)
        register_reconciliation(reconcile_subscriptions)
        register_purpose(
            PURPOSE,
            # Only Stripe starts the payments of a subscription, so nothing is ever due.
            Purpose(settle=news.plan_receipt, own_receipt=True, plan_refund_email=news.plan_refund_email),
        )
