"""The storage plans at Stripe, and users as its customers."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from catalog.catalog import STORAGE_PLANS
from payments.customers import customer_of
from payments.prices import price_of, sync_catalog
from testing.helpers import in_threads
from testing.payments import StripeSandbox, plan_cents


def _prices(stripe_sandbox: StripeSandbox) -> set[tuple[Any, ...]]:
    return {
        (price["lookup_key"], price["unit_amount"], price["recurring"]["interval"], price["metadata"]["plan"])
        for price in stripe_sandbox.objects("price")
    }


def test_syncing_twice_changes_nothing(db: None, stripe_sandbox: StripeSandbox) -> None:
    for _ in range(2):
        call_command("sync_stripe_catalog")
        assert _prices(stripe_sandbox) == {
            ("storage_consumer", plan_cents("consumer"), "month", "consumer"),
            ("storage_business", plan_cents("business"), "month", "business"),
            ("storage_enterprise", plan_cents("enterprise"), "month", "enterprise"),
        }
        assert len(stripe_sandbox.objects("product")) == 3


def test_new_price_takes_over_lookup_key(db: None, stripe_sandbox: StripeSandbox) -> None:
    sync_catalog()
    dearer = replace(STORAGE_PLANS[0], monthly_price=STORAGE_PLANS[0].monthly_price + Decimal("2.50"))
    new = price_of(dearer)
    assert price_of(dearer) == new
    keys = {(price["unit_amount"], price["lookup_key"]) for price in stripe_sandbox.objects("price")}
    assert keys == {
        (plan_cents("consumer") + 250, "storage_consumer"),
        (plan_cents("consumer"), None),
        (plan_cents("business"), "storage_business"),
        (plan_cents("enterprise"), "storage_enterprise"),
    }
    back = price_of(STORAGE_PLANS[0])  # an old price is never reused
    assert back != new
    assert len(stripe_sandbox.objects("product")) == 3


@pytest.mark.django_db(transaction=True)
def test_concurrent_syncs_create_each_price_once(stripe_sandbox: StripeSandbox) -> None:
    assert len(set(in_threads(4, lambda _: tuple(sync_catalog())))) == 1
    assert len(stripe_sandbox.objects("price")) == 3


def test_command_fails_without_stripe_keys(db: None, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = ""
    with pytest.raises(CommandError, match="not set up"):
        call_command("sync_stripe_catalog")


@pytest.mark.django_db(transaction=True)
def test_concurrent_calls_create_one_customer(stripe_sandbox: StripeSandbox, customer: User) -> None:
    assert len(set(in_threads(6, lambda _: customer_of(customer)))) == 1
    [made] = stripe_sandbox.objects("customer")
    assert (made["email"], made["name"], made["metadata"]) == (
        "eleanor@example.com", "Eleanor Hayes", {"user": str(customer.pk)},
    )  # fmt: skip


def test_retry_after_name_change_returns_same_customer(customer: User, stripe_sandbox: StripeSandbox) -> None:
    made = customer_of(customer)
    User.objects.update(stripe_customer_id="", first_name="Ellie")
    customer.refresh_from_db()
    assert customer_of(customer) == made
