"""Comments that come in by text or email (the app ``replies``)."""

from uuid import UUID

from django.db import transaction

from notifications.planning import plan
from quotes import clocks, emails
from quotes.models import CommentChannel, Quote, QuoteComment
from quotes.services import refuse_if_full


@transaction.atomic
def add_reply(*, quote_id: UUID, content: str, channel: CommentChannel, other_sender: str = "") -> QuoteComment:
    """Add what the customer wrote, or ``other_sender``, an address that is none of theirs. Both wait for a reply.

    Raises Quote.DoesNotExist, and Conflict if the thread has reached its limit.
    """
    quote = Quote.objects.select_for_update(no_key=True).get(id=quote_id)
    refuse_if_full(quote)
    comment = QuoteComment.objects.create(quote=quote, comment=content, channel=channel, other_sender=other_sender)
    clocks.note_question(quote)
    plan(emails.office_asked, quote.id, occasion=str(quote.question_at))
    return comment
