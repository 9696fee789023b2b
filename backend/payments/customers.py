"""Users as customers at Stripe."""

from collections.abc import Callable
from typing import TypeVar

import stripe

from accounts.models import User
from payments.client import Refused, client, if_it_exists, repeatable, translate_stripe_errors, write_once

T = TypeVar("T")


def with_customer(user: User, call: Callable[[str], T]) -> T:
    """Return ``call(customer)`` for the user's customer at Stripe, or for a new one if that was deleted.

    We only learn that a customer was deleted in Stripe's dashboard when a call names it. Raises what ``call`` raises,
    Refused and PaymentsUnavailable.
    """
    customer = customer_of(user)
    try:
        return call(customer)
    except (Refused, stripe.InvalidRequestError) as error:
        if error.code != "resource_missing" or not customer_was_deleted(customer):
            raise
    return call(_replace(user, customer))


@translate_stripe_errors
def customer_of(user: User) -> str:
    """Return the ID of the user's customer at Stripe; create it once, even for several requests at the same time.

    The user's ID is the idempotency key, so the request under it must never change: name and email address follow in a
    second call.
    """
    stored = User.objects.values_list("stripe_customer_id", flat=True).get(pk=user.pk)
    return stored or _make(user, f"customer-{user.pk}", replaces="")


@translate_stripe_errors
def customer_was_deleted(customer: str) -> bool:
    """Return whether this customer was deleted at Stripe; False for one that never existed in this Stripe account."""
    found = if_it_exists(lambda: client().v1.customers.retrieve(customer))
    return bool(getattr(found, "deleted", False))


@translate_stripe_errors
def _replace(user: User, deleted: str) -> str:
    """Return the customer that replaces the deleted one, the same for concurrent requests."""
    return _make(user, f"customer-{user.pk}-after-{deleted}", replaces=deleted)


def _make(user: User, name: str, *, replaces: str) -> str:
    """Create a customer under the idempotency key ``name``; store its ID if the user still has ``replaces``."""
    made = write_once(name, lambda options: client().v1.customers.create({"metadata": {"user": str(user.pk)}}, options))
    client().v1.customers.update(made.id, _details(user), repeatable())
    User.objects.filter(pk=user.pk, stripe_customer_id=replaces).update(stripe_customer_id=made.id)
    return made.id


@translate_stripe_errors
def update_customer(user: User) -> None:
    """Update the name and email address of the user's customer at Stripe, if there is one."""
    if user.stripe_customer_id and not customer_was_deleted(user.stripe_customer_id):
        client().v1.customers.update(user.stripe_customer_id, _details(user), repeatable())


@translate_stripe_errors
def forget_details(customer: str) -> None:
    """Remove the name and email address from an erased person's customer at Stripe (its ID).

    An empty string unsets a value (Stripe API, "Update a customer"). Raises PaymentsUnavailable.
    """
    client().v1.customers.update(customer, {"email": "", "name": ""}, repeatable())


def _details(user: User) -> "stripe.params.CustomerUpdateParams":
    return {"email": user.email, "name": f"{user.first_name} {user.last_name}".strip()}
