"""A visitor gets an estimate, and sends their design with the request."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from catalog.catalog import ADD_ON_BY_ID, ESTIMATE_RULE_BY_PACKAGE, PACKAGE_BY_ID
from quotes.estimate import range_in_words
from quotes.tests.factories import quote_body


def _estimate(client: APIClient, **body: Any) -> Any:
    return client.post("/api/estimate", body, format="json")


def _sums(estimate: dict[str, Any]) -> tuple[int, int]:
    lines = estimate["lines"]
    return sum(line["low"] for line in lines), sum(line["high"] for line in lines)


def _starting_price(package: str) -> Decimal:
    price = PACKAGE_BY_ID[package].starting_price
    assert price is not None
    return price


def test_range_in_words_is_rounded_to_the_nearest_ten() -> None:
    assert range_in_words(864, 1665) == "$860 to $1,670"
    assert range_in_words(865, 865) == "$870 to $870"


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
def test_part_of_a_unit_counts_as_a_whole_one(guest: APIClient, size: dict[str, int], units: dict[str, int]) -> None:
    rule = ESTIMATE_RULE_BY_PACKAGE["basic"]
    surcharge = sum(getattr(rule, name).low * number for name, number in units.items())
    assert _estimate(guest, servicePackage="basic", **size).json()["low"] == _starting_price("basic") + surcharge


def test_estimate_of_a_large_house_is_higher_and_adds_up(guest: APIClient) -> None:
    small = _estimate(guest, servicePackage="premium", squareFootage=1500, storeys=1).json()
    large = _estimate(guest, servicePackage="premium", squareFootage=4100, storeys=3, addOns=["wreaths", "rgb"]).json()
    assert large["low"] > small["low"]
    assert large["high"] > small["high"]
    for bound in ("low", "high"):
        assert large[bound] == sum(line[bound] for line in large["lines"])
        assert all(isinstance(line[bound], int) for line in large["lines"])


def test_front_width_takes_precedence_over_floor_area(guest: APIClient) -> None:
    by_front = _estimate(guest, servicePackage="basic", squareFootage=9000, frontWidthFeet=30, storeys=1).json()
    assert by_front["low"] == _starting_price("basic")


def test_unknown_measurement_widens_the_range(guest: APIClient) -> None:
    known = _estimate(guest, servicePackage="basic", squareFootage=1500, storeys=1).json()
    unknown = _estimate(guest, servicePackage="basic").json()
    assert unknown["low"] == known["low"]
    assert unknown["high"] > known["high"]


def test_floor_area_of_0_counts_as_unknown(guest: APIClient) -> None:
    by_zero = _estimate(guest, servicePackage="basic", squareFootage=0).json()
    assert by_zero == _estimate(guest, servicePackage="basic").json()


def test_estimate_excludes_storage_which_is_billed_monthly(guest: APIClient) -> None:
    by_id = _estimate(guest, servicePackage="basic", addOns=["storage"]).json()
    by_name = _estimate(guest, servicePackage="basic", addOns=["off-season STORAGE"]).json()
    assert by_id == by_name
    assert f"Off-Season Storage: {ADD_ON_BY_ID['storage'].price_label}" in by_id["excludes"]
    assert by_id["low"] == _starting_price("basic")


def test_quote_excludes_what_its_estimate_excluded(guest: APIClient, admin_client: APIClient) -> None:
    excluded = {}
    for add_on in ("storage", "timers"):
        made = guest.post("/api/quotes", quote_body(servicePackage="basic", addOns=[add_on]), format="json").json()
        excluded[add_on] = admin_client.get(f"/api/quotes/{made['id']}").json()["excludes"]
    assert set(excluded["storage"]) - set(excluded["timers"]) == {
        f"Off-Season Storage: {ADD_ON_BY_ID['storage'].price_label}"
    }


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
        ({"storeys": 2.5}, "storeys"),
        ({"storeys": True}, "storeys"),
        ({"frontWidthFeet": -5}, "frontWidthFeet"),
        ({"rooflineFeet": "60"}, "rooflineFeet"),
        ({"rooflineFeet": True}, "rooflineFeet"),
        ({"addOns": ["helicopter"]}, "addOns"),
        ({"addOns": "rgb"}, "addOns"),
        ({"addOns": [5]}, "addOns"),
    ],
)
def test_bad_input_is_a_400(guest: APIClient, change: dict[str, Any], field: str) -> None:
    response = _estimate(guest, **{"servicePackage": "basic", **change})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"storeys": 0}, "Enter 1 to 10 stories"),
        ({"storeys": 40}, "Enter 1 to 10 stories"),
        ({"frontWidthFeet": 3}, "Enter a front width of 10 to 1,000 feet"),
        ({"frontWidthFeet": 3000}, "Enter a front width of 10 to 1,000 feet"),
        ({"rooflineFeet": 0.5}, "Enter a roofline of 1 to 5,000 feet"),
        ({"rooflineFeet": 5000.5}, "Enter a roofline of 1 to 5,000 feet"),
        ({"rooflineFeet": 1e300}, "Enter a roofline of 1 to 5,000 feet"),
    ],
)
def test_impossible_measurement_is_a_400_with_the_allowed_range(
    guest: APIClient, change: dict[str, float], message: str
) -> None:
    response = _estimate(guest, servicePackage="basic", **change)
    assert (response.status_code, response.json()["errors"]) == (400, {next(iter(change)): [message]})


MEASUREMENTS = [
    *({"storeys": storeys, "frontWidthFeet": width} for storeys in (1, 2, 3, 10) for width in (10, 30, 45, 60, 1000)),
    *({"rooflineFeet": feet} for feet in (1, 59.9, 60.1, 180.5, 400, 5000)),
    {"rooflineFeet": 90, "storeys": 10, "frontWidthFeet": 1000, "squareFootage": 9000},
]


@pytest.mark.parametrize("package", ["basic", "premium"])
@pytest.mark.parametrize("house", MEASUREMENTS, ids=str)
def test_measured_house_is_within_20_percent_of_the_middle(
    guest: APIClient, package: str, house: dict[str, float]
) -> None:
    body = {"servicePackage": package, **house}
    plain = _estimate(guest, **body).json()
    assert _starting_price(package) <= plain["low"] < plain["high"] <= 1.5 * plain["low"]
    middle = (plain["low"] + plain["high"]) / 2
    assert plain["high"] - middle <= 0.2 * middle
    for line in plain["lines"]:
        assert 0 <= line["low"] <= line["high"]
    with_extras = _estimate(guest, **body, addOns=["wreaths", "rgb"]).json()
    for estimate in (plain, with_extras):
        assert _sums(estimate) == (estimate["low"], estimate["high"])


def test_roofline_takes_precedence_over_front_width_and_floor_area(guest: APIClient) -> None:
    body = {"servicePackage": "premium", "storeys": 1, "frontWidthFeet": 1000, "squareFootage": 9000}
    measured = _estimate(guest, **body, rooflineFeet=60).json()
    assert measured["low"] == _starting_price("premium")
    longer = _estimate(guest, **body, rooflineFeet=60.5).json()
    assert longer["low"] == _starting_price("premium") + ESTIMATE_RULE_BY_PACKAGE["premium"].roofline.low


def test_range_narrows_once_stories_and_front_width_are_known(guest: APIClient) -> None:
    def spread(**house: int) -> float:
        estimate = _estimate(guest, servicePackage="premium", **house).json()
        return float(estimate["high"] / estimate["low"])

    assert spread(storeys=2) > 1.5 > spread(storeys=2, frontWidthFeet=45)
    assert spread(frontWidthFeet=45) > 1.5


HOUSES = json.loads((Path(__file__).parent / "estimated_houses.json").read_text())


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house["name"])
def test_estimate_matches_the_table_shared_with_the_client(guest: APIClient, house: dict[str, Any]) -> None:
    """The web client renders the same table: see ``frontend/src/features/quotes/estimate/houses.test.tsx``."""
    response = _estimate(guest, **house["request"])
    assert response.status_code == 200
    estimate = response.json()
    assert estimate == house["response"]
    if house["shown"] is None:
        assert (estimate["low"], estimate["high"], estimate["lines"]) == (None, None, [])
    else:
        assert range_in_words(estimate["low"], estimate["high"]) == house["shown"]
        assert _sums(estimate) == (estimate["low"], estimate["high"])


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


def test_design_is_limited_to_4096_bytes(guest: APIClient) -> None:
    shown = {"excludes": [f"{number:03}".ljust(250, "x") for number in range(16)]}
    rest = 4096 - len(json.dumps({"style": "", "estimate": shown}, separators=(",", ":")))
    designs = [{"style": "x" * length, "estimate": shown} for length in (rest, rest + 1)]
    responses = [guest.post("/api/quotes", quote_body(design=design), format="json") for design in designs]
    assert [response.status_code for response in responses] == [201, 400]


@pytest.mark.parametrize(("sent", "same"), [(2000.5, 2001), (2500.4, 2500), (0.4, 0)])
def test_square_footage_of_an_estimate_is_rounded_half_up(guest: APIClient, sent: float, same: int) -> None:
    responses = [_estimate(guest, servicePackage="basic", squareFootage=each) for each in (sent, same)]
    assert [response.status_code for response in responses] == [200, 200]
    assert responses[0].json() == responses[1].json()
