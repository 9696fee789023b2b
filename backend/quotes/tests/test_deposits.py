"""How large a deposit is, and who pays one. The client's tests use the same cases."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Address, User
from common.new_hampshire import is_in_new_hampshire
from quotes.deposits import StateCheck, deposit_of, deposit_percent, state_check
from quotes.tests.factories import make_quote

CASES = json.loads(Path(__file__).with_name("deposit_cases.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['percent']}% of {case['amount']}")
def test_deposit_is_rounded_half_up_to_a_cent(case: dict[str, Any]) -> None:
    amount, expected = Decimal(case["amount"]), case["deposit"]
    deposit = deposit_of(amount, case["percent"])
    assert deposit == (expected and Decimal(expected))
    assert amount - (deposit or 0) == Decimal(case["rest"])


@pytest.mark.parametrize(
    ("zip_code", "inside"),
    [("03801", True), ("03001", True), ("03899", True), ("03801-1234", True), (" 03820", True), ("03901", False),
     ("02999", False), ("01950", False), ("", False)],
)  # fmt: skip
def test_zip_codes_from_030_to_038_are_in_new_hampshire(zip_code: str, inside: bool) -> None:
    assert is_in_new_hampshire(zip_code) is inside


def test_deposit_depends_on_package_and_state(customer: User, settings: Any) -> None:
    settings.DEPOSIT_PERCENT, settings.DEPOSIT_PACKAGES = 40, ["basic", "premium"]

    def at(zip_code: str) -> Address:
        return Address.objects.create(user=customer, street="1 Main St", city="Kittery", state="ME", zip_code=zip_code)

    seen = {
        name: (deposit_percent(quote), state_check(quote))
        for name, quote in {
            "ours": make_quote(),
            "another package": make_quote(service_package="commercial"),
            "our town, typed": make_quote(city="dover"),
            "another town": make_quote(city="Kittery"),
            "inside": make_quote(city="Rye", address=at("03870")),
            "Maine": make_quote(address=at("03904")),
        }.items()
    }
    assert seen == {
        "ours": (40, StateCheck.INSIDE),
        "another package": (0, StateCheck.INSIDE),
        "our town, typed": (40, StateCheck.INSIDE),
        "another town": (40, StateCheck.UNKNOWN),
        "inside": (40, StateCheck.INSIDE),
        "Maine": (0, StateCheck.OUTSIDE),
    }
