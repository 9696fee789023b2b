"""Figures over all rows: quotes, visits, tree orders, invoices and storage subscriptions.

Each function answers what its address does, as plain JSON values; money is US dollars as a float. Days and months are
those of the business (settings.TIME_ZONE).
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from analytics.counters import Count, read_counts
from catalog.catalog import CITIES, PACKAGES, STORAGE_PLANS
from common.seasons import Season, season_of
from jobs.models import JobStatus
from payments.states import SubscriptionStatus
from quotes.models import QuoteStatus

OTHER_CITY = "Other"  # the catalogue's own word for any place that is not in its list
OTHER_CITIES_NAMED = 20
MONTHS = 12
# Subscriptions by the first and the last month they ran in, none for those that still run.
_STORAGE = """
    SELECT date_trunc('month', coalesce(started_at, created_at) AT TIME ZONE %(zone)s)::date,
        CASE WHEN NOT status = ANY(%(live)s)
            THEN date_trunc('month', ends_at AT TIME ZONE %(zone)s - interval '1 microsecond')::date END,
        sum(monthly_amount)
    FROM storage_storagesubscription
    WHERE status = ANY(%(live)s) OR started_at IS NOT NULL AND ends_at IS NOT NULL
    GROUP BY 1, 2
"""
_STATUSES: dict[str, Any] = {
    "live": list(SubscriptionStatus.LIVE),
    "renewing": list(SubscriptionStatus.RENEWING),
    "canceling": SubscriptionStatus.CANCELING,
    "past_due": SubscriptionStatus.PAST_DUE,
}


def monthly_recurring_revenue() -> dict[str, float]:
    """What storage brings in a month, and apart from it what ends with its paid period."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT coalesce(sum(monthly_amount) FILTER (WHERE status = ANY(%(renewing)s)), 0),
                coalesce(sum(monthly_amount) FILTER (WHERE status = %(canceling)s), 0)
            FROM storage_storagesubscription
            """,
            _STATUSES,
        )
        mrr, canceling = cursor.fetchone()
    return {"mrr": float(mrr), "canceling": float(canceling)}


def subscriptions_by_plan() -> dict[str, dict[str, Any]]:
    """Live subscriptions and their monthly revenue for each plan of the catalogue."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT plan, count(*) FILTER (WHERE status = ANY(%(renewing)s)),
                coalesce(sum(monthly_amount) FILTER (WHERE status = ANY(%(renewing)s)), 0),
                count(*) FILTER (WHERE status = %(canceling)s), count(*) FILTER (WHERE status = %(past_due)s)
            FROM storage_storagesubscription GROUP BY plan
            """,
            _STATUSES,
        )
        found = {row[0]: row[1:] for row in cursor.fetchall()}
    plans = {plan.id: found.get(plan.id, (0, 0, 0, 0)) for plan in STORAGE_PLANS}
    return {
        plan: {"count": count, "revenue": float(revenue), "canceling": canceling, "pastDue": past_due}
        for plan, (count, revenue, canceling, past_due) in plans.items()
    }


def quotes_at_a_glance() -> dict[str, Any]:
    """Quotes that wait, visits that are scheduled, and the shares of packages and cities over all quotes."""
    by_figure: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in read_counts("quote_package", "quote_city", "quote_status", "job_status"):
        by_figure[row.figure][row.key] += row.number
    packages = by_figure["quote_package"]
    total = sum(packages.values())
    return {
        "pendingCount": by_figure["quote_status"][QuoteStatus.PENDING],
        "scheduledJobCount": sum(by_figure["job_status"][status] for status in JobStatus.UPCOMING),
        "packages": {package.id: _share(packages[package.id], total) for package in PACKAGES},
        "cities": {city: _share(count, total) for city, count in _cities(by_figure["quote_city"]).items()},
    }


def _share(count: int, total: int) -> dict[str, int]:
    return {"count": count, "percent": _percent(count, total)}


def _percent(part: int, whole: int) -> int:
    """A whole number, halves rounded up; 0 of nothing."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def _cities(counts: dict[str, int]) -> dict[str, int]:
    """The catalogue's cities in its order, then the most frequent others; the rest counts as ``Other``.

    A city is free text in the API, so spellings that differ in case only count as one, and names are bounded.
    """
    known = {city.id.casefold(): city.id for city in CITIES}
    shown = {city.id: 0 for city in CITIES}
    others: dict[str, int] = defaultdict(int)
    names: dict[str, str] = {}
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if count <= 0:
            continue
        folded = name.casefold()
        if folded in known:
            shown[known[folded]] += count
        else:
            others[names.setdefault(folded, name)] += count
    ranked = sorted(others.items(), key=lambda item: (-item[1], item[0]))
    shown |= dict(ranked[:OTHER_CITIES_NAMED])
    shown[OTHER_CITY] += sum(count for _, count in ranked[OTHER_CITIES_NAMED:])
    return shown


def season_at_a_glance() -> dict[str, Any]:
    """The present season, from its first day to today, beside the one before."""
    season = season_of()
    rows = list(
        read_counts(
            "quote_day", "tree_day", "quote_status", "quote_priced", "quote_paid", "promise", "invoice_month",
            since=min(season.before.first, _months_until(timezone.localdate())[0]),
        )
    )  # fmt: skip
    of_season = [row for row in rows if row.day == season.first]
    promise = {row.key: row.number for row in of_season if row.figure == "promise"}
    answered, on_time = promise.get("answered", 0), promise.get("on_time", 0)
    return {
        "season": season.year,
        "days": list(_days(season, rows)),
        "funnel": _funnel(season, rows),
        "revenueByMonth": _revenue_by_month(rows),
        "promise": {"answered": answered, "onTime": on_time, "percent": _percent(on_time, answered)},
    }


def _days(season: Season, rows: list[Count]) -> Iterator[dict[str, Any]]:
    counts: dict[tuple[str, dt.date], int] = defaultdict(int)
    for row in rows:
        if row.figure not in ("quote_day", "tree_day") or row.day is None:
            continue
        if row.day < season.first:
            counts[f"last_{row.figure}", _a_year_later(row.day)] += row.number
        else:
            counts[row.figure, row.day] += row.number
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
    """The same calendar day; 29 February counts with the 28th, so that no request of last season is lost."""
    if (day.month, day.day) == (2, 29):
        day -= dt.timedelta(days=1)
    return day.replace(year=day.year + 1)


def _funnel(season: Season, rows: list[Count]) -> dict[str, int]:
    quotes: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in rows:
        if row.day == season.first:
            quotes[row.figure][row.key] += row.number
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


def _months_until(day: dt.date) -> list[dt.date]:
    """The first days of the twelve months that end with the one of ``day``."""
    last = day.year * 12 + day.month - 1
    return [dt.date(month // 12, month % 12 + 1, 1) for month in range(last - MONTHS + 1, last + 1)]


def _revenue_by_month(rows: list[Count]) -> list[dict[str, Any]]:
    months = _months_until(timezone.localdate())
    invoices = {row.day: float(row.amount) for row in rows if row.figure == "invoice_month"}
    storage = _storage_by_month(months)
    return [
        {"month": f"{month:%Y-%m}", "invoices": invoices.get(month, 0.0), "storage": storage[month]} for month in months
    ]


def _storage_by_month(months: list[dt.date]) -> dict[dt.date, float]:
    """What a month costs on the plans that ran in it, from the first payment to the end of the last paid period.

    Reckoned from the subscriptions as they are now: single payments and former plans stay with Stripe.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STORAGE, {"zone": settings.TIME_ZONE, **_STATUSES})
        runs = cursor.fetchall()
    return {
        month: float(sum(amount for first, last, amount in runs if first <= month and (last is None or month <= last)))
        for month in months
    }
