"""Administrators see all storage subscriptions."""

from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from storage.models import StorageSubscription
from storage.tests.factories import make_charge


def _subscription(user: User, status: str) -> str:
    row = StorageSubscription.objects.create(
        user=user, plan="consumer", monthly_amount="15.00", status=status, started_at=timezone.now()
    )
    return str(row.id)


def test_subscription_names_its_customer(customer: User, admin_client: APIClient, customer_client: APIClient) -> None:
    _subscription(customer, "active")
    [row] = admin_client.get("/api/storage-subscriptions?scope=admin").json()
    assert (row["customerName"], row["customerEmail"]) == ("Eleanor Hayes", "eleanor@example.com")
    [own] = customer_client.get("/api/storage-subscriptions").json()
    assert "customerName" not in own


def test_past_due_subscriptions_can_be_filtered(customer: User, outsider: User, admin_client: APIClient) -> None:
    _subscription(customer, "active")
    failed = _subscription(outsider, "past_due")
    rows = admin_client.get("/api/storage-subscriptions?scope=admin&status=past_due").json()
    assert [row["id"] for row in rows] == [failed]
    assert len(admin_client.get("/api/storage-subscriptions?scope=admin&status=active,past_due").json()) == 2
    assert admin_client.get("/api/storage-subscriptions?scope=admin&status=late").status_code == 400


@pytest.mark.parametrize(("status", "amount"), [("past_due", "27.40"), ("active", "15.00")])
def test_amount_due_is_what_failed_while_the_plan_is_past_due(
    customer: User, admin_client: APIClient, status: str, amount: str
) -> None:
    row = StorageSubscription.objects.get(id=_subscription(customer, status))
    make_charge(row, days=30, amount="15.00", outcome="paid")
    make_charge(row, amount="27.40", outcome="failed")
    [shown] = admin_client.get("/api/storage-subscriptions?scope=admin").json()
    assert (shown["monthlyAmount"], shown["amountDue"]) == ("15.00", amount)


@pytest.mark.parametrize("rows", [1, 20])
def test_list_takes_a_constant_number_of_queries(
    customer: User, admin_client: APIClient, rows: int, django_assert_num_queries: Any
) -> None:
    for _ in range(rows):
        _subscription(customer, "canceled")
    with django_assert_num_queries(5):
        assert len(admin_client.get("/api/storage-subscriptions?scope=admin").json()) == rows
