"""Paying the published amount at ``/checkout``."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from common.errors import DomainError
from payments.client import client
from payments.models import IdempotencyKeyAttempt, Payment
from testing import cards
from testing.helpers import in_threads
from testing.payments import CHECKOUT, CHECKOUT_CENTS, CHECKOUT_DOLLARS, StripeSandbox, deliver

URL = "/api/create-payment-intent"


def _ask(client: APIClient, body: Any = None, key: str | None = None) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(URL, body or CHECKOUT, format="json", headers=headers)


def _secret(client: APIClient, key: str | None = None) -> str:
    answer = _ask(client, key=key)
    assert answer.status_code == 200, answer.content
    return str(answer.json()["clientSecret"])


@pytest.mark.parametrize("amount", [CHECKOUT_DOLLARS, f"{CHECKOUT_CENTS // 100}", CHECKOUT_CENTS / 100])
def test_amount_can_be_a_decimal_string_or_a_number(
    guest: APIClient, stripe_sandbox: StripeSandbox, amount: Any
) -> None:
    assert guest.post(URL, {"amount": amount}, format="json").status_code == 200
    assert str(Payment.objects.get().amount) == CHECKOUT_DOLLARS


@pytest.mark.parametrize(
    "amount",
    [0, -1, 1e12, 10**12, None, True, "", f"{CHECKOUT_DOLLARS} USD", [CHECKOUT_DOLLARS], {"usd": CHECKOUT_DOLLARS}]
    + [CHECKOUT_CENTS / 100 + more for more in (-1, 1, 0.001, 0.0000001)],
)
def test_other_amounts_are_rejected(guest: APIClient, stripe_sandbox: StripeSandbox, amount: Any) -> None:
    answer = guest.post(URL, {"amount": amount}, format="json")
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["amount"]
    assert Payment.objects.count() == 0
    assert stripe_sandbox.objects("payment_intent") == []


@pytest.mark.parametrize("body", [{}, {"invoiceId": None}, {"invoiceId": "x"}, {**CHECKOUT, "invoiceId": 7}])
def test_request_without_valid_subject_is_rejected(guest: APIClient, stripe_sandbox: StripeSandbox, body: Any) -> None:
    answer = guest.post(URL, body, format="json")
    assert answer.status_code == 400
    assert "message" in answer.json()
    assert Payment.objects.count() == 0


def test_guest_payment_succeeds_only_by_webhook(guest: APIClient, stripe_sandbox: StripeSandbox) -> None:
    secret = _secret(guest)
    payment = Payment.objects.get()
    assert (payment.user, payment.purpose, payment.status) == (None, "checkout", "open")
    assert str(payment.amount) == CHECKOUT_DOLLARS
    assert stripe_sandbox.get(payment.stripe_payment_intent_id)["amount"] == CHECKOUT_CENTS
    cards.pay(secret)
    payment.refresh_from_db()
    assert payment.status == "open"  # what the browser says doesn't count
    stripe_sandbox.deliver()
    payment.refresh_from_db()
    assert (payment.status, str(payment.amount_received)) == ("succeeded", CHECKOUT_DOLLARS)
    assert payment.succeeded_at is not None


def test_payment_succeeds_after_declined_card(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    secret = _secret(customer_client)
    with pytest.raises(DomainError, match=r"^Your card was declined\.$"):
        cards.pay(secret, cards.DECLINED)
    stripe_sandbox.deliver()
    shown = customer_client.get("/api/payments").json()
    assert [(one["status"], one["failureMessage"]) for one in shown] == [("open", "Your card was declined.")]
    tried = Payment.objects.get()
    assert (tried.payer_name, tried.receipt_email, tried.card_last4) == ("", "", ""), "of the card that pays"
    assert _secret(customer_client) == secret
    with pytest.raises(DomainError):
        cards.pay(secret, cards.DECLINED)
    late = stripe_sandbox.capture_webhooks()
    cards.pay(secret, cards.AUTHENTICATE)  # the customer's bank is asking for a code
    assert [deliver(body, signature) for body, signature in late] == [200] * len(late)
    shown = customer_client.get("/api/payments").json()
    assert [(one["status"], one["failureMessage"]) for one in shown] == [("open", "")]
    cards.pay(secret)
    stripe_sandbox.deliver()
    shown = customer_client.get("/api/payments").json()
    assert [(one["status"], one["failureMessage"], one["amountReceived"]) for one in shown] == [
        ("succeeded", "", CHECKOUT_DOLLARS)
    ]


def test_forms_offer_only_cards(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    """Stripe offers whatever else the account has turned on, unless a request says which."""
    _secret(customer_client)
    started = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json")
    cards.pay(started.json()["clientSecret"])
    stripe_sandbox.deliver()
    [plan] = customer_client.get("/api/storage-subscriptions").json()
    customer_client.post(f"/api/storage-subscriptions/{plan['id']}/update-card")
    intents = [*stripe_sandbox.objects("payment_intent"), *stripe_sandbox.objects("setup_intent")]
    assert [intent["payment_method_types"] for intent in intents] == [["card"]] * 3
    [subscription] = stripe_sandbox.objects("subscription")
    assert subscription["payment_settings"]["payment_method_types"] == ["card"]


def test_reload_returns_same_intent(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    assert len({_secret(customer_client, key) for key in (None, "the-first-form", "another-form", None)}) == 1
    assert Payment.objects.count() == 1


def test_customers_never_share_an_intent(
    customer_client: APIClient, outsider_client: APIClient, guest: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    """Idempotency keys belong to the browser that sent them. Without one, only a signed-in customer is recognized."""
    browsers = (customer_client, outsider_client, guest)
    secrets = [{_secret(browser, key) for key in (None, "the-same-key")} for browser in browsers]
    assert [len(own) for own in secrets] == [1, 1, 2]
    assert len(set.union(*secrets)) == 4
    assert Payment.objects.filter(status="open").count() == 4, "nobody's form was closed for another"


def test_guest_form_has_one_intent(guest: APIClient, stripe_sandbox: StripeSandbox) -> None:
    assert _secret(guest, "form-of-a-guest") == _secret(guest, "form-of-a-guest")
    assert _secret(guest, "another-form") != _secret(guest, "form-of-a-guest")
    assert _ask(guest, {"invoiceId": str(uuid4())}, "form-of-a-guest").status_code == 409
    assert Payment.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_double_click_creates_one_intent(stripe_sandbox: StripeSandbox, customer: User) -> None:
    def click(number: int) -> str:
        client = APIClient()
        if number % 2:
            client.force_login(customer)
        return _secret(client, f"form-{number % 2}-click")

    assert len(set(in_threads(8, click))) == 2
    assert Payment.objects.count() == 2
    assert len(stripe_sandbox.objects("payment_intent")) == 2


@pytest.mark.django_db(transaction=True)
def test_two_tabs_share_one_intent(stripe_sandbox: StripeSandbox, customer: User) -> None:
    def open_tab(number: int) -> str:
        client = APIClient()
        client.force_login(customer)
        return _secret(client, f"tab-number-{number}")

    assert len(set(in_threads(8, open_tab))) == 1
    assert len(stripe_sandbox.objects("payment_intent")) == 1


def test_returning_after_payment_charges_nothing(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    secret = _secret(customer_client)
    cards.pay(secret)
    # The webhook has not arrived yet: the same intent, which Stripe's form shows as paid.
    assert _secret(customer_client) == secret
    assert Payment.objects.get().status == "succeeded"
    # Once it has, the next payment is another purchase.
    assert _secret(customer_client) != secret
    assert len(stripe_sandbox.charges()) == 1


def test_intent_canceled_in_dashboard_gets_successor(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    cards.pay(_secret(customer_client))
    stripe_sandbox.deliver()
    secret = _secret(customer_client)
    with pytest.raises(DomainError):
        cards.pay(secret, cards.DECLINED)
    client().v1.payment_intents.cancel(secret.split("_secret_")[0])
    assert _secret(customer_client) != secret
    assert sorted(Payment.objects.values_list("status", "failure_message")) == [
        ("canceled", ""), ("open", ""), ("succeeded", ""),
    ]  # fmt: skip


def test_failures_for_one_payment_do_not_change_the_key_of_another(
    customer_client: APIClient, outsider_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    """Otherwise an intent whose response was lost would be created again."""
    for browser in (customer_client, outsider_client, outsider_client):
        stripe_sandbox.faults.add("500", method="POST", path="payment_intents$", count=3)
        assert _ask(browser).status_code == 503
    assert list(IdempotencyKeyAttempt.objects.order_by("failures").values_list("failures", flat=True)) == [1, 2]


@pytest.mark.parametrize("kind", ["500", "500_after", "503", "429", "drop", "drop_after", "timeout", "timeout_after"])
@pytest.mark.parametrize("lasting", [1, 3])
def test_stripe_failure_neither_loses_nor_repeats_payment(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, settings: Any, kind: str, lasting: int
) -> None:
    fault = stripe_sandbox.faults.add(kind, path="payment_intents", count=lasting, seconds=1.2)
    answers: list[Any] = []
    while not answers or answers[-1].status_code != 200:  # a 429 is not retried automatically
        is_over = fault.hits >= lasting
        # Only while calls hang: on a busy machine any call may take a second.
        settings.STRIPE_TIMEOUT = 1 if kind.startswith("timeout") and not is_over else 90
        answers.append(_ask(customer_client, key="one-form-instance"))
        if answers[-1].status_code != 200:
            assert not is_over, answers[-1].content
            assert "try again" in answers[-1].json()["message"]
    if lasting == 3:
        assert answers[0].status_code == 503
    assert fault.hits == lasting
    answer = answers[-1]
    cards.pay(answer.json()["clientSecret"])
    stripe_sandbox.deliver()
    assert [payment.status for payment in Payment.objects.all()] == ["succeeded"]
    assert len(stripe_sandbox.charges()) == 1


def test_config_has_key_and_script_url(guest: APIClient, stripe_sandbox: StripeSandbox) -> None:
    assert guest.get("/api/payments/config").json() == {
        "publishableKey": "pk_test_sandbox",
        "scriptUrl": f"{stripe_sandbox.url}/stripe.js",
    }


def test_card_form_is_not_set_up_with_one_of_the_keys(
    guest: APIClient, stripe_sandbox: StripeSandbox, settings: Any
) -> None:
    settings.STRIPE_PUBLISHABLE_KEY = ""
    assert guest.get("/api/payments/config").status_code == 503


def test_only_payments_are_down_without_keys(guest: APIClient, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = ""
    for answer in (guest.get("/api/payments/config"), _ask(guest), guest.post("/api/stripe/webhook")):
        assert answer.status_code == 503
        assert "not set up" in answer.json()["message"]
    assert Payment.objects.count() == 0
    assert guest.get("/api/catalog").status_code == 200


def test_guest_can_start_ten_payments_per_minute(
    guest: APIClient, stripe_sandbox: StripeSandbox, settings: Any
) -> None:
    settings.THROTTLES = True
    answers = [_ask(guest, key=f"form-number-{number}") for number in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert "Retry-After" in answers[-1].headers
    assert _ask(guest, key="form-number-3").json() == answers[3].json()  # a repeated request starts no other payment
    assert Payment.objects.count() == 10


def test_wrong_key_returns_503(guest: APIClient, stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = "sk_test_wrong"
    assert _ask(guest).status_code == 503


def test_customers_see_only_their_own_payments(
    customer_client: APIClient, outsider_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    _secret(customer_client)
    assert outsider_client.get("/api/payments").json() == []
    assert [one["purpose"] for one in admin_client.get("/api/payments?scope=admin").json()] == ["checkout"]
