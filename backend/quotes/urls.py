"""URL routes for quotes."""

from django.urls import path

from quotes.answer_views import QuoteAcceptView, QuoteAskAgainView, QuoteDeclineView
from quotes.proposal_views import (
    PriceListItemView,
    PriceListView,
    QuoteLineSourcesView,
    QuoteLinesView,
    QuotePdfView,
)
from quotes.views import (
    EstimateView,
    QuoteBulkStatusView,
    QuoteCommentListView,
    QuoteExportView,
    QuoteLetGoView,
    QuoteListView,
    QuoteNoInvoiceNeededView,
    QuoteNoReplyNeededView,
    QuoteUndoPriceView,
    QuoteView,
)

urlpatterns = [
    path("estimate", EstimateView.as_view()),
    path("quotes", QuoteListView.as_view()),
    path("quotes/bulk-status", QuoteBulkStatusView.as_view()),
    path("quotes/export.csv", QuoteExportView.as_view()),
    path("quotes/<uuid:quote_id>", QuoteView.as_view()),
    path("quotes/<uuid:quote_id>/accept", QuoteAcceptView.as_view()),
    path("quotes/<uuid:quote_id>/decline", QuoteDeclineView.as_view()),
    path("quotes/<uuid:quote_id>/ask-again", QuoteAskAgainView.as_view()),
    path("quotes/<uuid:quote_id>/lines", QuoteLinesView.as_view()),
    path("quotes/<uuid:quote_id>/line-sources", QuoteLineSourcesView.as_view()),
    path("quotes/<uuid:quote_id>/pdf", QuotePdfView.as_view()),
    path("price-list", PriceListView.as_view()),
    path("price-list/<uuid:item_id>", PriceListItemView.as_view()),
    path("quotes/<uuid:quote_id>/undo-price", QuoteUndoPriceView.as_view()),
    path("quotes/<uuid:quote_id>/let-go", QuoteLetGoView.as_view()),
    path("quotes/<uuid:quote_id>/no-reply-needed", QuoteNoReplyNeededView.as_view()),
    path("quotes/<uuid:quote_id>/no-invoice-needed", QuoteNoInvoiceNeededView.as_view()),
    path("quotes/<uuid:quote_id>/comments", QuoteCommentListView.as_view()),
]
