"""Register quotes as resources that private links can open."""

from django.db.models.functions import Greatest

from links.resources import ResourceType
from notifications.planning import plan
from quotes.emails import quote_link
from quotes.models import Quote, QuoteStatus

QUOTES = ResourceType(
    model=Quote,
    path="quotes",
    email_field="email",
    rows=Quote.objects.all,
    open_rows=lambda: Quote.objects.exclude(status__in=QuoteStatus.SETTLED),
    plan_new_link=lambda quote_id, occasion: plan(quote_link, quote_id, occasion=occasion),
    changed_at=Greatest("updated_at", "last_word_at"),  # a comment changes only last_word_at
    note_opened=lambda quote_id, at: Quote.objects.filter(id=quote_id).update(opened_at=at),
)
