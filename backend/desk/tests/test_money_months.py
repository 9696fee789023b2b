"""Administrators see what came in by month. Each dollar counts once, in the Eastern month in which it moved."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from accounts.models import User
from desk.tests.money import eastern, make_transaction, record
from payments.models import Recount
from trees.models import TreePayment
from trees.tests.factories import make_tree_order

NOVEMBER = eastern(2026, 11, 20, 15)


def _money(client: APIClient, now: dt.datetime = NOVEMBER) -> dict[str, Any]:
    with time_machine.travel(now, tick=False):
        response = client.get("/api/desk/money")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def _month(client: APIClient, month: str, now: dt.datetime = NOVEMBER) -> dict[str, Any]:
    (found,) = (each for each in _money(client, now)["months"] if each["month"] == month)
    return dict(found)


def test_last_six_months_are_listed_even_if_empty(admin_client: APIClient) -> None:
    body = _money(admin_client, eastern(2027, 2, 3, 9))
    assert body["today"] == "2027-02-03"
    assert [each["month"] for each in body["months"]] == [
        "2026-09", "2026-10", "2026-11", "2026-12", "2027-01", "2027-02",
    ]  # fmt: skip
    assert {each["net"] for each in body["months"]} == {"0.00"}
    assert body["recount"] is None


def test_month_adds_up_to_its_net(admin_client: APIClient) -> None:
    make_transaction("charge", "321.13", NOVEMBER, fee="9.61")
    make_transaction("charge", "1860.00", NOVEMBER, fee="54.24")
    make_transaction("refund", "-120.00", NOVEMBER)
    make_transaction("fee", "-2.00", NOVEMBER)
    make_transaction("other", "0.10", NOVEMBER)
    record("check", "500.00", NOVEMBER)
    record("cash", "64.00", NOVEMBER)
    record("bank_transfer", "10.00", NOVEMBER)
    month = _month(admin_client, "2026-11")
    assert month["card"] == {"amount": "2181.13", "count": 2}
    assert month["check"] == {"amount": "500.00", "count": 1}
    assert month["cash"] == {"amount": "64.00", "count": 1}
    assert month["otherMethods"] == {"amount": "10.00", "count": 1}
    assert month["refunds"] == {"amount": "-120.00", "count": 1}
    assert month["fees"] == {"amount": "-65.85", "count": 1}
    assert month["adjustments"] == {"amount": "0.10", "count": 1}
    assert month["received"] == "2755.13"
    assert month["net"] == "2569.38"


@pytest.mark.parametrize(
    ("instant", "month"),
    [
        ("2026-11-01T03:59:59Z", "2026-10"),  # daylight saving time until November 1, 2 AM
        ("2026-11-01T04:00:00Z", "2026-11"),
        ("2026-10-01T03:59:59Z", "2026-09"),
        ("2026-10-01T04:00:00Z", "2026-10"),
    ],
)
def test_month_begins_at_midnight_eastern(admin_client: APIClient, instant: str, month: str) -> None:
    make_transaction("charge", "1.00", dt.datetime.fromisoformat(instant))
    record("cash", "1.00", dt.datetime.fromisoformat(instant))
    assert _month(admin_client, month)["received"] == "2.00"


def test_month_in_winter_begins_at_midnight_standard_time(admin_client: APIClient) -> None:
    make_transaction("charge", "1.00", dt.datetime(2026, 12, 1, 4, 59, 59, tzinfo=dt.UTC))
    make_transaction("charge", "2.00", dt.datetime(2026, 12, 1, 5, tzinfo=dt.UTC))
    december = eastern(2026, 12, 3, 9)
    assert _month(admin_client, "2026-11", december)["received"] == "1.00"
    assert _month(admin_client, "2026-12", december)["received"] == "2.00"


def test_charge_of_next_month_by_stripes_clock_is_left_out(admin_client: APIClient) -> None:
    make_transaction("charge", "1.00", eastern(2026, 12, 1, 0))
    months = _money(admin_client, dt.datetime(2026, 12, 1, 4, 59, 59, tzinfo=dt.UTC))["months"]
    assert {each["received"] for each in months} == {"0.00"}


def test_partial_refunds_count_in_the_months_in_which_they_were_made(admin_client: APIClient) -> None:
    make_transaction("charge", "500.00", eastern(2026, 9, 12, 10), fee="14.80")
    make_transaction("refund", "-100.00", eastern(2026, 10, 2, 10))
    make_transaction("refund", "-50.00", eastern(2026, 11, 2, 10))
    months = {each["month"]: each for each in _money(admin_client)["months"]}
    assert [months[name]["net"] for name in ("2026-09", "2026-10", "2026-11")] == ["485.20", "-100.00", "-50.00"]
    assert months["2026-09"]["received"] == "500.00"


def test_refund_or_debit_returned_by_bank_is_subtracted(admin_client: APIClient) -> None:
    make_transaction("refund", "-75.00", NOVEMBER)
    make_transaction("refund_failure", "75.00", NOVEMBER)
    make_transaction("charge", "80.00", NOVEMBER)
    make_transaction("charge_failure", "-80.00", NOVEMBER)
    month = _month(admin_client, "2026-11")
    assert month["refunds"] == month["card"] == {"amount": "0.00", "count": 1}


def test_dispute_takes_money_and_its_fee_until_it_is_won(admin_client: APIClient) -> None:
    make_transaction("dispute", "-742.00", eastern(2026, 10, 30, 10), fee="15.00")
    make_transaction("dispute_reversal", "742.00", NOVEMBER)
    october, november = (_month(admin_client, name) for name in ("2026-10", "2026-11"))
    assert (october["disputes"], october["fees"]["amount"], october["net"]) == (
        {"amount": "-742.00", "count": 1}, "-15.00", "-757.00",
    )  # fmt: skip
    assert november["disputes"] == {"amount": "742.00", "count": 0}


def test_payouts_do_not_count(admin_client: APIClient) -> None:
    make_transaction("charge", "100.00", NOVEMBER)
    make_transaction("payout", "-100.00", NOVEMBER)
    make_transaction("payout_reversal", "100.00", NOVEMBER)
    assert _month(admin_client, "2026-11")["net"] == "100.00"


def test_check_reversed_in_same_month_is_not_counted(admin_client: APIClient, admin: User) -> None:
    record("check", "5000.00", eastern(2026, 11, 3, 9), taken_back_at=eastern(2026, 11, 4, 9), taken_back_by=admin)
    month = _month(admin_client, "2026-11")
    assert (month["check"]["count"], month["reversals"]["count"], month["net"]) == (0, 0, "0.00")


def test_check_that_bounces_later_is_subtracted_in_month_of_reversal(admin_client: APIClient, admin: User) -> None:
    record("check", "400.00", eastern(2026, 10, 31, 23), taken_back_at=eastern(2026, 11, 1, 0), taken_back_by=admin)
    assert _month(admin_client, "2026-10")["check"] == {"amount": "400.00", "count": 1}
    november = _month(admin_client, "2026-11")
    assert november["reversals"] == {"amount": "-400.00", "count": 1}
    assert november["net"] == "-400.00"


def test_check_older_than_six_months_is_subtracted_when_it_bounces(admin_client: APIClient, admin: User) -> None:
    record("check", "400.00", eastern(2026, 5, 1, 9), taken_back_at=NOVEMBER, taken_back_by=admin)
    assert _month(admin_client, "2026-11")["net"] == "-400.00"


def test_tree_payment_at_the_door_counts_like_invoice_payment(admin_client: APIClient, admin: User) -> None:
    order = make_tree_order()
    row = TreePayment.objects.create(order=order, method="cash", amount="140.00")
    TreePayment.objects.filter(id=row.id).update(created_at=eastern(2026, 10, 9, 9))
    assert _month(admin_client, "2026-10")["cash"] == {"amount": "140.00", "count": 1}
    TreePayment.objects.filter(id=row.id).update(taken_back_at=NOVEMBER, taken_back_by=admin)
    assert _month(admin_client, "2026-11")["reversals"] == {"amount": "-140.00", "count": 1}


def test_recount_shows_time_and_match(admin_client: APIClient) -> None:
    Recount.objects.create(checked_at=eastern(2026, 11, 19, 6), matches=False, differences=[{"x": 1}])
    Recount.objects.create(checked_at=eastern(2026, 11, 20, 6), matches=True)
    recount = _money(admin_client)["recount"]
    assert recount == {"checkedAt": "2026-11-20T11:00:00Z", "matches": True, "differences": []}


def test_recount_lists_differences(admin_client: APIClient) -> None:
    payout = {"what": "payout", "name": "2026-11-17", "id": "po_1", "stripe": "2244.28", "ours": "2244.27"}
    Recount.objects.create(checked_at=eastern(2026, 11, 20, 6), matches=False, differences=[payout])
    [difference] = _money(admin_client)["recount"]["differences"]
    assert difference == {
        "what": "payout", "name": "2026-11-17", "stripeId": "po_1", "stripe": "2244.28", "ours": "2244.27",
    }  # fmt: skip


@pytest.mark.parametrize("count", [1, 60])
def test_months_cost_constant_queries(count: int, admin_client: APIClient, django_assert_num_queries: Any) -> None:
    for _ in range(count):
        make_transaction("charge", "1.00", NOVEMBER)
        record("cash", "1.00", NOVEMBER)
    with time_machine.travel(NOVEMBER, tick=False), django_assert_num_queries(8):
        body = admin_client.get("/api/desk/money").json()
    assert Decimal(body["months"][-1]["net"]) == 2 * count
