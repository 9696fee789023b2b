"""Customers' saved cards: for the next time they pay, or for their storage plan.

Stripe stores them; this site stores nothing about them (docs/decisions/0034-saved-cards.md).
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import stripe
from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.exceptions import AlreadyEnqueued

from accounts.models import User
from common.errors import Conflict
from common.worker.queues import PAYMENTS
from payments.attempts import RETRY_SOON
from payments.client import Refused, client, if_it_exists, repeatable, translate_stripe_errors
from payments.customers import customer_was_deleted, with_customer
from payments.models import Payment
from payments.values import id_of

PAYS_STORAGE = (
    "This card pays for your storage plan. Update the plan's card under Storage first, and you can remove this one."
)
# The most cards that Stripe's form shows (Stripe API, "Customer Sessions").
_SHOWN_IN_FORM: Final = 10
# The metadata of a saved card that is not offered while it is expired.
_WITHHELD: Final = {"withheld": "expired"}


@dataclass(frozen=True)
class SavedCard:
    """A card as its owner may see it. ``pays_storage``: a storage plan is charged to it each month."""

    id: str
    brand: str
    last4: str
    exp_month: int
    exp_year: int
    expired: bool
    pays_storage: bool


def saved_cards(user: User) -> list[SavedCard]:
    """Return the cards that Stripe keeps for the user, newest first. Raises PaymentsUnavailable."""
    customer = user.stripe_customer_id
    if not customer:
        return []
    try:
        methods = _methods(customer)
        paying = _storage_cards(customer)
    except Refused:
        if customer_was_deleted(customer):
            return []  # its cards were deleted with it
        raise
    return [_card(method, paying) for method in methods if method.card]


def remove_card(user: User, method_id: str) -> None:
    """Have Stripe delete one of the user's cards.

    Raises Http404 if the user has no such card, Conflict if it pays for storage, and PaymentsUnavailable.
    """
    method = _own_method(user, method_id)
    if method.id in _storage_cards(user.stripe_customer_id):
        raise Conflict(PAYS_STORAGE)
    _detach(method.id)


def open_session(user: User, intent_id: str) -> str:
    """Return the client secret with which Stripe's form for one of the user's payments offers their saved cards and to
    save another one. It is valid for half an hour.

    Raises Http404 if the payment is not the user's, and PaymentsUnavailable.
    """
    get_object_or_404(Payment.objects.owned_by(user).exclude(stripe_payment_intent_id=""),
                      stripe_payment_intent_id=intent_id)  # fmt: skip
    return with_customer(user, _session)


def detach_all(customer: str) -> None:
    """Detach every card of a customer at Stripe (its ID). Raises PaymentsUnavailable."""
    for method in _methods(customer):
        _detach(method.id)


def tidy_later(user: User) -> None:
    """Let the worker tidy the user's saved cards after one was added."""
    job = tidy_cards.configure(queueing_lock=f"tidy_cards:{user.pk}")
    with suppress(AlreadyEnqueued), transaction.atomic():  # a refused row would abort the caller's transaction
        job.defer(customer=user.stripe_customer_id)


@app.task(queue=PAYMENTS, retry=RETRY_SOON)
def tidy_cards(customer: str) -> None:
    """Tidy a customer's saved cards. Raises PaymentsUnavailable, which the queue retries."""
    with suppress(Refused):  # the customer was deleted
        _tidy(customer)


@translate_stripe_errors
def _session(customer: str) -> str:
    _tidy(customer)
    made = client().v1.customer_sessions.create(
        {
            "customer": customer,
            "components": {
                "payment_element": {
                    "enabled": True,
                    "features": {
                        "payment_method_redisplay": "enabled",
                        "payment_method_redisplay_limit": _SHOWN_IN_FORM,
                        "payment_method_allow_redisplay_filters": ["always"],
                        "payment_method_save": "enabled",
                        # The card is used only while its owner is present.
                        "payment_method_save_usage": "on_session",
                        # Removal is in My Services, which refuses to remove a card that pays for storage.
                        "payment_method_remove": "disabled",
                    },
                }
            },
        },
        repeatable(),
    )
    return made.client_secret


@translate_stripe_errors
def _tidy(customer: str) -> None:
    """Remove duplicates, stop offering expired cards, and offer them again once their bank has renewed them."""
    seen: set[tuple[str, int, int]] = set()
    paying = _storage_cards(customer)
    for method in _methods(customer):
        card = method.card
        if card is None or not _is_offered_or_withheld(method):
            continue
        same = (card.fingerprint or method.id, card.exp_month, card.exp_year)
        if same in seen and method.id not in paying:
            _detach(method.id)
            continue
        seen.add(same)
        _offer_unless_expired(method, _has_expired(card))


def _offer_unless_expired(method: stripe.PaymentMethod, expired: bool) -> None:
    if expired == (method.allow_redisplay == "always"):
        client().v1.payment_methods.update(
            method.id,
            {
                "allow_redisplay": "limited" if expired else "always",
                "metadata": _WITHHELD if expired else dict.fromkeys(_WITHHELD, ""),
            },
            repeatable(),
        )


def _is_offered_or_withheld(method: stripe.PaymentMethod) -> bool:
    """Return whether the card was saved for the next payment, as opposed to one kept only for a storage plan."""
    marks = method.metadata.to_dict() if method.metadata else {}
    return method.allow_redisplay == "always" or marks.items() >= _WITHHELD.items()


@translate_stripe_errors
def _methods(customer: str) -> list[stripe.PaymentMethod]:
    found = client().v1.payment_methods.list({"customer": customer, "type": "card", "limit": 100})
    return list(found.auto_paging_iter())


@translate_stripe_errors
def _own_method(user: User, method_id: str) -> stripe.PaymentMethod:
    if not user.stripe_customer_id:
        raise Http404
    method = if_it_exists(lambda: client().v1.payment_methods.retrieve(method_id))
    if method is None:
        raise Http404
    if id_of(method.customer) != user.stripe_customer_id or not method.card:
        raise Http404
    return method


@translate_stripe_errors
def _storage_cards(customer: str) -> set[str]:
    """Return the IDs of the cards that the customer's subscriptions are charged to."""
    subscriptions = client().v1.subscriptions.list({"customer": customer, "limit": 100}).auto_paging_iter()
    return {id_of(each.default_payment_method) for each in subscriptions if each.default_payment_method}


@translate_stripe_errors
def _detach(method_id: str) -> None:
    with suppress(stripe.InvalidRequestError):  # someone else removed it at the same moment
        client().v1.payment_methods.detach(method_id, {}, repeatable())


def _has_expired(card: stripe.PaymentMethod.Card) -> bool:
    """Return whether the card's last valid month has passed in Eastern time."""
    today = timezone.localdate()
    return (card.exp_year, card.exp_month) < (today.year, today.month)


def _card(method: stripe.PaymentMethod, paying: set[str]) -> SavedCard:
    card = method.card
    assert card
    return SavedCard(
        id=method.id,
        brand=card.brand,
        last4=card.last4,
        exp_month=card.exp_month,
        exp_year=card.exp_year,
        expired=_has_expired(card),
        pays_storage=method.id in paying,
    )
