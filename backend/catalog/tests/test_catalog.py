"""The catalog. Tests don't repeat prices, which are defined only in catalog.py."""

from decimal import Decimal

import pytest
from rest_framework.test import APIClient

from catalog.catalog import (
    ADD_ON_BY_ID,
    CHECKOUT_AMOUNT,
    PACKAGES,
    STORAGE_PLANS,
    TREE_ADD_ONS,
    TREE_SIZES,
    AddOn,
    Package,
    TreeAddOn,
)
from trees.models import TreeOrder


def _cents(amount: Decimal | None) -> str | None:
    return None if amount is None else f"{amount:.2f}"


def test_catalog_is_public_and_has_all_prices(guest: APIClient) -> None:
    response = guest.get("/api/catalog")
    assert response.headers["Cache-Control"] == "public, max-age=300"
    catalog = response.json()
    assert [(package["id"], package["startingPrice"]) for package in catalog["packages"]] == [
        (package.id, _cents(package.starting_price)) for package in PACKAGES
    ]
    assert [(tree["price"], tree["deliveryPrice"]) for tree in catalog["treeSizes"]] == [
        (_cents(tree.price), _cents(tree.delivery_price)) for tree in TREE_SIZES
    ]
    assert [(add_on["id"], add_on["price"]) for add_on in catalog["treeAddOns"]] == [
        (add_on.id, _cents(add_on.price)) for add_on in TREE_ADD_ONS
    ]
    assert [(plan["id"], plan["monthlyPrice"]) for plan in catalog["storagePlans"]] == [
        (plan.id, _cents(plan.monthly_price)) for plan in STORAGE_PLANS
    ]
    assert catalog["checkoutAmount"] == _cents(CHECKOUT_AMOUNT)
    assert [city["id"] for city in catalog["cities"]] == ["Portsmouth", "Dover", "Exeter", "Hampton", "Other"]
    assert [plan["maxProperties"] for plan in catalog["storagePlans"]] == [1, 3, None]


@pytest.mark.parametrize(("amount", "label"), [("7.00", "from $7"), ("7.50", "from $7.50"), ("1200", "from $1,200")])
def test_add_on_label_has_its_price(amount: str, label: str) -> None:
    assert AddOn("bows", "Bows", "Red", Decimal(amount)).price_label == label


@pytest.mark.parametrize(("amount", "label"), [(Decimal("7.00"), "Starting at $7"), (None, "Custom Quote")])
def test_package_label_has_its_price(amount: Decimal | None, label: str) -> None:
    assert Package("tiny", "Tiny", None, "One window", amount, (), "Select").price_label == label


def test_storage_label_has_the_price_range_of_the_plans() -> None:
    prices = sorted(plan.monthly_price for plan in STORAGE_PLANS)
    assert ADD_ON_BY_ID["storage"].price_label == f"${prices[0]:.0f}-{prices[-1]:.0f} a month"


@pytest.mark.parametrize("add_on", TREE_ADD_ONS, ids=lambda add_on: add_on.id)
def test_tree_add_on_has_a_column(add_on: TreeAddOn) -> None:
    assert TreeOrder._meta.get_field(add_on.column)
