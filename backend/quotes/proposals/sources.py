"""Lines that the office can start a proposal from. Nothing is stored until the office saves the lines."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from uuid import UUID

from django.db.models import Case, IntegerField, Q, QuerySet, When
from django.utils import timezone

from common.days import midnight
from common.email_addresses import same_address
from common.money import trimmed
from common.seasons import season_of
from quotes.models import LineUnit, ProposalLine, Quote, QuoteStatus

MAX_EARLIER_QUOTES = 20  # of one customer, newest first


@dataclass(frozen=True, kw_only=True)
class SuggestedLine:
    """A suggested line; see ``ProposalLine``."""

    text: str
    quantity: Decimal = Decimal("1.00")
    unit: str = LineUnit.FLAT
    unit_price: Decimal
    optional: bool = False
    choice: str | None = None
    suggested: bool = False
    cost: Decimal | None = None

    @property
    def unit_price_text(self) -> str:
        """The price as text, so that the API doesn't round it to cents."""
        return str(self.unit_price)


@dataclass(frozen=True)
class LastSeason:
    """The lines of the same home in the season that began in ``year``."""

    quote_id: UUID
    year: int
    lines: list[SuggestedLine]


@dataclass(frozen=True)
class LineSources:
    """The lines of the stored estimate, if any, and of the same home's last proposal."""

    estimate: list[SuggestedLine]
    last_season: LastSeason | None


def line_sources(quote: Quote) -> LineSources:
    """Return the lines that a proposal for ``quote`` can start from."""
    return LineSources(list(_lines_from_estimate(quote.estimate)), _last_season(quote))


def _lines_from_estimate(estimate: dict[str, Any] | None) -> Iterator[SuggestedLine]:
    """Yield the lines of a stored estimate, each at the middle of its range in whole dollars."""
    for line in estimate["lines"] if estimate else []:
        middle = (Decimal(line["low"] + line["high"]) / 2).quantize(Decimal(1), ROUND_HALF_UP)
        # An estimate says "Second story, if so" while the size is unknown. A proposal has no such conditions.
        yield SuggestedLine(text=line["label"].removesuffix(", if so"), unit_price=middle.quantize(Decimal("0.01")))


def _last_season(quote: Quote) -> LastSeason | None:
    earlier = next((each for each in _earlier_proposals(quote) if _is_same_home(each, quote)), None)
    if earlier is None:
        return None
    chosen = earlier.acceptance.chosen if earlier.acceptance else set()
    lines = [_repeat_line(line, chosen) for line in earlier.lines.order_by("position")]
    return LastSeason(earlier.id, season_of(timezone.localdate(earlier.created_at)).year, lines)


def _earlier_proposals(quote: Quote) -> QuerySet[Quote]:
    """Return the customer's proposals from earlier seasons: accepted ones first, then newest first."""
    own = Q(user_id=quote.user_id) if quote.user_id else Q(same_address("email", quote.email), user=None)
    season = season_of(timezone.localdate(quote.created_at))
    begin = midnight(season.first)
    accepted_first = Case(When(status__in=QuoteStatus.AGREED, then=0), default=1, output_field=IntegerField())
    rows = Quote.objects.filter(own, has_lines=True, created_at__lt=begin)
    return rows.select_related("acceptance").order_by(accepted_first, "-created_at", "-id")[:MAX_EARLIER_QUOTES]


def _is_same_home(one: Quote, other: Quote) -> bool:
    if one.address_id and one.address_id == other.address_id:
        return True
    places = [(each.street_address.strip().casefold(), each.city.strip().casefold()) for each in (one, other)]
    return bool(places[0][0]) and places[0] == places[1]


def _repeat_line(line: ProposalLine, chosen: set[str]) -> SuggestedLine:
    """Return a line of last season. What the customer selected then is suggested now."""
    was_chosen = str(line.id) in chosen
    return SuggestedLine(
        text=line.text,
        quantity=line.quantity,
        unit=line.unit,
        unit_price=trimmed(line.unit_price),
        optional=line.optional,
        choice=line.choice or None,
        suggested=bool(line.choice) and (was_chosen if chosen else line.suggested),
        cost=line.cost,
    )
