"""URL routes for quotes."""

from django.urls import path

from quotes.views import (
    EstimateView,
    QuoteAcceptView,
    QuoteBulkStatusView,
    QuoteCommentListView,
    QuoteDeclineView,
    QuoteExportView,
    QuoteLetGoView,
    QuoteListView,
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
    path("quotes/<uuid:quote_id>/undo-price", QuoteUndoPriceView.as_view()),
    path("quotes/<uuid:quote_id>/let-go", QuoteLetGoView.as_view()),
    path("quotes/<uuid:quote_id>/no-reply-needed", QuoteNoReplyNeededView.as_view()),
    path("quotes/<uuid:quote_id>/comments", QuoteCommentListView.as_view()),
]
