"""A shop for the tests: two plans, and what customers do."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import stripe

from stripe_sandbox.errors import Json
from stripe_sandbox.server import Sandbox

NO_REDIRECTS: Any = {"enabled": True, "allow_redirects": "never"}


@dataclass
class Shop:
    """A shop with a sandbox; ``api`` is the official client."""

    sandbox: Sandbox
    api: Any

    @cached_property
    def customer(self) -> str:
        return str(self.api.customers.create({"email": "eleanor@example.com", "name": "Eleanor Hayes"}).id)

    @cached_property
    def consumer(self) -> str:
        return self.price("Consumer storage", 1500, "storage_consumer")

    @cached_property
    def business(self) -> str:
        return self.price("Business storage", 2500, "storage_business")

    def price(self, name: str, amount: int, key: str) -> str:
        """Create a monthly price with its own product."""
        made = self.api.prices.create(
            {
                "currency": "usd", "unit_amount": amount, "recurring": {"interval": "month"}, "lookup_key": key,
                "product_data": {"name": name},
            }
        )  # fmt: skip
        return str(made.id)

    def intent(self, **more: Any) -> Any:
        """Create a payment intent for 599 dollars."""
        return self.api.payment_intents.create(
            {"amount": 59900, "currency": "usd", "automatic_payment_methods": NO_REDIRECTS} | more
        )

    def paid_intent(self, **more: Any) -> Any:
        """Create a paid payment intent for 599 dollars."""
        return self.api.payment_intents.confirm(self.intent(**more).id, {"payment_method": "pm_card_visa"})

    def subscribe(self, **more: Any) -> Any:
        """Create an incomplete subscription to the consumer plan, as the product does."""
        return self.api.subscriptions.create(
            {
                "customer": self.customer, "items": [{"price": self.consumer}],
                "payment_behavior": "default_incomplete",
                "payment_settings": {"save_default_payment_method": "on_subscription"},
                "expand": ["latest_invoice.confirmation_secret"],
            }
            | more
        )  # fmt: skip

    def pay_first_invoice(self, subscription: Any, card: str = "pm_card_visa") -> Any:
        """Pay the first invoice of a subscription, as a browser does with its confirmation secret."""
        intent = subscription.latest_invoice.confirmation_secret.client_secret.split("_secret_")[0]
        self.api.payment_intents.confirm(intent, {"payment_method": card, "return_url": "https://shop.example/"})
        return self.api.subscriptions.retrieve(subscription.id)

    def active_subscription(self, **more: Any) -> Any:
        """Create a paid subscription."""
        return self.pay_first_invoice(self.subscribe(**more))

    def events(self) -> list[str]:
        """Return the types of all events, oldest first."""
        return [event["type"] for event in self.sandbox.objects("event")]

    def last_event(self, kind: str) -> Json:
        """Return the last event of a type."""
        return self.sandbox.objects("event", type=kind)[-1]


def expect_error(error: type[stripe.StripeError], call: Any, *arguments: Any, **named: Any) -> Any:
    """Call it; return the error it raises."""
    try:
        call(*arguments, **named)
    except error as refused:
        return refused
    raise AssertionError("It was not refused.")
