"""URL routes for quotes."""

from django.urls import path

from quotes import answer_views, proposal_views, views

urlpatterns = [
    path("estimate", views.EstimateView.as_view()),
    path("quotes", views.QuoteListView.as_view()),
    path("quotes/bulk-status", views.QuoteBulkStatusView.as_view()),
    path("quotes/export.csv", views.QuoteExportView.as_view()),
    path("quotes/<uuid:quote_id>", views.QuoteView.as_view()),
    path("quotes/<uuid:quote_id>/accept", answer_views.QuoteAcceptView.as_view()),
    path("quotes/<uuid:quote_id>/decline", answer_views.QuoteDeclineView.as_view()),
    path("quotes/<uuid:quote_id>/ask-again", answer_views.QuoteAskAgainView.as_view()),
    path("quotes/<uuid:quote_id>/lines", proposal_views.QuoteLinesView.as_view()),
    path("quotes/<uuid:quote_id>/line-sources", proposal_views.QuoteLineSourcesView.as_view()),
    path("quotes/<uuid:quote_id>/pdf", proposal_views.QuotePdfView.as_view()),
    path("price-list", proposal_views.PriceListView.as_view()),
    path("price-list/<uuid:item_id>", proposal_views.PriceListItemView.as_view()),
    path("quotes/<uuid:quote_id>/undo-price", views.QuoteUndoPriceView.as_view()),
    path("quotes/<uuid:quote_id>/let-go", views.QuoteLetGoView.as_view()),
    path("quotes/<uuid:quote_id>/no-reply-needed", views.QuoteNoReplyNeededView.as_view()),
    path("quotes/<uuid:quote_id>/no-invoice-needed", views.QuoteNoInvoiceNeededView.as_view()),
    path("quotes/<uuid:quote_id>/comments", views.QuoteCommentListView.as_view()),
]
