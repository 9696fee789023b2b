"""The estimated price of an installation: a range computed from the catalog, never below the published prices."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from catalog.catalog import (
    ADD_ON_BY_ID,
    ADD_ON_SPREAD,
    CURRENCY,
    ESTIMATE_RULE_BY_PACKAGE,
    PACKAGE_BY_ID,
    EstimateRule,
    Surcharge,
)
from quotes.models import ServicePackage

_NEEDS_A_VISIT = "A commercial display needs a visit: we measure, design and price it with you, free of charge."
_ALWAYS_EXCLUDED = (
    "Repairs to gutters, outlets or wiring",
    "A lift, where ladders do not reach",
)
_UNKNOWN_UNITS = 2  # by how many units an unknown size may exceed what is included


@dataclass(frozen=True)
class Line:
    """Part of an estimate, in whole US dollars."""

    label: str
    low: int
    high: int


@dataclass(frozen=True)
class Estimate:
    """From ``low`` to ``high`` whole US dollars; both None if only a visit can tell. ``excludes`` is what neither
    covers."""

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
    add_ons: Sequence[str] = (),
) -> Estimate:
    """Estimate an installation from its package, the house and add-ons (IDs).

    A package without a rule needs a visit. Unknown facts about the house add nothing to ``low`` and a usual amount
    to ``high``.
    """
    rule = ESTIMATE_RULE_BY_PACKAGE.get(service_package)
    if rule is None:
        return Estimate(low=None, high=None, currency=CURRENCY, lines=[], excludes=[_NEEDS_A_VISIT])
    size = _beyond(rule.front, front_width_feet) if front_width_feet is not None else _beyond(rule.area, square_footage)
    lines = [_start(rule), *size, *_beyond(rule.storeys, storeys), *_add_on_lines(add_ons)]
    return Estimate(
        low=sum(line.low for line in lines),
        high=sum(line.high for line in lines),
        currency=CURRENCY,
        lines=lines,
        excludes=[*_ALWAYS_EXCLUDED, *_monthly(add_ons)],
    )


def _start(rule: EstimateRule) -> Line:
    package = PACKAGE_BY_ID[rule.package_id]
    price = package.starting_price or Decimal(0)
    return _line(package.name, price, price * rule.spread)


def _beyond(surcharge: Surcharge, size: int | None) -> list[Line]:
    if size is None:
        units = 1 if surcharge.unit == 1 else _UNKNOWN_UNITS
        return [_line(f"{surcharge.label}, if so", Decimal(0), surcharge.high * units)]
    units = -(-max(size - surcharge.included, 0) // surcharge.unit)
    return [_line(surcharge.label, surcharge.low * units, surcharge.high * units)] if units else []


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
