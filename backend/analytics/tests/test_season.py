"""Administrators see requests by day, the funnel and revenue, compared with the previous season."""

import datetime as dt
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from rest_framework.test import APIClient

import invoices.card
import trees.card
from accounts.models import User
from common.seasons import Season, season_of
from invoices.models import Invoice, InvoicePayment
from payments.models import Payment
from payments.tests.factories import make_payment
from quotes.models import Decline, Quote
from quotes.tests.factories import make_quote
from storage.models import StorageSubscription
from trees.models import TreeOrder, TreePayment

EASTERN = ZoneInfo("America/New_York")
NOVEMBER = dt.datetime(2026, 11, 21, 15, tzinfo=EASTERN)


def _eastern(*parts: int) -> dt.datetime:
    return dt.datetime(*parts, tzinfo=EASTERN)  # type: ignore[misc, arg-type]


def _season(client: APIClient, now: dt.datetime = NOVEMBER) -> dict[str, Any]:
    with time_machine.travel(now, tick=False):
        response = client.get("/api/analytics/season")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def _day(client: APIClient, day: str, now: dt.datetime = NOVEMBER) -> dict[str, Any]:
    (found,) = (row for row in _season(client, now)["days"] if row["day"] == day)
    return dict(found)


def _order(**changes: Any) -> TreeOrder:
    order: TreeOrder = TreeOrder.objects.create(
        **{"tree_size": "modest_6ft", "tree_price": 70, "delivery_price": 30, "total_amount": 100, **changes}
    )
    return order


@pytest.fixture(autouse=True)
def _session_for_any_day(settings: Any) -> None:
    """Keep the session alive while tests travel through many years."""
    settings.SESSION_COOKIE_AGE = 60 * 60 * 24 * 365 * 10


def test_empty_season_has_every_part(admin_client: APIClient) -> None:
    season = _season(admin_client)
    assert season["season"] == 2026
    assert len(season["days"]) == 31 + 31 + 30 + 31 + 21  # July to 21 November
    nothing = {"quotes": 0, "treeOrders": 0, "quotesLastSeason": 0, "treeOrdersLastSeason": 0}
    assert season["days"][0] == {"day": "2026-07-01", **nothing}
    assert season["days"][-1] == {"day": "2026-11-21", **nothing}
    stages = ("requested", "quoted", "accepted", "scheduled", "completed", "paid")
    assert season["funnel"] == dict.fromkeys(stages, 0)
    assert [month["month"] for month in season["revenueByMonth"]][::11] == ["2025-12", "2026-11"]
    assert {month["invoices"] + month["trees"] + month["storage"] for month in season["revenueByMonth"]} == {0}
    assert season["promise"] == {"answered": 0, "onTime": 0, "percent": 0}


def test_each_day_is_compared_with_the_same_day_last_season(admin_client: APIClient) -> None:
    make_quote(created_at=_eastern(2026, 11, 20, 9))
    make_quote(created_at=_eastern(2026, 11, 20, 18))
    make_quote(created_at=_eastern(2025, 11, 20, 9))
    make_quote(created_at=_eastern(2024, 11, 20, 9))
    _order(created_at=_eastern(2026, 11, 20, 9))
    _order(created_at=_eastern(2025, 11, 20, 9))
    assert _day(admin_client, "2026-11-20") == {
        "day": "2026-11-20",
        "quotes": 2,
        "treeOrders": 1,
        "quotesLastSeason": 1,
        "treeOrdersLastSeason": 1,
    }


@pytest.mark.parametrize(
    ("asked_at", "day"),
    [
        (_eastern(2026, 11, 20, 23, 30), "2026-11-20"),  # already tomorrow in UTC
        (_eastern(2026, 11, 21, 0, 10), "2026-11-21"),
        (_eastern(2026, 7, 1, 0, 0), "2026-07-01"),
        (dt.datetime(2026, 11, 1, 5, 30, tzinfo=dt.UTC), "2026-11-01"),  # 1:30 in the morning, the first time
        (dt.datetime(2026, 11, 1, 6, 30, tzinfo=dt.UTC), "2026-11-01"),  # and the second
        (dt.datetime(2026, 11, 2, 4, 30, tzinfo=dt.UTC), "2026-11-01"),  # 23:30 on the day of 25 hours
        (dt.datetime(2026, 11, 1, 3, 30, tzinfo=dt.UTC), "2026-10-31"),  # 23:30 in daylight time, the night before
    ],
)
def test_day_is_in_eastern_time(asked_at: dt.datetime, day: str, admin_client: APIClient) -> None:
    make_quote(created_at=asked_at)
    _order(created_at=asked_at)
    assert [row["day"] for row in _season(admin_client)["days"] if row["quotes"] and row["treeOrders"]] == [day]


def test_season_lasts_until_midnight_eastern_time(admin_client: APIClient) -> None:
    make_quote(created_at=_eastern(2026, 6, 30, 23, 30))
    assert _season(admin_client, _eastern(2026, 6, 30, 23, 45))["funnel"]["requested"] == 1
    new = _season(admin_client, _eastern(2026, 7, 1, 0, 5))
    assert (new["season"], new["funnel"]["requested"]) == (2026, 0)
    assert [row["day"] for row in new["days"]] == ["2026-07-01"]


def test_leap_day_is_counted_with_february_28(admin_client: APIClient) -> None:
    make_quote(created_at=_eastern(2028, 2, 28, 9))
    make_quote(created_at=_eastern(2028, 2, 29, 9))
    march = _eastern(2029, 3, 1, 12)
    assert _day(admin_client, "2029-02-28", march)["quotesLastSeason"] == 2
    assert _day(admin_client, "2028-02-29", _eastern(2028, 3, 1, 12))["quotes"] == 1


def test_funnel_narrows_from_request_to_payment(admin_client: APIClient) -> None:
    stages = [
        ("pending", None),
        ("quoting", None),
        ("reviewed", 500),
        ("rejected", 500),
        ("approved", 500),
        ("service_scheduled", 500),
        ("complete", 500),
        ("complete_storage", 500),
    ]
    quotes = [
        make_quote(status=status, quote_amount=amount, created_at=_eastern(2026, 10, 1, 9)) for status, amount in stages
    ]
    make_quote(status="complete", quote_amount=500, created_at=_eastern(2026, 6, 1, 9))  # last season's
    for number in (1, 2):  # a deposit and the rest: one paid quote
        _paid_invoice(number, quotes[-1])
    Invoice.objects.create(quote=quotes[-2], invoice_number="INV-2026-00009", amount=1, bill_to_name="E")
    assert _season(admin_client)["funnel"] == {
        "requested": 8,
        "quoted": 6,
        "accepted": 4,
        "scheduled": 3,
        "completed": 2,
        "paid": 1,
    }


def test_declines_are_counted_by_reason_and_season(admin_client: APIClient) -> None:
    for reason, *day in (("price", 2026, 10, 1), ("price", 2026, 11, 1), ("", 2026, 7, 1), ("timing", 2026, 6, 30)):
        Decline.objects.create(quote=make_quote(), reason=reason, created_at=_eastern(*day, 9))
    declines = {row["reason"]: row["count"] for row in _season(admin_client)["declines"] if row["count"]}
    assert declines == {"price": 2, "": 1}


def _paid_invoice(number: int, quote: Quote | None = None) -> Invoice:
    now = dt.datetime.now(dt.UTC)
    invoice: Invoice = Invoice.objects.create(
        quote=quote, invoice_number=f"INV-2026-{number:05}", amount=100, amount_paid=100, status="paid", sent_at=now,
        paid_date=now, bill_to_name="E",
    )  # fmt: skip
    return invoice


def test_revenue_counts_in_month_of_payment_less_refunds(admin_client: APIClient) -> None:
    invoice = _paid_invoice(1)
    for amount, refunded, when in (
        ("100.10", "0", _eastern(2026, 10, 31, 23, 30)),  # November in UTC
        ("50.25", "20.25", _eastern(2026, 10, 2, 9)),
        ("7.00", "0", _eastern(2026, 11, 1, 0, 30)),
        ("9.00", "0", _eastern(2025, 11, 30, 9)),  # a month too old
    ):
        InvoicePayment.objects.create(
            invoice=invoice, method="check", amount=amount, amount_refunded=refunded, created_at=when
        )
    months = {month["month"]: month["invoices"] for month in _season(admin_client)["revenueByMonth"]}
    assert len(months) == 12
    assert (months["2026-10"], months["2026-11"], months["2025-12"]) == (130.1, 7, 0)
    InvoicePayment.objects.filter(amount=Decimal("100.10")).update(amount_refunded="100.10")
    months = {month["month"]: month["invoices"] for month in _season(admin_client)["revenueByMonth"]}
    assert months["2026-10"] == 30
    InvoicePayment.objects.filter(amount=Decimal("7.00")).update(disputed=True, dispute_lost=True)
    months = {month["month"]: month["invoices"] for month in _season(admin_client)["revenueByMonth"]}
    assert months["2026-11"] == 0, "a bank returned it for good"


def test_trees_count_in_the_month_they_were_paid_for(admin_client: APIClient) -> None:
    order = _order()
    TreePayment.objects.create(order=order, method="cash", amount=100, amount_refunded=30, created_at=NOVEMBER)
    months = {month["month"]: month for month in _season(admin_client)["revenueByMonth"]}
    assert (months["2026-11"]["trees"], months["2026-11"]["invoices"]) == (70, 0)
    TreePayment.objects.create(order=order, method="card", amount=5, dispute_lost=True, created_at=NOVEMBER)
    months = {month["month"]: month for month in _season(admin_client)["revenueByMonth"]}
    assert months["2026-11"]["trees"] == 70


def test_card_payment_that_stripe_reports_late_counts_in_the_month_it_was_made(admin_client: APIClient) -> None:
    made, amount = _eastern(2026, 10, 31, 23), Decimal("40.00")
    paid = {"amount": amount, "amount_received": amount, "succeeded_at": made}
    trees.card.record_card_payment(make_payment(purpose="tree_order", reference=_order().id, **paid))
    invoices.card.record_card_payment(make_payment(purpose="invoice", reference=_paid_invoice(1).id, **paid))
    months = {month["month"]: month for month in _season(admin_client)["revenueByMonth"]}
    assert (months["2026-10"]["trees"], months["2026-10"]["invoices"]) == (40, 40)
    assert (months["2026-11"]["trees"], months["2026-11"]["invoices"]) == (0, 0)


def test_storage_counts_in_the_month_it_was_paid_for_less_refunds(admin_client: APIClient, customer: User) -> None:
    plan = StorageSubscription.objects.create(
        user=customer, plan="enterprise", monthly_amount=90, status="past_due", started_at=_eastern(2026, 9, 30, 9)
    )

    def pay(amount: str, when: dt.datetime, **changes: Any) -> None:
        given = {"purpose": "storage", "reference": plan.id, "user": customer, "succeeded_at": when, **changes}
        make_payment(amount=Decimal(amount), amount_received=Decimal(amount), **given)

    def storage_of(*names: str) -> list[float]:
        months = {month["month"]: month["storage"] for month in _season(admin_client)["revenueByMonth"]}
        assert len(months) == 12
        return [months[name] for name in names]

    pay("15.25", _eastern(2025, 11, 30, 9))  # a month too old
    pay("16.10", _eastern(2026, 9, 30, 23, 30))  # October in UTC
    pay("17.30", _eastern(2026, 10, 1, 0, 30), amount_refunded=Decimal("2.20"))
    pay("28.40", _eastern(2026, 10, 30, 9), disputed=True, dispute_status="needs_response")
    pay("99.99", _eastern(2026, 10, 30, 9), purpose="checkout", reference=None)
    pay("33.50", _eastern(2026, 12, 1, 0))  # Stripe's clock is ahead
    assert storage_of("2025-12", "2026-09", "2026-10", "2026-11") == [0, 16.1, 43.5, 0]
    Payment.objects.filter(amount=Decimal("28.40")).update(dispute_status="lost")
    assert storage_of("2026-10") == [15.1], "a bank returned it for good"


def test_promise_counts_replies_within_24_hours(admin_client: APIClient) -> None:
    asked = dt.datetime(2026, 10, 31, 16, tzinfo=dt.UTC)  # noon in Portsmouth
    for hours in (1, 24, 25):  # 24 hours over the night of 25
        make_quote(created_at=asked, answered_at=asked + dt.timedelta(hours=hours))
    _order(created_at=asked, answered_at=asked + dt.timedelta(hours=2))
    make_quote(created_at=asked)
    make_quote(created_at=_eastern(2026, 6, 1, 9), answered_at=_eastern(2026, 6, 1, 10))
    assert _season(admin_client)["promise"] == {"answered": 4, "onTime": 3, "percent": 75}


@pytest.mark.parametrize(
    ("day", "year"),
    [(dt.date(2026, 7, 1), 2026), (dt.date(2026, 6, 30), 2025), (dt.date(2027, 1, 1), 2026)],
)
def test_season_runs_from_july_to_june(day: dt.date, year: int) -> None:
    season = season_of(day)
    assert season == Season(year)
    assert season.first <= day < Season(year + 1).first
