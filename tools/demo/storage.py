"""Eleanor's storage subscription, created the way customers do it: requested, paid by card, confirmed by Stripe."""

import logging

from django.conf import settings

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
    customer = User.objects.get(email=CUSTOMER)
    subscribed = StorageSubscription.objects.filter(user=customer).exclude(status=SubscriptionStatus.INCOMPLETE)
    if not settings.STRIPE_SECRET_KEY:
        if not subscribed.exists():
            _unbilled(customer)
        return
    try:
        prices.sync_catalog()
        if not subscribed.exists():
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


def _unbilled(customer: User) -> None:
    row = StorageSubscription.objects.create(
        user=customer, plan="consumer", monthly_amount=STORAGE_PLAN_BY_ID["consumer"].monthly_price
    )
    row.addresses.add(Address.objects.get(user=customer, is_default=True))
    update_property_statuses(row)
