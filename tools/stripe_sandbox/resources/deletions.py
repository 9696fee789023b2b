"""Deleting a customer."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json
from stripe_sandbox.resources import subscriptions


def delete_customer(call: Call) -> Json:
    return remove_customer(call, call.path["id"])


def remove_customer(call: Call, identity: str) -> Json:
    """Delete a customer for good: its subscriptions end at once, its cards can no longer be used, and the API returns
    only that it was deleted. Raises ApiError (404)."""
    customer = call.find("customer", identity)
    for subscription in call.store.select("subscription", customer=identity):
        if subscription["status"] not in subscriptions.ENDED:
            subscriptions.end(call, subscription, reason="cancellation_requested")
    for method in call.store.select("payment_method", customer=identity):
        method |= {"customer": None, "_detached": True}
        call.store.save(method)
    call.emit("customer.deleted", customer)
    return call.store.save({"id": identity, "object": "customer", "deleted": True})
