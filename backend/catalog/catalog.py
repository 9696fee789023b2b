"""Everything the business sells, with names, texts, badges and prices: the only place where prices are defined.

``GET /api/catalog`` returns it, the server prices orders with it, and ``make generate`` writes the web client's copy
(``frontend/src/api/catalog.gen.ts``) from it.

All money is US dollars as :class:`~decimal.Decimal` with two places.
"""

import re
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

from common.money import short_dollars

CURRENCY = "USD"


@dataclass(frozen=True)
class Package:
    """A light-installation package. ``starting_price`` is None if the price needs a visit."""

    id: str
    name: str
    badge: str | None
    tagline: str
    starting_price: Decimal | None
    features: tuple[str, ...]
    action: str

    @property
    def price_label(self) -> str:
        return f"Starting at {short_dollars(self.starting_price)}" if self.starting_price else "Custom Quote"


@dataclass(frozen=True)
class AddOn:
    """An extra for a light installation. ``starting_price`` is None if it is billed monthly."""

    id: str
    name: str
    description: str
    starting_price: Decimal | None

    @property
    def price_label(self) -> str:
        if self.starting_price:
            return f"from {short_dollars(self.starting_price)}"
        monthly = [plan.monthly_price for plan in STORAGE_PLANS]
        return f"{short_dollars(min(monthly))}-{max(monthly):.0f} a month"


@dataclass(frozen=True)
class City:
    """A choice of the quote form; ``id`` is what is stored."""

    id: str
    label: str


@dataclass(frozen=True)
class TreeSize:
    """A tree with its price and delivery fee."""

    id: str
    name: str
    service: str
    price: Decimal
    delivery_price: Decimal
    features: tuple[str, ...]


@dataclass(frozen=True)
class TreeAddOn:
    """An extra for a tree order. ``id`` is its JSON key."""

    id: str
    name: str
    description: str
    price: Decimal

    @property
    def column(self) -> str:
        """The column of ``TreeOrder``, such as ``include_wreaths``."""
        return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", self.id)


@dataclass(frozen=True)
class StoragePlan:
    """A monthly storage plan. ``max_properties`` is None if there is no limit."""

    id: str
    name: str
    audience: str
    property_limit: str
    max_properties: int | None
    monthly_price: Decimal
    features: tuple[str, ...]
    action: str


@dataclass(frozen=True)
class Surcharge:
    """What each unit beyond ``included`` adds to an estimate. Part of a unit counts as a whole one."""

    label: str
    included: int
    unit: int
    low: Decimal
    high: Decimal


@dataclass(frozen=True)
class EstimateRule:
    """How the price of an installation is estimated.

    It starts at the package's published price, which covers a house of the ``included`` sizes. ``spread`` is the factor
    for difficult roofs, designs and access. Only one measure of size counts: the roofline if it was measured, otherwise
    the front width, since lights follow the roofline, otherwise the floor area.
    """

    package_id: str
    spread: Decimal
    roofline: Surcharge
    front: Surcharge
    area: Surcharge
    storeys: Surcharge


PACKAGES = (
    Package(
        id="basic",
        name="Basic Installation",
        badge=None,
        tagline="Your own lights, put up and taken down",
        starting_price=Decimal("299.00"),
        features=("We install and remove your own lights", "Takedown in January", "Safety inspection included"),
        action="Select Package",
    ),
    Package(
        id="premium",
        name="Premium Installation",
        badge="Most Popular",
        tagline="Our lights, installed, maintained and taken down",
        starting_price=Decimal("599.00"),
        features=(
            "Commercial-grade LED lights provided",
            "Installation, maintenance and takedown",
            "Free bulb replacement during the season",
            "Design consultation",
        ),
        action="Select Package",
    ),
    Package(
        id="commercial",
        name="Commercial Package",
        badge=None,
        tagline="Business displays, designed to measure",
        starting_price=None,
        features=(
            "Custom design, focused on your brand",
            "Commercial-grade equipment",
            "Maintenance through the season",
        ),
        action="Get Quote",
    ),
)

ADD_ONS = (
    AddOn("wreaths", "Wreaths & Garland", "Fresh greens for windows, doors and railings", Decimal("45.00")),
    AddOn("timers", "Smart Timers", "On at dusk, off at bedtime. Nothing to remember", Decimal("25.00")),
    AddOn("rgb", "RGB Color Changing", "Any color you like, changed from your phone", Decimal("150.00")),
    AddOn(
        "storage",
        "Off-Season Storage",
        "Labeled, dry and out of your attic until fall",
        None,
    ),
)

# Assumptions, to be confirmed by the business. No estimate is below the published "from" prices.
ESTIMATE_RULES = (
    EstimateRule(
        package_id="basic",
        spread=Decimal("1.30"),
        roofline=Surcharge("Roofline over 60 feet", 60, 10, Decimal(20), Decimal(30)),
        front=Surcharge("House front over 40 feet", 40, 10, Decimal(30), Decimal(50)),
        area=Surcharge("Home over 2,000 square feet", 2000, 500, Decimal(35), Decimal(60)),
        storeys=Surcharge("Second story and higher", 1, 1, Decimal(60), Decimal(110)),
    ),
    EstimateRule(
        package_id="premium",
        spread=Decimal("1.35"),
        roofline=Surcharge("Roofline over 60 feet", 60, 10, Decimal(40), Decimal(60)),
        front=Surcharge("House front over 40 feet", 40, 10, Decimal(60), Decimal(95)),
        area=Surcharge("Home over 2,000 square feet", 2000, 500, Decimal(70), Decimal(120)),
        storeys=Surcharge("Second story and higher", 1, 1, Decimal(90), Decimal(160)),
    ),
)
# For a measured house, the estimate before add-ons is within 20% of its middle.
MAX_ESTIMATE_SPREAD = Decimal("1.50")  # 1.2 / 0.8
# "From" prices of add-ons are for one wreath, one timer or one circuit of lights. A whole house rarely takes more than
# three times as much.
ADD_ON_SPREAD = Decimal("3.00")

CITIES = (
    City("Portsmouth", "Portsmouth"),
    City("Dover", "Dover"),
    City("Exeter", "Exeter"),
    City("Hampton", "Hampton"),
    City("Other", "Other (specify in comments)"),
)

TREE_SIZES = (
    TreeSize(
        id="modest_6ft",
        name="Modest 6 ft Standard Tree",
        service="Drop-off delivery",
        price=Decimal("70.00"),
        delivery_price=Decimal("30.00"),
        features=("6 ft height", "Standard fullness", "Drop-off service"),
    ),
    TreeSize(
        id="quality_7_8ft",
        name="Higher Quality 7-8 ft Tree",
        service="Fuller, drop-off delivery",
        price=Decimal("100.00"),
        delivery_price=Decimal("40.00"),
        features=("7-8 ft height", "Superior fullness", "Premium quality", "Drop-off service"),
    ),
    TreeSize(
        id="premium_8_10ft",
        name="Premium 8-10 ft Tree",
        service="Full-service setup",
        price=Decimal("150.00"),
        delivery_price=Decimal("60.00"),
        features=(
            "8-10 ft height",
            "Exceptional fullness",
            "Premium selection",
            "Inside placement",
            "Complete setup",
        ),
    ),
)

TREE_ADD_ONS = (
    TreeAddOn("includeTreeStand", "Christmas Tree Stand", "A sturdy stand, left with your tree", Decimal("20.00")),
    TreeAddOn("includeTreeLights", "Christmas Tree Lights", "Strings of lights for your tree", Decimal("20.00")),
    TreeAddOn("includeWreaths", "Wreaths", "Fresh greens for your door", Decimal("50.00")),
    TreeAddOn(
        "includeDisposal",
        "End of Season Christmas Tree Disposal",
        "We haul it away in January",
        Decimal("50.00"),
    ),
)

STORAGE_PLANS = (
    StoragePlan(
        id="consumer",
        name="Consumer",
        audience="Homeowners",
        property_limit="One property",
        max_properties=1,
        monthly_price=Decimal("15.00"),
        features=("One property", "For homeowners"),
        action="Choose Consumer",
    ),
    StoragePlan(
        id="business",
        name="Business",
        audience="Small businesses",
        property_limit="Up to 3 properties",
        max_properties=3,
        monthly_price=Decimal("25.00"),
        features=("Up to 3 properties", "For small businesses"),
        action="Choose Business",
    ),
    StoragePlan(
        id="enterprise",
        name="Enterprise",
        audience="Large organizations",
        property_limit="Unlimited properties",
        max_properties=None,
        monthly_price=Decimal("30.00"),
        features=("Unlimited properties", "For large organizations", "Volume-based pricing"),
        action="Contact for quote",
    ),
)


CHECKOUT_AMOUNT = Decimal("599.00")

PACKAGE_BY_ID = {package.id: package for package in PACKAGES}
ESTIMATE_RULE_BY_PACKAGE = {rule.package_id: rule for rule in ESTIMATE_RULES}
ADD_ON_BY_ID = {add_on.id: add_on for add_on in ADD_ONS}
_ADD_ON_ID_BY_NAME = {name.casefold(): each.id for each in ADD_ONS for name in (each.id, each.name)}
TREE_SIZE_BY_ID = {size.id: size for size in TREE_SIZES}
STORAGE_PLAN_BY_ID = {plan.id: plan for plan in STORAGE_PLANS}


def add_on_id(name: str) -> str | None:
    """Return the ID of the add-on with this ID or name, ignoring case; None if there is none."""
    return _ADD_ON_ID_BY_NAME.get(name.strip().casefold())


def catalog_as_json() -> dict[str, Any]:
    """Return the catalog in the format of the API: camelCase keys, money as strings with two places."""
    return {
        "currency": CURRENCY,
        "packages": [_as_json(package) for package in PACKAGES],
        "addOns": [_as_json(add_on) for add_on in ADD_ONS],
        "cities": [_as_json(city) for city in CITIES],
        "treeSizes": [_as_json(size) for size in TREE_SIZES],
        "treeAddOns": [_as_json(add_on) for add_on in TREE_ADD_ONS],
        "storagePlans": [_as_json(plan) for plan in STORAGE_PLANS],
        "checkoutAmount": str(CHECKOUT_AMOUNT),
    }


def _as_json(item: Any) -> dict[str, Any]:
    labels = {"price_label": item.price_label} if hasattr(item, "price_label") else {}
    return {_camel(key): _plain(value) for key, value in {**asdict(item), **labels}.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.title() for word in rest)
