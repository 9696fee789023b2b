"""The journeys: the functions of this folder's modules that take a journey and the Stripe sandbox. The name of a
function is that of its transcript.
"""

from collections.abc import Callable
from importlib import import_module
from inspect import getmembers, isfunction, signature
from pkgutil import iter_modules

from testing.journey import Journey
from testing.payments import StripeSandbox

JOURNEYS: dict[str, Callable[[Journey, StripeSandbox], None]] = {
    name.replace("_", "-"): function
    for module in iter_modules(__path__)
    for name, function in getmembers(import_module(f"{__name__}.{module.name}"), isfunction)
    if list(signature(function).parameters) == ["journey", "sandbox"] and not name.startswith("_")
}
