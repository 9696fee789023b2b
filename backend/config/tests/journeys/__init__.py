"""The journeys, each a function of the journey and the Stripe sandbox. Its name is that of its transcript."""

from collections.abc import Callable

from config.tests.journeys import (
    desk,
    invoices,
    people,
    people_privacy,
    people_staff,
    quotes,
    storage,
    storage_money,
    trees,
)
from testing.journey import Journey
from testing.payments import StripeSandbox

JOURNEYS: dict[str, Callable[[Journey, StripeSandbox], None]] = {
    name.replace("_", "-"): function
    for module in (desk, invoices, people, people_privacy, people_staff, quotes, storage, storage_money, trees)
    for name, function in vars(module).items()
    if getattr(function, "__module__", "") == module.__name__ and not name.startswith("_")
}
