"""The journeys, each a function of the journey and the Stripe sandbox. Its name is that of its transcript."""

from collections.abc import Callable

from config.tests.journeys import (
    desk,
    invoice_changes,
    invoice_payments,
    invoices,
    people,
    quotes,
    storage,
    tree_payments,
    tree_refunds,
    trees,
)
from testing.journey import Journey
from testing.payments import StripeSandbox

_MODULES = (
    desk,
    invoice_changes,
    invoice_payments,
    invoices,
    people,
    quotes,
    storage,
    tree_payments,
    tree_refunds,
    trees,
)

JOURNEYS: dict[str, Callable[[Journey, StripeSandbox], None]] = {
    name.replace("_", "-"): function
    for module in _MODULES
    for name, function in vars(module).items()
    if getattr(function, "__module__", "") == module.__name__ and not name.startswith("_")
}
