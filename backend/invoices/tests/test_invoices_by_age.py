"""Administrators see what is left to pay by age, and list the invoices of each age."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.ages import Age
from invoices.models import Invoice
from invoices.tests.factories import make_invoice
from quotes.tests.factories import make_quote


def _day(days: int) -> dt.date:
    return timezone.localdate() + dt.timedelta(days=days)


def _accepted(**changes: Any) -> Invoice:
    """Create an invoice from an acceptance for $1,000, with a deposit of $250 due today."""
    return make_invoice(
        **{
            "quote": make_quote(), "from_acceptance": True, "amount": "1000.00", "first_amount": "250.00",
            "first_due_date": _day(0), **changes,
        }
    )  # fmt: skip


def _aging(client: APIClient) -> dict[str, Any]:
    response = client.get("/api/desk/money/due")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def _sums(client: APIClient) -> dict[str, tuple[int, str, str]]:
    """Return the ages with something due: number of invoices, deposits and rest."""
    ages = _aging(client)["ages"]
    for row in ages:
        assert Decimal(row["together"]) == Decimal(row["deposits"]) + Decimal(row["rest"])
    rows = {row["age"]: (row["invoices"], row["deposits"], row["rest"]) for row in ages}
    return {age: row for age, row in rows.items() if row != (0, "0.00", "0.00")}


def _listed(client: APIClient, age: str) -> set[str]:
    response = client.get(f"/api/invoices?scope=admin&due={age}")
    assert response.status_code == 200, response.content
    return {row["id"] for row in response.json()}


@pytest.mark.parametrize(
    ("days", "age"),
    [
        (30, "later"), (7, "later"), (6, "this_week"), (0, "this_week"), (-1, "overdue_1_10"), (-10, "overdue_1_10"),
        (-11, "overdue_11_30"), (-30, "overdue_11_30"), (-31, "overdue_over_30"), (-400, "overdue_over_30"),
    ],
)  # fmt: skip
def test_age_follows_the_due_date(admin_client: APIClient, days: int, age: str) -> None:
    invoice = make_invoice(due_date=_day(days), status="overdue" if days < 0 else "sent")
    assert _sums(admin_client) == {age: (1, "0.00", "500.00")}
    assert {each: _listed(admin_client, each) for each in Age.values} == {
        **{each: set() for each in Age.values}, age: {str(invoice.id)},
    }  # fmt: skip


def test_invoice_without_a_due_date_is_due_this_week(admin_client: APIClient) -> None:
    make_invoice(due_date=None)
    assert _sums(admin_client) == {"this_week": (1, "0.00", "500.00")}


def test_deposit_is_due_this_week_and_the_rest_after_the_work(admin_client: APIClient) -> None:
    invoice = _accepted()
    assert _sums(admin_client) == {"this_week": (1, "250.00", "0.00"), "later": (1, "0.00", "750.00")}
    assert _listed(admin_client, "this_week") == _listed(admin_client, "later") == {str(invoice.id)}
    body = _aging(admin_client)
    assert (body["invoices"], body["deposits"], body["rest"], body["together"]) == (1, "250.00", "750.00", "1000.00")


def test_old_deposit_is_not_overdue(admin_client: APIClient) -> None:
    _accepted(first_due_date=_day(-60))
    assert set(_sums(admin_client)) == {"this_week", "later"}


def test_deposit_due_after_this_week_is_due_later(admin_client: APIClient) -> None:
    _accepted(first_due_date=_day(20))
    assert _sums(admin_client) == {"later": (1, "250.00", "750.00")}


def test_payments_reduce_the_deposit_first(admin_client: APIClient) -> None:
    partly = _accepted(amount_paid="100.00")
    _accepted(amount_paid="250.00")
    _accepted(amount_paid="400.00")
    assert _sums(admin_client) == {"this_week": (1, "150.00", "0.00"), "later": (3, "0.00", "2100.00")}
    assert _listed(admin_client, "this_week") == {str(partly.id)}


def test_unpaid_deposit_joins_the_rest_once_the_work_is_done(admin_client: APIClient) -> None:
    _accepted(due_date=_day(-3), status="overdue")
    assert _sums(admin_client) == {"overdue_1_10": (1, "0.00", "1000.00")}


def test_deposit_of_100_percent_leaves_no_rest(admin_client: APIClient) -> None:
    _accepted(first_amount="1000.00")
    assert _sums(admin_client) == {"this_week": (1, "1000.00", "0.00")}


def test_drafts_paid_and_canceled_invoices_have_no_age(admin_client: APIClient) -> None:
    for status in ("draft", "paid", "cancelled"):
        make_invoice(status=status, due_date=_day(-5))
    assert _sums(admin_client) == {}
    assert _listed(admin_client, "overdue_1_10") == set()
    assert _aging(admin_client)["invoices"] == 0


def test_age_and_status_filters_combine(admin_client: APIClient) -> None:
    make_invoice(due_date=_day(-5), status="overdue")
    sent = make_invoice(due_date=_day(-5), status="sent", bill_to_name="Shop")
    for query in ("&q=shop", ""):
        response = admin_client.get(f"/api/invoices?scope=admin&due=overdue_1_10&status=sent,draft{query}")
        assert [row["id"] for row in response.json()] == [str(sent.id)]


def test_unknown_age_is_a_400(admin_client: APIClient) -> None:
    response = admin_client.get("/api/invoices?scope=admin&due=x")
    assert response.status_code == 400
    assert set(response.json()["errors"]) == {"due"}


@pytest.mark.parametrize("count", [1, 50])
def test_sums_take_a_constant_number_of_queries(
    count: int, admin_client: APIClient, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        make_invoice(due_date=_day(-5))
    with django_assert_num_queries(6):  # session, user, invoices, trees, unbilled quotes, drafts
        assert _aging(admin_client)["invoices"] == count


@pytest.mark.parametrize("path", ["desk/money/due", *(f"invoices?scope=admin&due={age}" for age in Age.values)])
def test_open_invoices_are_read_from_the_status_index(path: str, admin: User, admin_client: APIClient) -> None:
    """Only open invoices are read, however many paid ones there are."""
    Invoice.objects.bulk_create(
        Invoice(
            invoice_number=f"INV-{number}", amount=1, amount_paid=1, status="paid", bill_to_name="E",
            sent_at=timezone.now(), paid_date=timezone.now(),
        )
        for number in range(2000)
    )  # fmt: skip
    make_invoice(due_date=_day(-5))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE invoices_invoice")
        with CaptureQueriesContext(connection) as captured:
            assert admin_client.get(f"/api/{path}").status_code == 200
        statements = [query["sql"] for query in captured.captured_queries if "invoices_invoice" in query["sql"]]
        assert statements
        for sql in statements:  # the drafts are counted in one of their own
            cursor.execute("EXPLAIN " + sql.replace("%", "%%"))
            plan = "\n".join(row[0] for row in cursor.fetchall())
            assert "invoice_status_new" in plan, plan
            assert "Seq Scan" not in plan, plan
