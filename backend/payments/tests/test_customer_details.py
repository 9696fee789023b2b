"""Intents at Stripe name the customer, receipts reach them, and changed names and addresses are passed on."""

import pytest
import stripe
from allauth.account.models import EmailAddress
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob
from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice
from payments.client import client
from payments.customers import customer_of, with_customer
from payments.models import Payment
from payments.tasks import forget_customer
from testing import cards
from testing.cards import open_intent
from testing.helpers import end_waits
from testing.payments import CHECKOUT, StripeSandbox, run_payments_queue
from trees.tests.factories import make_tree_order


def _intent(stripe_sandbox: StripeSandbox, client: APIClient, body: dict[str, object]) -> dict[str, object]:
    response = client.post("/api/create-payment-intent", body, format="json")
    assert response.status_code == 200, response.content
    return stripe_sandbox.get(response.json()["clientSecret"].split("_secret_")[0])


def _at_stripe(stripe_sandbox: StripeSandbox, user: User) -> dict[str, object]:
    return stripe_sandbox.get(User.objects.get(pk=user.pk).stripe_customer_id)


def test_intent_of_signed_in_user_names_customer_and_gets_receipt(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    intent = _intent(stripe_sandbox, customer_client, CHECKOUT)
    customer.refresh_from_db()
    assert (intent["customer"], intent["receipt_email"]) == (customer.stripe_customer_id, "eleanor@example.com")
    assert _at_stripe(stripe_sandbox, customer)["name"] == "Eleanor Hayes"


def test_customer_without_a_name_has_none_at_stripe(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    User.objects.update(first_name="", last_name="")
    _intent(stripe_sandbox, customer_client, CHECKOUT)
    found = _at_stripe(stripe_sandbox, customer)
    assert (found["name"] or "", found["email"]) == ("", "eleanor@example.com")


def test_intent_of_invoice_names_customer_and_leaves_receipt_to_us(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    intent = _intent(stripe_sandbox, customer_client, {"invoiceId": str(make_invoice(user=customer).id)})
    customer.refresh_from_db()
    assert (intent["customer"], intent["receipt_email"]) == (customer.stripe_customer_id, None)


def test_intent_of_guest_names_no_customer(guest: APIClient, stripe_sandbox: StripeSandbox) -> None:
    intent = _intent(stripe_sandbox, guest, CHECKOUT)
    assert (intent["customer"], intent["receipt_email"]) == (None, None)


def test_intent_description_names_what_is_paid_for(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    """Stripe shows the description in receipts, its dashboard and exports."""
    invoice, order = make_invoice(user=customer), make_tree_order(user=customer)
    cases: list[tuple[dict[str, object], str]] = [
        (CHECKOUT, "Holiday lighting"),
        ({"invoiceId": str(invoice.id)}, f"Invoice {invoice.invoice_number}"),
        ({"treeOrderId": str(order.id)}, f"Modest 6 ft Standard Tree, order {str(order.id)[-8:]}"),
    ]
    for body, said in cases:
        intent = _intent(stripe_sandbox, customer_client, body)
        assert (intent["description"], intent["currency"]) == (said, "usd")


def test_subscription_and_payment_share_customer(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    _intent(stripe_sandbox, customer_client, CHECKOUT)
    assert customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json").status_code == 200
    assert len(stripe_sandbox.objects("customer")) == 1


def test_lost_response_and_changed_email_still_charge_once(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    """A request under an idempotency key must not change, so another address needs another key."""
    stripe_sandbox.faults.add("500_after", method="POST", path="payment_intents$", count=3)
    response = customer_client.post("/api/create-payment-intent", CHECKOUT, format="json")
    assert response.status_code == 503
    User.objects.update(email="new@example.com")
    intent = _intent(stripe_sandbox, customer_client, CHECKOUT)
    assert intent["receipt_email"] == "new@example.com"
    assert Payment.objects.count() == 1


def test_changed_name_reaches_stripe(customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    customer_of(customer)
    response = customer_client.patch("/api/auth/user", {"firstName": "Nora"}, format="json")
    assert response.status_code == 200
    assert _at_stripe(stripe_sandbox, customer)["name"] == "Eleanor Hayes"  # no request waits for Stripe
    run_payments_queue()
    assert _at_stripe(stripe_sandbox, customer)["name"] == "Nora Hayes"


@pytest.mark.parametrize("status", ["open", "processing"])
def test_changed_primary_email_reaches_stripe_and_open_receipts(
    customer: User, stripe_sandbox: StripeSandbox, status: str
) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    EmailAddress.objects.create(user=customer, email="nora@example.com", verified=True, primary=False)
    paid = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(paid.client_secret)
    stripe_sandbox.deliver()
    checkout = open_intent(purpose="checkout", reference=None, viewer=customer)
    Payment.objects.filter(id=checkout.payment.id).update(status=status)
    invoice = open_intent(purpose="invoice", reference=make_invoice(user=customer).id, viewer=customer)
    browser = Client()
    browser.force_login(customer)
    browser.post("/accounts/reauthenticate/", {"password": "correct horse"})
    browser.post("/accounts/email/", {"action_primary": "", "email": "nora@example.com"})
    customer.refresh_from_db()
    assert customer.email == "nora@example.com"
    run_payments_queue()
    assert _at_stripe(stripe_sandbox, customer)["email"] == "nora@example.com"
    assert stripe_sandbox.get(checkout.payment.stripe_payment_intent_id)["receipt_email"] == "nora@example.com"
    assert stripe_sandbox.get(invoice.payment.stripe_payment_intent_id)["receipt_email"] is None
    assert stripe_sandbox.get(paid.payment.stripe_payment_intent_id)["receipt_email"] == "eleanor@example.com"


def test_name_changed_in_back_office_reaches_stripe(customer: User, admin: User, stripe_sandbox: StripeSandbox) -> None:
    customer_of(customer)
    office = Client()
    office.force_login(admin)
    form = {
        "email": customer.email, "first_name": "Nora", "last_name": "Hayes", "is_active": "on",
        "addresses-TOTAL_FORMS": 0, "addresses-INITIAL_FORMS": 0,
    }  # fmt: skip
    assert office.post(f"/backoffice/accounts/user/{customer.pk}/change/", form).status_code == 302
    run_payments_queue()
    assert _at_stripe(stripe_sandbox, customer)["name"] == "Nora Hayes"


def test_change_of_an_account_deleted_since_is_not_sent(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    customer_client.patch("/api/auth/user", {"firstName": "Nora"}, format="json")
    customer.delete()
    run_payments_queue()
    assert ProcrastinateJob.objects.get(task_name="payments.tasks.update_customer").status == "succeeded"


def test_latest_change_is_sent_after_stripe_outage(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    customer_of(customer)
    stripe_sandbox.faults.add("503", path="customers", count=None)
    customer_client.patch("/api/auth/user", {"firstName": "Nora"}, format="json")
    run_payments_queue()
    customer_client.patch("/api/auth/user", {"firstName": "Ellie"}, format="json")
    stripe_sandbox.faults.clear()
    end_waits()
    run_payments_queue()
    assert _at_stripe(stripe_sandbox, customer)["name"] == "Ellie Hayes"


@pytest.mark.parametrize("keys", [True, False])
def test_user_who_never_paid_has_no_customer(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, settings: object, keys: bool
) -> None:
    if not keys:
        settings.STRIPE_SECRET_KEY = ""  # type: ignore[attr-defined]
    assert customer_client.patch("/api/auth/user", {"firstName": "Nora"}, format="json").status_code == 200
    run_payments_queue()
    assert stripe_sandbox.objects("customer") == []


def test_customer_stays_while_something_else_is_missing(customer: User, stripe_sandbox: StripeSandbox) -> None:
    kept = customer_of(customer)
    with pytest.raises(stripe.InvalidRequestError, match="price_gone"):
        with_customer(customer, lambda _: client().v1.prices.retrieve("price_gone"))
    assert customer_of(customer) == kept


def test_customer_of_another_stripe_account_is_never_replaced(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    """With the wrong keys, each payment would otherwise disconnect a customer from their cards and subscription."""
    User.objects.update(stripe_customer_id="cus_of_another_account")
    assert customer_client.post("/api/create-payment-intent", CHECKOUT, format="json").status_code == 409
    assert customer_client.get("/api/payment-methods").status_code == 409
    customer.refresh_from_db()
    assert customer.stripe_customer_id == "cus_of_another_account"
    assert stripe_sandbox.objects("customer") == []


def test_deleted_customer_does_not_fail_change(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    stripe_sandbox.delete_customer(customer_of(customer))
    customer_client.patch("/api/auth/user", {"firstName": "Nora"}, format="json")
    run_payments_queue()
    intent = open_intent(purpose="checkout", reference=None, viewer=User.objects.get(pk=customer.pk))
    cards.pay(intent.client_secret)
    assert _at_stripe(stripe_sandbox, customer)["name"] == "Nora Hayes"


def test_customer_deleted_in_dashboard_can_be_forgotten(customer: User, stripe_sandbox: StripeSandbox) -> None:
    deleted = customer_of(customer)
    stripe_sandbox.delete_customer(deleted)
    forget_customer(deleted)
    assert stripe_sandbox.get(deleted)["deleted"]
