"""Administrators see the monthly revenue of storage, and how much of it is ending."""

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from storage.models import StorageSubscription

EMPTY = {"count": 0, "revenue": 0, "canceling": 0, "pastDue": 0}


@pytest.fixture
def subscriptions(db: None) -> None:
    rows: list[tuple[str, str, str]] = [
        ("consumer", "15", "active"),
        ("consumer", "15", "active"),
        ("consumer", "14.50", "past_due"),
        ("consumer", "15", "past_due"),
        ("consumer", "15", "canceling"),
        ("business", "25", "canceled"),
        ("business", "25", "incomplete"),
        ("enterprise", "30", "active"),
    ]
    for number, (plan, amount, status) in enumerate(rows):
        user = User.objects.create_user(f"subscriber{number}@example.com")
        StorageSubscription.objects.create(user=user, plan=plan, monthly_amount=amount, status=status)
    user = User.objects.create_user("leaving@example.com")
    StorageSubscription.objects.create(
        user=user, plan="consumer", monthly_amount="12.25", status="past_due", ends_at=timezone.now()
    )


def test_plans_are_zero_without_subscriptions(admin_client: APIClient) -> None:
    assert admin_client.get("/api/analytics/mrr").json() == {"mrr": 0, "canceling": 0}
    plans = admin_client.get("/api/analytics/subscriptions").json()
    assert plans == {"consumer": EMPTY, "business": EMPTY, "enterprise": EMPTY}


def test_recurring_revenue_excludes_plans_that_are_ending(subscriptions: None, admin_client: APIClient) -> None:
    assert admin_client.get("/api/analytics/mrr").json() == {"mrr": 89.5, "canceling": 27.25}


def test_plans_count_live_canceling_and_past_due_subscriptions(subscriptions: None, admin_client: APIClient) -> None:
    assert admin_client.get("/api/analytics/subscriptions").json() == {
        "consumer": {"count": 4, "revenue": 59.5, "canceling": 2, "pastDue": 2},
        "business": EMPTY,
        "enterprise": {"count": 1, "revenue": 30, "canceling": 0, "pastDue": 0},
    }


def test_plans_add_up_to_the_recurring_revenue(subscriptions: None, admin_client: APIClient) -> None:
    plans = admin_client.get("/api/analytics/subscriptions").json()
    assert sum(plan["revenue"] for plan in plans.values()) == admin_client.get("/api/analytics/mrr").json()["mrr"]
