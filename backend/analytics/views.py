"""``/api/analytics``."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.metrics import monthly_recurring_revenue, quote_metrics, season_metrics, subscriptions_by_plan
from analytics.promise import season_promise
from analytics.serializers import (
    DeskPromiseOutput,
    MrrOutput,
    QuoteMetricsOutput,
    SeasonMetricsOutput,
    SubscriptionMetricsOutput,
)
from common.views import AdminView


class MrrView(AdminView):
    """``GET /api/analytics/mrr``."""

    @extend_schema(responses=MrrOutput)
    def get(self, request: Request) -> Response:
        """Return the monthly recurring revenue."""
        return Response(monthly_recurring_revenue())


class SubscriptionsView(AdminView):
    """``GET /api/analytics/subscriptions``."""

    @extend_schema(responses=SubscriptionMetricsOutput)
    def get(self, request: Request) -> Response:
        """Return storage subscriptions by plan."""
        return Response(subscriptions_by_plan())


class QuotesView(AdminView):
    """``GET /api/analytics/quotes``."""

    @extend_schema(responses=QuoteMetricsOutput)
    def get(self, request: Request) -> Response:
        """Return the shares of packages and cities, and the numbers of pending quotes and scheduled jobs."""
        return Response(quote_metrics())


class SeasonView(AdminView):
    """``GET /api/analytics/season``."""

    @extend_schema(responses=SeasonMetricsOutput)
    def get(self, request: Request) -> Response:
        """Return the season so far, with the previous one for comparison."""
        return Response(season_metrics())


class PromiseView(AdminView):
    """``GET /api/desk/promise``."""

    @extend_schema(responses=DeskPromiseOutput)
    def get(self, request: Request) -> Response:
        """Return how often the promise of a response within 24 hours was kept this season."""
        return Response(season_promise())
