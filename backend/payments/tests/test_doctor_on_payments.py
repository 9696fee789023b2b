"""The installation checks for card payments: missing or wrong keys, and events that don't arrive."""

import datetime as dt
import time
from types import SimpleNamespace
from typing import Any

import pytest
import stripe
from django.utils import timezone

from common.doctor import Result, State, inspect
from payments.models import StripeEvent
from payments.tests.factories import make_payment
from payments.webhook_endpoint import sync_webhook_endpoint
from testing.payments import StripeSandbox

pytestmark = pytest.mark.django_db


def _found(name: str) -> Result:
    (result,) = inspect([name])
    assert bool(result.what_to_do) == (result.state != State.OK)
    return result


def _save(sandbox: StripeSandbox, item: dict[str, Any]) -> None:
    with sandbox.store.transaction():
        sandbox.store.save(item)


def test_working_keys_are_named_with_their_account(stripe_sandbox: StripeSandbox) -> None:
    found = _found("stripe")
    assert (found.state, found.sentence) == (State.OK, "Stripe accepts the keys of Seacoast Holiday Lights.")
    assert _found("stripe-clock").state == State.OK


def test_missing_keys_are_a_warning_and_stripe_is_not_called(settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = ""
    assert _found("stripe").state == State.WARNING
    assert {_found(name).state for name in ("stripe-endpoint", "stripe-webhook", "stripe-clock")} == {State.OK}


@pytest.mark.parametrize(("secret", "publishable"), [("pk_live_1", "sk_live_1"), ("sk_live_1", "")])
def test_swapped_keys_are_failing(settings: Any, secret: str, publishable: str) -> None:
    settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY = secret, publishable
    assert "mixed up" in _found("stripe").sentence


def test_rejected_key_is_failing(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = "sk_test_of_somebody_else"
    assert (_found("stripe").state, _found("stripe").sentence) == (State.FAILING, "Stripe rejects the secret key.")
    settings.STRIPE_SECRET_KEY = settings.STRIPE_PUBLISHABLE_KEY  # known, but it may not read webhooks
    assert _found("stripe-endpoint").sentence == "Stripe rejects the secret key."


def test_unreachable_stripe_is_failing(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.STRIPE_API_BASE = "http://127.0.0.1:9"
    for name in ("stripe", "stripe-endpoint", "stripe-clock"):
        assert (_found(name).state, "can't be reached" in _found(name).sentence) == (State.FAILING, True)


def test_test_keys_are_a_warning_on_a_real_site(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.DEVELOPMENT = False
    assert "no real card is charged" in _found("stripe").sentence


@pytest.mark.parametrize(("missing", "state"), [("charges", State.FAILING), ("payouts", State.WARNING)])
def test_account_that_cannot_charge_or_pay_out_yet_is_reported(
    stripe_sandbox: StripeSandbox, missing: str, state: State
) -> None:
    account = stripe.StripeClient("sk_test_sandbox", base_addresses={"api": stripe_sandbox.url}).v1.accounts
    _save(stripe_sandbox, account.retrieve_current().to_dict() | {f"{missing}_enabled": False})
    assert _found("stripe").state == state


def test_account_without_settings_is_named_by_its_id(stripe_sandbox: StripeSandbox) -> None:
    account = stripe.StripeClient("sk_test_sandbox", base_addresses={"api": stripe_sandbox.url}).v1.accounts
    now = account.retrieve_current().to_dict()
    _save(stripe_sandbox, now | {"settings": None})
    assert _found("stripe").sentence == f"Stripe accepts the keys of {now['id']}."


def test_clock_that_differs_from_stripes_is_failing(
    stripe_sandbox: StripeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("payments.account.time", SimpleNamespace(time=lambda: time.time() - 600))
    found = _found("stripe-clock")
    assert (found.state, "seconds behind Stripe" in found.sentence) == (State.FAILING, True)


def test_missing_endpoint_and_missing_events_are_failing(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.SITE_URL = "https://lights.example"
    assert "no webhook for https://lights.example/api/stripe/webhook" in _found("stripe-endpoint").sentence
    sync_webhook_endpoint()
    assert _found("stripe-endpoint").state == State.OK
    [endpoint] = stripe_sandbox.objects("webhook_endpoint")
    events = [event for event in endpoint["enabled_events"] if event != "invoice.paid"]
    _save(stripe_sandbox, endpoint | {"enabled_events": events})
    assert "doesn't send invoice.paid" in _found("stripe-endpoint").sentence
    _save(stripe_sandbox, endpoint | {"status": "disabled"})
    assert "turned off" in _found("stripe-endpoint").sentence


def test_webhook_is_failing_after_a_day_of_payments_without_events(stripe_sandbox: StripeSandbox) -> None:
    assert _found("stripe-webhook").state == State.OK
    make_payment(succeeded_at=timezone.now() - dt.timedelta(minutes=5))
    assert _found("stripe-webhook").state == State.OK  # its webhook may still arrive
    make_payment(succeeded_at=timezone.now() - dt.timedelta(hours=2))
    StripeEvent.objects.create(stripe_id="evt_1", type="payment_intent.succeeded")  # as the reconciliation stores it
    assert _found("stripe-webhook").state == State.FAILING
    StripeEvent.objects.create(stripe_id="evt_2", type="payment_intent.succeeded", by_webhook=True)
    assert _found("stripe-webhook").state == State.OK


def test_events_from_the_webhook_are_marked(stripe_sandbox: StripeSandbox) -> None:
    client = stripe.StripeClient("sk_test_sandbox", base_addresses={"api": stripe_sandbox.url})
    client.v1.payment_intents.create(
        {
            "amount": 500,
            "currency": "usd",
            "confirm": True,
            "payment_method": "pm_card_visa",
            "return_url": "https://lights.example",
        }
    )
    stripe_sandbox.deliver()
    assert set(StripeEvent.objects.values_list("by_webhook", flat=True)) == {True}
