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
    ESTIMATE_RULE_BY_PACKAGE,
    MAX_ESTIMATE_SPREAD,
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
_UNKNOWN_UNITS = 2  # how many units beyond the included ones an unknown size may have
_ROUND_TO = 10  # dollars; exact digits would suggest a precision that an estimate doesn't have


@dataclass(frozen=True)
class Line:
    """Part of an estimate, in whole US dollars."""

    label: str
    low: int
    high: int


@dataclass(frozen=True)
class Estimate:
    """A range in whole US dollars, the sum of its lines. ``low`` and ``high`` are None if the price needs a visit.

    ``excludes`` lists what the price does not cover.
    """

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
    """Estimate an installation from its package, the house and the IDs of its add-ons.

    A package without a rule needs a visit. Unknown facts about the house add nothing to ``low`` and a typical amount to
    ``high``. A floor area of 0 counts as unknown. Given the roofline, or both storeys and front width, ``high`` is at
    most ``MAX_ESTIMATE_SPREAD`` times ``low`` before add-ons.
    """
    rule = ESTIMATE_RULE_BY_PACKAGE.get(service_package)
    if rule is None:
        return Estimate(low=None, high=None, currency=CURRENCY, lines=[], excludes=[_NEEDS_A_VISIT])
    if roofline_feet is not None:
        size = _surcharges(rule.roofline, roofline_feet)
    elif front_width_feet is not None:
        size = _surcharges(rule.front, front_width_feet)
    else:
        size = _surcharges(rule.area, square_footage or None)
    house = [_base_line(rule), *size, *_surcharges(rule.storeys, storeys)]
    if roofline_feet is not None or None not in (storeys, front_width_feet):
        house = _narrow(house)
    lines = [*house, *_add_on_lines(add_ons)]
    return Estimate(
        low=sum(line.low for line in lines),
        high=sum(line.high for line in lines),
        currency=CURRENCY,
        lines=lines,
        excludes=[*_ALWAYS_EXCLUDED, *_monthly_add_ons(add_ons)],
    )


def stored_estimate(
    *,
    service_package: ServicePackage,
    square_footage: int | None = None,
    storeys: int | None = None,
    front_width_feet: int | None = None,
    add_ons: Iterable[str] = (),
) -> dict[str, Any] | None:
    """Return the estimate to store with a request, so that later catalog prices don't change it.

    ``add_ons`` are as the customer sent them; unknown ones add nothing. Return None if the price needs a visit.
    """
    result = estimate(
        service_package=service_package,
        square_footage=square_footage,
        storeys=storeys,
        front_width_feet=front_width_feet,
        add_ons=known_add_ons(add_ons),
    )
    return None if result.low is None else {**vars(result), "lines": [vars(line) for line in result.lines]}


def exclusions(stored: dict[str, Any] | None) -> list[str]:
    """Return what the price of a request doesn't cover, according to its stored estimate."""
    return list(stored["excludes"] if stored else _ALWAYS_EXCLUDED)


def known_add_ons(names: Iterable[str]) -> list[str]:
    """Return the IDs of the add-ons in ``names`` (IDs or names), without duplicates and unknown ones."""
    return list(dict.fromkeys(id_ for name in names if (id_ := add_on_id(name))))


def range_in_words(low: int, high: int) -> str:
    """Return a range of US dollars, rounded to the nearest ten: "$860 to $1,670"."""
    return f"${_rounded(low):,} to ${_rounded(high):,}"


def _rounded(amount: int) -> int:
    return (amount + _ROUND_TO // 2) // _ROUND_TO * _ROUND_TO


def _base_line(rule: EstimateRule) -> Line:
    package = PACKAGE_BY_ID[rule.package_id]
    price = package.starting_price or Decimal(0)
    return _line(package.name, price, price * rule.spread)


def _surcharges(surcharge: Surcharge, size: float | None) -> list[Line]:
    if size is None:
        units = 1 if surcharge.unit == 1 else _UNKNOWN_UNITS
        return [_line(f"{surcharge.label}, if so", Decimal(0), surcharge.high * units)]
    units = ceil(max(size - surcharge.included, 0) / surcharge.unit)
    return [_line(surcharge.label, surcharge.low * units, surcharge.high * units)] if units else []


def _narrow(lines: list[Line]) -> list[Line]:
    """Cut the highs, starting with the last line, until the sum is within ``MAX_ESTIMATE_SPREAD``.

    No high falls below its low.
    """
    most = int(sum(line.low for line in lines) * MAX_ESTIMATE_SPREAD)
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


def _monthly_add_ons(ids: Sequence[str]) -> list[str]:
    return [
        f"{each.name}: {each.price_label}" for each in map(ADD_ON_BY_ID.__getitem__, ids) if not each.starting_price
    ]


def _line(label: str, low: Decimal, high: Decimal) -> Line:
    """Return a line in whole dollars, rounded up so that no sum is below the published prices."""
    low, high = (amount.to_integral_value(ROUND_CEILING) for amount in (low, high))
    return Line(label, int(low), int(high))
