"""Users as customers at Stripe."""

from collections.abc import Callable
from typing import TypeVar

import stripe

from accounts.models import User
from payments.client import Refused, client, repeatable, translate_stripe_errors, write_once

T = TypeVar("T")


def with_customer(user: User, call: Callable[[str], T]) -> T:
    """Return ``call(customer)`` for the user's customer at Stripe; if Stripe says that it was deleted, for a new one.

    Nothing tells us of a customer that was deleted in Stripe's dashboard until a call names it. Raises what ``call``
    raises, Refused and PaymentsUnavailable.
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
    """Return the id of the user's customer at Stripe, created once, however many requests need it at the same time.

    The user's id is the idempotency key, and what is sent under it never changes; name and address follow in a call
    of their own.
    """
    kept = User.objects.values_list("stripe_customer_id", flat=True).get(pk=user.pk)
    return kept or _make(user, f"customer-{user.pk}", replaces="")


@translate_stripe_errors
def customer_was_deleted(customer: str) -> bool:
    """Return whether Stripe has deleted this customer; False for one that it never had (another account's)."""
    try:
        found = client().v1.customers.retrieve(customer)
    except stripe.InvalidRequestError as error:
        if error.code != "resource_missing":
            raise
        return False
    return bool(getattr(found, "deleted", False))


@translate_stripe_errors
def _replace(user: User, deleted: str) -> str:
    """Return the customer that replaces the deleted one; several requests at once get the same."""
    kept = User.objects.values_list("stripe_customer_id", flat=True).get(pk=user.pk)
    if kept not in {"", deleted}:
        return kept
    return _make(user, f"customer-{user.pk}-after-{deleted}", replaces=kept)


def _make(user: User, name: str, *, replaces: str) -> str:
    """Create a customer under the idempotency key ``name``, and store it unless ``replaces`` is no longer stored."""
    made = write_once(name, lambda options: client().v1.customers.create({"metadata": {"user": str(user.pk)}}, options))
    client().v1.customers.update(made.id, _details(user), repeatable())
    User.objects.filter(pk=user.pk, stripe_customer_id=replaces).update(stripe_customer_id=made.id)
    return made.id


@translate_stripe_errors
def update_customer(user: User) -> None:
    """Bring name and email address of the user's customer at Stripe up to date, if there is one."""
    if user.stripe_customer_id and not customer_was_deleted(user.stripe_customer_id):
        client().v1.customers.update(user.stripe_customer_id, _details(user), repeatable())


@translate_stripe_errors
def forget_details(customer: str) -> None:
    """Take the name and the email address of someone who was erased off their customer at Stripe (its ID), if it is
    still there. An empty text unsets a value (Stripe, "Update a customer"). Raises PaymentsUnavailable.
    """
    if not customer_was_deleted(customer):
        client().v1.customers.update(customer, {"email": "", "name": ""}, repeatable())


def _details(user: User) -> "stripe.params.CustomerUpdateParams":
    return {"email": user.email, "name": f"{user.first_name} {user.last_name}".strip()}
