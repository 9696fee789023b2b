"""``/api/quotes/{id}/…``: what customers do with a price."""

from collections.abc import Callable
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Viewer
from common.idempotency import create_once
from common.schema import IDEMPOTENCY_KEY
from common.views import View
from links.holders import SignedInOrLinkHolder, acting_on
from links.models import LinkKind
from quotes.answers import accept_quote, ask_again, decline_quote
from quotes.inputs import QuoteAcceptanceInput, QuoteDeclineInput
from quotes.models import Quote
from quotes.serializers import QuoteDetailsOutput


class AnswerView(View):
    """Base of the views below: an answer counts once per idempotency key."""

    permission_classes = [SignedInOrLinkHolder]

    def answer_once(self, request: Request, quote_id: UUID, scope: str, answer: Callable[[Viewer], Quote]) -> Response:
        """Respond with the quote that ``answer`` returns. Raises Http404 for someone else's quote."""
        with acting_on(request, LinkKind.QUOTE, quote_id) as viewer:
            get_object_or_404(Quote.objects.all().visible_to(viewer), id=quote_id)
            return create_once(
                request,
                scope,
                lambda: QuoteDetailsOutput.of(answer(viewer)),
                parent_id=quote_id,
                status=200,
                in_transaction=True,
            )


class QuoteAcceptView(AnswerView):
    """``POST /api/quotes/{id}/accept``."""

    @extend_schema(request=QuoteAcceptanceInput, responses=QuoteDetailsOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, quote_id: UUID) -> Response:
        """Accept the price that was seen. ``acceptedBy`` is required through a private link, and from an administrator
        for a customer who accepted on the phone."""
        form = self.parse(QuoteAcceptanceInput)
        return self.answer_once(
            request, quote_id, "acceptances", lambda by: accept_quote(quote_id=quote_id, by=by, **form)
        )


class QuoteDeclineView(AnswerView):
    """``POST /api/quotes/{id}/decline``."""

    @extend_schema(request=QuoteDeclineInput, responses=QuoteDetailsOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, quote_id: UUID) -> Response:
        """Decline the price."""
        form = self.parse(QuoteDeclineInput)
        return self.answer_once(
            request, quote_id, "declines", lambda by: decline_quote(quote_id=quote_id, by=by, **form)
        )


class QuoteAskAgainView(AnswerView):
    """``POST /api/quotes/{id}/ask-again``."""

    @extend_schema(request=None, responses=QuoteDetailsOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, quote_id: UUID) -> Response:
        """Ask for a new price of a declined or expired quote."""
        return self.answer_once(request, quote_id, "requests again", lambda by: ask_again(quote_id=quote_id, by=by))
