"""While Stripe hangs or is down, the site responds, webhooks are stored, and nothing is lost."""

import json
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
import requests
from django.db import connection
from procrastinate.contrib.django.models import ProcrastinateJob
from rest_framework.test import APIClient

from accounts.models import User
from common.tests.real_processes import product_environment
from devtools.waiting import wait_until
from devtools.web import serve
from payments.limits import PATIENCE
from payments.models import Payment, StripeEvent
from testing import cards
from testing.cards import open_intent
from testing.helpers import end_waits, in_threads, run_queue
from testing.payments import (
    CHECKOUT,
    StripeSandbox,
    event_body,
    post_webhook,
    run_payments_queue,
    sign_webhook,
)

ABOUT = {"id": "pi_unknown", "object": "payment_intent"}
INTENTS, WEBHOOKS, CATALOGS = 8, 12, 16


def _jobs() -> Any:
    return ProcrastinateJob.objects.filter(
        queue_name="payments",
        args__event_id__in=[str(event_id) for event_id in StripeEvent.objects.values_list("id", flat=True)],
    )


@pytest.mark.django_db(transaction=True)
def test_catalog_responds_while_stripe_hangs(stripe_sandbox: StripeSandbox) -> None:
    """Eight people open the card form and twelve webhooks arrive while Stripe does not respond."""
    fault = stripe_sandbox.faults.add("timeout", path="/v1/", count=None, seconds=300)
    environment = product_environment(
        STRIPE_SECRET_KEY="",
        STRIPE_WEBHOOK_SECRET=stripe_sandbox.webhooks.secret,
        STRIPE_SANDBOX_URL=stripe_sandbox.url,
        STRIPE_TIMEOUT="120",
    )
    with serve("config.wsgi", environment) as (port, _), ThreadPoolExecutor(INTENTS) as pool:
        site = f"http://127.0.0.1:{port}"

        def pay(_: int) -> requests.Response:
            return requests.post(f"{site}/api/create-payment-intent", json=CHECKOUT, timeout=200)

        def receive(number: int) -> int:
            body = event_body("payment_intent.succeeded", ABOUT, f"evt_{number}")
            headers = {"Stripe-Signature": sign_webhook(body)}
            return requests.post(f"{site}/api/stripe/webhook", body, headers=headers, timeout=100).status_code

        paying = [pool.submit(pay, number) for number in range(INTENTS)]
        wait_until(lambda: fault.hits + sum(one.done() for one in paying) >= INTENTS)
        assert in_threads(WEBHOOKS, receive) == [200] * WEBHOOKS
        catalogs = in_threads(CATALOGS, lambda _: requests.get(f"{site}/api/catalog", timeout=100).status_code)
        assert catalogs == [200] * CATALOGS
        hanging = [one for one in paying if not one.done()]
        stripe_sandbox.faults.clear()
        stripe_sandbox.stop()  # ends the calls that hang
        _check_payers(paying, hanging)
    assert StripeEvent.objects.filter(state="received").count() == WEBHOOKS
    assert _jobs().count() == WEBHOOKS


def _check_payers(paying: list["Future[requests.Response]"], hanging: list[Any]) -> None:
    """Check that some requests were still waiting for Stripe, and the others were told to try again."""
    assert 1 <= len(hanging) <= 4
    turned_away = [one.result() for one in paying if one not in hanging]
    assert {response.status_code for response in turned_away} == {503}
    assert {response.headers["Retry-After"] for response in turned_away} == {"5"}
    assert "try again" in turned_away[0].json()["message"]


def test_all_calls_of_request_share_one_time_limit(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, settings: Any
) -> None:
    settings.STRIPE_TIMEOUT = 2
    fault = stripe_sandbox.faults.add("timeout", path="/v1/", count=None, seconds=30)
    response = customer_client.post("/api/create-payment-intent", CHECKOUT, format="json")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "60")
    assert "try again" in response.json()["message"]
    assert fault.hits <= 1  # the time is used up, so there is no retry


@pytest.mark.parametrize("kind", ["500", "503", "429", "drop"])
def test_stripe_down_is_503_with_retry_after(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, kind: str
) -> None:
    stripe_sandbox.faults.add(kind, path="/v1/", count=None)
    for url, body in (
        ("/api/create-payment-intent", CHECKOUT),
        ("/api/create-subscription", {"plan": "consumer"}),
    ):
        response = customer_client.post(url, body, format="json")
        assert response.status_code == 503
        assert int(response.headers["Retry-After"]) > 0
        assert set(response.json()) == {"message"}


@pytest.mark.django_db(transaction=True)
def test_request_beyond_limit_is_rejected_at_once(stripe_sandbox: StripeSandbox, customer: User, settings: Any) -> None:
    settings.STRIPE_CONCURRENT_REQUESTS, settings.STRIPE_TIMEOUT = 1, 120
    fault = stripe_sandbox.faults.add("timeout", path="payment_intents", count=1, seconds=300)
    ended = threading.Event()

    def pay(number: int) -> int:
        if number == 0:
            try:
                return int(APIClient().post("/api/create-payment-intent", CHECKOUT, format="json").status_code)
            finally:
                ended.set()
        wait_until(lambda: fault.hits == 1)
        response = APIClient().post("/api/create-payment-intent", CHECKOUT, format="json")
        assert not ended.is_set()  # the first request is still waiting
        stripe_sandbox.faults.clear()
        stripe_sandbox._server.stopping.set()  # type: ignore[union-attr]
        return int(response.status_code)

    assert in_threads(2, pay)[1] == 503
    for _ in range(3):  # slots are released
        response = APIClient().post("/api/create-payment-intent", CHECKOUT, format="json")
        assert response.status_code == 200, response.content


@pytest.mark.django_db(transaction=True)
def test_concurrent_payers_take_turns(
    stripe_sandbox: StripeSandbox, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STRIPE_CONCURRENT_REQUESTS = 1

    def pay(_: int) -> int:
        return int(APIClient().post("/api/create-payment-intent", CHECKOUT, format="json").status_code)

    for patience in (0, 30):  # Stripe is slow, then quick again
        monkeypatch.setattr("payments.limits.PATIENCE", patience)
        assert pay(0) == 200
    stripe_sandbox.faults.add("timeout", path="payment_intents", count=1, seconds=0.3)
    assert in_threads(4, pay) == [200] * 4


@pytest.mark.django_db(transaction=True)
def test_no_request_waits_for_a_turn_while_stripe_is_slow(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.STRIPE_CONCURRENT_REQUESTS, settings.STRIPE_TIMEOUT = 1, 120
    fault = stripe_sandbox.faults.add("timeout", path="payment_intents", count=1, seconds=300)

    def pay(number: int) -> float:
        if number == 0:
            APIClient().post("/api/create-payment-intent", CHECKOUT, format="json")
            return 0
        wait_until(lambda: fault.hits == 1)
        APIClient().post("/api/create-payment-intent", CHECKOUT, format="json")  # waits for its turn and fails
        began = time.monotonic()
        for _ in range(20):
            assert APIClient().post("/api/create-payment-intent", CHECKOUT, format="json").status_code == 503
        took = time.monotonic() - began
        stripe_sandbox.faults.clear()
        stripe_sandbox._server.stopping.set()  # type: ignore[union-attr]
        return took

    assert in_threads(2, pay)[1] < 20 * PATIENCE


@pytest.mark.django_db(transaction=True)
def test_webhook_does_not_call_stripe_and_worker_processes_event(stripe_sandbox: StripeSandbox, customer: User) -> None:
    intent = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(intent.client_secret)
    down = stripe_sandbox.faults.add("500", path="/v1/", count=None)
    for body, signature in stripe_sandbox.capture_webhooks():
        assert post_webhook(body, signature) == 200
    assert (down.hits, Payment.objects.get().status) == (0, "open")
    stripe_sandbox.faults.clear()
    run_queue()
    assert Payment.objects.get().status == "succeeded"
    assert not StripeEvent.objects.exclude(state__in=["processed", "ignored"]).exists()


@pytest.mark.django_db(transaction=True)
def test_failed_event_is_retried_with_growing_pauses(stripe_sandbox: StripeSandbox, customer: User) -> None:
    intent = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(intent.client_secret)
    stripe_sandbox.faults.add("500", path="payment_intents", count=None)
    [(body, signature)] = [
        one for one in stripe_sandbox.capture_webhooks() if b'"type": "payment_intent.succeeded"' in one[0]
    ]
    post_webhook(body, signature)
    pauses = []
    for tries in range(1, 4):
        run_queue()
        event, job = StripeEvent.objects.get(), _jobs().get()
        assert (event.state, event.attempts, job.status, job.attempts) == ("failed", tries, "todo", tries)
        assert "PaymentsUnavailable" in event.error
        pauses.append(job.scheduled_at - event.updated_at)
        assert post_webhook(body, signature) == 200  # Stripe's "Resend" adds no second job
        end_waits()
    assert pauses == sorted(pauses)
    assert pauses[2] > 3 * pauses[0]
    stripe_sandbox.faults.clear()
    run_queue()
    event = StripeEvent.objects.get()
    assert (event.state, event.error, Payment.objects.get().status) == ("processed", "", "succeeded")


@pytest.mark.parametrize("table", ["payments_stripeevent", "procrastinate_jobs"])
def test_event_that_cannot_be_stored_is_5xx_and_stored_when_sent_again(
    db: None, stripe_sandbox: StripeSandbox, table: str
) -> None:
    body = event_body("payment_intent.succeeded", ABOUT)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'The disk is full'; END$$;"
            f"CREATE TRIGGER refuse BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
    assert post_webhook(body, sign_webhook(body)) >= 500
    assert (StripeEvent.objects.count(), _jobs().count()) == (0, 0)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER refuse ON {table}")
    assert post_webhook(body, sign_webhook(body)) == 200
    run_payments_queue()
    assert json.loads(body)["id"] == StripeEvent.objects.get(state="ignored").stripe_id
