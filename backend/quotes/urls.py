"""Addresses of quotes."""

from django.urls import path

from quotes.views import QuoteAcceptView, QuoteCommentListView, QuoteDeclineView, QuoteListView, QuoteView

urlpatterns = [
    path("quotes", QuoteListView.as_view()),
    path("quotes/<uuid:quote_id>", QuoteView.as_view()),
    path("quotes/<uuid:quote_id>/accept", QuoteAcceptView.as_view()),
    path("quotes/<uuid:quote_id>/decline", QuoteDeclineView.as_view()),
    path("quotes/<uuid:quote_id>/comments", QuoteCommentListView.as_view()),
]
