"""Payments that a customer makes now: one open payment per purpose and reference, with one payment intent at Stripe."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from hashlib import sha256
from uuid import UUID

import stripe
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import User, Viewer
from common.errors import Conflict
from payments import hooks
from payments.client import Refused, client, repeatable, translate_stripe_errors, write_once
from payments.customers import with_customer
from payments.hooks import PaymentPart
from payments.ledger import status_of, sync_payment
from payments.models import Payment, PaymentStatus
from payments.values import to_cents

PROCESSING = "Your bank is still processing your payment. We'll show it here as soon as it goes through."
BUSY = "This payment was just changed in another tab or on another device. Please try again."


@dataclass(frozen=True)
class Intent:
    """A payment, and the client secret that Stripe's form in the browser needs."""

    payment: Payment
    client_secret: str


@transaction.atomic
def claim_payment(
    *, purpose: str, reference: UUID | None, viewer: Viewer, part: PaymentPart = PaymentPart.ALL
) -> Payment:
    """Return the open payment for this purpose and reference, or this purpose and user; create it if there is none.

    Without a reference, a visitor who is not signed in always gets a new one. Does not call Stripe. Raises what ``due``
    raises.
    """
    due = hooks.purpose(purpose).due(viewer, reference, part)
    if found := _open_payment(purpose, reference, due.user):
        return found
    try:
        with transaction.atomic():
            return Payment.objects.create(
                user=due.user, purpose=purpose, reference=reference, amount=due.amount,
                description=due.description,
            )  # fmt: skip
    except IntegrityError:  # another request created it at the same moment
        if found := _open_payment(purpose, reference, due.user):
            return found
        raise Conflict(BUSY) from None


def _open_payment(purpose: str, reference: UUID | None, user: User | None) -> Payment | None:
    if reference is None and user is None:
        return None
    same = Q(reference=reference) if reference else Q(reference=None, user=user)
    return Payment.objects.filter(same, purpose=purpose, status__in=PaymentStatus.UNSETTLED).first()


def continue_payment(*, payment_id: UUID, viewer: Viewer, part: PaymentPart = PaymentPart.ALL) -> Intent:
    """Return what the browser needs to make this payment, or its successor.

    A payment gets a successor if it has ended at Stripe, or if another amount or part is due now. Call it outside of
    transactions, any number of times and concurrently: the row's ID is the idempotency key, so all calls get one
    intent. Raises what ``due`` raises, Conflict while a payment for the same thing is being processed, and
    PaymentsUnavailable, after which the next call continues with the same payment.
    """
    payment = Payment.objects.get(id=payment_id)
    for _ in range(3):
        intent = intent_of(payment, by_owner=_is_owner(payment, viewer))
        if status_of(intent) == PaymentStatus.OPEN:
            if intent.amount == to_cents(_due(payment, viewer, part)) and _may_pay(intent, payment, viewer):
                return Intent(payment, intent.client_secret or "")
            # Another amount is due now, or another person is paying: an old card form must no longer charge anything.
            with suppress(Refused):
                _cancel(intent.id)
        synced = sync_payment(intent.id)
        if synced is None:
            break
        if synced.status == PaymentStatus.PROCESSING:
            raise Conflict(PROCESSING)
        if synced.status == PaymentStatus.SUCCEEDED and synced.reference is None:
            return Intent(synced, intent.client_secret or "")  # the browser sees that it is paid and charges nothing
        payment = claim_payment(purpose=payment.purpose, reference=payment.reference, viewer=viewer, part=part)
    raise Conflict(BUSY)


def cancel_open_intents(*, purpose: str, reference: UUID, keep_amounts: Collection[Decimal] = ()) -> None:
    """Cancel the open intents for ``reference`` before it is canceled or paid in another way.

    An intent for exactly one of ``keep_amounts`` (US dollars still due) stays open. Call it outside of transactions.
    Raises Conflict if a payment is being processed or has just succeeded, and PaymentsUnavailable.
    """
    for payment in Payment.objects.filter(purpose=purpose, reference=reference, status__in=PaymentStatus.UNSETTLED):
        intent = intent_of(payment)
        if intent.amount in map(to_cents, keep_amounts):
            continue
        with suppress(Refused):  # no longer open; the sync below shows how it ended
            _cancel(intent.id)
        synced = sync_payment(intent.id)
        if synced and synced.status != PaymentStatus.CANCELED:
            raise Conflict("A card payment for this is being made right now. Reload the page to see how it went.")


def refuse_if_open(*, purpose: str, reference: UUID) -> None:
    """Raise Conflict if a payment was started after ``cancel_open_intents``.

    Call it while holding the lock that the purpose's ``due`` takes, so that none can start before the transaction ends.
    """
    if Payment.objects.filter(purpose=purpose, reference=reference, status__in=PaymentStatus.UNSETTLED).exists():
        raise Conflict("The customer opened the card form for this at the same moment. Please try again.")


@translate_stripe_errors
def intent_of(payment: Payment, *, by_owner: bool = True) -> stripe.PaymentIntent:
    """Return the payment's intent at Stripe; create it if our row has none.

    It names the customer only if the payment is made ``by_owner``, because its client secret then allows paying with
    the customer's saved cards and saving another one.
    """
    if payment.stripe_payment_intent_id:
        return _retrieve(payment)
    if payment.user and by_owner:
        intent = with_customer(payment.user, lambda customer: _make(payment, customer, _receipt_email(payment)))
    else:
        intent = _make(payment, "", _receipt_email(payment))
    rows = Payment.objects.filter(id=payment.id, stripe_payment_intent_id__in=["", intent.id])
    if rows.update(stripe_payment_intent_id=intent.id):
        payment.stripe_payment_intent_id = intent.id
        return intent
    # The owner and a link holder each created an intent at the same moment: keep the one that was stored first.
    with suppress(Refused):
        _cancel(intent.id)
    payment.refresh_from_db(fields=["stripe_payment_intent_id"])
    return _retrieve(payment)


def _retrieve(payment: Payment) -> stripe.PaymentIntent:
    return client().v1.payment_intents.retrieve(payment.stripe_payment_intent_id, {"expand": ["customer"]})


def _make(payment: Payment, customer: str, receipt_email: str) -> stripe.PaymentIntent:
    """Create the payment's intent.

    The parameters come from the row and stay the same until the intent's ID is stored, so a repeated call is the same
    request to Stripe. The customer and the receipt address may change, so they are part of the idempotency key.
    """
    wanted: stripe.params.PaymentIntentCreateParams = {
        "amount": to_cents(payment.amount),
        "currency": "usd",
        "allowed_payment_method_types": ["card"],
        "description": payment.description,
        "metadata": {
            "payment": str(payment.id),
            "purpose": payment.purpose,
            "reference": str(payment.reference or ""),
            "user": str(payment.user_id or ""),
            "site": settings.SITE_URL,
        },
    }
    if customer:
        wanted["customer"] = customer
    if receipt_email:
        wanted["receipt_email"] = receipt_email
    payer = sha256(f"{customer} {receipt_email}".encode()).hexdigest()[:16]
    return write_once(
        f"payment-{payment.id}-{payer}", lambda options: client().v1.payment_intents.create(wanted, options)
    )


def _receipt_email(payment: Payment) -> str:
    """Return the address for Stripe's receipt; blank if Stripe sends none.

    If we send our own, Stripe must not: two receipts for one payment look like two payments.
    """
    return payment.user.email if payment.user and not hooks.purpose(payment.purpose).own_receipt else ""


@translate_stripe_errors
def update_receipt_emails(user: User) -> None:
    """Set the receipt address of the user's open payments to their current one."""
    open_ones = Payment.objects.filter(user=user, status__in=PaymentStatus.UNSETTLED).exclude(
        stripe_payment_intent_id=""
    )
    for payment in open_ones.select_related("user"):
        if email := _receipt_email(payment):
            with suppress(stripe.InvalidRequestError):  # paid, canceled or deleted at Stripe: no receipt will be sent
                client().v1.payment_intents.update(
                    payment.stripe_payment_intent_id, {"receipt_email": email}, repeatable()
                )


def _is_owner(payment: Payment, viewer: Viewer) -> bool:
    """Return whether the viewer is signed in as the payment's user, rather than holding a link."""
    return isinstance(viewer, User) and viewer.pk == payment.user_id


def _may_pay(intent: stripe.PaymentIntent, payment: Payment, viewer: Viewer) -> bool:
    """Return whether the viewer may pay with this intent: the owner with one that names a customer still existing at
    Stripe, anyone else with one that names none.
    """
    customer = intent.customer
    if isinstance(customer, stripe.Customer) and getattr(customer, "deleted", False):
        return False
    return (customer is not None) == _is_owner(payment, viewer)


@transaction.atomic
def _due(payment: Payment, viewer: Viewer, part: PaymentPart) -> Decimal:
    """Return the amount due now."""
    return hooks.purpose(payment.purpose).due(viewer, payment.reference, part).amount


@translate_stripe_errors
def _cancel(intent_id: str) -> None:
    client().v1.payment_intents.cancel(intent_id, {"cancellation_reason": "abandoned"}, repeatable())
