"""Addresses of quotes."""

from django.urls import path

from quotes.views import QuoteListView, QuoteView

urlpatterns = [
    path("quotes", QuoteListView.as_view()),
    path("quotes/<uuid:quote_id>", QuoteView.as_view()),
]
