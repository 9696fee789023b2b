"""Eleanor stores her decorations: a plan that is begun and paid for as a customer does it, with Stripe's test card."""

from django.conf import settings

from accounts.models import User
from demo.season import CUSTOMER
from payments.client import client
from payments.subscriptions import sync_subscription
from storage.models import StorageSubscription
from storage.subscribing import begin_subscription, finish_subscription

PLAN = "consumer"
TEST_CARD = "pm_card_visa"  # Stripe documentation, "Testing", payment methods


def load() -> None:
    """Subscribe the demo's customer, once. Without Stripe's keys and without its stand-in there is nothing to do.

    Raises PaymentsUnavailable where Stripe is down; the next call goes on with what was begun.
    """
    customer = User.objects.get(email=CUSTOMER)
    paid = StorageSubscription.objects.filter(user=customer).exclude(started_at=None)
    if not settings.STRIPE_SECRET_KEY or paid.exists():
        return
    home = customer.addresses.get(label="Home")
    row = begin_subscription(user=customer, plan=PLAN, address_id=home.id)
    begun = finish_subscription(user=customer, subscription_id=row.id, plan=PLAN, address_id=home.id)
    if begun.client_secret:
        intent, _ = begun.client_secret.split("_secret_")
        client().v1.payment_intents.confirm(intent, {"payment_method": TEST_CARD})
    sync_subscription(begun.subscription.stripe_subscription_id)
