"""Payments that a customer makes now: one open payment for each thing to be paid, one intent at Stripe for each."""

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
from payments.client import Refused, asks_stripe, client, repeatable, write_once
from payments.customers import with_customer
from payments.ledger import status_of, sync_payment, to_cents
from payments.models import Payment, PaymentStatus

PROCESSING = "Your payment is being processed by the bank. We will show it here as soon as it is through."
BUSY = "This payment was changed somewhere else at the same moment. Please try again."


@dataclass(frozen=True)
class Intent:
    """A payment and what Stripe's form in the browser needs to take it."""

    payment: Payment
    client_secret: str


def open_intent(*, purpose: str, reference: UUID | None, viewer: Viewer) -> Intent:
    """What the browser needs to pay for ``reference`` of ``purpose``; asked again, or twice at once, the same.

    Call it outside of transactions. Raises what the purpose's ``due`` raises, Conflict while a payment for the same
    is being processed, PaymentsUnavailable; after that last one, the next call goes on with the same payment.
    """
    payment = claim_payment(purpose=purpose, reference=reference, viewer=viewer)
    return continue_payment(payment_id=payment.id, viewer=viewer)


@transaction.atomic
def claim_payment(*, purpose: str, reference: UUID | None, viewer: Viewer) -> Payment:
    """The one open payment for this purpose and reference, or this user; a new one where there is none, and always
    for somebody unknown. Nothing is asked of Stripe yet. Raises what ``due`` raises."""
    due = hooks.purpose(purpose).due(viewer, reference)
    if found := _open_payment(purpose, reference, due.user):
        return found
    try:
        with transaction.atomic():
            return Payment.objects.create(
                user=due.user, purpose=purpose, reference=reference, amount=due.amount,
                description=due.description[:500],
            )  # fmt: skip
    except IntegrityError:  # another request was a moment faster
        if found := _open_payment(purpose, reference, due.user):
            return found
        raise Conflict(BUSY) from None


def _open_payment(purpose: str, reference: UUID | None, user: User | None) -> Payment | None:
    if reference is None and user is None:
        return None
    whose = Q(reference=reference) if reference else Q(reference=None, user=user)
    return Payment.objects.filter(whose, purpose=purpose, status__in=PaymentStatus.UNSETTLED).first()


def continue_payment(*, payment_id: UUID, viewer: Viewer) -> Intent:
    """What the browser needs to make this payment, or its successor where it has come to an end without our hearing or
    is over another amount than is due by now.

    Outside of transactions; may run any number of times, also at once: the row's id is Stripe's idempotency key, so
    all of them get one intent. Raises as ``open_intent``.
    """
    payment = Payment.objects.get(id=payment_id)
    for _ in range(3):
        intent = intent_of(payment)
        if status_of(intent) == PaymentStatus.OPEN:
            if intent.amount == to_cents(_due(payment, viewer)) and not _is_of_deleted_customer(intent):
                return Intent(payment, intent.client_secret or "")
            with suppress(Refused):  # more or less is due by now: a form that is open elsewhere shows what it was
                _cancel(intent.id)
        synced = sync_payment(intent.id)
        if synced is None:
            break
        if synced.status == PaymentStatus.PROCESSING:
            raise Conflict(PROCESSING)
        if synced.status == PaymentStatus.SUCCEEDED and synced.reference is None:
            return Intent(synced, intent.client_secret or "")  # the browser finds it paid, and takes nothing twice
        payment = claim_payment(purpose=payment.purpose, reference=payment.reference, viewer=viewer)
    raise Conflict(BUSY)


def cancel_open_intents(*, purpose: str, reference: UUID, but_for: Decimal | None = None) -> None:
    """See to it that nothing can be paid any more for ``reference``, before it is cancelled or paid otherwise;
    nothing but exactly ``but_for`` (US dollars), where that much is still due.

    Call it outside of transactions. Raises Conflict where a payment is being processed or has just succeeded,
    PaymentsUnavailable where Stripe can't be asked.
    """
    for payment in Payment.objects.filter(purpose=purpose, reference=reference, status__in=PaymentStatus.UNSETTLED):
        intent = intent_of(payment)
        if but_for is not None and intent.amount == to_cents(but_for):
            continue
        with suppress(Refused):  # no longer open: its state says how it ended
            _cancel(intent.id)
        synced = sync_payment(intent.id)
        if synced and synced.status != PaymentStatus.CANCELED:
            raise Conflict("A card payment for this is being made right now. Reload the page to see how it went.")


def refuse_if_open(*, purpose: str, reference: UUID) -> None:
    """Raises Conflict where a payment has been begun since ``cancel_open_intents``. Call it with the lock held that the
    purpose's ``due`` takes: none is begun then before the transaction ends."""
    if Payment.objects.filter(purpose=purpose, reference=reference, status__in=PaymentStatus.UNSETTLED).exists():
        raise Conflict("The customer opened the card form for this at the same moment. Please try again.")


@asks_stripe
def intent_of(payment: Payment) -> stripe.PaymentIntent:
    """The payment's intent at Stripe; made where there is none, or where we never heard that it was made."""
    if payment.stripe_payment_intent_id:
        return client().v1.payment_intents.retrieve(payment.stripe_payment_intent_id, {"expand": ["customer"]})
    if payment.user:
        intent = with_customer(payment.user, lambda customer: _make(payment, customer, _receipt_email(payment)))
    else:
        intent = _make(payment, "", "")
    Payment.objects.filter(id=payment.id, stripe_payment_intent_id="").update(stripe_payment_intent_id=intent.id)
    payment.stripe_payment_intent_id = intent.id
    return intent


def _make(payment: Payment, customer: str, receipt_email: str) -> stripe.PaymentIntent:
    """Make the payment's intent. Everything comes from the row and does not change before the intent is known, so a
    repeated call is the same call to Stripe; what may change nevertheless is part of its key."""
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
    """Where Stripe sends the receipt; empty if there is none to send, or if we send one of our own (two receipts for
    one payment look like two payments)."""
    return payment.user.email if payment.user and not hooks.sends_own_receipt(payment.purpose) else ""


@asks_stripe
def update_receipt_emails(user: User) -> None:
    """Let the receipts of payments that the user has begun go to the address that they have now."""
    begun = Payment.objects.filter(user=user, status__in=PaymentStatus.UNSETTLED).exclude(stripe_payment_intent_id="")
    for payment in begun.select_related("user"):
        if email := _receipt_email(payment):
            with suppress(stripe.InvalidRequestError):  # paid, canceled or gone at Stripe: no receipt is to come
                client().v1.payment_intents.update(
                    payment.stripe_payment_intent_id, {"receipt_email": email}, repeatable()
                )


def _is_of_deleted_customer(intent: stripe.PaymentIntent) -> bool:
    """Whether the intent's customer was deleted, so that it can no longer be paid."""
    return isinstance(intent.customer, stripe.Customer) and bool(getattr(intent.customer, "deleted", False))


@transaction.atomic
def _due(payment: Payment, viewer: Viewer) -> Decimal:
    """What is due at this moment."""
    return hooks.purpose(payment.purpose).due(viewer, payment.reference).amount


@asks_stripe
def _cancel(intent_id: str) -> None:
    client().v1.payment_intents.cancel(intent_id, {"cancellation_reason": "abandoned"}, repeatable())
