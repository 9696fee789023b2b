"""Placeholders in the owner's texts: ``{phone}`` is the phone number, ``{price of Smart Timers}`` is "from $25".

They keep the texts consistent with the rest of the site when a detail of the business or a price changes.
"""

import re
from decimal import Decimal
from functools import cache

from catalog.catalog import ADD_ONS, PACKAGES, STORAGE_PLANS, TREE_ADD_ONS, TREE_SIZES
from common.business import Business, join_with_and
from common.money import short_dollars

_PLACEHOLDER = re.compile(r"\{([^{}\n]*)\}")
_DETAILS = ("name", "phone", "email", "address", "hours")
MAY_BE_BLANK = ("address", "hours")


def placeholders(details: Business) -> dict[str, str]:
    """Return the value of each placeholder by name."""
    return {name: getattr(details, name) for name in _DETAILS} | {"cities": join_with_and(details.cities)} | _prices()


def fill_placeholders(text: str, values: dict[str, str]) -> str:
    """Replace the placeholders in a text. Unknown ones are left as they are."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1].strip(), match[0]), text)


def unknown_placeholders(markdown: str, values: dict[str, str]) -> list[str]:
    """Return everything in braces that is not a placeholder."""
    return [match[0] for match in _PLACEHOLDER.finditer(markdown) if match[1].strip() not in values]


def blank_placeholders(text: str, values: dict[str, str]) -> list[str]:
    """Return the placeholders in a text that have no value, so that the sentence around them would lack a word."""
    return [match[0] for match in _PLACEHOLDER.finditer(text) if values.get(match[1].strip()) == ""]


@cache
def _prices() -> dict[str, str]:
    packages = {item.name: short_dollars(item.starting_price) for item in PACKAGES if item.starting_price}
    add_ons = {item.name: item.price_label for item in ADD_ONS}
    trees = {item.name: _delivered(item.price, item.delivery_price) for item in TREE_SIZES}
    extras = {item.name: short_dollars(item.price) for item in TREE_ADD_ONS}
    plans = {f"{item.name} storage": short_dollars(item.monthly_price) for item in STORAGE_PLANS}
    return {f"price of {name}": price for name, price in (packages | add_ons | trees | extras | plans).items()}


def _delivered(price: Decimal, delivery: Decimal) -> str:
    return f"{short_dollars(price)} plus {short_dollars(delivery)} delivery, {short_dollars(price + delivery)} in all"
