"""The quotes app."""

from django.apps import AppConfig


class QuotesConfig(AppConfig):
    """Let accounts claim guests' quotes, and register private links to quotes and what customers asked for."""

    name = "quotes"

    def ready(self) -> None:
        from accounts.claims import register_claims
        from links.models import LinkKind
        from links.resources import register
        from payments.hooks import register_assignee, register_owned
        from payments.models import PaymentAssignee
        from quotes.models import Quote
        from quotes.private_links import QUOTES
        from quotes.texts import newest_asked, recipient_by_id
        from texts.requests import register_requests

        register_claims(Quote, field="email")
        register(LinkKind.QUOTE, QUOTES)
        register_owned(PaymentAssignee.QUOTE, lambda user: Quote.objects.owned_by(user).values("id"))
        register_assignee(PaymentAssignee.QUOTE, recipient_by_id)
        register_requests(newest_asked)
