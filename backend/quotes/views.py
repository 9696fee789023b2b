"""``/api/quotes``."""

from uuid import UUID

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from accounts.staff.exports import recorded
from common import filters
from common.idempotency import create_once
from common.pagination import iterate_pages, own_page_response, page_response, response_from_reader
from common.permissions import Admin, is_admin
from common.schema import IDEMPOTENCY_KEY, creates, either, lists
from common.views import AdminView, AnonymousView, View, file_response, rows_in_scope
from links.form_links import create_with_link
from links.holders import SignedInOrLinkHolder, acting_on, viewer_for
from links.models import LinkKind
from quotes.estimate import estimate
from quotes.export import as_csv
from quotes.filters import FILTERS, THREAD_ORDER, THREAD_ORDERS, filtered
from quotes.inputs import (
    BulkStatusInput,
    CommentInput,
    EstimateInput,
    NoInvoiceNeededInput,
    QuoteInput,
    QuoteRevisionInput,
    SeenQuoteInput,
)
from quotes.models import Quote
from quotes.serializers import (
    BulkStatusOutput,
    CommentOutput,
    CustomerCommentOutput,
    DeskQuoteDetailsOutput,
    DeskQuoteOutput,
    EstimateOutput,
    QuoteDetailsOutput,
    QuoteOutput,
)
from quotes.services import (
    comment_on_quote,
    let_go,
    mark_no_invoice_needed,
    request_quote,
    revise_quote,
    set_question_aside,
    set_quote_statuses,
)
from quotes.undo import undo_price


class QuoteListView(View):
    """``GET`` and ``POST /api/quotes``. Anyone can request a quote."""

    method_permissions = {"POST": AllowAny}

    @lists(QuoteOutput, scoped=True, desk=DeskQuoteOutput, filters=FILTERS)
    def get(self, request: Request) -> Response:
        """Return one page, newest first. With ``scope=admin``, it can be filtered, searched and sorted."""
        if "scope" not in request.query_params:
            return own_page_response(request, Quote, QuoteOutput)
        listing = filtered(request, rows_in_scope(request, Quote.objects.all()))
        return response_from_reader(request, listing.read, DeskQuoteOutput, listing.order)

    @creates(QuoteInput, QuoteOutput)
    def post(self, request: Request) -> Response:
        """Request a quote."""
        form = self.parse(QuoteInput)
        return create_with_link(
            request,
            "quotes",
            LinkKind.QUOTE,
            lambda: QuoteOutput.of(request_quote(requested_by=request.user, **form)),
        )


class QuoteView(View):
    """One quote. Its owner can read it, administrators can also change it."""

    permission_classes = [SignedInOrLinkHolder]
    method_permissions = {"PATCH": Admin}

    @extend_schema(responses=either(QuoteDetailsOutput, DeskQuoteDetailsOutput))
    def get(self, request: Request, quote_id: UUID) -> Response:
        """Return the quote. Administrators also get what only the desk shows, such as the response deadline."""
        viewer = viewer_for(request, LinkKind.QUOTE, quote_id)
        quote = get_object_or_404(Quote.objects.visible_to(viewer), id=quote_id)
        output = DeskQuoteDetailsOutput if is_admin(request) else QuoteDetailsOutput
        return Response(output.of(quote))

    @extend_schema(request=QuoteRevisionInput, responses=DeskQuoteDetailsOutput)
    def patch(self, request: Request, quote_id: UUID) -> Response:
        """Set status and price."""
        changes = self.parse(QuoteRevisionInput)
        quote = revise_quote(quote_id=quote_id, by=signed_in(request.user), **changes)
        return Response(DeskQuoteDetailsOutput.of(quote))


class QuoteUndoPriceView(AdminView):
    """``POST /api/quotes/{id}/undo-price``."""

    @extend_schema(request=SeenQuoteInput, responses=DeskQuoteDetailsOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, quote_id: UUID) -> Response:
        """Undo a price that was set a few seconds ago, before it is emailed to the customer."""
        form, by = self.parse(SeenQuoteInput), signed_in(request.user)
        return create_once(
            request,
            "undone prices",
            lambda: DeskQuoteDetailsOutput.of(undo_price(quote_id=quote_id, by=by, **form)),
            parent_id=quote_id,
            status=200,
        )


class QuoteLetGoView(AdminView):
    """``POST /api/quotes/{id}/let-go``."""

    @extend_schema(request=SeenQuoteInput, responses=DeskQuoteDetailsOutput)
    def post(self, request: Request, quote_id: UUID) -> Response:
        """Stop following up on the quote."""
        return Response(DeskQuoteDetailsOutput.of(let_go(quote_id=quote_id, **self.parse(SeenQuoteInput))))


class QuoteNoReplyNeededView(AdminView):
    """``POST /api/quotes/{id}/no-reply-needed``."""

    @extend_schema(request=SeenQuoteInput, responses=DeskQuoteDetailsOutput)
    def post(self, request: Request, quote_id: UUID) -> Response:
        """Close the customer's question without a reply."""
        return Response(DeskQuoteDetailsOutput.of(set_question_aside(quote_id=quote_id, **self.parse(SeenQuoteInput))))


class QuoteNoInvoiceNeededView(AdminView):
    """``POST /api/quotes/{id}/no-invoice-needed``."""

    @extend_schema(request=NoInvoiceNeededInput, responses=DeskQuoteDetailsOutput)
    def post(self, request: Request, quote_id: UUID) -> Response:
        """Take done work off the list of what still has to be invoiced."""
        form = self.parse(NoInvoiceNeededInput)
        return Response(DeskQuoteDetailsOutput.of(mark_no_invoice_needed(quote_id=quote_id, **form)))


class QuoteBulkStatusView(AdminView):
    """``POST /api/quotes/bulk-status``."""

    @extend_schema(request=BulkStatusInput, responses=BulkStatusOutput)
    def post(self, request: Request) -> Response:
        """Set one status for several quotes; skipped ones are listed with the reason."""
        form = self.parse(BulkStatusInput)
        return Response(BulkStatusOutput.of(set_quote_statuses(by=signed_in(request.user), **form)))


class QuoteExportView(AdminView):
    """``GET /api/quotes/export.csv``."""

    @extend_schema(
        parameters=[OpenApiParameter(name, description=text) for name, text in FILTERS.items()],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return the filtered quotes as CSV, in the order of the list."""
        lines = recorded(request, "Quotes", as_csv(iterate_pages(filtered(request, Quote.objects.all()))))
        return file_response(lines, "text/csv; charset=utf-8", f"quotes-{timezone.localdate()}.csv")


class EstimateView(AnonymousView):
    """``POST /api/estimate``."""

    @extend_schema(request=EstimateInput, responses=EstimateOutput)
    def post(self, request: Request) -> Response:
        """Return the likely cost of an installation in whole dollars. It is not binding and not stored."""
        return Response(EstimateOutput.of(estimate(**self.parse(EstimateInput))))


class QuoteCommentListView(View):
    """``GET`` and ``POST /api/quotes/{id}/comments``, for the quote's owner and administrators."""

    permission_classes = [SignedInOrLinkHolder]

    @lists(CommentOutput, filters={"ordering": f"createdAt or -createdAt; default: {THREAD_ORDER}"})
    def get(self, request: Request, quote_id: UUID) -> Response:
        """Return one page, oldest first by default. Customers and staff read different texts about a change."""
        viewer = viewer_for(request, LinkKind.QUOTE, quote_id)
        quote = get_object_or_404(Quote.objects.visible_to(viewer), id=quote_id)
        order = filters.ordering(request, THREAD_ORDERS, THREAD_ORDER)
        for_staff = is_admin(request) and quote.user_id != request.user.id
        output = CommentOutput if for_staff else CustomerCommentOutput
        return page_response(request, quote.thread.select_related("user"), output, order=order)

    @creates(CommentInput, CommentOutput)
    def post(self, request: Request, quote_id: UUID) -> Response:
        """Add a comment to the thread."""
        with acting_on(request, LinkKind.QUOTE, quote_id) as viewer:
            quote = get_object_or_404(Quote.objects.visible_to(viewer), id=quote_id)
            form = self.parse(CommentInput)
            return create_once(
                request,
                "comments",
                lambda: CommentOutput.of(comment_on_quote(quote=quote, by=viewer, **form)),
                parent_id=quote_id,
                in_transaction=True,
            )
