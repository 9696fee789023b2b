"""Invoice lines: a subscription's full periods, and the prorations of a change within a period."""

import calendar
import datetime
from dataclasses import dataclass

from stripe_sandbox.call import Call, new_id
from stripe_sandbox.errors import Json, invalid

TIMES = "\N{MULTIPLICATION SIGN}"
_DAYS = {"day": 1, "week": 7}


@dataclass(frozen=True)
class Draft:
    """A line not yet on an invoice. ``amount`` in cents, ``start`` and ``end`` in seconds since 1970."""

    amount: int
    description: str
    start: int
    end: int
    price: Json
    quantity: int
    item: str
    proration: bool = False
    invoice_item: str | None = None


def period_end(start: int, anchor: int, recurring: Json) -> int:
    """Return when the period from ``start`` ends; months end on ``anchor``'s day of the month."""
    count, interval = recurring["interval_count"], recurring["interval"]
    begins = datetime.datetime.fromtimestamp(start, datetime.UTC)
    if interval in _DAYS:
        return int((begins + datetime.timedelta(days=count * _DAYS[interval])).timestamp())
    months = begins.month - 1 + count * (12 if interval == "year" else 1)
    year, month = begins.year + months // 12, months % 12 + 1
    wanted = datetime.datetime.fromtimestamp(anchor, datetime.UTC).day
    day = min(wanted, calendar.monthrange(year, month)[1])
    return int(begins.replace(year=year, month=month, day=day).timestamp())


def whole_period(call: Call, subscription: Json, start: int, end: int) -> list[Draft]:
    """Return the lines for a subscription's full period."""
    return [
        Draft(
            item["price"]["unit_amount"] * item["quantity"], _full(call, item), start, end, item["price"],
            item["quantity"], item["id"],
        )
        for item in subscription["items"]["data"]
    ]  # fmt: skip


def prorations(call: Call, old: list[Json], new: list[Json], at: int) -> list[Draft]:
    """Return the lines for a change of items at a time: credits for unused time, charges for remaining time."""
    drafts = []
    were, are = {item["id"]: item for item in old}, {item["id"]: item for item in new}
    for identity in dict.fromkeys([*were, *are]):
        before, after = were.get(identity), are.get(identity)
        if before and after and _priced(before) == _priced(after):
            continue
        drafts += [_part(call, before, at, "Unused", -1)] if before else []
        drafts += [_part(call, after, at, "Remaining", 1)] if after else []
    return drafts


def line(call: Call, draft: Draft, subscription: str, invoice: str) -> Json:
    """Return the draft as a line of an invoice."""
    return {
        "id": new_id("il"), "object": "line_item", "amount": draft.amount, "currency": draft.price["currency"],
        "description": draft.description, "discount_amounts": [], "discountable": not draft.proration,
        "discounts": [], "invoice": invoice, "livemode": False, "metadata": {},
        "parent": {
            "invoice_item_details": None,
            "subscription_item_details": {
                "invoice_item": draft.invoice_item, "proration": draft.proration,
                "proration_details": {"credited_items": None}, "subscription": subscription,
                "subscription_item": draft.item,
            },
            "type": "subscription_item_details",
        },
        "period": {"end": draft.end, "start": draft.start}, "pretax_credit_amounts": [],
        "pricing": {
            "price_details": {"price": draft.price["id"], "product": draft.price["product"]},
            "type": "price_details", "unit_amount_decimal": str(draft.price["unit_amount"]),
        },
        "quantity": draft.quantity, "quantity_decimal": str(draft.quantity), "subtotal": draft.amount, "taxes": [],
    }  # fmt: skip


def save_for_next_invoice(call: Call, customer: str, subscription: str, drafts: list[Draft]) -> None:
    """Save prorations as invoice items, for the next invoice."""
    for draft in drafts:
        item: Json = {
            "id": new_id("ii"), "object": "invoiceitem", "amount": draft.amount, "currency": draft.price["currency"],
            "customer": customer, "customer_account": None, "date": call.now, "description": draft.description,
            "discountable": False, "discounts": [], "invoice": None, "livemode": False, "metadata": {},
            "net_amount": draft.amount,
            "parent": {
                "subscription_details": {"subscription": subscription, "subscription_item": draft.item},
                "type": "subscription_details",
            },
            "period": {"end": draft.end, "start": draft.start},
            "pricing": {
                "price_details": {"price": draft.price["id"], "product": draft.price["product"]},
                "type": "price_details", "unit_amount_decimal": str(abs(draft.amount)),
            },
            "proration": True, "quantity": draft.quantity, "quantity_decimal": str(draft.quantity), "tax_rates": [],
            "test_clock": None, "_subscription": subscription,
        }  # fmt: skip
        call.emit("invoiceitem.created", item)


def pending_items(call: Call, subscription: str) -> list[Json]:
    """Return the invoice items that wait for a subscription's next invoice, oldest first."""
    found = call.store.select("invoiceitem", _subscription=subscription)
    return [item for item in reversed(found) if item["invoice"] is None]


def from_items(call: Call, items: list[Json]) -> list[Draft]:
    """Return pending invoice items as lines."""
    return [
        Draft(
            item["amount"], item["description"], item["period"]["start"], item["period"]["end"],
            call.store.require(item["pricing"]["price_details"]["price"]), item["quantity"],
            item["parent"]["subscription_details"]["subscription_item"], True, item["id"],
        )
        for item in items
    ]  # fmt: skip


def _part(call: Call, item: Json, at: int, what: str, sign: int) -> Draft:
    start, end = item["current_period_start"], item["current_period_end"]
    moment = min(max(at, start), end)
    amount = sign * round(item["price"]["unit_amount"] * item["quantity"] * (end - moment) / (end - start))
    day = datetime.datetime.fromtimestamp(moment, datetime.UTC)
    name = _name(call, item)
    many = f"{item['quantity']} {TIMES} " if item["quantity"] > 1 else ""
    description = f"{what} time on {many}{name} after {day:%d %b %Y}"
    return Draft(amount, description, moment, end, item["price"], item["quantity"], item["id"], True)


def _full(call: Call, item: Json) -> str:
    recurring = item["price"]["recurring"]
    every = recurring["interval"]
    if recurring["interval_count"] > 1:
        every = f"every {recurring['interval_count']} {every}s"
    price = f"${item['price']['unit_amount'] / 100:,.2f}"
    return f"{item['quantity']} {TIMES} {_name(call, item)} (at {price} / {every})"


def _name(call: Call, item: Json) -> str:
    return str(call.store.require(item["price"]["product"])["name"])


def _priced(item: Json) -> tuple[str, int]:
    return item["price"]["id"], item["quantity"]


def check_intervals(items: list[Json]) -> None:
    """Raise ApiError if the prices of one subscription have different intervals."""
    rhythms = {(item["price"]["recurring"]["interval"], item["price"]["recurring"]["interval_count"]) for item in items}
    if len(rhythms) > 1:
        raise invalid("The sandbox does not support different intervals in one subscription.", param="items")
