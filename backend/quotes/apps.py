"""The quotes app."""

from typing import Any

from django.apps import AppConfig


class QuotesConfig(AppConfig):
    """Let accounts claim guests' quotes, and register private links to quotes."""

    name = "quotes"

    def ready(self) -> None:
        from accounts.claims import claim
        from accounts.signals import guest_rows_may_be_claimed
        from links.models import LinkKind
        from links.resources import register
        from payments.hooks import register_owned
        from payments.models import PaymentAssignee
        from quotes.models import Quote
        from quotes.private_links import QUOTES

        def claim_quotes(user: Any, email: str, **kwargs: Any) -> None:
            claim(Quote.objects.all(), user=user, email=email, field="email")

        guest_rows_may_be_claimed.connect(claim_quotes, weak=False, dispatch_uid="quotes")
        register(LinkKind.QUOTE, QUOTES)
        register_owned(PaymentAssignee.QUOTE, lambda user: Quote.objects.owned_by(user).values("id"))
