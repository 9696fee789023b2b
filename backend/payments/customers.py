"""Users as customers of Stripe's."""

from accounts.models import User
from payments.client import asks_stripe, client, repeatable, write_once


@asks_stripe
def customer_of(user: User) -> str:
    """The id of the user's customer at Stripe, made once however many ask at the same time.

    The user's id is the idempotency key, and what is sent under it never changes; name and address follow in a call
    of their own.
    """
    kept = User.objects.values_list("stripe_customer_id", flat=True).get(pk=user.pk)
    if kept:
        return kept
    made = write_once(
        f"customer-{user.pk}",
        lambda options: client().v1.customers.create({"metadata": {"user": str(user.pk)}}, options),
    )
    client().v1.customers.update(
        made.id, {"email": user.email, "name": f"{user.first_name} {user.last_name}".strip()}, repeatable()
    )
    User.objects.filter(pk=user.pk, stripe_customer_id="").update(stripe_customer_id=made.id)
    return made.id
