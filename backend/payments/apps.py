"""The payments app."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Registers the one thing that is paid for without belonging to another app: the published checkout."""

    name = "payments"

    def ready(self) -> None:
        from payments import checkout
        from payments.hooks import register_purpose

        register_purpose(checkout.PURPOSE, due=checkout.due, settle=checkout.settle)
