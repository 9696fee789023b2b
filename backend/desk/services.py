"""What staff do on the phone."""

from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404

from accounts.models import User
from desk.models import Call, CallOutcome
from quotes.models import Quote
from quotes.services import record_response
from trees.models import TreeOrder
from trees.services import record_contact


@transaction.atomic
def log_quote_call(*, quote_id: UUID, by: User, outcome: CallOutcome, note: str = "") -> Call:
    """Log a call about a quote. It counts as a response unless the number was wrong. Raises Http404."""
    quote = get_object_or_404(Quote.objects.select_for_update(of=("self",)), id=quote_id)
    if outcome != CallOutcome.WRONG_NUMBER:
        record_response(quote_id=quote_id)
    return Call.objects.create(quote=quote, author=by, outcome=outcome, note=note)


@transaction.atomic
def log_tree_order_call(*, order_id: UUID, by: User, outcome: CallOutcome, note: str = "") -> Call:
    """Log a call about a tree order. It counts as a response unless the number was wrong. Raises Http404."""
    order = get_object_or_404(TreeOrder.objects.select_for_update(of=("self",)), id=order_id)
    record_contact(order_id=order_id, counts_as_response=outcome != CallOutcome.WRONG_NUMBER)
    return Call.objects.create(tree_order=order, author=by, outcome=outcome, note=note)
