"""Analytics in the API: read models, so numbers are JSON numbers. Money is US dollars."""

from rest_framework import serializers

from common.fields import Output


class MrrOutput(Output):
    """Monthly recurring revenue: what active and past-due subscriptions bring in a month; ``canceling`` is what runs
    out at the end of its paid period, and is not part of ``mrr``."""

    mrr = serializers.FloatField()
    canceling = serializers.FloatField()


class PlanFiguresOutput(Output):
    """One storage plan: live subscriptions and what they bring in a month. ``pastDue`` of ``count`` await a payment
    that failed; ``canceling`` ones end with their paid period and are in neither ``count`` nor ``revenue``."""

    count = serializers.IntegerField()
    revenue = serializers.FloatField()
    canceling = serializers.IntegerField()
    pastDue = serializers.IntegerField()


class SubscriptionFiguresOutput(Output):
    """Storage subscriptions by plan."""

    consumer = PlanFiguresOutput()
    business = PlanFiguresOutput()
    enterprise = PlanFiguresOutput()


class ShareOutput(Output):
    """How many, and what percentage of all, rounded to a whole number."""

    count = serializers.IntegerField()
    percent = serializers.IntegerField()


class PackageSharesOutput(Output):
    """Quotes by package."""

    basic = ShareOutput()
    premium = ShareOutput()
    commercial = ShareOutput()


class QuoteFiguresOutput(Output):
    """Quotes at a glance, over all of them. ``cities`` has those of the catalogue, the most frequent others by name,
    and the rest in ``Other``."""

    pendingCount = serializers.IntegerField()
    scheduledJobCount = serializers.IntegerField()
    packages = PackageSharesOutput()
    cities = serializers.DictField(child=ShareOutput())


class DayOutput(Output):
    """What came in on a day, and on the same day of the season before."""

    day = serializers.DateField()
    quotes = serializers.IntegerField()
    treeOrders = serializers.IntegerField()
    quotesLastSeason = serializers.IntegerField()
    treeOrdersLastSeason = serializers.IntegerField()


class FunnelOutput(Output):
    """How far the season's quote requests have come. ``paid``: an invoice for it has been paid, whatever its state."""

    requested = serializers.IntegerField()
    quoted = serializers.IntegerField()
    accepted = serializers.IntegerField()
    scheduled = serializers.IntegerField()
    completed = serializers.IntegerField()
    paid = serializers.IntegerField()


class MonthOutput(Output):
    """``month`` is YYYY-MM. What invoices brought in, and what storage subscriptions did."""

    month = serializers.CharField()
    invoices = serializers.FloatField()
    storage = serializers.FloatField()


class PromiseOutput(Output):
    """The season's requests and orders that were answered, and how many of them within 24 hours."""

    answered = serializers.IntegerField()
    onTime = serializers.IntegerField()
    percent = serializers.IntegerField()


class SeasonFiguresOutput(Output):
    """One season, July to June: ``season`` is the year it starts in. ``days`` end today; ``revenueByMonth`` has the
    twelve months that end with this one (or with the season, for one that is over)."""

    season = serializers.IntegerField()
    days = DayOutput(many=True)
    funnel = FunnelOutput()
    revenueByMonth = MonthOutput(many=True)
    promise = PromiseOutput()


class DeskPromiseOutput(Output):
    """How the promise of an answer within 24 hours was kept in a season (such as ``2026-27``). ``answered`` are those
    of the season that were, ``onTime`` of them in time and ``late`` not; ``percent`` is the share in time, null where
    nothing was answered yet. ``open`` and ``overdue`` are those who wait now, and too long."""

    season = serializers.CharField()
    answered = serializers.IntegerField()
    onTime = serializers.IntegerField()
    late = serializers.IntegerField()
    open = serializers.IntegerField()
    overdue = serializers.IntegerField()
    percent = serializers.IntegerField(allow_null=True)
