"""The trees app."""

from typing import Any

from django.apps import AppConfig


class TreesConfig(AppConfig):
    """Register the claim of a guest's tree orders by a customer's account, and their private links."""

    name = "trees"

    def ready(self) -> None:
        from accounts.claims import claim
        from accounts.signals import guest_rows_may_be_claimed
        from links.models import LinkKind
        from links.resources import register
        from trees.models import TreeOrder
        from trees.private_links import TREE_ORDERS

        def take_over(user: Any, email: str, **kwargs: Any) -> None:
            claim(TreeOrder.objects.all(), user=user, email=email, field="customer_email")

        guest_rows_may_be_claimed.connect(take_over, weak=False, dispatch_uid="trees")
        register(LinkKind.TREE_ORDER, TREE_ORDERS)
