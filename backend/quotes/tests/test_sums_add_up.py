"""Prices add up for any lines that the office enters and any choice that the customer makes."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from catalog.catalog import ADD_ON_BY_ID, MAX_ESTIMATE_SPREAD, PACKAGE_BY_ID
from common.errors import DomainError
from common.json import dumps
from quotes.deposits import MIN_DEPOSIT, deposit_of
from quotes.estimate import estimate
from quotes.inputs import UnitPrice
from quotes.models import LineUnit, ServicePackage
from quotes.proposals.rules import DraftLine, alternatives, check_lines, choose, suggested_sum, sum_of

pytestmark = pytest.mark.properties

UNITS = [unit for unit in LineUnit if unit != LineUnit.FLAT]
money = st.decimals(min_value=0, max_value=Decimal("99999999.99"), places=2)


def _line(**values: Any) -> Any:
    return DraftLine(**{"id": uuid4(), "text": "Lights", "unit": LineUnit.PIECE, **values})


quantities = st.decimals(min_value=Decimal("0.01"), max_value=Decimal("99999.99"), places=2)
unit_prices = st.decimals(min_value=0, max_value=Decimal("99999.99"), places=3)
discounts = st.decimals(min_value=Decimal("-99999.99"), max_value=0, places=3)
plain = st.builds(_line, quantity=quantities, unit_price=unit_prices, unit=st.sampled_from(UNITS))
optional = st.builds(_line, quantity=quantities, unit_price=unit_prices, optional=st.just(True))
discount = st.builds(_line, quantity=st.just(Decimal(1)), unit_price=discounts, unit=st.just(LineUnit.FLAT))


@st.composite
def choices(draw: st.DrawFn) -> list[Any]:
    name = draw(st.text("ABC", min_size=1, max_size=2))
    prices = draw(st.lists(unit_prices, min_size=2, max_size=4))
    suggested = draw(st.integers(0, len(prices) - 1))
    return [
        _line(quantity=Decimal(1), unit_price=price, choice=name, suggested=place == suggested)
        for place, price in enumerate(prices)
    ]


@st.composite
def proposals(draw: st.DrawFn) -> list[Any]:
    """Generate lines that the office can offer."""
    lines = draw(st.lists(plain | optional | discount, max_size=6))
    for group in draw(st.lists(choices(), max_size=2, unique_by=lambda group: group[0].choice)):
        lines += group
    lines = draw(st.permutations(lines))
    try:
        check_lines(lines)
    except DomainError:
        assume(False)
    return lines


@given(quantity=quantities, unit_price=unit_prices | discounts)
def test_line_amount_is_rounded_half_up_to_a_cent(quantity: Decimal, unit_price: Decimal) -> None:
    amount = _line(quantity=quantity, unit_price=unit_price).amount
    # In whole hundred-thousandths of a dollar, which is what hundredths times thousandths are
    exact = int(quantity * 100) * int(unit_price * 1000)
    cents = (abs(exact) + 500) // 1000
    assert amount == Decimal(cents if exact >= 0 else -cents) / 100


@given(lines=proposals(), data=st.data())
def test_sum_is_the_plain_lines_plus_the_chosen_ones(lines: list[Any], data: st.DataObject) -> None:
    options = [line for line in lines if line.optional]
    groups = alternatives(lines)
    taken = data.draw(st.lists(st.sampled_from(options), unique_by=id)) if options else []
    taken += [data.draw(st.sampled_from(group)) for group in groups.values() if data.draw(st.booleans())]
    chosen = choose(lines, {line.id for line in taken})
    total = sum_of(lines, chosen)
    assert set(map(id, taken)) <= set(map(id, chosen))
    assert [sum(line in group for line in chosen) for group in groups.values()] == [1] * len(groups)
    assert 0 <= total <= Decimal("99999999.99")
    fixed = [line.amount for line in lines if not line.optional and not line.choice]
    assert total == sum(fixed) + sum(line.amount for line in chosen)


@given(lines=proposals())
def test_sum_before_any_choice_is_the_suggested_one(lines: list[Any]) -> None:
    assert suggested_sum(lines) == sum_of(lines, choose(lines, []))


@given(amount=money, percent=st.integers(0, 100))
def test_deposit_and_rest_add_up_to_the_price(amount: Decimal, percent: int) -> None:
    share = amount * percent / 100
    deposit = deposit_of(amount, percent)
    if deposit is None:
        assert share.quantize(Decimal("0.01"), ROUND_HALF_UP) < MIN_DEPOSIT
        return
    assert MIN_DEPOSIT <= deposit <= amount
    assert deposit.as_tuple().exponent == -2
    assert abs(deposit - share) <= Decimal("0.005")
    assert deposit + (amount - deposit) == amount


@given(
    package=st.sampled_from([ServicePackage.BASIC, ServicePackage.PREMIUM]),
    storeys=st.integers(1, 10),
    front=st.integers(10, 1000),
    area=st.none() | st.integers(0, 10_000_000),
    roofline=st.none() | st.floats(1, 5000),
    add_ons=st.lists(st.sampled_from(sorted(ADD_ON_BY_ID)), unique=True),
)
def test_estimate_of_a_measured_house_is_narrow_and_not_below_the_published_price(
    package: ServicePackage,
    storeys: int,
    front: int,
    area: int | None,
    roofline: float | None,
    add_ons: list[str],
) -> None:
    house: dict[str, Any] = {
        "service_package": package, "storeys": storeys, "front_width_feet": front, "square_footage": area,
        "roofline_feet": roofline,
    }  # fmt: skip
    bare, whole = estimate(**house), estimate(**house, add_ons=add_ons)
    assert bare.low is not None
    assert bare.high is not None
    assert bare.low >= (PACKAGE_BY_ID[package].starting_price or 0)
    assert bare.low <= bare.high <= bare.low * MAX_ESTIMATE_SPREAD
    for made in (bare, whole):
        assert (made.low, made.high) == (sum(line.low for line in made.lines), sum(line.high for line in made.lines))
        assert all(0 <= line.low <= line.high for line in made.lines)
    assert whole.low is not None
    assert whole.low >= bare.low


@given(amount=money)
def test_money_input_may_be_a_string_or_a_number(amount: Decimal) -> None:
    read = TypeAdapter(UnitPrice).validate_python
    assume(amount <= Decimal("99999.99"))
    assert read(str(amount)) == read(float(amount)) == read(f" {amount} ") == amount


@given(amount=money)
def test_money_in_a_response_is_a_string_with_two_places(amount: Decimal) -> None:
    assert dumps({"amount": amount}) == b'{"amount":"%.2f"}' % amount
