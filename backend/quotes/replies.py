"""Comments that come in by text or email, for the app ``replies``."""

from uuid import UUID

from django.db import transaction

from notifications.planning import plan
from quotes import clocks, office_emails
from quotes.models import CommentChannel, Quote, QuoteComment
from quotes.services import check_comment_limit


@transaction.atomic
def add_reply(*, quote_id: UUID, content: str, channel: CommentChannel, other_sender: str = "") -> QuoteComment:
    """Add a customer's reply to the thread, as a question that waits for staff.

    ``other_sender`` is the email address that it came from, if it isn't one of the customer's. Raises
    Quote.DoesNotExist, and Conflict if the thread has reached its limit.
    """
    quote = Quote.objects.select_for_update(no_key=True).get(id=quote_id)
    check_comment_limit(quote)
    comment = QuoteComment.objects.create(quote=quote, comment=content, channel=channel, other_sender=other_sender)
    clocks.note_question(quote)
    plan(office_emails.office_asked, quote.id, occasion=str(quote.question_at))
    return comment
