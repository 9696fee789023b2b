"""A visitor gets an estimate, and sends their design with the request."""

from decimal import Decimal
from typing import Any

import pytest
from rest_framework.test import APIClient

from catalog.catalog import ADD_ON_BY_ID, ESTIMATE_RULE_BY_PACKAGE, PACKAGE_BY_ID
from quotes.tests.factories import quote_body


def _estimate(client: APIClient, **body: Any) -> Any:
    return client.post("/api/estimate", body, format="json")


def _starting_price(package: str) -> Decimal:
    price = PACKAGE_BY_ID[package].starting_price
    assert price is not None
    return price


@pytest.mark.parametrize(("package", "from_price"), [(each, _starting_price(each)) for each in ("basic", "premium")])
def test_small_house_costs_at_least_the_published_price(guest: APIClient, package: str, from_price: Decimal) -> None:
    response = _estimate(guest, servicePackage=package, squareFootage=1500, storeys=1, addOns=[]).json()
    assert response["low"] == from_price
    assert response["high"] > response["low"]
    assert response["currency"] == "USD"
    assert [line["low"] for line in response["lines"]] == [from_price]


@pytest.mark.parametrize(
    ("size", "units"),
    [
        ({"squareFootage": 2000, "storeys": 1}, {}),
        ({"squareFootage": 2001, "storeys": 1}, {"area": 1}),
        ({"squareFootage": 2500, "storeys": 1}, {"area": 1}),
        ({"squareFootage": 2501, "storeys": 1}, {"area": 2}),
        ({"frontWidthFeet": 41, "storeys": 1}, {"front": 1}),
        ({"frontWidthFeet": 51, "storeys": 2}, {"front": 2, "storeys": 1}),
    ],
)
def test_started_unit_counts_as_a_whole_one(guest: APIClient, size: dict[str, int], units: dict[str, int]) -> None:
    rule = ESTIMATE_RULE_BY_PACKAGE["basic"]
    surcharge = sum(getattr(rule, name).low * number for name, number in units.items())
    assert _estimate(guest, servicePackage="basic", **size).json()["low"] == _starting_price("basic") + surcharge


def test_large_house_costs_more_and_its_lines_add_up(guest: APIClient) -> None:
    small = _estimate(guest, servicePackage="premium", squareFootage=1500, storeys=1).json()
    large = _estimate(guest, servicePackage="premium", squareFootage=4100, storeys=3, addOns=["wreaths", "rgb"]).json()
    assert large["low"] > small["low"]
    assert large["high"] > small["high"]
    for bound in ("low", "high"):
        assert large[bound] == sum(line[bound] for line in large["lines"])
        assert all(isinstance(line[bound], int) for line in large["lines"])


def test_front_width_counts_before_floor_area(guest: APIClient) -> None:
    by_front = _estimate(guest, servicePackage="basic", squareFootage=9000, frontWidthFeet=30, storeys=1).json()
    assert by_front["low"] == _starting_price("basic")


def test_missing_measurement_widens_the_range(guest: APIClient) -> None:
    known = _estimate(guest, servicePackage="basic", squareFootage=1500, storeys=1).json()
    unknown = _estimate(guest, servicePackage="basic").json()
    assert unknown["low"] == known["low"]
    assert unknown["high"] > known["high"]


def test_storage_is_left_out_because_it_is_billed_monthly(guest: APIClient) -> None:
    by_id = _estimate(guest, servicePackage="basic", addOns=["storage"]).json()
    by_name = _estimate(guest, servicePackage="basic", addOns=["off-season STORAGE"]).json()
    assert by_id == by_name
    assert f"Off-Season Storage: {ADD_ON_BY_ID['storage'].price_label}" in by_id["excludes"]
    assert by_id["low"] == _starting_price("basic")


def test_commercial_display_needs_a_visit(guest: APIClient) -> None:
    response = _estimate(guest, servicePackage="commercial", squareFootage=9000, addOns=["rgb"]).json()
    assert (response["low"], response["high"], response["lines"]) == (None, None, [])
    assert "visit" in response["excludes"][0]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"servicePackage": "gold"}, "servicePackage"),
        ({"servicePackage": None}, "servicePackage"),
        ({"squareFootage": -1}, "squareFootage"),
        ({"squareFootage": "2000"}, "squareFootage"),
        ({"squareFootage": 1e12}, "squareFootage"),
        ({"storeys": 11}, "storeys"),
        ({"storeys": True}, "storeys"),
        ({"frontWidthFeet": -5}, "frontWidthFeet"),
        ({"addOns": ["helicopter"]}, "addOns"),
        ({"addOns": "rgb"}, "addOns"),
        ({"addOns": [5]}, "addOns"),
    ],
)
def test_bad_input_is_a_400(guest: APIClient, change: dict[str, Any], field: str) -> None:
    response = _estimate(guest, **{"servicePackage": "basic", **change})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]


DESIGN = {"style": "classic", "colour": "warm white", "lit": ["roof line", "porch"]}


def test_design_is_stored_with_the_request(guest: APIClient) -> None:
    shown = _estimate(guest, servicePackage="basic", addOns=["rgb"]).json()
    design = {**DESIGN, "estimate": shown}
    quote = guest.post("/api/quotes", quote_body(design=design), format="json")
    assert quote.status_code == 201, quote.content
    assert quote.json()["design"] == design
    assert guest.post("/api/quotes", quote_body(), format="json").json()["design"] is None


@pytest.mark.parametrize(
    "design",
    [
        {**DESIGN, "price": 1},
        {"estimate": {"low": 1, "discount": 5}},
        {"estimate": {"lines": [{"label": "x", "x": 1}]}},
        {"estimate": {"lines": [1]}},
        {"estimate": []},
        {"lit": "porch"},
        {"style": 5},
        {"style": "a\u0000b"},
        {"style": "x" * 101},
        {"lit": ["ü" * 99] * 20 + [{"a": 1}]},
        {"lit": [f"{number} " + "ü" * 98 for number in range(20)], "estimate": {"excludes": ["x" * 300] * 1}},
        "classic",
        [],
    ],
)
def test_malformed_design_is_a_400(guest: APIClient, design: Any) -> None:
    response = guest.post("/api/quotes", quote_body(design=design), format="json")
    assert response.status_code == 400, response.content
    assert list(response.json()["errors"]) == ["design"]


@pytest.mark.parametrize(("sent", "same"), [(2000.5, 2001), (2500.4, 2500), (0.4, 0)])
def test_square_feet_are_rounded_half_up(guest: APIClient, sent: float, same: int) -> None:
    responses = [_estimate(guest, servicePackage="basic", squareFootage=each) for each in (sent, same)]
    assert [response.status_code for response in responses] == [200, 200]
    assert responses[0].json() == responses[1].json()
