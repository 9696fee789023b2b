"""Outputs of analytics. Numbers are JSON numbers, and money is in US dollars."""

from rest_framework import serializers

from common.attribution.models import HeardFrom
from common.outputs import Output
from quotes.models import DeclineReason


class MrrOutput(Output):
    """Monthly recurring revenue of active and past-due subscriptions. ``canceling`` is the revenue of subscriptions
    that will end with their paid period; it is not part of ``mrr``."""

    mrr = serializers.FloatField()
    canceling = serializers.FloatField()


class PlanMetricsOutput(Output):
    """The live subscriptions of a storage plan and their monthly revenue. ``pastDue`` is how many of ``count`` had
    their last payment fail. ``canceling`` subscriptions will end with their paid period and are not in ``count`` or
    ``revenue``."""

    count = serializers.IntegerField()
    revenue = serializers.FloatField()
    canceling = serializers.IntegerField()
    pastDue = serializers.IntegerField()


class SubscriptionMetricsOutput(Output):
    """Storage subscriptions by plan."""

    consumer = PlanMetricsOutput()
    business = PlanMetricsOutput()
    enterprise = PlanMetricsOutput()


class ShareOutput(Output):
    """A count and its rounded percentage of the total."""

    count = serializers.IntegerField()
    percent = serializers.IntegerField()


class PackageSharesOutput(Output):
    """Quotes by package."""

    basic = ShareOutput()
    premium = ShareOutput()
    commercial = ShareOutput()


class QuoteMetricsOutput(Output):
    """Metrics over all quotes. ``cities`` has the cities of the catalog, the most frequent other ones, and the rest as
    ``Other``."""

    pendingCount = serializers.IntegerField()
    scheduledJobCount = serializers.IntegerField()
    packages = PackageSharesOutput()
    cities = serializers.DictField(child=ShareOutput())


class DayOutput(Output):
    """Quote requests and tree orders on a day, and on the same day of the previous season."""

    day = serializers.DateField()
    quotes = serializers.IntegerField()
    treeOrders = serializers.IntegerField()
    quotesLastSeason = serializers.IntegerField()
    treeOrdersLastSeason = serializers.IntegerField()


class DeclinesOutput(Output):
    """The number of declines this season with a ``reason``, which is blank if the customer gave none."""

    reason = serializers.ChoiceField(choices=DeclineReason.choices, allow_blank=True)
    count = serializers.IntegerField()


class SourceTotalsOutput(Output):
    """The season's quote ``requests`` and how many of them were ``accepted``, its tree orders, and what was ``paid``
    for both so far, less refunds and what banks returned for good."""

    requests = serializers.IntegerField()
    accepted = serializers.IntegerField()
    treeOrders = serializers.IntegerField()
    paid = serializers.FloatField()


class SourceOutput(SourceTotalsOutput):
    """A source: how customers say they heard about us, and the source and name of the campaign whose link they
    followed. Unknown values are blank."""

    heardFrom = serializers.ChoiceField(choices=HeardFrom.choices, allow_blank=True)
    source = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not Field.source
    campaign = serializers.CharField()


class OtherSourcesOutput(SourceTotalsOutput):
    """The totals of the sources that are not listed; ``count`` is how many there are."""

    count = serializers.IntegerField()


class FunnelOutput(Output):
    """How many of the season's quotes reached each stage. ``paid``: one of its invoices is paid."""

    requested = serializers.IntegerField()
    quoted = serializers.IntegerField()
    accepted = serializers.IntegerField()
    scheduled = serializers.IntegerField()
    completed = serializers.IntegerField()
    paid = serializers.IntegerField()


class MonthOutput(Output):
    """Revenue from invoices, trees and storage in a month (``YYYY-MM``)."""

    month = serializers.CharField()
    invoices = serializers.FloatField()
    trees = serializers.FloatField()
    storage = serializers.FloatField()


class PromiseOutput(Output):
    """How many of the season's requests and orders got a response, and how many of them within 24 hours."""

    answered = serializers.IntegerField()
    onTime = serializers.IntegerField()
    percent = serializers.IntegerField()


class SeasonMetricsOutput(Output):
    """One season, July to June; ``season`` is the year it starts in. ``days`` end today, and ``revenueByMonth`` has
    the last twelve months."""

    season = serializers.IntegerField()
    days = DayOutput(many=True)
    funnel = FunnelOutput()
    declines = DeclinesOutput(many=True)
    sources = SourceOutput(many=True)
    otherSources = OtherSourcesOutput()
    revenueByMonth = MonthOutput(many=True)
    promise = PromiseOutput()


class DeskPromiseOutput(Output):
    """How often the promise of a response within 24 hours was kept in a season (such as ``2026-27``), for requests,
    questions and tree orders. ``answered`` ones got a response; ``onTime`` counts those that got it within 24 hours,
    ``late`` those that did not or were set aside after 24 hours without one; ``percent`` is the share on time, null if
    there are none. ``triedInTime`` counts customers whom we tried to reach in time but reached late or not yet.
    ``open`` ones are waiting for a response now, ``overdue`` ones for more than 24 hours."""

    season = serializers.CharField()
    answered = serializers.IntegerField()
    onTime = serializers.IntegerField()
    late = serializers.IntegerField()
    open = serializers.IntegerField()
    overdue = serializers.IntegerField()
    percent = serializers.IntegerField(allow_null=True)
    triedInTime = serializers.IntegerField()
