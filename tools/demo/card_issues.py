"""The demo's card issues: a refund, a declined card, a failed renewal and a payment from an unknown person.

Each has its own customer and is created as in production, by paying at Stripe and syncing from it. Amounts are in US
dollars.
"""

import logging
from contextlib import suppress
from decimal import Decimal

from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from common.errors import DomainError
from demo.people import DECLINED, PAST_DUE, REFUNDED
from demo.storage import subscribe
from invoices.models import PURPOSE, Invoice, InvoiceStatus
from payments import checkout
from payments.intents import Intent
from payments.ledger import sync_payment
from payments.models import Payment, PaymentStatus
from payments.states import SubscriptionStatus
from payments.subscriptions import sync_subscription
from storage.models import StorageSubscription
from testing import cards

log = logging.getLogger(__name__)

REFUND = Decimal("85.00")  # on Dana's invoice, for the garage wreath that was left out


def load() -> None:
    """Create whatever does not exist at Stripe yet. If Stripe fails, the next start tries again.

    Call it outside transactions.
    """
    if not settings.STRIPE_SECRET_KEY:
        return
    issues = {
        "refund": _refund,
        "declined card": _decline,
        "failed renewal": _fail_renewal,
        "payment by a visitor": _pay_as_visitor,
    }
    for what, happen in issues.items():
        try:
            happen()
        except DomainError as error:
            log.warning("The demo starts without its %s: %s", what, error)


def _refund() -> None:
    """Let Dana pay, then refund part of it."""
    payments = Payment.objects.filter(user__email=REFUNDED, status=PaymentStatus.SUCCEEDED).order_by("created_at")
    invoice = _waiting_invoice(REFUNDED)
    if invoice and not payments.exists():
        intent = _open_payment_form(invoice, REFUNDED)
        cards.pay(intent.client_secret)
        sync_payment(intent.payment.stripe_payment_intent_id)
    paid = payments.first()
    if paid and not paid.amount_refunded:
        cards.refund(paid.stripe_payment_intent_id, REFUND)
        sync_payment(paid.stripe_payment_intent_id)


def _decline() -> None:
    """Let Omar's card be declined."""
    tried = Payment.objects.filter(user__email=DECLINED).exclude(failure_message="")
    invoice = _waiting_invoice(DECLINED)
    if invoice and not tried.exists():
        intent = _open_payment_form(invoice, DECLINED)
        with suppress(DomainError):
            cards.pay(intent.client_secret, cards.DECLINED)
        sync_payment(intent.payment.stripe_payment_intent_id)


def _fail_renewal() -> None:
    """Let Keiko's second month fail. Only works with the sandbox, which can skip a month."""
    user = User.objects.filter(email=PAST_DUE).first()
    if user is None or not cards.uses_sandbox():
        return
    begun = StorageSubscription.objects.filter(user=user).exclude(status=SubscriptionStatus.INCOMPLETE)
    if not begun.exists():
        subscribe(user, "business")
    if running := begun.filter(status=SubscriptionStatus.ACTIVE).first():
        cards.fail_renewal(running.stripe_subscription_id)
        sync_subscription(running.stripe_subscription_id)


def _pay_as_visitor() -> None:
    """Let a visitor who is not signed in pay the published amount."""
    if not Payment.objects.filter(purpose=checkout.PURPOSE, user=None).exists():
        intent = cards.open_intent(purpose=checkout.PURPOSE, reference=None, viewer=AnonymousUser())
        cards.pay(intent.client_secret)
        sync_payment(intent.payment.stripe_payment_intent_id)


def _waiting_invoice(email: str) -> Invoice | None:
    payable = Invoice.objects.filter(user__email=email, status__in=InvoiceStatus.PAYABLE)
    found: Invoice | None = payable.order_by("created_at").first()
    return found


def _open_payment_form(invoice: Invoice, email: str) -> Intent:
    """Create the intent, as when the customer opens the payment page."""
    return cards.open_intent(purpose=PURPOSE, reference=invoice.id, viewer=User.objects.get(email=email))
