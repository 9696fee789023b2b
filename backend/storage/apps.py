"""The storage app."""

from django.apps import AppConfig


class StorageConfig(AppConfig):
    """Hears what Stripe says of subscriptions, and has those asked about that wait for news."""

    name = "storage"

    def ready(self) -> None:
        from payments.hooks import register_healing, register_subscriptions
        from storage.healing import heal
        from storage.status import apply

        register_subscriptions(apply)
        register_healing(heal)
