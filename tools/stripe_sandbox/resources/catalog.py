"""Products and prices."""

from stripe_sandbox.call import Call, new_id
from stripe_sandbox.errors import Json, invalid, unreadable
from stripe_sandbox.lists import page
from stripe_sandbox.params import Params

INTERVALS = ("day", "week", "month", "year")


def create_product(call: Call) -> Json:
    product = _new_product(call, call.params)
    if wanted := call.params.text("id"):
        if call.store.get(wanted):
            raise invalid(f"Product already exists: {wanted}", code="resource_already_exists", param="id")
        product["id"] = wanted
    call.emit("product.created", product)
    return product


def retrieve_product(call: Call) -> Json:
    return call.find_by_path("product")


def create_price(call: Call) -> Json:
    params = call.params
    product = call.find_by_param("product", "product")
    if data := params.child("product_data"):
        product = _new_product(call, data)
        call.emit("product.created", product)
    if product is None:
        raise unreadable("You must specify either `product` or `product_data` when creating a price.")
    price = call.new_object(
        "price", "price", active=True, billing_scheme="per_unit", currency=currency(params),
        custom_unit_amount=None, lookup_key=_free_lookup_key(call), metadata=params.metadata(),
        nickname=params.text("nickname"), product=product["id"],
        recurring=_recurring(params.child("recurring")),
        tax_behavior=params.choice("tax_behavior", ("exclusive", "inclusive", "unspecified"), "unspecified"),
        tiers_mode=None, transform_quantity=None, type="one_time",
    )  # fmt: skip
    price["type"] = "recurring" if price["recurring"] else "one_time"
    price["unit_amount"] = params.required_integer("unit_amount")
    if price["unit_amount"] < 0:
        raise unreadable("Invalid non-negative integer", code="parameter_invalid_integer", param="unit_amount")
    price["unit_amount_decimal"] = str(price["unit_amount"])
    call.emit("price.created", price)
    return price


def retrieve_price(call: Call) -> Json:
    return call.find_by_path("price")


def list_prices(call: Call) -> Json:
    params = call.params
    keys = params.texts("lookup_keys")
    return page(
        call, "price", "/v1/prices",
        {
            "active": params.flag("active"),
            "product": params.text("product"),
            "type": params.choice("type", ("one_time", "recurring")),
            "currency": params.text("currency"),
        },
        keep=lambda price: not keys or price["lookup_key"] in keys,
    )  # fmt: skip


def currency(params: Params) -> str:
    """Return the ``currency`` parameter. Raises ApiError for one that the sandbox does not know."""
    given = params.required("currency").lower()
    if given not in ("usd", "eur", "gbp", "cad"):
        raise unreadable(f"Invalid currency: {given}.", param="currency")
    return given


def plan(price: Json) -> Json:
    """Return a recurring price as the older ``plan``, which subscription items still have."""
    return {
        "id": price["id"], "object": "plan", "active": price["active"], "amount": price["unit_amount"],
        "amount_decimal": price["unit_amount_decimal"], "billing_scheme": "per_unit", "created": price["created"],
        "currency": price["currency"], "interval": price["recurring"]["interval"],
        "interval_count": price["recurring"]["interval_count"], "livemode": False, "metadata": price["metadata"],
        "meter": None, "nickname": price["nickname"], "product": price["product"], "tiers_mode": None,
        "transform_usage": None, "trial_period_days": None, "usage_type": "licensed",
    }  # fmt: skip


def _new_product(call: Call, params: Params) -> Json:
    return call.new_object(
        "product", "prod", active=True, default_price=None, description=params.text("description"), images=[],
        marketing_features=[], metadata=params.metadata(), name=params.required("name"), package_dimensions=None,
        shippable=None, statement_descriptor=None, tax_code=None, type="service", unit_label=None, updated=call.now,
        url=None,
    )  # fmt: skip


def _recurring(given: Params | None) -> Json | None:
    if given is None:
        return None
    given.required("interval")
    return {
        "interval": given.choice("interval", INTERVALS),
        "interval_count": given.integer("interval_count", 1),
        "meter": None,
        "trial_period_days": None,
        "usage_type": given.choice("usage_type", ("licensed",), "licensed"),
    }


def _free_lookup_key(call: Call) -> str | None:
    """Return the ``lookup_key`` parameter, after taking it from another price if that is allowed. Raises ApiError."""
    key, transfer = call.params.text("lookup_key"), call.params.flag("transfer_lookup_key", False)
    for other in call.store.select("price", lookup_key=key) if key else []:
        if not transfer:
            raise invalid(f"A price (`{other['id']}`) already uses that lookup key.", param="lookup_key")
        before = call.snapshot(other)
        other["lookup_key"] = None
        call.emit("price.updated", other, before)
    return key


def item_id() -> str:
    """Return the ID of a new subscription item."""
    return new_id("si", 14)
