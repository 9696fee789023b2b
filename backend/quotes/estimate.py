"""The estimated price of an installation: a range computed from the catalog, never below the published prices."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Decimal
from math import ceil
from typing import Any

from catalog.catalog import (
    ADD_ON_BY_ID,
    ADD_ON_SPREAD,
    CURRENCY,
    ESTIMATE_MOST_SPREAD,
    ESTIMATE_RULE_BY_PACKAGE,
    PACKAGE_BY_ID,
    EstimateRule,
    Surcharge,
    add_on_id,
)
from quotes.models import ServicePackage

_NEEDS_A_VISIT = "A commercial display needs a visit. We measure, design and price it with you. The visit is free."
_ALWAYS_EXCLUDED = (
    "Repairs to gutters, outlets or wiring",
    "A lift where ladders don't reach",
)
_UNKNOWN_UNITS = 2  # by how many units an unknown size may exceed what is included
_SHOWN_STEP = 10  # dollars; more digits would look more certain than an estimate is


@dataclass(frozen=True)
class Line:
    """Part of an estimate, in whole US dollars."""

    label: str
    low: int
    high: int


@dataclass(frozen=True)
class Estimate:
    """From ``low`` to ``high`` whole US dollars, which the lines add up to; both None if only a visit can tell.
    ``excludes`` is what neither covers."""

    low: int | None
    high: int | None
    currency: str
    lines: list[Line]
    excludes: list[str]


def estimate(
    *,
    service_package: ServicePackage,
    square_footage: int | None = None,
    storeys: int | None = None,
    front_width_feet: int | None = None,
    roofline_feet: float | None = None,
    add_ons: Sequence[str] = (),
) -> Estimate:
    """Estimate an installation from its package, the house and add-ons (IDs).

    A package without a rule needs a visit. Unknown facts about the house add nothing to ``low`` and a usual amount to
    ``high``. A floor area of 0 counts as unknown. With the roofline, or the storeys and the front width, ``high`` is at
    most ``ESTIMATE_MOST_SPREAD`` times ``low`` before add-ons.
    """
    rule = ESTIMATE_RULE_BY_PACKAGE.get(service_package)
    if rule is None:
        return Estimate(low=None, high=None, currency=CURRENCY, lines=[], excludes=[_NEEDS_A_VISIT])
    if roofline_feet is not None:
        size = _beyond(rule.roofline, roofline_feet)
    elif front_width_feet is not None:
        size = _beyond(rule.front, front_width_feet)
    else:
        size = _beyond(rule.area, square_footage or None)
    house = [_start(rule), *size, *_beyond(rule.storeys, storeys)]
    if roofline_feet is not None or None not in (storeys, front_width_feet):
        house = _narrow(house)
    lines = [*house, *_add_on_lines(add_ons)]
    return Estimate(
        low=sum(line.low for line in lines),
        high=sum(line.high for line in lines),
        currency=CURRENCY,
        lines=lines,
        excludes=[*_ALWAYS_EXCLUDED, *_monthly(add_ons)],
    )


def stored_estimate(
    *,
    service_package: ServicePackage,
    square_footage: int | None = None,
    storeys: int | None = None,
    front_width_feet: int | None = None,
    add_ons: Iterable[str] = (),
) -> dict[str, Any] | None:
    """Return the estimate of a request as its row stores it, so that later prices don't change it.

    ``add_ons`` are as the customer sent them; those that the catalog doesn't have add nothing. None if the price needs
    a visit.
    """
    made = estimate(
        service_package=service_package,
        square_footage=square_footage,
        storeys=storeys,
        front_width_feet=front_width_feet,
        add_ons=known_add_ons(add_ons),
    )
    return None if made.low is None else {**vars(made), "lines": [vars(line) for line in made.lines]}


def excluded(stored: dict[str, Any] | None) -> list[str]:
    """Return what a price doesn't cover, as the stored estimate of the request said."""
    return list(stored["excludes"] if stored else _ALWAYS_EXCLUDED)


def known_add_ons(names: Iterable[str]) -> list[str]:
    """Return the IDs of the catalog's add-ons among ``names`` (IDs or names), each once."""
    return list(dict.fromkeys(id_ for name in names if (id_ := add_on_id(name))))


def range_in_words(low: int, high: int) -> str:
    """Return a range of US dollars as people read it, to the nearest ten: "$860 to $1,670"."""
    return f"${_shown(low):,} to ${_shown(high):,}"


def _shown(amount: int) -> int:
    return (amount + _SHOWN_STEP // 2) // _SHOWN_STEP * _SHOWN_STEP


def _start(rule: EstimateRule) -> Line:
    package = PACKAGE_BY_ID[rule.package_id]
    price = package.starting_price or Decimal(0)
    return _line(package.name, price, price * rule.spread)


def _beyond(surcharge: Surcharge, size: float | None) -> list[Line]:
    if size is None:
        units = 1 if surcharge.unit == 1 else _UNKNOWN_UNITS
        return [_line(f"{surcharge.label}, if so", Decimal(0), surcharge.high * units)]
    units = ceil(max(size - surcharge.included, 0) / surcharge.unit)
    return [_line(surcharge.label, surcharge.low * units, surcharge.high * units)] if units else []


def _narrow(lines: list[Line]) -> list[Line]:
    """Lower the highs of the last lines until all together are within ``ESTIMATE_MOST_SPREAD``, none below its low."""
    most = int(sum(line.low for line in lines) * ESTIMATE_MOST_SPREAD)
    excess = max(sum(line.high for line in lines) - most, 0)
    narrowed = []
    for line in reversed(lines):
        cut = min(excess, line.high - line.low)
        excess -= cut
        narrowed.append(replace(line, high=line.high - cut))
    return narrowed[::-1]


def _add_on_lines(ids: Sequence[str]) -> list[Line]:
    priced = [ADD_ON_BY_ID[id_] for id_ in ids]
    return [
        _line(add_on.name, add_on.starting_price, add_on.starting_price * ADD_ON_SPREAD)
        for add_on in priced
        if add_on.starting_price is not None
    ]


def _monthly(ids: Sequence[str]) -> list[str]:
    return [
        f"{each.name}: {each.price_label}" for each in map(ADD_ON_BY_ID.__getitem__, ids) if not each.starting_price
    ]


def _line(label: str, low: Decimal, high: Decimal) -> Line:
    """Round up to whole dollars, so that no sum is below the published prices."""
    low, high = (amount.to_integral_value(ROUND_CEILING) for amount in (low, high))
    return Line(label, int(low), int(high))
