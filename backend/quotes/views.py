"""``/api/quotes``."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.idempotency import create_once
from common.pagination import answer_page
from common.permissions import Admin
from common.schema import creates, lists
from common.views import ListCreateView, View, rows_in_scope
from quotes.models import Quote
from quotes.serializers import (
    CommentInput,
    CommentOutput,
    QuoteAcceptanceInput,
    QuoteInput,
    QuoteOutput,
    QuoteRevisionInput,
)
from quotes.services import accept_quote, comment_on_quote, decline_quote, request_quote, revise_quote


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
        return create_once(request, "quotes", lambda: QuoteOutput.of(request_quote(requested_by=request.user, **form)))


class QuoteView(View):
    """One quote, for its owner and the administrator; only the administrator changes it."""

    def get_permissions(self) -> list[BasePermission]:
        return [Admin()] if self.request.method == "PATCH" else super().get_permissions()  # type: ignore[return-value]

    @extend_schema(responses=QuoteOutput)
    def get(self, request: Request, quote_id: UUID) -> Response:
        """The quote."""
        quote = get_object_or_404(Quote.objects.visible_to(request.user), id=quote_id)
        return Response(QuoteOutput.of(quote))

    @extend_schema(request=QuoteRevisionInput, responses=QuoteOutput)
    def patch(self, request: Request, quote_id: UUID) -> Response:
        """Set status and price."""
        changes = QuoteRevisionInput.validate_body(request.data)
        return Response(QuoteOutput.of(revise_quote(quote_id=quote_id, by=signed_in(request.user), changes=changes)))


class QuoteAcceptView(View):
    """``POST /api/quotes/{id}/accept``."""

    @extend_schema(request=QuoteAcceptanceInput, responses=QuoteOutput)
    def post(self, request: Request, quote_id: UUID) -> Response:
        """The owner takes the offer at the price they saw."""
        return Response(
            QuoteOutput.of(
                accept_quote(quote_id=quote_id, by=signed_in(request.user), **self.parse(QuoteAcceptanceInput))
            )
        )


class QuoteDeclineView(View):
    """``POST /api/quotes/{id}/decline``."""

    @extend_schema(request=None, responses=QuoteOutput)
    def post(self, request: Request, quote_id: UUID) -> Response:
        """The owner turns the offer down."""
        return Response(QuoteOutput.of(decline_quote(quote_id=quote_id, by=signed_in(request.user))))


class QuoteCommentListView(View):
    """The thread of a quote, for its owner and the administrator."""

    @extend_schema(responses=CommentOutput(many=True))
    def get(self, request: Request, quote_id: UUID) -> Response:
        """The whole thread, oldest first."""
        quote = get_object_or_404(Quote.objects.visible_to(request.user), id=quote_id)
        return Response(CommentOutput.of_each(quote.thread.select_related("user").order_by("created_at", "id")))

    @creates(CommentInput, CommentOutput)
    def post(self, request: Request, quote_id: UUID) -> Response:
        """Say something."""
        quote = get_object_or_404(Quote.objects.visible_to(request.user), id=quote_id)
        form = self.parse(CommentInput)
        return create_once(
            request,
            f"comments of {quote_id}",
            lambda: CommentOutput.of(comment_on_quote(quote=quote, by=signed_in(request.user), **form)),
        )
