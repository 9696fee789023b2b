"""The seam to the business apps: they register what can be paid for and what they want to hear.

This app knows none of them. Registrations are made once, in ``AppConfig.ready``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.http import Http404

from accounts.models import User, Viewer
from payments.models import Payment
from payments.states import SubscriptionState


@dataclass(frozen=True)
class Due:
    """What is to be paid now (US dollars), in words for the customer's statement, and whose payment it is."""

    amount: Decimal
    description: str
    user: User | None


@dataclass(frozen=True)
class Purpose:
    """Something that can be paid for; see ``register_purpose``."""

    due: Callable[[Viewer, UUID | None], Due]
    settle: Callable[[Payment], None]
    own_receipt: bool = False


_purposes: dict[str, Purpose] = {}
_subscription_listeners: list[Callable[[SubscriptionState], bool]] = []
_healers: list["Healer"] = []

# Part of the reconciliation: repairs rows each by itself (common.batches) and returns what failed.
Healer = Callable[[], list[Exception]]


def register_purpose(
    name: str,
    *,
    due: Callable[[Viewer, UUID | None], Due],
    settle: Callable[[Payment], None],
    own_receipt: bool = False,
) -> None:
    """Let ``name`` be paid for.

    ``due(viewer, reference)`` answers what the viewer has to pay, or raises Http404 or Conflict as the API should
    answer it. It is called in a transaction, and locks what must not change before a payment for it is on record.

    ``settle(payment)`` is called whenever Stripe changed a payment of this purpose (it succeeded, was refunded,
    disputed, canceled), in the transaction that changed it and with its row locked. It may be called again with the
    same payment and must then change nothing; what it raises undoes the change, which is then tried again.

    ``own_receipt``: the app emails a receipt itself, so Stripe sends none.
    """
    _purposes[name] = Purpose(due, settle, own_receipt)


def register_subscriptions(apply: Callable[[SubscriptionState], bool]) -> None:
    """Hear the present state of a subscription, in a transaction, whenever it may have changed. ``apply`` is called
    with the same state any number of times; it answers whether the subscription is one of its own."""
    _subscription_listeners.append(apply)


def register_healing(heal: Healer) -> None:
    """Be called by each reconciliation, to ask Stripe about rows that wait for news. Called outside transactions."""
    _healers.append(heal)


def purpose(name: str) -> Purpose:
    """The registration of ``name``. Raises Http404 where there is none."""
    try:
        return _purposes[name]
    except KeyError:
        raise Http404 from None


def sends_own_receipt(name: str) -> bool:
    """Whether the receipt for a payment of this purpose is not Stripe's to send."""
    registered = _purposes.get(name)
    return registered is None or registered.own_receipt


def settle(payment: Payment) -> None:
    """Tell the one who registered the payment's purpose, if anybody did."""
    if registered := _purposes.get(payment.purpose):
        registered.settle(payment)


def apply_subscription(state: SubscriptionState) -> bool:
    """Tell everybody who listens; whether it was somebody's."""
    heard = [apply(state) for apply in _subscription_listeners]
    return any(heard)


def healers() -> list[Healer]:
    """All registered healers."""
    return list(_healers)
