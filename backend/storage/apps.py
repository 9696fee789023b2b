"""The storage app."""

from django.apps import AppConfig


class StorageConfig(AppConfig):
    """Register for what Stripe reports about subscriptions, and for the reconciliation."""

    name = "storage"

    def ready(self) -> None:
        from payments.hooks import register_reconciliation, register_subscriptions
        from storage.reconciliation import reconcile_subscriptions
        from storage.status import apply_subscription_state

        register_subscriptions(apply_subscription_state)
        register_reconciliation(reconcile_subscriptions)
