"""Count a season's requests, orders and payments by source."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from analytics.counters import Count
from common.seasons import Season
from quotes.models import QuoteStatus

# The counters. Their keys consist of the customer's answer, the campaign's source and the campaign's name, after the
# status for quotes.
METRICS = ("source_quote", "source_tree", "source_paid")
_SEPARATOR = "\x1f"
SOURCES_NAMED = 20

Source = tuple[str, str, str]


@dataclass
class _Numbers:
    """The numbers of one source (US dollars). ``names`` counts the spellings of its source and campaign."""

    requests: int = 0
    accepted: int = 0
    tree_orders: int = 0
    paid: Decimal = Decimal(0)
    names: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def rank(self) -> tuple[Decimal, int]:
        return self.paid, self.requests + self.tree_orders

    def as_json(self) -> dict[str, Any]:
        return {
            "requests": self.requests,
            "accepted": self.accepted,
            "treeOrders": self.tree_orders,
            "paid": float(self.paid),
        }


def count_sources(season: Season, counts: Iterable[Count]) -> dict[str, Any]:
    """Return the ``sources`` of a season's requests, the highest revenue first, and the sum of ``otherSources``.

    A campaign's parameters are free text, so spellings that differ only in case count as one source, and only the
    first ``SOURCES_NAMED`` are listed.
    """
    numbers: dict[Source, _Numbers] = defaultdict(_Numbers)
    for row in counts:
        if row.metric in METRICS and row.day == season.first:
            *status, answer, source, name = row.key.split(_SEPARATOR)
            of_source = numbers[answer, source.casefold(), name.casefold()]
            _add(of_source, row, status)
            of_source.names[source, name] += row.number
    known = {source: each for source, each in numbers.items() if any(each.rank)}
    ranked = sorted(sorted(known.items()), key=lambda item: item[1].rank, reverse=True)
    return {
        "sources": [_named(source[0], each) for source, each in ranked[:SOURCES_NAMED]],
        "otherSources": _sum([each for _, each in ranked[SOURCES_NAMED:]]),
    }


def _add(numbers: _Numbers, row: Count, status: list[str]) -> None:
    match row.metric:
        case "source_quote":
            numbers.requests += row.number
            numbers.accepted += row.number * (status[0] in QuoteStatus.AGREED)
        case "source_tree":
            numbers.tree_orders += row.number
        case "source_paid":
            numbers.paid += row.amount


def _named(answer: str, numbers: _Numbers) -> dict[str, Any]:
    source, campaign = max(sorted(numbers.names), key=lambda spelling: numbers.names[spelling])
    return {"heardFrom": answer, "source": source, "campaign": campaign, **numbers.as_json()}


def _sum(others: list[_Numbers]) -> dict[str, Any]:
    total = _Numbers()
    for each in others:
        total.requests += each.requests
        total.accepted += each.accepted
        total.tree_orders += each.tree_orders
        total.paid += each.paid
    return {"count": len(others), **total.as_json()}
