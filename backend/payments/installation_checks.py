"""Installation checks for card payments (``common.doctor``)."""

import datetime as dt

import stripe
from django.conf import settings
from django.utils import timezone

from common.doctor import Finding, check, failing, ok, warning
from common.installation_checks import clock_finding
from payments.account import read_account
from payments.client import PaymentsUnavailable
from payments.models import Payment, PaymentStatus, StripeEvent
from payments.webhook_endpoint import find_problem

SILENT_AFTER = dt.timedelta(days=1)
# A webhook normally arrives within seconds. Stripe retries for days, but then something is wrong.
WEBHOOK_WITHIN = dt.timedelta(minutes=10)

NOT_SET_UP = ok("Card payments are not set up.")
SET_KEYS = "Run make configure, which asks for the keys; they are in Stripe's dashboard under Developers, API keys."
SYNC_WEBHOOK = "Run: docker compose exec web python manage.py sync_stripe_webhook"


@check("stripe", "Card payments", remote=True)
def _account() -> Finding:
    secret, publishable = settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY
    if not secret:
        return warning("Card payments are not set up, so customers can't pay online.", SET_KEYS)
    if not secret.startswith(("sk_", "rk_")) or not publishable.startswith("pk_"):
        return failing("Stripe's secret key and its publishable key are mixed up, or one is missing.", SET_KEYS)
    try:
        account = read_account()
    except PaymentsUnavailable as error:
        return _unavailable(error)
    if not account.can_charge:
        return failing(
            f"Stripe doesn't let the account {account.name} take payments yet.",
            "Stripe's dashboard says what it still needs from you.",
        )
    if not account.can_pay_out:
        return warning(
            f"Stripe doesn't pay out to the bank account of {account.name} yet.",
            "Stripe's dashboard says what it still needs from you.",
        )
    if secret.split("_")[1] == "test" and not settings.DEVELOPMENT:
        return warning(
            f"The keys of {account.name} are test keys: no real card is charged.",
            "Before you open, run make configure and enter the live keys.",
        )
    return ok(f"Stripe accepts the keys of {account.name}.")


@check("stripe-endpoint", "Stripe's webhook", remote=True)
def _endpoint() -> Finding:
    if not settings.STRIPE_SECRET_KEY:
        return NOT_SET_UP
    try:
        problem = find_problem()
    except PaymentsUnavailable as error:
        return _unavailable(error)
    if problem:
        return failing(f"{problem}, so payments show up minutes late.", SYNC_WEBHOOK)
    return ok("Stripe's webhook sends all needed events.")


@check("stripe-webhook", "Events from Stripe")
def _silence() -> Finding:
    """Check that events arrive. Without them, the reconciliation finds payments too, but minutes later."""
    if not settings.STRIPE_SECRET_KEY:
        return NOT_SET_UP
    now = timezone.now()
    paid = Payment.objects.filter(
        status=PaymentStatus.SUCCEEDED, succeeded_at__gt=now - SILENT_AFTER, succeeded_at__lt=now - WEBHOOK_WITHIN
    )
    events = StripeEvent.objects.filter(by_webhook=True, created_at__gt=now - SILENT_AFTER)
    if not events.exists() and paid.exists():
        return failing(
            "Payments were made in the last day, but Stripe's webhook sent no events, so they show up minutes late.",
            "In Stripe's dashboard under Developers, Webhooks, see why deliveries fail. If the signature is rejected, "
            "STRIPE_WEBHOOK_SECRET in .env belongs to another webhook: run make configure.",
        )
    return ok("Stripe's webhook works, as far as recent payments show.")


@check("stripe-clock", "Clock, compared with Stripe's", remote=True)
def _clock() -> Finding:
    if not settings.STRIPE_SECRET_KEY:
        return NOT_SET_UP
    try:
        return clock_finding(read_account().clock_ahead, "Stripe")
    except PaymentsUnavailable as error:
        return _unavailable(error)


def _unavailable(error: PaymentsUnavailable) -> Finding:
    if isinstance(error.__cause__, (stripe.AuthenticationError, stripe.PermissionError)):
        return failing("Stripe rejects the secret key.", SET_KEYS)
    return failing(
        f"Stripe can't be reached ({type(error.__cause__ or error).__name__}), so no one can pay by card.",
        "Check status.stripe.com. If Stripe is up, check this machine's internet connection.",
    )
