"""Owners see the payouts and the entries of each."""

import datetime as dt
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from desk.tests.money import eastern, make_payout, make_transaction
from invoices.models import InvoicePayment
from invoices.tests.factories import make_invoice
from payments.tests.factories import make_payment
from quotes.tests.factories import make_quote

DAY = dt.timedelta(days=1)
FRIDAY = eastern(2026, 11, 20, 9)


def _payouts(client: APIClient, query: str = "") -> list[dict[str, Any]]:
    response = client.get(f"/api/desk/payouts{query}")
    assert response.status_code == 200, response.content
    rows: list[dict[str, Any]] = response.json()
    return rows


def _entries(client: APIClient, payout_id: Any) -> list[dict[str, Any]]:
    response = client.get(f"/api/desk/payouts/{payout_id}/entries")
    assert response.status_code == 200, response.content
    rows: list[dict[str, Any]] = response.json()
    return rows


def test_payouts_are_listed_newest_first_with_their_day(admin_client: APIClient) -> None:
    make_payout(FRIDAY - 3 * DAY, amount="2244.28", automatic=False, failure_message="The account is closed.")
    make_payout(FRIDAY, amount="4118.62", status="in_transit", complete=False, arrives_on="2026-11-23")
    newest, older = _payouts(admin_client)
    assert (newest["amount"], newest["status"], newest["arrivesOn"]) == ("4118.62", "in_transit", "2026-11-23")
    assert (newest["complete"], newest["entries"]) == (False, 0)
    assert (newest["automatic"], newest["failureMessage"]) == (True, "")
    assert (older["amount"], older["status"]) == ("2244.28", "paid")
    assert (older["automatic"], older["failureMessage"]) == (False, "The account is closed.")


def test_pages_of_payouts_miss_none(admin_client: APIClient) -> None:
    made = [str(make_payout(FRIDAY - number // 2 * DAY).id) for number in range(7)]
    seen, url = [], "/api/desk/payouts?limit=3"
    while url:
        response = admin_client.get(url)
        seen += [row["id"] for row in response.json()]
        url = response.headers.get("Link", "").partition(">")[0].lstrip("<")
    assert len(seen) == 7
    assert set(seen) == set(made)


def test_payout_lists_its_entries(admin_client: APIClient, customer: User) -> None:
    invoice = make_invoice(user=customer, bill_to_name="Eleanor Hayes", invoice_number="INV-2026-00058")
    payment = make_payment(purpose="invoice", reference=invoice.id, description="Deposit for invoice INV-2026-00058")
    InvoicePayment.objects.create(invoice=invoice, payment=payment, method="card", amount="599.00")
    payout = make_payout(FRIDAY)
    make_transaction("charge", "321.13", FRIDAY - 2 * DAY, fee="9.61", payment=payment, payout=payout)
    make_transaction("refund", "-120.00", FRIDAY - 1 * DAY, payment=payment, payout=payout)
    make_transaction("charge", "7.00", FRIDAY)  # not in a payout yet
    refund, charge = _entries(admin_client, payout.id)
    assert _payouts(admin_client)[0]["entries"] == 2
    assert charge["occurredAt"] == "2026-11-18T14:00:00Z"
    assert (charge["customer"], charge["customerKey"]) == ("Eleanor Hayes", str(customer.id))
    assert (charge["document"], charge["invoiceId"]) == ("Deposit for invoice INV-2026-00058", str(invoice.id))
    assert (charge["amount"], charge["fee"], charge["net"], charge["unknown"]) == ("321.13", "9.61", "311.52", False)
    assert (refund["document"], refund["net"]) == ("Refund: Deposit for invoice INV-2026-00058", "-120.00")


def test_unknown_payment_is_marked(admin_client: APIClient) -> None:
    payout = make_payout(FRIDAY)
    make_transaction(
        "charge", "25.00", FRIDAY, fee="1.03", payout=payout, stripe_payment_intent_id="pi_elsewhere",
        description="Made in the dashboard",
    )  # fmt: skip
    [entry] = _entries(admin_client, payout.id)
    assert entry["unknown"] is True
    assert (entry["document"], entry["customer"], entry["net"]) == ("Made in the dashboard", "", "23.97")


def test_what_stripe_and_the_bank_did_is_not_an_unknown_payment(admin_client: APIClient) -> None:
    documents = {
        "charge_failure": "Returned by the bank", "refund": "Refund", "refund_failure": "Refund returned by the bank",
        "dispute": "Dispute", "dispute_reversal": "Dispute won", "fee": "Stripe fee",
        "payout_reversal": "Payout returned by the bank",
    }  # fmt: skip
    payout = make_payout(FRIDAY)
    for kind in documents:
        make_transaction(kind, "-2.00", FRIDAY, payout=payout)
    make_transaction("other", "-2.00", FRIDAY, payout=payout, description="Radar")
    entries = _entries(admin_client, payout.id)
    assert [(entry["unknown"], entry["document"]) for entry in entries] == [
        (False, "Radar"), *((False, document) for document in reversed(documents.values()))
    ]  # fmt: skip


def test_entry_names_customer_of_assigned_payment(admin_client: APIClient, admin: User) -> None:
    quote = make_quote(full_name="Ruth Abbott")
    payment = make_payment(assigned_kind="quote", assigned_id=quote.id, assigned_at=FRIDAY, assigned_by=admin)
    payout = make_payout(FRIDAY)
    make_transaction("charge", "599.00", FRIDAY, payment=payment, payout=payout)
    [entry] = _entries(admin_client, payout.id)
    assert entry["customer"] == "Ruth Abbott"


@pytest.mark.parametrize(("name", "shown"), [("Gerard Thibodeau", "Gerard Thibodeau"), ("", "gerard@guest.example")])
def test_entry_of_unassigned_payment_has_what_payer_entered(admin_client: APIClient, name: str, shown: str) -> None:
    payment = make_payment(payer_name=name, receipt_email="gerard@guest.example")
    payout = make_payout(FRIDAY)
    make_transaction("charge", "599.00", FRIDAY, payment=payment, payout=payout)
    [entry] = _entries(admin_client, payout.id)
    assert (entry["customer"], entry["unknown"]) == (shown, False)


def test_payout_that_does_not_exist_is_not_found(admin_client: APIClient) -> None:
    path = "/api/desk/payouts/0198a000-0000-7000-8000-000000000000/entries"
    assert admin_client.get(path).status_code == 404


@pytest.mark.parametrize("count", [2, 60])
def test_queries_do_not_grow_with_rows(
    count: int, admin_client: APIClient, admin: User, customer: User, django_assert_num_queries: Any
) -> None:
    payout = make_payout(FRIDAY)
    for number in range(count):
        make_payout(FRIDAY - number * DAY)
        quote = make_quote(full_name="Ruth Abbott")
        payment = make_payment(
            user=customer, assigned_kind="quote", assigned_id=quote.id, assigned_at=FRIDAY, assigned_by=admin
        )
        make_transaction("charge", "599.00", FRIDAY - number * DAY, payment=payment, payout=payout)
    with django_assert_num_queries(3):  # session, user, payouts
        assert len(_payouts(admin_client, "?limit=200")) == count + 1
    # session, user, payout, entries, and the quotes, orders and accounts that payments were assigned to
    with django_assert_num_queries(7):
        assert len(admin_client.get(f"/api/desk/payouts/{payout.id}/entries?limit=200").json()) == count
