"""Products and prices at Stripe for the catalog's storage plans, found by ``lookup_key``."""

import logging

from catalog.catalog import STORAGE_PLANS, StoragePlan
from payments.client import client, if_it_exists, translate_stripe_errors, write_once
from payments.values import to_cents

log = logging.getLogger(__name__)


def sync_catalog() -> list[str]:
    """Make sure that every storage plan has a product and a price with the catalog's amount; return the prices' IDs.

    May run repeatedly. Prices at Stripe are immutable: a new amount is a new price, which takes over the lookup key,
    while existing subscribers keep paying the old one. Raises PaymentsUnavailable.
    """
    return [price_of(plan) for plan in STORAGE_PLANS]


@translate_stripe_errors
def price_of(plan: StoragePlan) -> str:
    """Return the ID of the plan's price at Stripe; create it if there is none with the catalog's amount."""
    key = f"storage_{plan.id}"
    found = client().v1.prices.list({"lookup_keys": [key], "active": True, "limit": 1}).data
    if found and found[0].unit_amount == to_cents(plan.monthly_price):
        return found[0].id
    log.info("Creating the price %s at Stripe", key)
    previous = found[0].id if found else "none"
    product = _product(plan)
    price = write_once(
        f"price-{plan.id}-{plan.monthly_price}-after-{previous}",
        lambda options: client().v1.prices.create(
            {
                "product": product,
                "currency": "usd",
                "unit_amount": to_cents(plan.monthly_price),
                "recurring": {"interval": "month"},
                "lookup_key": key,
                "transfer_lookup_key": True,
                "metadata": {"plan": plan.id},
            },
            options,
        ),
    )
    return price.id


def plan_of_product(product_id: str) -> str:
    """Return the ID of the plan whose product that is at Stripe, blank if it is another one."""
    return next((plan.id for plan in STORAGE_PLANS if _product_id(plan) == product_id), "")


def _product_id(plan: StoragePlan) -> str:
    return f"storage_{plan.id}"


def _product(plan: StoragePlan) -> str:
    """Return the ID of the plan's product; create it, under an ID of our own, if there is none."""
    id_ = _product_id(plan)
    if found := if_it_exists(lambda: client().v1.products.retrieve(id_)):
        return found.id
    name = f"{plan.name} decoration storage"
    made = write_once(
        f"product-{plan.id}", lambda options: client().v1.products.create({"id": id_, "name": name}, options)
    )
    return made.id
