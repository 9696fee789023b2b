"""Sixty payments over real HTTP while webhooks are lost, repeated and out of order and Stripe keeps failing.

After the reconciliation, every charge belongs to exactly one payment, every payment of an invoice is on exactly that
invoice, and nobody has paid twice.
"""

import datetime as dt
import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
import requests
from django.db import connections
from rest_framework.test import APIClient

from accounts.models import User
from devtools.waiting import wait_until
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from payments.models import Payment, StripeEvent
from payments.reconciliation import reconcile
from testing.payments import CHECKOUT, StripeSandbox, run_payments_queue

CHECKOUTS, INVOICES, PEOPLE = 30, 30, 6
TRIES = 30
CSRF = "x" * 32


@pytest.fixture
def weather(stripe_sandbox: StripeSandbox, live_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes everything that can fail do so, with some probability."""
    monkeypatch.setattr("payments.reconciliation.PATIENCE", dt.timedelta(0))
    sandbox = stripe_sandbox
    sandbox.webhooks.url = f"{live_server.url}/api/stripe/webhook"
    sandbox.set_webhooks(drop_share=0.25, repeat=1, reorder=2.0, seed=11)
    for number, kind in enumerate(["500", "500_after", "503", "429", "drop", "drop_after"]):
        sandbox.faults.add(kind, path="payment_intents", share=0.06, seed=number)
    yield
    sandbox.webhooks.url = None


class Browser:
    """A customer's browser, which starts a payment, retries failures, and sometimes sends a request twice."""

    def __init__(self, site: str, sandbox: str, chance: random.Random, cookies: dict[str, str]) -> None:
        self.site, self.sandbox, self.chance = site, sandbox, chance
        self.session = requests.Session()
        self.session.cookies.update(cookies | {"csrftoken": CSRF})

    def pay(self, body: dict[str, Any]) -> None:
        """Try until Stripe's form says that it is paid."""
        key = str(uuid4())
        for _ in range(TRIES):
            response = self._ask(body, key)
            if response.status_code == 409:  # already paid in another tab
                return
            if response.status_code == 200 and self._confirm(response.json()["clientSecret"]):
                return
            assert response.status_code in (200, 503), response.text
        raise AssertionError("It could not be paid")

    def _ask(self, body: dict[str, Any], key: str) -> requests.Response:
        headers = {"Idempotency-Key": key, "X-CSRFToken": CSRF}
        for _ in range(1 + (self.chance.random() < 0.2)):  # a double click
            response = self.session.post(
                f"{self.site}/api/create-payment-intent", json=body, headers=headers, timeout=60
            )
        return response

    def _confirm(self, secret: str) -> bool:
        card = "pm_card_chargeDeclined" if self.chance.random() < 0.2 else "pm_card_visa"
        form = {"payment_method": card, "client_secret": secret, "key": "pk_test_sandbox", "return_url": self.site}
        try:
            response = requests.post(
                f"{self.sandbox}/v1/payment_intents/{secret.split('_secret_')[0]}/confirm", data=form, timeout=60
            ).json()
        except requests.ConnectionError:
            return False  # the next poll will tell whether it went through
        intent = response.get("payment_intent") or response.get("error", {}).get("payment_intent") or response
        return bool(intent.get("status") == "succeeded")


def _cookies(user: User | None) -> dict[str, str]:
    client = APIClient()
    if user is None:
        return {}
    client.force_login(user)
    return {"sessionid": client.cookies["sessionid"].value}


@pytest.mark.django_db(transaction=True)
def test_every_charge_is_on_one_payment_and_one_invoice(
    live_server: Any, stripe_sandbox: StripeSandbox, weather: None
) -> None:
    people = [User.objects.create_user(f"person{number}@example.com") for number in range(PEOPLE)]
    invoices = [make_invoice(user=people[number % PEOPLE]) for number in range(INVOICES)]
    jobs: list[tuple[User | None, dict[str, Any]]] = [(None, CHECKOUT)] * CHECKOUTS
    jobs += [(invoice.user, {"invoiceId": str(invoice.id)}) for invoice in invoices]
    cookies = {user: _cookies(user) for user in (None, *people)}

    def work(number: int) -> None:
        user, body = jobs[number]
        chance = random.Random(number)
        Browser(live_server.url, stripe_sandbox.url, chance, cookies[user]).pay(body)

    _all(work, len(jobs))
    run_payments_queue()  # some fail, since Stripe keeps failing
    before = Payment.objects.filter(status="succeeded").count()
    assert before < len(jobs)  # some webhooks never arrived
    assert all(fault["hits"] for fault in stripe_sandbox.faults.list_all())
    stripe_sandbox.faults.clear()
    _until_quiet(stripe_sandbox)
    run_payments_queue()
    for _ in range(2):
        reconcile()

    charges = Counter(charge["payment_intent"] for charge in stripe_sandbox.charges())
    assert set(charges.values()) == {1}
    assert len(charges) == len(jobs)
    paid = Payment.objects.filter(status="succeeded")
    assert set(paid.values_list("stripe_payment_intent_id", flat=True)) == set(charges)
    assert Counter(paid.values_list("purpose", flat=True)) == {"checkout": CHECKOUTS, "invoice": INVOICES}
    assert set(paid.filter(purpose="invoice").values_list("reference", flat=True)) == {one.id for one in invoices}
    rows = InvoicePayment.objects.all()
    assert set(rows.values_list("invoice_id", "payment__reference")) == {(one.id, one.id) for one in invoices}
    assert len(rows) == INVOICES
    assert all(one.status == "paid" and one.amount_paid == one.amount for one in Invoice.objects.all())
    assert not StripeEvent.objects.exclude(state__in=["processed", "ignored"]).exists()


def _all(work: Callable[[int], None], count: int) -> None:
    def run(number: int) -> None:
        try:
            work(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(run, range(count)))


def _until_quiet(stripe_sandbox: StripeSandbox) -> None:
    """Wait until the sandbox has delivered all webhooks."""

    def is_quiet() -> bool:
        return not {"pending", "sending"} & set(stripe_sandbox.webhooks.status()["deliveries"])

    wait_until(is_quiet, "webhooks are still on their way")
