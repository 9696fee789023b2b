"""``/api/quotes``."""

from uuid import UUID

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common import filters
from common.idempotency import create_once
from common.pagination import iterate_rows, page_response, response_from_reader
from common.permissions import Admin, Anyone
from common.schema import creates, lists
from common.views import ListCreateView, View, rows_in_scope
from quotes.estimate import estimate
from quotes.export import as_csv
from quotes.filters import FILTERS, THREAD_ORDER, THREAD_ORDERS, filtered
from quotes.inputs import (
    BulkStatusInput,
    CommentInput,
    EstimateInput,
    QuoteAcceptanceInput,
    QuoteInput,
    QuoteRevisionInput,
)
from quotes.models import Quote
from quotes.serializers import BulkStatusOutput, CommentOutput, EstimateOutput, QuoteOutput
from quotes.services import (
    accept_quote,
    comment_on_quote,
    decline_quote,
    request_quote,
    revise_quote,
    set_status_of_many,
)


class QuoteListView(ListCreateView):
    """Everybody may ask for a quote; the list is the caller's own, or everybody's for an administrator."""

    @lists(QuoteOutput, scoped=True, filters=FILTERS)
    def get(self, request: Request) -> Response:
        """One page, newest first. The administrator's may be filtered, searched and ordered otherwise."""
        quotes = rows_in_scope(request, Quote.objects.all())
        if "scope" not in request.query_params:
            return page_response(request, quotes, QuoteOutput)
        listing = filtered(request, quotes)
        return response_from_reader(request, listing.read, QuoteOutput, listing.order)

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
        changes = self.parse(QuoteRevisionInput)
        quote = revise_quote(quote_id=quote_id, by=signed_in(request.user), **changes)
        return Response(QuoteOutput.of(quote))


class QuoteBulkStatusView(View):
    """``POST /api/quotes/bulk-status``."""

    permission_classes = [Admin]

    @extend_schema(request=BulkStatusInput, responses=BulkStatusOutput)
    def post(self, request: Request) -> Response:
        """Set one status on several quotes; each that is left as it is is named with its reason."""
        form = self.parse(BulkStatusInput)
        return Response(BulkStatusOutput.of(set_status_of_many(by=signed_in(request.user), **form)))


class QuoteExportView(View):
    """``GET /api/quotes/export.csv``."""

    permission_classes = [Admin]

    @extend_schema(
        parameters=[OpenApiParameter(name, description=text) for name, text in FILTERS.items()],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """The quotes that the filters let through, in their order, as a spreadsheet."""
        return StreamingHttpResponse(
            as_csv(iterate_rows(filtered(request, Quote.objects.all()))),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="quotes-{timezone.localdate()}.csv"'},
        )


class EstimateView(View):
    """``POST /api/estimate``."""

    permission_classes = [Anyone]
    authentication_classes = []

    @extend_schema(request=EstimateInput, responses=EstimateOutput)
    def post(self, request: Request) -> Response:
        """What an installation is likely to cost, to the whole dollar. It binds nobody and is not kept."""
        return Response(estimate(**self.parse(EstimateInput)))


class QuoteAcceptView(View):
    """``POST /api/quotes/{id}/accept``."""

    @extend_schema(request=QuoteAcceptanceInput, responses=QuoteOutput)
    def post(self, request: Request, quote_id: UUID) -> Response:
        """The owner takes the offer at the price they saw."""
        form = self.parse(QuoteAcceptanceInput)
        return Response(QuoteOutput.of(accept_quote(quote_id=quote_id, by=signed_in(request.user), **form)))


class QuoteDeclineView(View):
    """``POST /api/quotes/{id}/decline``."""

    @extend_schema(request=None, responses=QuoteOutput)
    def post(self, request: Request, quote_id: UUID) -> Response:
        """The owner turns the offer down."""
        return Response(QuoteOutput.of(decline_quote(quote_id=quote_id, by=signed_in(request.user))))


class QuoteCommentListView(View):
    """The thread of a quote, for its owner and the administrator."""

    @lists(CommentOutput, filters={"ordering": f"createdAt or -createdAt; {THREAD_ORDER} where none is named"})
    def get(self, request: Request, quote_id: UUID) -> Response:
        """One page, oldest first. A screen that shows the newest comments first starts at the other end."""
        quote = get_object_or_404(Quote.objects.visible_to(request.user), id=quote_id)
        order = filters.ordering(request, THREAD_ORDERS, THREAD_ORDER)
        return page_response(request, quote.thread.select_related("user"), CommentOutput, order=order)

    @creates(CommentInput, CommentOutput)
    def post(self, request: Request, quote_id: UUID) -> Response:
        """Say something."""
        quote = get_object_or_404(Quote.objects.visible_to(request.user), id=quote_id)
        form = self.parse(CommentInput)
        return create_once(
            request,
            "comments",
            lambda: CommentOutput.of(comment_on_quote(quote=quote, by=signed_in(request.user), **form)),
            parent_id=quote_id,
        )
