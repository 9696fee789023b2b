"""Eleanor's storage subscription, created the way customers do it: requested, paid by card, confirmed by Stripe."""

import logging

from django.conf import settings
from django.db.models import Exists, OuterRef

from accounts.models import Address, User
from catalog.catalog import STORAGE_PLAN_BY_ID
from common.errors import DomainError
from demo.season import CUSTOMER
from payments import prices
from payments.states import SubscriptionStatus
from payments.subscriptions import sync_subscription
from storage.models import StorageSubscription
from storage.status import update_property_statuses
from storage.subscribing import begin_subscription, finish_subscription
from testing import cards

log = logging.getLogger(__name__)


def load() -> None:
    """Sync Stripe's products with the catalog, and subscribe the demo's customer once.

    Without card payment, the subscription is a row that is never billed. If Stripe fails, the next start tries again.
    Call it outside transactions.
    """
    customer = _unsubscribed()
    if not settings.STRIPE_SECRET_KEY:
        if customer:
            _unbilled(customer)
        return
    try:
        prices.sync_catalog()
        if customer:
            subscribe(customer, "consumer")
    except DomainError as error:
        log.warning("The demo starts without its storage subscription: %s", error)


def subscribe(customer: User, plan: str) -> None:
    """Subscribe a customer for their home, and pay by card. Raises DomainError if Stripe can't be reached."""
    home = Address.objects.get(user=customer, is_default=True)
    row = begin_subscription(user=customer, plan=plan, address_id=home.id)
    made = finish_subscription(user=customer, subscription_id=row.id, plan=plan, address_id=home.id)
    if made.client_secret:
        cards.pay(made.client_secret)
        sync_subscription(made.subscription.stripe_subscription_id)


def _unsubscribed() -> User | None:
    """Return the demo's customer; None once subscribed, or if a user of the demo has changed or erased the account."""
    begun = StorageSubscription.objects.filter(user=OuterRef("pk")).exclude(status=SubscriptionStatus.INCOMPLETE)
    customer: User | None = User.objects.filter(~Exists(begun), email=CUSTOMER).first()
    return customer


def _unbilled(customer: User) -> None:
    row = StorageSubscription.objects.create(
        user=customer, plan="consumer", monthly_amount=STORAGE_PLAN_BY_ID["consumer"].monthly_price
    )
    row.addresses.add(Address.objects.get(user=customer, is_default=True))
    update_property_statuses(row)
