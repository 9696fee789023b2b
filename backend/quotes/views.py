"""``/api/quotes``."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.idempotency import create_once
from common.pagination import answer_page
from common.schema import creates, lists
from common.views import ListCreateView, View, rows_in_scope
from quotes.models import Quote
from quotes.serializers import QuoteInput, QuoteOutput
from quotes.services import request_quote


class QuoteListView(ListCreateView):
    """Everybody may ask for a quote; the list is the caller's own, or everybody's for an administrator."""

    @lists(QuoteOutput, scoped=True)
    def get(self, request: Request) -> Response:
        """One page, newest first."""
        return answer_page(request, rows_in_scope(request, Quote.objects.all()), QuoteOutput)

    @creates(QuoteInput, QuoteOutput)
    def post(self, request: Request) -> Response:
        """Ask for a quote."""
        form = self.parse(QuoteInput)
        return create_once(
            request, "quotes", lambda: QuoteOutput.of(request_quote(requested_by=request.user, **form))
        )


class QuoteView(View):
    """One quote, for its owner and the administrator."""

    @extend_schema(responses=QuoteOutput)
    def get(self, request: Request, quote_id: UUID) -> Response:
        """The quote."""
        quote = get_object_or_404(Quote.objects.visible_to(request.user), id=quote_id)
        return Response(QuoteOutput.of(quote))
