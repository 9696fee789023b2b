"""A Stripe account: its objects, and what time, banks and Stripe's own dashboard do to them."""

from pathlib import Path
from typing import Any

from stripe_sandbox import WEBHOOK_SECRET
from stripe_sandbox.api import Api, CheckRequest
from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json
from stripe_sandbox.faults import Faults
from stripe_sandbox.render import plain
from stripe_sandbox.resources import authentication, charges, deletions, disputes, renewals
from stripe_sandbox.store import Store
from stripe_sandbox.webhooks import Send, Webhooks


class Account:
    """Has the API and the controls. A control returns the object it changed, as the API shows it.

    ``data``: the folder where everything is kept (None: in memory). ``webhook_url``: where events are sent (None:
    they wait for ``deliver_pending``). ``check_request``: looks at the parameters of each call before it is done.
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
        """A call as Stripe itself makes it: not by the API, so without a request."""
        return Call(self.store, self.webhooks, origin=self.url)

    def deliver_pending(self, send: Send) -> list[tuple[str, int]]:
        """Deliver what waits, with ``send(payload, signature) -> status`` (see ``Webhooks.deliver_pending``)."""
        return self.webhooks.deliver_pending(send)

    def set_webhooks(self, **modes: Any) -> Json:
        """Change how events are delivered (see ``webhooks.Modes``)."""
        self.webhooks.set(**modes)
        return self.webhooks.status()

    def authenticate(self, intent: str, *, success: bool = True) -> Json:
        """The customer's answer to their bank about a payment or setup intent."""
        return self._do(authentication.answer, intent, success=success)

    def renew(self, subscription: str, *, success: bool | None = None) -> Json:
        """Bring a subscription to its next renewal. ``success``: None leaves it to the card; False refuses it."""
        return self._do(renewals.renew, subscription, success=success)

    def expire(self, subscription: str) -> Json:
        """23 hours pass for an incomplete subscription."""
        return self._do(renewals.expire, subscription)

    def exhaust_retries(self, subscription: str) -> Json:
        """The last retry of a past due subscription fails: Stripe cancels it."""
        return self._do(renewals.exhaust_retries, subscription)

    def delete_customer(self, customer: str) -> Json:
        """Someone deletes a customer in Stripe's dashboard, with its subscriptions."""
        return self._do(deletions.remove_customer, customer)

    def refund(self, payment: str, *, amount: int | None = None) -> Json:
        """A refund made in Stripe's dashboard, of a charge or a payment intent; ``amount`` in cents, all if None."""
        return self._do(charges.refund_payment, payment, amount=amount)

    def dispute(self, payment: str, *, reason: str = "fraudulent") -> Json:
        """The cardholder's bank takes back a charge (or a payment intent's)."""
        return self._do(disputes.open_dispute, payment, reason=reason)

    def close_dispute(self, dispute: str, *, won: bool) -> Json:
        """The bank decides a dispute."""
        return self._do(disputes.close_dispute, dispute, won=won)

    def process_next(self, count: int = 1) -> None:
        """So many next payments take their time: they answer ``processing`` until ``finish_processing``."""
        self._do(authentication.process_next, count)

    def finish_processing(self, intent: str, *, success: bool = True) -> Json:
        """A processing payment ends."""
        return self._do(authentication.finish_processing, intent, success=success)

    def get(self, identity: str) -> Json:
        """An object as it is now. Raises LookupError."""
        with self.store.transaction():
            return plain(self.store.need(identity))

    def objects(self, kind: str, **equal: Any) -> list[Json]:
        """All objects of a kind, oldest first: ``objects("charge", payment_intent="pi_…")``."""
        with self.store.transaction():
            return [plain(item) for item in reversed(self.store.select(kind, **equal))]

    def _do(self, action: Any, *given: Any, **named: Any) -> Json:
        with self.store.transaction():
            changed = plain(action(self.call(), *given, **named) or {})
        self.webhooks.wake()
        return changed
