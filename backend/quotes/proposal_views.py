"""Views for proposals: lines, sources of lines, the price list and the PDF."""

from uuid import UUID

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.idempotency import create_once
from common.permissions import is_admin
from common.schema import IDEMPOTENCY_KEY, creates
from common.views import AdminView, View, file_response
from links.holders import SignedInOrLinkHolder, viewer_for
from links.models import LinkKind
from quotes.editing import replace_lines
from quotes.inputs import LinesInput, PriceListItemChangeInput, PriceListItemInput
from quotes.models import Quote
from quotes.proposals.document import quote_pdf
from quotes.proposals.price_list import add_item, change_item, delete_item, price_list
from quotes.proposals.serializers import LineSourcesOutput, PriceListItemOutput
from quotes.proposals.sources import line_sources
from quotes.serializers import DeskQuoteDetailsOutput


class QuoteLinesView(AdminView):
    """``PUT /api/quotes/{id}/lines``."""

    @extend_schema(request=LinesInput, responses=DeskQuoteDetailsOutput, parameters=[IDEMPOTENCY_KEY])
    def put(self, request: Request, quote_id: UUID) -> Response:
        """Replace all lines. From ``reviewed`` on, this creates a revision, which is emailed ten minutes later."""
        form, by = self.parse(LinesInput), signed_in(request.user)
        return create_once(
            request,
            "lines",
            lambda: DeskQuoteDetailsOutput.of(replace_lines(quote_id=quote_id, by=by, **form)),
            parent_id=quote_id,
            status=200,
        )


class QuoteLineSourcesView(AdminView):
    """``GET /api/quotes/{id}/line-sources``."""

    @extend_schema(responses=LineSourcesOutput)
    def get(self, request: Request, quote_id: UUID) -> Response:
        """Return lines to start from: those of the stored estimate, and of the same home's last proposal."""
        return Response(LineSourcesOutput.of(line_sources(get_object_or_404(Quote, id=quote_id))))


class QuotePdfView(View):
    """``GET /api/quotes/{id}/pdf``."""

    permission_classes = [SignedInOrLinkHolder]

    @extend_schema(responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def get(self, request: Request, quote_id: UUID) -> HttpResponseBase:
        """Return the acceptance as a PDF, or else the proposal. Administrators also get drafts."""
        viewer = viewer_for(request, LinkKind.QUOTE, quote_id)
        quote = get_object_or_404(Quote.objects.visible_to(viewer), id=quote_id)
        pdf = quote_pdf(quote, for_staff=is_admin(request))
        return file_response(pdf, "application/pdf", f"quote-{quote.short_id}.pdf", inline=True)


class PriceListView(AdminView):
    """``GET`` and ``POST /api/price-list``."""

    @extend_schema(responses=PriceListItemOutput(many=True))
    def get(self, request: Request) -> Response:
        """Return the whole list, sorted by text."""
        return Response(PriceListItemOutput.of_each(price_list()))

    @creates(PriceListItemInput, PriceListItemOutput)
    def post(self, request: Request) -> Response:
        """Add a line to the price list."""
        form = self.parse(PriceListItemInput)
        return create_once(request, "price list", lambda: PriceListItemOutput.of(add_item(**form)))


class PriceListItemView(AdminView):
    """``PATCH`` and ``DELETE /api/price-list/{id}``."""

    @extend_schema(request=PriceListItemChangeInput, responses=PriceListItemOutput)
    def patch(self, request: Request, item_id: UUID) -> Response:
        """Change a line of the price list."""
        return Response(PriceListItemOutput.of(change_item(item_id=item_id, **self.parse(PriceListItemChangeInput))))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, item_id: UUID) -> Response:
        """Delete a line of the price list."""
        delete_item(item_id=item_id)
        return Response(status=204)
