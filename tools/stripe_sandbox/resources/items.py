"""The items of a subscription: a price and a quantity each."""

import copy

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, invalid, unreadable
from stripe_sandbox.params import Params
from stripe_sandbox.render import plain
from stripe_sandbox.resources import catalog, lines


def create_items(call: Call, subscription: str, given: list[Params]) -> list[Json]:
    """Return the items of a new subscription. Raises ApiError."""
    if not given:
        raise unreadable("Missing required param: items.", code="parameter_missing", param="items")
    items = [_new(call, subscription, one, call.now, None) for one in given]
    _distinct(items)
    lines.check_intervals(items)
    return items


def update_items(call: Call, subscription: Json, given: list[Params]) -> list[Json]:
    """Return a subscription's items with changes applied; one without an ``id`` is added. Raises ApiError."""
    items: list[Json] = copy.deepcopy(subscription["items"]["data"])
    for one in given:
        identity = one.text("id")
        if identity is None:
            anchor = items[0]
            items.append(_new(call, subscription["id"], one, anchor["current_period_start"], anchor))
            continue
        item = next((item for item in items if item["id"] == identity), None)
        if item is None:
            raise invalid(
                f"No such subscription item: '{identity}'", code="resource_missing", param=one.full_name("id")
            )
        if one.flag("deleted", False):
            items.remove(item)
            continue
        if price := _price(call, one):
            item |= {"price": plain(price), "plan": catalog.plan(price)}
        item["quantity"] = one.integer("quantity", item["quantity"])
        item["metadata"] = one.metadata(item["metadata"])
    if not items:
        raise invalid("A subscription must have at least one item.", param="items")
    _distinct(items)
    lines.check_intervals(items)
    return items


def set_period(subscription: Json, start: int, end: int) -> None:
    """Set the current period of all items."""
    for item in subscription["items"]["data"]:
        item |= {"current_period_start": start, "current_period_end": end}


def _new(call: Call, subscription: str, given: Params, start: int, like: Json | None) -> Json:
    price = _price(call, given)
    if price is None:
        raise unreadable(
            f"Missing required param: {given.full_name('price')}.",
            code="parameter_missing",
            param=given.full_name("price"),
        )
    end = like["current_period_end"] if like else lines.period_end(start, start, price["recurring"])
    return {
        "id": catalog.item_id(), "object": "subscription_item", "billed_until": None, "billing_thresholds": None,
        "created": call.now, "current_period_end": end, "current_period_start": start, "discounts": [],
        "metadata": given.metadata(), "plan": catalog.plan(price), "price": plain(price),
        "quantity": given.integer("quantity", 1), "subscription": subscription, "tax_rates": [],
    }  # fmt: skip


def _price(call: Call, given: Params) -> Json | None:
    identity = given.text("price")
    if identity is None:
        return None
    price = call.find("price", identity, param=given.full_name("price"))
    if not price["active"]:
        raise invalid(
            f"The price specified is inactive. This field only accepts active prices. Price: {identity}",
            param=given.full_name("price"),
        )
    if price["recurring"] is None:
        raise invalid(
            "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
            param=given.full_name("price"),
        )
    return price


def _distinct(items: list[Json]) -> None:
    prices = [item["price"]["id"] for item in items]
    for price in prices:
        if prices.count(price) > 1:
            raise invalid(
                f"Cannot add multiple subscription items with the same price: {price}", param="items",
            )  # fmt: skip
