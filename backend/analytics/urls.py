"""URL routes for analytics."""

from django.urls import path

from analytics.views import MrrView, PromiseView, QuotesView, SeasonView, SubscriptionsView

urlpatterns = [
    path("desk/promise", PromiseView.as_view()),  # on the desk, but it is a metric
    path("analytics/mrr", MrrView.as_view()),
    path("analytics/quotes", QuotesView.as_view()),
    path("analytics/season", SeasonView.as_view()),
    path("analytics/subscriptions", SubscriptionsView.as_view()),
]
