"""What goes wrong with cards in a season: a refund, a card that was declined, a renewal that failed.

Each belongs to a customer of its own, and came about as it does in earnest: paid or refused at Stripe, and true here
because Stripe says so. Money is US dollars.
"""

import logging
from contextlib import suppress
from decimal import Decimal

from django.conf import settings

from accounts.models import User
from common.errors import DomainError
from demo.people import DECLINED, PAST_DUE, REFUNDED
from demo.storage import subscribe
from invoices.models import PURPOSE, Invoice, InvoiceStatus
from payments.intents import Intent, open_intent
from payments.ledger import sync_payment
from payments.models import Payment, PaymentStatus
from payments.states import SubscriptionStatus
from payments.subscriptions import sync_subscription
from storage.models import StorageSubscription
from testing import cards

log = logging.getLogger(__name__)

BACK = Decimal("85.00")  # of Dana's invoice: the wreath for the garage was left out


def load() -> None:
    """Let at Stripe happen what has not happened yet. What fails is tried again by the next start. Call it outside of
    transactions."""
    if not settings.STRIPE_SECRET_KEY:
        return
    for what, happen in (("refund", _refund), ("declined card", _decline), ("failed renewal", _fail_renewal)):
        try:
            happen()
        except DomainError as error:
            log.warning("The demo starts without its %s: %s", what, error)


def _refund() -> None:
    """Dana has paid, and a part of it went back."""
    payments = Payment.objects.filter(user__email=REFUNDED, status=PaymentStatus.SUCCEEDED).order_by("created_at")
    invoice = _waiting_invoice(REFUNDED)
    if invoice and not payments.exists():
        intent = _form(invoice, REFUNDED)
        cards.pay(intent.client_secret)
        sync_payment(intent.payment.stripe_payment_intent_id)
    paid = payments.first()
    if paid and not paid.amount_refunded:
        cards.refund(paid.stripe_payment_intent_id, BACK)
        sync_payment(paid.stripe_payment_intent_id)


def _decline() -> None:
    """Omar's card was declined, and he has not tried another."""
    tried = Payment.objects.filter(user__email=DECLINED).exclude(failure_message="")
    invoice = _waiting_invoice(DECLINED)
    if invoice and not tried.exists():
        intent = _form(invoice, DECLINED)
        with suppress(DomainError):
            cards.pay(intent.client_secret, cards.DECLINED)
        sync_payment(intent.payment.stripe_payment_intent_id)


def _fail_renewal() -> None:
    """Keiko's second month could not be charged. Only the sandbox lets a month pass when it is told to."""
    user = User.objects.filter(email=PAST_DUE).first()
    if user is None or not cards.at_sandbox():
        return
    begun = StorageSubscription.objects.filter(user=user).exclude(status=SubscriptionStatus.INCOMPLETE)
    if not begun.exists():
        subscribe(user, "business")
    if running := begun.filter(status=SubscriptionStatus.ACTIVE).first():
        cards.fail_renewal(running.stripe_subscription_id)
        sync_subscription(running.stripe_subscription_id)


def _waiting_invoice(email: str) -> Invoice | None:
    payable = Invoice.objects.filter(user__email=email, status__in=InvoiceStatus.PAYABLE)
    found: Invoice | None = payable.order_by("created_at").first()
    return found


def _form(invoice: Invoice, email: str) -> Intent:
    """As when the customer opens the page that takes the payment."""
    return open_intent(purpose=PURPOSE, reference=invoice.id, viewer=User.objects.get(email=email))
