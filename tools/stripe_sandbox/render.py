"""Objects as the API shows them: without the sandbox's own keys, and with ``expand`` applied."""

import copy
from collections.abc import Callable
from typing import Any

from stripe_sandbox.errors import Json, invalid
from stripe_sandbox.store import Store

# IDs under these names can be expanded into their objects …
_EXPANDABLE = {
    "balance_transaction", "charge", "customer", "default_payment_method",
    "failure_balance_transaction", "invoice", "latest_charge", "latest_invoice", "payment_intent", "payment_method",
    "pending_setup_intent", "price", "product", "source", "subscription",
}  # fmt: skip
# … except in these objects, where the key is always an ID.
_FIXED = {
    ("charge", "payment_method"), ("subscription_item", "subscription"), ("line_item", "invoice"),
    ("price_details", "product"), ("subscription_details", "subscription_item"),
}  # fmt: skip

# Keys that only some objects of a kind have.
_OPTIONAL = {("refund", "failure_balance_transaction")}

Included = dict[tuple[str, str], Callable[[Store, Json], Any]]


def plain(item: Json) -> Json:
    """Return a deep copy without the sandbox's own keys."""
    return {key: copy.deepcopy(value) for key, value in item.items() if not key.startswith("_")}


def render(store: Store, item: Json, expand: list[str], included: Included) -> Json:
    """Return a copy of the object (or list) with the paths in ``expand`` expanded.

    ``included``: keys that exist only when expanded, with the function that returns their value. Raises ApiError for
    a path that cannot be expanded.
    """
    shown = plain(item)
    for path in expand:
        steps = path.split(".")
        if len(steps) > 4:
            raise invalid(f"You cannot expand more than 4 levels of a property. Property: {path}", param="expand")
        _expand(store, shown, steps, path, included, "")
    return shown


def _expand(store: Store, here: Any, steps: list[str], path: str, included: Included, name: str) -> None:
    if here is None or not steps:
        return
    if isinstance(here, list):
        for one in here:
            _expand(store, one, steps, path, included, name)
        return
    step, rest = steps[0], steps[1:]
    kind = here.get("object", name)
    maker = included.get((kind, step))
    if maker and step not in here:
        here[step] = maker(store, here)
    elif step not in here:
        if (kind, step) in _OPTIONAL:
            return
        raise _refused(path)
    elif isinstance(here[step], str):
        if step not in _EXPANDABLE or (kind, step) in _FIXED:
            raise _refused(path)
        here[step] = plain(store.require(here[step]))
    elif not rest and here[step] is not None and not _expanded(here[step]):
        raise _refused(path)
    _expand(store, here[step], rest, path, included, step)


def _expanded(value: Any) -> bool:
    return isinstance(value, dict) and "object" in value


def _refused(path: str) -> Exception:
    return invalid(f"This property cannot be expanded ({path}).", param="expand")
