"""What private links to quotes open, and until when."""

from django.db.models.functions import Greatest

from accounts.claims import rows_of_address
from links.resources import MOST_NEW_LINKS, ResourceType
from notifications.planning import plan
from quotes.emails import quote_link
from quotes.models import Quote, QuoteStatus


def _plan_new_links(email: str, occasion: str) -> None:
    """Plan an email with a new link for each quote of this address on which something is left to do."""
    quotes = rows_of_address(Quote.objects.exclude(status__in=QuoteStatus.SETTLED), email=email, field="email")
    for quote in quotes.order_by("-created_at", "-id")[:MOST_NEW_LINKS]:
        plan(quote_link, quote.id, occasion=occasion)


QUOTES = ResourceType(
    model=Quote,
    path="quotes",
    rows=Quote.objects.all,
    plan_new_links=_plan_new_links,
    changed_at=Greatest("updated_at", "last_word_at"),  # a comment changes the second one only
    note_opened=lambda quote_id, at: Quote.objects.filter(id=quote_id).update(opened_at=at),
)
