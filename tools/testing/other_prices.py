"""Prices that journeys use instead of the catalog's, so that no stored transcript repeats one of those."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from decimal import Decimal
from typing import Any

import pytest

from catalog.catalog import ADD_ONS, ESTIMATE_RULES, PACKAGES, STORAGE_PLANS, TREE_ADD_ONS, TREE_SIZES
from content import placeholders
from testing.payments import CHECKOUT

# By ID or, for fees and for what an estimate adds, by field. Close enough to the catalog's that a journey's own amounts
# fit them. What is missing here costs $41.
_PRICES = {
    "basic": "310", "premium": "620", "wreaths": "88", "timers": "27", "rgb": "210", "modest_6ft": "72",
    "quality_7_8ft": "104", "premium_8_10ft": "156", "includeTreeStand": "26", "includeTreeLights": "37",
    "includeWreaths": "29", "includeDisposal": "46", "consumer": "16", "business": "28", "enterprise": "33",
    "delivery_price": "31", "low": "12", "high": "34",
}  # fmt: skip
_CHECKOUT = Decimal("630.00")


@contextmanager
def other_prices() -> Iterator[None]:
    """Replace every price of the catalog during the context."""
    before: list[tuple[Any, str, Decimal]] = []
    surcharges = [part for rule in ESTIMATE_RULES for part in (rule.roofline, rule.front, rule.area, rule.storeys)]
    items: list[Any] = [*PACKAGES, *ADD_ONS, *TREE_SIZES, *TREE_ADD_ONS, *STORAGE_PLANS, *surcharges]
    for item in items:
        for name in (field.name for field in fields(item) if isinstance(getattr(item, field.name), Decimal)):
            before.append((item, name, getattr(item, name)))
            price = _PRICES.get(name) or _PRICES.get(getattr(item, "id", ""), "41")
            object.__setattr__(item, name, Decimal(f"{price}.00"))  # they are frozen
    placeholders._prices.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        for module in ("payments.checkout", "payments.inputs", "catalog.catalog"):
            patch.setattr(f"{module}.CHECKOUT_AMOUNT", _CHECKOUT)
        patch.setitem(CHECKOUT, "amount", str(_CHECKOUT))
        try:
            yield
        finally:
            for item, name, old in before:
                object.__setattr__(item, name, old)
            placeholders._prices.cache_clear()
