"""Metrics over all quotes, jobs, tree orders, invoices and storage subscriptions.

Each function returns the response body of its route. Money is US dollars as a float; days and
months are in Eastern time (settings.TIME_ZONE).
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import F, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone

from analytics.counters import Count, read_counters
from analytics.promise import count_responses, percent
from analytics.sources import METRICS as SOURCE_COUNTERS
from analytics.sources import count_sources
from catalog.catalog import CITIES, PACKAGES, STORAGE_PLANS
from common.days import first_days, midnight
from common.postgres.replica import is_report, report_connection
from common.seasons import Season, season_of
from jobs.models import JobStatus
from payments.models import DISPUTES_LOST, Payment
from payments.states import SubscriptionStatus
from quotes.models import DeclineReason, QuoteStatus
from quotes.places import OTHER_CITY
from storage.subscribing import PURPOSE

OTHER_CITIES_NAMED = 20
MONTHS = 12
# A plan that was canceled while a payment is past due has an end, but stays past due until Stripe gives up or ends it.
_STATUSES: dict[str, Any] = {
    "renewing": list(SubscriptionStatus.RENEWING),
    "canceling": SubscriptionStatus.CANCELING,
    "past_due": SubscriptionStatus.PAST_DUE,
}


@is_report
def monthly_recurring_revenue() -> dict[str, float]:
    """Return the monthly revenue of storage, with that of canceling plans kept separate."""
    with report_connection().cursor() as cursor:
        cursor.execute(
            """
            SELECT coalesce(sum(monthly_amount) FILTER (WHERE ends_at IS NULL AND status = ANY(%(renewing)s)), 0),
                coalesce(sum(monthly_amount) FILTER (
                    WHERE status = %(canceling)s OR ends_at IS NOT NULL AND status = ANY(%(renewing)s)
                ), 0)
            FROM storage_storagesubscription
            """,
            _STATUSES,
        )
        mrr, canceling = cursor.fetchone()
    return {"mrr": float(mrr), "canceling": float(canceling)}


@is_report
def subscriptions_by_plan() -> dict[str, dict[str, Any]]:
    """Return the number of live subscriptions and their monthly revenue for each plan of the catalog."""
    with report_connection().cursor() as cursor:
        cursor.execute(
            """
            SELECT plan, count(*) FILTER (WHERE ends_at IS NULL AND status = ANY(%(renewing)s)),
                coalesce(sum(monthly_amount) FILTER (WHERE ends_at IS NULL AND status = ANY(%(renewing)s)), 0),
                count(*) FILTER (WHERE status = %(canceling)s OR ends_at IS NOT NULL AND status = ANY(%(renewing)s)),
                count(*) FILTER (WHERE ends_at IS NULL AND status = %(past_due)s)
            FROM storage_storagesubscription GROUP BY plan
            """,
            _STATUSES,
        )
        rows_by_plan = {row[0]: row[1:] for row in cursor.fetchall()}
    plans = {plan.id: rows_by_plan.get(plan.id, (0, 0, 0, 0)) for plan in STORAGE_PLANS}
    return {
        plan: {"count": count, "revenue": float(revenue), "canceling": canceling, "pastDue": past_due}
        for plan, (count, revenue, canceling, past_due) in plans.items()
    }


@is_report
def quote_metrics() -> dict[str, Any]:
    """Return the numbers of pending quotes and scheduled jobs, and the shares of packages and cities in all quotes."""
    by_metric: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in read_counters("quote_package", "quote_city", "quote_status", "job_status"):
        by_metric[row.metric][row.key] += row.number
    packages = by_metric["quote_package"]
    total = sum(packages.values())
    return {
        "pendingCount": by_metric["quote_status"][QuoteStatus.PENDING],
        "scheduledJobCount": sum(by_metric["job_status"][status] for status in JobStatus.UPCOMING),
        "packages": {package.id: _share(packages[package.id], total) for package in PACKAGES},
        "cities": {city: _share(count, total) for city, count in _cities(by_metric["quote_city"]).items()},
    }


def _share(count: int, total: int) -> dict[str, int]:
    return {"count": count, "percent": percent(count, total)}


def _cities(counts: dict[str, int]) -> dict[str, int]:
    """Return the catalog's cities in its order, then the most frequent other ones; the rest is added to ``Other``.

    Cities are free text in the API, so names that differ only in case count as one.
    """
    known = {city.id.casefold(): city.id for city in CITIES}
    shown = {city.id: 0 for city in CITIES}
    others: dict[str, int] = defaultdict(int)
    names: dict[str, str] = {}
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if count <= 0:
            continue
        lower_name = name.casefold()
        if lower_name in known:
            shown[known[lower_name]] += count
        else:
            others[names.setdefault(lower_name, name)] += count
    ranked = sorted(others.items(), key=lambda item: (-item[1], item[0]))
    shown |= dict(ranked[:OTHER_CITIES_NAMED])
    shown[OTHER_CITY] += sum(count for _, count in ranked[OTHER_CITIES_NAMED:])
    return shown


@is_report
def season_metrics() -> dict[str, Any]:
    """Return the current season up to today, with the previous one for comparison.

    Reading the counters of both seasons also covers the last twelve months.
    """
    season = season_of()
    rows = list(
        read_counters(
            "quote_day", "tree_day", "quote_status", "quote_priced", "quote_paid", "promise", "invoice_month",
            "tree_month", "quote_declined", *SOURCE_COUNTERS,
            since=season.before.first,
        )
    )  # fmt: skip
    promise = count_responses(season, rows)
    return {
        "season": season.year,
        "days": list(_days(season, rows)),
        "funnel": _funnel(season, rows),
        "declines": _declines(season, rows),
        **count_sources(season, rows),
        "revenueByMonth": _revenue_by_month(rows),
        "promise": {name: promise[name] or 0 for name in ("answered", "onTime", "percent")},
    }


def _days(season: Season, rows: list[Count]) -> Iterator[dict[str, Any]]:
    counts: dict[tuple[str, dt.date], int] = defaultdict(int)
    for row in rows:
        if row.day is None:
            continue
        if row.day < season.first:
            counts[f"last_{row.metric}", _a_year_later(row.day)] += row.number
        else:
            counts[row.metric, row.day] += row.number
    for number in range((timezone.localdate() - season.first).days + 1):
        day = season.first + dt.timedelta(days=number)
        yield {
            "day": day,
            "quotes": counts["quote_day", day],
            "treeOrders": counts["tree_day", day],
            "quotesLastSeason": counts["last_quote_day", day],
            "treeOrdersLastSeason": counts["last_tree_day", day],
        }


def _a_year_later(day: dt.date) -> dt.date:
    """Return the same day a year later; February 28 for February 29, so that its requests are not lost."""
    if (day.month, day.day) == (2, 29):
        day -= dt.timedelta(days=1)
    return day.replace(year=day.year + 1)


def _funnel(season: Season, rows: list[Count]) -> dict[str, int]:
    quotes: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in rows:
        if row.day == season.first:
            quotes[row.metric][row.key] += row.number
    by_status, priced = quotes["quote_status"], quotes["quote_priced"]
    agreed = sum(by_status[status] for status in QuoteStatus.AGREED)
    return {
        "requested": sum(by_status.values()),
        "quoted": agreed + sum(number for status, number in priced.items() if status not in QuoteStatus.AGREED),
        "accepted": agreed,
        "scheduled": sum(by_status[status] for status in QuoteStatus.SCHEDULED),
        "completed": sum(by_status[status] for status in QuoteStatus.COMPLETED),
        "paid": quotes["quote_paid"][""],
    }


def _declines(season: Season, rows: list[Count]) -> list[dict[str, Any]]:
    """Return how often customers gave each reason for declining, and how often none ("")."""
    counts = {row.key: row.number for row in rows if row.metric == "quote_declined" and row.day == season.first}
    return [{"reason": reason, "count": counts.get(reason, 0)} for reason in (*DeclineReason.values, "")]


def _revenue_by_month(rows: list[Count]) -> list[dict[str, Any]]:
    months = first_days(timezone.localdate(), MONTHS)
    invoices, trees = (
        {row.day: float(row.amount) for row in rows if row.metric == metric}
        for metric in ("invoice_month", "tree_month")
    )
    storage = _storage_revenue_by_month(months)
    return [
        {
            "month": f"{month:%Y-%m}",
            "invoices": invoices.get(month, 0.0),
            "trees": trees.get(month, 0.0),
            "storage": storage.get(month, 0.0),
        }
        for month in months
    ]


def _storage_revenue_by_month(months: list[dt.date]) -> dict[dt.date, float]:
    """Return what was paid for storage in each month that has payments, less refunds and what banks returned for good.

    There are few payments of storage, so they are added up directly.
    """
    received = Payment.objects.filter(purpose=PURPOSE, succeeded_at__gte=midnight(months[0]))
    sums = (
        received.exclude(dispute_status__in=DISPUTES_LOST)
        .values(month=TruncMonth("succeeded_at"))
        .annotate(amount=Sum(F("amount_received") - F("amount_refunded")))
        .order_by()
    )
    return {timezone.localdate(row["month"]): float(row["amount"]) for row in sums}
