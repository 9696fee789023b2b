"""The API's routes, their handlers, and which of them accept the publishable key."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json
from stripe_sandbox.render import Included
from stripe_sandbox.resources import (
    accounts,
    authentication,
    balance,
    catalog,
    charges,
    customer_sessions,
    customers,
    deletions,
    disputes,
    events,
    invoices,
    payment_intents,
    payment_method_domains,
    payment_methods,
    payouts,
    previews,
    setup_intents,
    subscriptions,
    webhook_endpoints,
)  # fmt: skip

Handler = Callable[[Call], Json]


@dataclass(frozen=True)
class Route:
    """A route. ``publishable``: it accepts the publishable key too."""

    method: str
    pattern: str
    handler: Handler
    publishable: bool = False


def _route(call: str, handler: Handler, *, publishable: bool = False) -> Route:
    method, path = call.split()
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", f"/v1/{path}")
    return Route(method, pattern, handler, publishable)


ROUTES = [
    _route("GET account", accounts.retrieve_current),
    _route("POST customers", customers.create),
    _route("GET customers", customers.list_all),
    _route("GET customers/{id}", customers.retrieve),
    _route("POST customers/{id}", customers.update),
    _route("DELETE customers/{id}", deletions.delete_customer),
    _route("POST customer_sessions", customer_sessions.create),
    _route("GET elements/sessions", customer_sessions.elements_session, publishable=True),
    _route("POST products", catalog.create_product),
    _route("GET products/{id}", catalog.retrieve_product),
    _route("POST prices", catalog.create_price),
    _route("GET prices", catalog.list_prices),
    _route("GET prices/{id}", catalog.retrieve_price),
    _route("POST payment_methods", payment_methods.create, publishable=True),
    _route("GET payment_methods", payment_methods.list_all),
    _route("GET payment_methods/{id}", payment_methods.retrieve),
    _route("POST payment_methods/{id}", payment_methods.update),
    _route("POST payment_methods/{id}/attach", payment_methods.attach),
    _route("POST payment_methods/{id}/detach", payment_methods.detach),
    _route("POST payment_method_domains", payment_method_domains.create),
    _route("GET payment_method_domains", payment_method_domains.list_all),
    _route("POST payment_method_domains/{id}", payment_method_domains.update),
    _route("POST payment_method_domains/{id}/validate", payment_method_domains.validate),
    _route("POST payment_intents", payment_intents.create),
    _route("GET payment_intents", payment_intents.list_all),
    _route("GET payment_intents/{id}", payment_intents.retrieve, publishable=True),
    _route("POST payment_intents/{id}", payment_intents.update),
    _route("POST payment_intents/{id}/confirm", payment_intents.confirm, publishable=True),
    _route("POST payment_intents/{id}/cancel", payment_intents.cancel),
    _route("POST setup_intents", setup_intents.create),
    _route("GET setup_intents/{id}", setup_intents.retrieve, publishable=True),
    _route("POST setup_intents/{id}/confirm", setup_intents.confirm, publishable=True),
    _route("POST 3ds2/authenticate", authentication.authenticate, publishable=True),
    _route("GET charges", charges.list_all),
    _route("GET charges/{id}", charges.retrieve),
    _route("POST charges/{id}", charges.update),
    _route("POST refunds", charges.create_refund),
    _route("GET refunds", charges.list_refunds),
    _route("GET refunds/{id}", charges.retrieve_refund),
    _route("GET disputes", disputes.list_all),
    _route("GET disputes/{id}", disputes.retrieve),
    _route("POST disputes/{id}", disputes.update),
    _route("POST disputes/{id}/close", disputes.close),
    _route("GET balance_transactions", balance.list_all),
    _route("GET payouts", payouts.list_all),
    _route("GET payouts/{id}", payouts.retrieve),
    _route("POST subscriptions", subscriptions.create),
    _route("GET subscriptions", subscriptions.list_all),
    _route("GET subscriptions/{id}", subscriptions.retrieve),
    _route("POST subscriptions/{id}", subscriptions.update),
    _route("DELETE subscriptions/{id}", subscriptions.cancel),
    _route("POST invoices/create_preview", previews.create),
    _route("GET invoices", invoices.list_all),
    _route("GET invoices/{id}", invoices.retrieve),
    _route("POST invoices/{id}/pay", invoices.pay),
    _route("POST invoices/{id}/void", invoices.void),
    _route("GET invoiceitems", invoices.list_items),
    _route("POST webhook_endpoints", webhook_endpoints.create),
    _route("GET webhook_endpoints", webhook_endpoints.list_all),
    _route("POST webhook_endpoints/{id}", webhook_endpoints.update),
    _route("DELETE webhook_endpoints/{id}", webhook_endpoints.delete),
    _route("GET events", events.list_all),
    _route("GET events/{id}", events.retrieve),
]

# Keys that exist only when a request expands them.
INCLUDED: Included = {
    ("charge", "refunds"): charges.refunds_of,
    ("customer", "subscriptions"): subscriptions.of_customer,
    ("invoice", "confirmation_secret"): invoices.confirmation_secret,
    ("invoice", "payments"): invoices.payments_of,
}

# The fields of an intent that the publishable key may see.
_BOTH = {
    "id", "object", "automatic_payment_methods", "cancellation_reason", "client_secret", "created", "description",
    "livemode", "next_action", "payment_method", "payment_method_configuration_details", "payment_method_types",
    "status",
}  # fmt: skip
PUBLIC_KEYS = {
    "payment_intent": _BOTH
    | {
        "amount", "amount_details", "canceled_at", "capture_method", "confirmation_method", "currency",
        "last_payment_error", "processing", "receipt_email", "setup_future_usage", "shipping", "source",
    },
    "setup_intent": _BOTH | {"last_setup_error", "usage"},
}  # fmt: skip
