"""Customers find everything they have paid, with its receipts, in one list."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice
from payments.history import LATEST, history_of
from payments.models import Payment
from payments.tests.factories import make_payment
from payments.tests.saving import client_secret
from quotes.tests.factories import make_quote
from testing import cards
from testing.payments import StripeSandbox
from trees.tests.factories import make_tree_order

URL = "/api/payment-history"


def _history(browser: APIClient, query: str = "") -> list[dict[str, Any]]:
    response = browser.get(f"{URL}{query}")
    assert response.status_code == 200, response.content
    found: list[dict[str, Any]] = response.json()
    return found


def _record(admin_client: APIClient, thing: Any, path: str = "invoices", **body: Any) -> None:
    response = admin_client.post(f"/api/{path}/{thing.id}/record-payment", body, format="json")
    assert response.status_code in {200, 201}, response.content


def test_card_and_check_are_in_one_list(
    customer: User, customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    invoice = make_invoice(user=customer, amount=Decimal("875.00"))
    _record(admin_client, invoice, method="check", note="No. 118", amount="200.00")
    cards.pay(client_secret(customer_client, {"invoiceId": str(invoice.id)}))
    stripe_sandbox.deliver()
    card, check = sorted(_history(customer_client), key=lambda row: str(row["method"]))
    number = invoice.invoice_number
    payment = Payment.objects.get()
    assert (card["method"], card["cardBrand"], card["cardLast4"]) == ("card", "visa", "4242")
    assert (card["amount"], card["description"]) == ("675.00", f"Invoice {number}")
    assert card["receiptUrl"] == f"/api/payments/{payment.id}/receipt"
    assert (check["method"], check["amount"], check["description"]) == ("check", "200.00", f"Invoice {number}")
    assert check["receiptUrl"] == f"/api/invoices/{invoice.id}/pdf"
    assert customer_client.get(check["receiptUrl"]).status_code == 200


def test_customer_sees_only_their_own_recorded_payments(
    customer: User,
    outsider: User,
    customer_client: APIClient,
    outsider_client: APIClient,
    admin_client: APIClient,
) -> None:
    for user, amount in ((customer, "20.00"), (outsider, "30.00")):
        _record(admin_client, make_invoice(user=user), method="check", amount=amount)
        _record(admin_client, make_tree_order(user=user), "tree-orders", method="cash", amount=amount)
        make_payment(user=user, amount=amount, amount_received=amount)
    for client, amount in ((customer_client, "20.00"), (outsider_client, "30.00")):
        card, tree, invoice = _history(client)
        assert (tree["description"], tree["method"], tree["receiptUrl"]) == ("Christmas tree delivery", "cash", None)
        assert (card["method"], invoice["method"]) == ("card", "check")
        assert [row["amount"] for row in (card, tree, invoice)] == [amount] * 3


def test_card_receipt_is_stripes_page(
    customer_client: APIClient, outsider_client: APIClient, guest: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    for _ in range(2):
        cards.pay(client_secret(customer_client))
        stripe_sandbox.deliver()
    row, earlier = _history(customer_client)
    pages = [customer_client.get(each["receiptUrl"]) for each in (row, earlier)]
    assert [page.status_code for page in pages] == [302, 302]
    charges = {charge["payment_intent"]: charge["receipt_url"] for charge in stripe_sandbox.charges()}
    paid = Payment.objects.order_by("-succeeded_at", "-id").values_list("stripe_payment_intent_id", flat=True)
    assert [page["Location"] for page in pages] == [charges[intent] for intent in paid]
    assert outsider_client.get(row["receiptUrl"]).status_code == 404
    assert guest.get(row["receiptUrl"]).status_code == 401


def test_receipt_of_an_assigned_payment_is_its_customers(
    customer: User,
    customer_client: APIClient,
    outsider_client: APIClient,
    admin_client: APIClient,
    guest: APIClient,
    stripe_sandbox: StripeSandbox,
) -> None:
    cards.pay(client_secret(guest))
    stripe_sandbox.deliver()
    path = f"/api/payments/{Payment.objects.get().id}"
    assert customer_client.get(f"{path}/receipt").status_code == 404
    assert admin_client.post(f"{path}/assign", {"userId": customer.id}, format="json").status_code == 200
    [row] = _history(customer_client)
    assert customer_client.get(row["receiptUrl"])["Location"] == stripe_sandbox.charges()[0]["receipt_url"]
    assert outsider_client.get(row["receiptUrl"]).status_code == 404


def test_wallet_of_card_is_shown(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    cards.pay(client_secret(customer_client))
    [paid] = stripe_sandbox.charges()
    with stripe_sandbox.store.transaction():
        charge = stripe_sandbox.store.require(paid["id"])
        charge["payment_method_details"]["card"]["wallet"] = {"type": "apple_pay", "apple_pay": {}}
        stripe_sandbox.store.save(charge)
    stripe_sandbox.deliver()
    assert [row["cardWallet"] for row in _history(customer_client)] == ["apple_pay"]


def test_refund_is_shown(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    cards.pay(client_secret(customer_client))
    stripe_sandbox.refund(Payment.objects.get().stripe_payment_intent_id, amount=10000)
    stripe_sandbox.deliver()
    assert [(row["amount"], row["amountRefunded"]) for row in _history(customer_client)] == [("599.00", "100.00")]


@pytest.mark.parametrize("won", [True, False])
def test_disputed_payment_is_marked_and_cannot_be_refunded(
    customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox, won: bool
) -> None:
    cards.pay(client_secret(customer_client))
    stripe_sandbox.deliver()
    dispute = stripe_sandbox.dispute(Payment.objects.get().stripe_payment_intent_id)
    stripe_sandbox.deliver()
    assert _dispute(customer_client, admin_client) == (True, False, "0.00")
    stripe_sandbox.close_dispute(dispute["id"], won=won)
    stripe_sandbox.deliver()
    assert _dispute(customer_client, admin_client) == ((False, False, "599.00") if won else (True, True, "0.00"))


def _dispute(customer_client: APIClient, admin_client: APIClient) -> tuple[bool, bool, str]:
    [paid], [payment] = _history(customer_client), admin_client.get("/api/payments?scope=admin").json()
    assert paid["disputeLost"] == payment["disputeLost"]
    return paid["disputed"], paid["disputeLost"], payment["refundable"]


def test_storage_payment_is_listed(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    begun = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json").json()
    cards.pay(begun["clientSecret"])
    stripe_sandbox.deliver()
    [row] = _history(customer_client)
    assert (row["description"], row["cardLast4"]) == ("Consumer storage", "4242")
    assert customer_client.get(row["receiptUrl"]).status_code == 302


def test_payment_that_stripe_reports_days_later_has_the_day_of_its_charge(
    customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    cards.pay(client_secret(customer_client))
    charged = timezone.now()
    with time_machine.travel(charged + dt.timedelta(days=2)):
        stripe_sandbox.deliver()
        [row] = _history(customer_client)
    assert dt.datetime.fromisoformat(row["paidAt"]) <= charged


def test_unpaid_payment_is_not_listed(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    client_secret(customer_client)
    assert _history(customer_client) == []


def test_reversed_check_is_marked(customer: User, customer_client: APIClient, admin_client: APIClient) -> None:
    invoice = make_invoice(user=customer)
    _record(admin_client, invoice, method="check", note="No. 118", amount="20.00")
    [paid] = admin_client.get(f"/api/invoices/{invoice.id}/payments").json()
    admin_client.post(f"/api/invoices/{invoice.id}/payments/{paid['id']}/take-back", {"note": "Bounced"}, format="json")
    _record(admin_client, invoice, method="cash", amount="20.00")
    assert [(row["method"], row["reversed"]) for row in _history(customer_client)] == [("cash", False), ("check", True)]


def test_guest_payment_joins_account(customer: User, customer_client: APIClient) -> None:
    """The payment's own user stays None."""
    invoice = make_invoice(user=customer)
    make_payment(purpose="invoice", reference=invoice.id, description="Invoice")
    order = make_tree_order(user=customer)
    make_payment(purpose="tree_order", reference=order.id, description="Tree")
    assert {row["description"] for row in _history(customer_client)} == {"Invoice", "Tree"}


@pytest.mark.parametrize("kind", ["quoteId", "treeOrderId", "userId"])
def test_assigned_payment_belongs_to_customer(
    customer: User, customer_client: APIClient, outsider_client: APIClient, admin_client: APIClient, kind: str
) -> None:
    rows = {"quoteId": make_quote, "treeOrderId": make_tree_order}
    to = customer.pk if kind == "userId" else rows[kind](user=customer).pk
    payment = make_payment()
    assert _history(customer_client) == []
    assert admin_client.post(f"/api/payments/{payment.id}/assign", {kind: str(to)}, format="json").status_code == 200
    assert [row["id"] for row in _history(customer_client)] == [str(payment.id)]
    assert _history(outsider_client) == []


def test_payment_assigned_to_quote_with_open_invoice_is_listed_once(
    customer: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    make_invoice(quote=make_quote())  # someone else's, from before
    quote, payment = make_quote(user=customer), make_payment()
    invoice = make_invoice(user=customer, quote=quote)
    admin_client.post(f"/api/payments/{payment.id}/assign", {"quoteId": str(quote.pk)}, format="json")
    payment.refresh_from_db()
    assert payment.reference == invoice.pk
    assert [row["id"] for row in _history(customer_client)] == [str(payment.id)]


def test_guest_payment_is_in_no_history(customer_client: APIClient, guest: APIClient) -> None:
    make_payment()
    assert _history(customer_client) == []
    assert guest.get(URL).status_code == 401


def _fill(customer: User, admin_client: APIClient, count: int) -> None:
    now = timezone.now()
    for number in range(count):
        make_payment(user=customer, succeeded_at=now - dt.timedelta(hours=2 * number))
    invoice = make_invoice(user=customer, amount=Decimal("10000.00"))
    for _ in range(count):
        _record(admin_client, invoice, method="cash", note="x", amount="5.00")


def test_pages_are_in_order_and_complete(customer: User, customer_client: APIClient, admin_client: APIClient) -> None:
    _fill(customer, admin_client, 4)
    every = _history(customer_client)
    assert [row["paidAt"] for row in every] == sorted((row["paidAt"] for row in every), reverse=True)
    pages, url = [], f"{URL}?limit=3"
    while url:
        response = customer_client.get(url)
        pages.append([row["id"] for row in response.json()])
        url = response["Link"].split(";")[0].strip("<>") if "Link" in response else ""
    assert [len(page) for page in pages] == [3, 3, 2]
    assert [each for page in pages for each in page] == [row["id"] for row in every]
    assert customer_client.get(f"{URL}?cursor=x").status_code == 400


@pytest.mark.parametrize("count", [1, 10])
def test_queries_do_not_grow_with_rows(
    customer: User, customer_client: APIClient, admin_client: APIClient, count: int, django_assert_num_queries: Any
) -> None:
    _fill(customer, admin_client, count)
    with django_assert_num_queries(3):  # session, user and all rows
        assert len(_history(customer_client)) == 2 * count


def test_list_is_read_from_indexes(customer: User, outsider: User) -> None:
    Payment.objects.bulk_create(
        Payment(user=outsider, purpose="checkout", amount=1, status="succeeded", succeeded_at=timezone.now())
        for _ in range(300)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE payments_payment")
        for other_way in ("seqscan", "bitmapscan", "sort"):
            cursor.execute(f"SET LOCAL enable_{other_way} = off")
        rows = Payment.objects.filter(user=customer, succeeded_at__isnull=False).order_by("-succeeded_at", "-id")[:51]
        plan = rows.explain()
    assert "payment_user_paid" in plan, plan
    assert history_of(customer).order is LATEST
