"""Addresses of analytics."""

from django.urls import path

from analytics.views import MrrView, QuotesView, SeasonView, SubscriptionsView

urlpatterns = [
    path("analytics/mrr", MrrView.as_view()),
    path("analytics/quotes", QuotesView.as_view()),
    path("analytics/season", SeasonView.as_view()),
    path("analytics/subscriptions", SubscriptionsView.as_view()),
]
