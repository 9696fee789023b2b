"""``/api/analytics``."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.figures import monthly_recurring_revenue, quotes_at_a_glance, season_at_a_glance, subscriptions_by_plan
from analytics.promise import promise_of_season
from analytics.serializers import (
    DeskPromiseOutput,
    MrrOutput,
    QuoteFiguresOutput,
    SeasonFiguresOutput,
    SubscriptionFiguresOutput,
)
from common.permissions import Admin
from common.views import View


class FiguresView(View):
    """Figures are the administrator's."""

    permission_classes = [Admin]


class MrrView(FiguresView):
    """``GET /api/analytics/mrr``."""

    @extend_schema(responses=MrrOutput)
    def get(self, request: Request) -> Response:
        """Monthly recurring revenue."""
        return Response(monthly_recurring_revenue())


class SubscriptionsView(FiguresView):
    """``GET /api/analytics/subscriptions``."""

    @extend_schema(responses=SubscriptionFiguresOutput)
    def get(self, request: Request) -> Response:
        """Storage subscriptions by plan."""
        return Response(subscriptions_by_plan())


class QuotesView(FiguresView):
    """``GET /api/analytics/quotes``."""

    @extend_schema(responses=QuoteFiguresOutput)
    def get(self, request: Request) -> Response:
        """Quotes by package and city, and what waits."""
        return Response(quotes_at_a_glance())


class SeasonView(FiguresView):
    """``GET /api/analytics/season``."""

    @extend_schema(responses=SeasonFiguresOutput)
    def get(self, request: Request) -> Response:
        """The season so far, beside the one before."""
        return Response(season_at_a_glance())


class PromiseView(FiguresView):
    """``GET /api/desk/promise``."""

    @extend_schema(responses=DeskPromiseOutput)
    def get(self, request: Request) -> Response:
        """How the promise of an answer is kept this season."""
        return Response(promise_of_season())
