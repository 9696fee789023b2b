"""The catalogue's storage plans as products and prices at Stripe, found there by ``lookup_key``."""

import logging

import stripe

from catalog.catalog import STORAGE_PLANS, StoragePlan
from payments.client import asks_stripe, client, write_once
from payments.ledger import to_cents

log = logging.getLogger(__name__)


def sync_catalog() -> list[str]:
    """See to it that every storage plan has its product and a price of today's amount; answers the prices' ids.

    Done twice, it changes nothing. Stripe's prices never change: another amount is another price, which takes the
    lookup key over; whoever subscribed to the former one goes on paying that. Raises PaymentsUnavailable.
    """
    return [price_of(plan) for plan in STORAGE_PLANS]


@asks_stripe
def price_of(plan: StoragePlan) -> str:
    """The id of the plan's price at Stripe, made where there is none of the catalogue's amount."""
    key = f"storage_{plan.id}"
    found = client().v1.prices.list({"lookup_keys": [key], "active": True, "limit": 1}).data
    if found and found[0].unit_amount == to_cents(plan.monthly_price):
        return found[0].id
    log.info("Making the price %s at Stripe", key)
    before = found[0].id if found else "none"
    product = _product(plan)
    price = write_once(
        f"price-{plan.id}-{plan.monthly_price}-after-{before}",
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


def _product(plan: StoragePlan) -> str:
    """The plan's product, under an id of our own."""
    id_ = f"storage_{plan.id}"
    try:
        return client().v1.products.retrieve(id_).id
    except stripe.InvalidRequestError as error:
        if error.code != "resource_missing":
            raise
    name = f"{plan.name} decoration storage"
    made = write_once(
        f"product-{plan.id}", lambda options: client().v1.products.create({"id": id_, "name": name}, options)
    )
    return made.id
