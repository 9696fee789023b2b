"""The payments app."""

from contextlib import suppress
from typing import Any

from django.apps import AppConfig
from django.db import transaction


class PaymentsConfig(AppConfig):
    """Register the checkout page's fixed price, which belongs to no other app, and pass changed names and email
    addresses on to Stripe."""

    name = "payments"

    def ready(self) -> None:
        from accounts.signals import contact_changed
        from payments import checkout
        from payments.hooks import Purpose, register_purpose

        register_purpose(
            checkout.PURPOSE,
            Purpose(due=checkout.due, plan_refund_email=checkout.plan_refund_email),
        )
        contact_changed.connect(_update_customer_later, dispatch_uid="payments")


def _update_customer_later(user: Any, **kwargs: Any) -> None:
    """Let the worker update Stripe, one job per user at a time, so that the latest change wins."""
    from procrastinate.exceptions import AlreadyEnqueued

    from payments.tasks import update_customer

    name = f"stripe_customer:{user.pk}"
    with suppress(AlreadyEnqueued), transaction.atomic():  # a waiting job will read the new values
        update_customer.configure(lock=name, queueing_lock=name).defer(user_id=str(user.pk))
