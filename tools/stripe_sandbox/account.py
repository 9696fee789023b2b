"""A Stripe account: the API, and controls for what time, banks and Stripe's own dashboard do."""

from pathlib import Path
from typing import Any

from stripe_sandbox import WEBHOOK_SECRET
from stripe_sandbox.api import Api, CheckRequest
from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json
from stripe_sandbox.faults import Faults
from stripe_sandbox.render import plain
from stripe_sandbox.resources import (
    authentication,
    balance,
    charges,
    deletions,
    disputes,
    payment_method_domains,
    payment_methods,
    payouts,
    renewals,
)
from stripe_sandbox.store import Store
from stripe_sandbox.webhooks import SendWebhook, Webhooks


class Account:
    """An account with its API and controls. A control returns the object it changed, as the API shows it.

    ``data``: the folder to store everything in (None: in memory). ``webhook_url``: where events are sent (None:
    they wait for ``deliver_pending``). ``check_request`` checks the parameters of each call before it runs.
    """

    def __init__(
        self, data: Path | None = None, webhook_url: str | None = None, secret: str = WEBHOOK_SECRET, *,
        check_request: CheckRequest | None = None,
    ) -> None:  # fmt: skip
        self.store = Store(data)
        self.webhooks: Webhooks = Webhooks(self.store, webhook_url, secret)
        self.faults: Faults = Faults()
        self.api = Api(self.store, self.webhooks, check_request)
        self.url = ""

    def call(self) -> Call:
        """Return a call that Stripe itself makes, without an API request."""
        return Call(self.store, self.webhooks, origin=self.url)

    def deliver_pending(self, send: SendWebhook) -> list[tuple[str, int]]:
        """Deliver waiting events with ``send(payload, signature) -> status`` (see ``Webhooks.deliver_pending``)."""
        return self.webhooks.deliver_pending(send)

    def set_webhooks(self, **modes: Any) -> Json:
        """Change how events are delivered (see ``webhooks.Modes``)."""
        self.webhooks.set(**modes)
        return self.webhooks.status()

    def authenticate(self, intent: str, *, success: bool = True) -> Json:
        """Complete the authentication of a payment or setup intent, as the customer does with their bank."""
        return self._run_control(authentication.finish, intent, success=success)

    def renew(self, subscription: str, *, success: bool | None = None) -> Json:
        """Renew a subscription now. ``success=False`` declines the card; otherwise the card decides."""
        return self._run_control(renewals.renew, subscription, success=success)

    def expire(self, subscription: str) -> Json:
        """Expire an incomplete subscription, as if 23 hours had passed."""
        return self._run_control(renewals.expire, subscription)

    def exhaust_retries(self, subscription: str) -> Json:
        """Cancel a past due subscription, as if its last retry had failed."""
        return self._run_control(renewals.exhaust_retries, subscription)

    def delete_customer(self, customer: str) -> Json:
        """Delete a customer and its subscriptions, as in Stripe's dashboard."""
        return self._run_control(deletions.remove_customer, customer)

    def expire_card(self, method: str) -> Json:
        """Let a card's expiration date pass."""
        return self._run_control(payment_methods.expire, method)

    def refuse_wallet(self, domain: str, wallet: str, message: str | None) -> Json:
        """Let a wallet (``apple_pay``) refuse a domain when it is validated next, or accept it (None)."""
        return self._run_control(payment_method_domains.refuse_wallet, domain, wallet, message)

    def refund(self, payment: str, *, amount: int | None = None) -> Json:
        """Refund a charge or payment intent, as in Stripe's dashboard; ``amount`` in cents, None for all of it."""
        return self._run_control(charges.refund_payment, payment, amount=amount)

    def fail_refund(self, refund: str) -> Json:
        """Let the customer's bank return a refund, as happens days later."""
        return self._run_control(charges.fail_refund, refund)

    def delay_refunds(self, count: int = 1) -> Json:
        """Keep the next ``count`` refunds in status ``pending`` until ``finish_refund`` or ``fail_refund``."""
        return self._run_control(charges.delay_refunds, count)

    def finish_refund(self, refund: str) -> Json:
        """Let a pending refund arrive."""
        return self._run_control(charges.finish_refund, refund)

    def dispute(self, payment: str, *, reason: str = "fraudulent", due_in: int = disputes.RESPONSE_TIME) -> Json:
        """Dispute a charge (or a payment intent's charge), as the cardholder's bank does. The bank waits for a response
        for ``due_in`` seconds."""
        return self._run_control(disputes.open_dispute, payment, reason=reason, due_in=due_in)

    def respond_to_dispute(self, dispute: str) -> Json:
        """Submit evidence for a dispute, as in the dashboard."""
        return self._run_control(disputes.respond, dispute)

    def close_dispute(self, dispute: str, *, won: bool) -> Json:
        """Close a dispute with the bank's decision."""
        return self._run_control(disputes.close_dispute, dispute, won=won)

    def pay_out(self, *, amount: int | None = None) -> Json:
        """Pay out the whole balance, as Stripe does once a day, or only ``amount`` cents, as staff do in the
        dashboard."""
        return self._run_control(payouts.pay_out, amount=amount)

    def advance_payout(self, payout: str) -> Json:
        """Send a pending payout, or let one in transit arrive."""
        return self._run_control(payouts.advance, payout)

    def fail_payout(self, payout: str) -> Json:
        """Let the business's bank return a payout."""
        return self._run_control(payouts.fail, payout)

    def adjust(self, amount: int, description: str, *, fee: bool = False) -> Json:
        """Change the balance by ``amount`` cents, or charge a fee (a negative amount), as Stripe itself does."""
        return self._run_control(balance.adjust, amount, description, fee=fee)

    def hold_bookings(self, hold: bool = True) -> Json:
        """Hold back the balance transactions of charges; False creates all that were held back."""
        return self._run_control(balance.hold_bookings, hold)

    def process_next(self, count: int = 1) -> None:
        """Keep the next ``count`` payments in status ``processing`` until ``finish_processing``."""
        self._run_control(authentication.process_next, count)

    def finish_processing(self, intent: str, *, success: bool = True) -> Json:
        """End a processing payment."""
        return self._run_control(authentication.finish_processing, intent, success=success)

    def get(self, identity: str) -> Json:
        """Return an object as it is now. Raises LookupError."""
        with self.store.transaction():
            return plain(self.store.require(identity))

    def objects(self, kind: str, **equal: Any) -> list[Json]:
        """Return all objects of a kind, oldest first: ``objects("charge", payment_intent="pi_…")``."""
        with self.store.transaction():
            return [plain(item) for item in reversed(self.store.select(kind, **equal))]

    def _run_control(self, action: Any, *given: Any, **named: Any) -> Json:
        with self.store.transaction():
            changed = plain(action(self.call(), *given, **named) or {})
        self.webhooks.wake()
        return changed
