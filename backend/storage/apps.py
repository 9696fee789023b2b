"""The storage app."""

from django.apps import AppConfig


class StorageConfig(AppConfig):
    """Hears what Stripe says of subscriptions, and has those asked about that wait for news."""

    name = "storage"

    def ready(self) -> None:
        from payments.hooks import register_reconciliation, register_subscriptions
        from storage.reconciliation import reconcile_subscriptions
        from storage.status import apply_subscription_state

        register_subscriptions(apply_subscription_state)
        register_reconciliation(reconcile_subscriptions)
