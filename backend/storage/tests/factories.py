"""Addresses and storage subscriptions for tests."""

import datetime as dt
from typing import Any

from django.utils import timezone

from accounts.models import Address, User
from storage.models import StorageCharge, StorageSubscription
from storage.subscribing import begin_subscription, finish_subscription
from testing import cards
from testing.payments import StripeSandbox


def make_address(user: User, **fields: Any) -> Address:
    """Create a saved address."""
    given = {"street": "41 Marcy Street", "city": "Portsmouth", "state": "NH", "zip_code": "03801", **fields}
    return Address.objects.create(user=user, **given)


def make_charge(row: StorageSubscription, *, days: int = 0, **fields: Any) -> StorageCharge:
    """Create a charge of a plan that was billed ``days`` ago."""
    billed = timezone.now() - dt.timedelta(days=days)
    given = {"plan": "consumer", "charged_at": billed, "created_at": billed, "stripe_invoice_id": f"in_{row.id}_{days}"}
    return StorageCharge.objects.create(user=row.user, subscription=row, **{**given, **fields})


def subscribe(
    user: User,
    stripe_sandbox: StripeSandbox,
    plan: str = "consumer",
    *,
    address: Address | None = None,
    card: str = cards.VISA,
) -> StorageSubscription:
    """Create a subscription that was paid for and reported by webhook."""
    address_id = address.id if address else None
    row = begin_subscription(user=user, plan=plan, address_id=address_id)
    made = finish_subscription(user=user, subscription_id=row.id, plan=plan, address_id=address_id)
    cards.pay(made.client_secret or "", card)
    stripe_sandbox.deliver()
    row.refresh_from_db()
    assert row.active
    return row
