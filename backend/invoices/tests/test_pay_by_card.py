"""A customer pays an invoice by card. Only Stripe's report makes it paid, and only once."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import requests
from django.db import connection
from rest_framework.test import APIClient

from accounts.models import User
from invoices.balance import recompute_balance
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from payments.intents import cancel_open_intents
from payments.models import Payment
from testing.helpers import delivered, delivered_to_office, in_threads, pdf_words, run_queue, text_of
from testing.payments import StripeSandbox, deliver

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def invoice(customer: User) -> Invoice:
    """Create the customer's invoice, and one of another customer."""
    make_invoice(bill_to_email="oscar@example.com")
    return make_invoice(user=customer)


def _deliver(stripe_sandbox: StripeSandbox) -> None:
    assert all(status == 200 for _, status in stripe_sandbox.deliver())


def _ask(client: APIClient, invoice: Invoice, **body: Any) -> Any:
    return client.post("/api/create-payment-intent", {"invoiceId": str(invoice.id), **body}, format="json")


def _open(client: APIClient, invoice: Invoice) -> str:
    """Open the card form; return its intent's ID."""
    response = _ask(client, invoice)
    assert response.status_code == 200, response.content
    return str(response.json()["clientSecret"].split("_secret")[0])


def _pay(stripe_sandbox: StripeSandbox, intent: str, card: str = "pm_card_visa") -> int:
    response = requests.post(
        f"{stripe_sandbox.url}/v1/payment_intents/{intent}/confirm",
        {"payment_method": card, "return_url": "http://127.0.0.1/checkout"}, auth=("sk_test_sandbox", ""), timeout=20,
    )  # fmt: skip
    return response.status_code


def _seen(client: APIClient, invoice: Invoice) -> dict[str, Any]:
    return client.get(f"/api/invoices/{invoice.id}").json()  # type: ignore[no-any-return]


def _bounce_check(admin: APIClient, invoice: Invoice) -> None:
    """Reverse the check that counts on the invoice."""
    [check] = invoice.payments.counted().filter(method="check")
    admin.post(f"/api/invoices/{invoice.id}/payments/{check.id}/take-back", {"note": "Bounced"}, format="json")


def test_invoice_is_paid_when_stripe_confirms(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    intent = _open(customer_client, invoice)
    assert stripe_sandbox.get(intent)["amount"] == 50000
    assert _pay(stripe_sandbox, intent) == 200
    assert _seen(customer_client, invoice)["status"] == "sent", "only Stripe's report counts"
    _deliver(stripe_sandbox)
    seen = _seen(customer_client, invoice)
    assert (seen["status"], seen["amountPaid"], seen["amountDue"]) == ("paid", "500.00", "0.00")
    assert Invoice.objects.get(user__isnull=False).paid_date == Payment.objects.get().succeeded_at, (
        "when the card was charged"
    )
    [payment] = customer_client.get(f"/api/invoices/{invoice.id}/payments").json()
    assert (payment["method"], payment["amount"], payment["recordedBy"]) == ("card", "500.00", "")
    Payment.objects.update(succeeded_at=(charged := "2026-11-04T03:30:00Z"))  # Stripe reports it late
    [payment] = customer_client.get(f"/api/invoices/{invoice.id}/payments").json()
    assert payment["createdAt"] == charged
    [receipt] = delivered(tmp_path)
    assert "We received $500.00 by card" in text_of(receipt)
    assert "Received on: November 3, 2026\n" in text_of(receipt)
    assert "November 3, 2026 Paid by card" in pdf_words(customer_client.get(f"/api/invoices/{invoice.id}/pdf").content)


def test_declined_card_leaves_the_invoice_payable(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, invoice: Invoice
) -> None:
    intent = _open(customer_client, invoice)
    assert _pay(stripe_sandbox, intent, "pm_card_chargeDeclined") == 402
    _deliver(stripe_sandbox)
    assert _seen(customer_client, invoice)["status"] == "sent"
    assert _open(customer_client, invoice) == intent
    _pay(stripe_sandbox, intent)
    _deliver(stripe_sandbox)
    assert _seen(customer_client, invoice)["status"] == "paid"
    assert InvoicePayment.objects.count() == 1


def test_card_form_ignores_the_amount_that_the_client_sends(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    first = _open(customer_client, invoice)
    body = {"method": "check", "amount": "120.50"}
    admin_client.post(f"/api/invoices/{invoice.id}/record-payment", body, format="json")
    response = _ask(customer_client, invoice, amount=1)
    assert response.status_code == 200
    assert stripe_sandbox.get(response.json()["clientSecret"].split("_secret")[0])["amount"] == 37950
    run_queue()
    assert stripe_sandbox.get(first)["status"] == "canceled", "the older form asks for too much"
    second = _open(customer_client, invoice)
    assert stripe_sandbox.get(second)["amount"] == 37950
    _pay(stripe_sandbox, second)
    _deliver(stripe_sandbox)
    assert _seen(customer_client, invoice)["status"] == "paid"


@pytest.mark.parametrize(("status", "expected"), [("draft", 404), ("paid", 409), ("cancelled", 409), ("overdue", 200)])
def test_only_payable_invoices_can_be_paid(
    stripe_sandbox: StripeSandbox, customer: User, customer_client: APIClient, status: str, expected: int
) -> None:
    assert _ask(customer_client, make_invoice(user=customer, status=status)).status_code == expected


def test_other_customers_invoice_cannot_be_paid(
    stripe_sandbox: StripeSandbox,
    guest: APIClient,
    outsider_client: APIClient,
    admin_client: APIClient,
    invoice: Invoice,
) -> None:
    for client in (guest, outsider_client, admin_client):
        assert _ask(client, invoice).status_code == 404
    assert stripe_sandbox.objects("payment_intent") == []


@pytest.mark.parametrize("amount", ["0.50", "0.57", "4.35", "19.99", "1140.10", "999999.99"])
def test_charged_amount_is_exact_to_the_cent(
    stripe_sandbox: StripeSandbox, customer: User, customer_client: APIClient, amount: str
) -> None:
    intent = _open(customer_client, make_invoice(user=customer, amount=amount))
    assert stripe_sandbox.get(intent)["amount"] == int(amount.replace(".", ""))


@pytest.mark.parametrize("amount", ["0.49", "1000000.00"])
def test_amount_outside_card_limits_is_a_409(
    stripe_sandbox: StripeSandbox, customer: User, customer_client: APIClient, amount: str
) -> None:
    assert _ask(customer_client, make_invoice(user=customer, amount=amount)).status_code == 409


def test_concurrent_tabs_get_one_intent(stripe_sandbox: StripeSandbox, customer: User, invoice: Invoice) -> None:
    def ask(_: int) -> str:
        client = APIClient()
        client.force_login(customer)
        return _open(client, invoice)

    assert len(set(in_threads(8, ask))) == 1
    assert len(stripe_sandbox.objects("payment_intent")) == 1


def test_concurrent_repeated_events_record_one_payment(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    _pay(stripe_sandbox, _open(customer_client, invoice))
    sent: list[tuple[bytes, str]] = []

    def keep(payload: bytes, signature: str) -> int:
        sent.append((payload, signature))
        return 200

    stripe_sandbox.deliver_pending(keep)

    def deliver_event(number: int) -> int:
        return deliver(*sent[number % len(sent)])

    assert set(in_threads(5 * len(sent), deliver_event)) == {200}
    assert _seen(customer_client, invoice)["amountPaid"] == "500.00"
    assert InvoicePayment.objects.count() == 1
    assert len(delivered(tmp_path)) == 1


def test_card_payment_after_a_check_shows_as_overpaid(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    intent = _open(customer_client, invoice)
    admin_client.post(f"/api/invoices/{invoice.id}/record-payment", {"method": "check"}, format="json")
    _pay(stripe_sandbox, intent)  # before the worker could close the form
    run_queue()
    _deliver(stripe_sandbox)
    seen = _seen(admin_client, invoice)
    assert (seen["status"], seen["amountPaid"], seen["amountDue"], seen["overpaid"]) == (
        "paid", "1000.00", "0.00", "500.00",
    )  # fmt: skip
    assert len([mail for mail in delivered(tmp_path) if "$500.00 of it is more than was due" in text_of(mail)]) == 1
    [told] = delivered_to_office(tmp_path)
    assert told["Subject"] == f"Overpaid by $500.00: invoice {invoice.invoice_number}"
    assert "Total: $500.00\nPaid: $1,000.00\nDue: $0.00\nOverpaid: $500.00\n" in text_of(told)
    assert f"/admin?tab=invoices&q={invoice.invoice_number}&open={invoice.id}" in text_of(told)
    stripe_sandbox.refund(intent)
    _deliver(stripe_sandbox)
    seen = _seen(admin_client, invoice)
    assert (seen["status"], seen["amountRefunded"], seen["overpaid"]) == ("paid", "500.00", "0.00")


def test_refund_of_a_part_stays_waived_when_more_is_paid_later(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    record = f"/api/invoices/{invoice.id}/record-payment"
    admin_client.post(record, {"method": "check", "amount": "300.00"}, format="json")
    first = _open(customer_client, invoice)
    _pay(stripe_sandbox, first)
    _deliver(stripe_sandbox)
    stripe_sandbox.refund(first, amount=5000)
    _deliver(stripe_sandbox)
    Invoice.objects.update(amount_waived=0)  # as before the migration
    with connection.cursor() as cursor:
        cursor.execute(import_module("invoices.migrations.0010_amount_waived").FORWARD)
    assert Invoice.objects.get(id=invoice.id).amount_waived == 50
    assert _seen(admin_client, invoice)["overpaid"] == "0.00"
    _bounce_check(admin_client, invoice)
    assert _seen(admin_client, invoice)["amountDue"] == "300.00"
    second = _open(customer_client, invoice)
    admin_client.post(record, {"method": "check", "amount": "300.00"}, format="json")
    _pay(stripe_sandbox, second)  # before the worker could close the form
    _deliver(stripe_sandbox)
    assert _seen(admin_client, invoice)["overpaid"] == "300.00"
    assert [row["id"] for row in admin_client.get("/api/invoices?scope=admin&overpaid=1").json()] == [str(invoice.id)]
    told = delivered_to_office(tmp_path)[-1]
    assert "Total: $500.00\nPaid: $800.00\nDue: $0.00\nOverpaid: $300.00\n" in text_of(told)
    stripe_sandbox.refund(second)
    _deliver(stripe_sandbox)
    seen = _seen(admin_client, invoice)
    assert (seen["amountRefunded"], seen["overpaid"]) == ("350.00", "0.00")
    _bounce_check(admin_client, invoice)
    seen = _seen(admin_client, invoice)
    assert (seen["amountDue"], seen["amountRefunded"]) == ("300.00", "50.00")


@pytest.mark.parametrize("opened_before", [True, False])
def test_card_form_for_the_rest_stays_open(
    stripe_sandbox: StripeSandbox,
    admin_client: APIClient,
    customer_client: APIClient,
    invoice: Invoice,
    opened_before: bool,
) -> None:
    """The customer opens a new form for the rest before the worker has closed the old one."""
    if opened_before:
        _open(customer_client, invoice)
    part = {"method": "check", "amount": "200.00"}
    admin_client.post(f"/api/invoices/{invoice.id}/record-payment", part, format="json")
    intent = _open(customer_client, invoice)
    run_queue()
    assert _pay(stripe_sandbox, intent) == 200
    _deliver(stripe_sandbox)
    seen = _seen(customer_client, invoice)
    assert (seen["status"], seen["amountPaid"], seen["overpaid"]) == ("paid", "500.00", "0.00")


def test_card_form_for_more_than_what_is_due_is_closed(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    intent = _open(customer_client, invoice)
    part = {"method": "check", "amount": "200.00"}
    admin_client.post(f"/api/invoices/{invoice.id}/record-payment", part, format="json")
    run_queue()
    assert _pay(stripe_sandbox, intent) == 400
    assert _open(customer_client, invoice) != intent


def test_office_is_not_told_of_an_overpayment_already_refunded(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    intent = _open(customer_client, invoice)
    admin_client.post(f"/api/invoices/{invoice.id}/record-payment", {"method": "check"}, format="json")
    _pay(stripe_sandbox, intent)
    _deliver(stripe_sandbox)
    stripe_sandbox.refund(intent)
    _deliver(stripe_sandbox)
    told = [mail["Subject"] for mail in delivered_to_office(tmp_path)]
    assert told == [f"Refunded: $500.00, Invoice {invoice.invoice_number}"]


def test_canceled_invoice_closes_its_card_form(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    intent, other = (_open(customer_client, each) for each in (invoice, make_invoice(user=invoice.user)))
    assert admin_client.post(f"/api/invoices/{invoice.id}/cancel", {}, format="json").status_code == 200
    assert stripe_sandbox.get(intent)["status"] == "canceled"
    assert stripe_sandbox.get(other)["status"] == "requires_payment_method"
    assert _pay(stripe_sandbox, intent) == 400
    assert _ask(customer_client, invoice).status_code == 409


def test_cancellation_checks_stripe_first(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    """An invoice that was just paid can't be canceled, even before the webhook arrives."""
    _pay(stripe_sandbox, _open(customer_client, invoice))
    assert admin_client.post(f"/api/invoices/{invoice.id}/cancel", {}, format="json").status_code == 409
    assert _seen(customer_client, invoice)["status"] == "paid"
    _deliver(stripe_sandbox)
    assert InvoicePayment.objects.count() == 1


@pytest.mark.parametrize("status", ["open", "processing"])
def test_card_form_opened_during_cancellation_is_closed(
    monkeypatch: pytest.MonkeyPatch,
    stripe_sandbox: StripeSandbox,
    admin_client: APIClient,
    customer_client: APIClient,
    invoice: Invoice,
    status: str,
) -> None:
    """The form is opened after the open forms were closed and before the row changes."""
    intents: list[str] = []

    def cancel_and_open(**of: Any) -> None:
        cancel_open_intents(**of)
        if not intents:
            intents.append(_open(customer_client, invoice))
            Payment.objects.update(status=status)

    monkeypatch.setattr("invoices.services.cancel_open_intents", cancel_and_open)
    cancel = f"/api/invoices/{invoice.id}/cancel"
    refused = admin_client.post(cancel, {}, format="json")
    assert (refused.status_code, _seen(admin_client, invoice)["status"]) == (409, "sent")
    assert admin_client.post(cancel, {}, format="json").status_code == 200
    assert stripe_sandbox.get(intents[0])["status"] == "canceled"


@pytest.mark.parametrize("attempt", range(5))
def test_canceled_invoice_has_no_open_card_form(
    attempt: int, stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    def act(number: int) -> int:
        if number:
            return int(_ask(customer_client, invoice).status_code)
        return int(admin_client.post(f"/api/invoices/{invoice.id}/cancel", {}, format="json").status_code)

    assert set(in_threads(3, act)) <= {200, 409}
    if _seen(admin_client, invoice)["status"] == "cancelled":
        assert not Payment.objects.exclude(status="canceled").exists()


def test_form_of_an_invoice_that_was_just_paid_is_refused(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, invoice: Invoice
) -> None:
    _pay(stripe_sandbox, _open(customer_client, invoice))
    refused = _ask(customer_client, invoice)  # Stripe's report has not arrived yet
    assert (refused.status_code, "is paid, so there is nothing to pay" in refused.json()["message"]) == (409, True)
    assert _seen(customer_client, invoice)["status"] == "paid"


def test_processing_payment_prevents_a_second_card_form(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, invoice: Invoice
) -> None:
    stripe_sandbox.process_next()
    intent = _open(customer_client, invoice)
    _pay(stripe_sandbox, intent)
    _deliver(stripe_sandbox)
    assert _ask(customer_client, invoice).status_code == 409
    stripe_sandbox.finish_processing(intent)
    _deliver(stripe_sandbox)
    assert _seen(customer_client, invoice)["status"] == "paid"


def test_payment_for_a_canceled_invoice_is_recorded_and_owed_back(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    intent = _open(customer_client, invoice)
    Invoice.objects.filter(id=invoice.id).update(status="cancelled")  # directly, since the service would close the form
    _pay(stripe_sandbox, intent)
    _deliver(stripe_sandbox)
    seen = _seen(admin_client, invoice)
    assert (seen["status"], seen["amountPaid"], seen["amountDue"], seen["overpaid"]) == (
        "cancelled", "500.00", "0.00", "500.00",
    )  # fmt: skip


@pytest.mark.parametrize("won", [True, False])
def test_disputed_payment_for_a_canceled_invoice_is_owed_back_only_if_the_dispute_is_won(
    stripe_sandbox: StripeSandbox,
    admin_client: APIClient,
    customer_client: APIClient,
    invoice: Invoice,
    tmp_path: Path,
    won: bool,
) -> None:
    intent = _open(customer_client, invoice)
    _pay(stripe_sandbox, intent)
    dispute = stripe_sandbox.dispute(intent)
    _deliver(stripe_sandbox)
    Invoice.objects.update(status="cancelled", paid_date=None)
    recompute_balance(Invoice.objects.get(id=invoice.id))
    run_queue()
    assert _owed_back(admin_client, invoice) == ("0.00", ["disputed"], [])
    assert _seen(customer_client, invoice)["amountLost"] == "0.00"
    stripe_sandbox.close_dispute(dispute["id"], won=won)
    _deliver(stripe_sandbox)
    lost = "0.00" if won else "500.00"
    assert (_seen(customer_client, invoice)["amountLost"], _seen(customer_client, invoice)["amountDisputed"]) == (
        lost, lost,
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("UPDATE invoices_invoicepayment SET dispute_lost = false")  # as they were stored before
        cursor.execute("UPDATE invoices_invoice SET amount_lost = 0")
        cursor.execute(import_module("invoices.migrations.0009_amount_lost").FORWARD)
    assert _seen(customer_client, invoice)["amountLost"] == lost
    back = ("500.00", ["owed"], [invoice.invoice_number])
    assert _owed_back(admin_client, invoice) == (back if won else ("0.00", [], []))
    overpaid = [mail for mail in delivered_to_office(tmp_path) if mail["Subject"].startswith("Overpaid")]
    assert len(overpaid) == won
    for mail in overpaid:
        text = " ".join(text_of(mail).split())
        assert "the bank returned a disputed card payment after the invoice was paid another way or canceled." in text
        assert "We told the customer" not in text


def _owed_back(admin_client: APIClient, invoice: Invoice) -> tuple[str, list[str], list[str]]:
    """Return what the invoice owes back, the statuses of payments in Due now, and the overpaid invoices."""
    queue = admin_client.get("/api/desk/queue?kind=payment").json()
    overpaid = admin_client.get("/api/invoices?scope=admin&overpaid=1").json()
    return (
        _seen(admin_client, invoice)["overpaid"],
        [row["status"] for row in queue],
        [row["invoiceNumber"] for row in overpaid],
    )


def test_dispute_of_a_kept_payment_leaves_the_others_owed_back(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice
) -> None:
    intent = _open(customer_client, invoice)
    _pay(stripe_sandbox, intent)
    _deliver(stripe_sandbox)
    Invoice.objects.filter(id=invoice.id).update(status="cancelled", paid_date=None)
    recompute_balance(Invoice.objects.get(id=invoice.id))
    kept = admin_client.post(f"/api/payments/{Payment.objects.get().id}/keep", {"reason": "Agreed"}, format="json")
    assert kept.json() == {"amountKept": "500.00"}
    InvoicePayment.objects.create(invoice=invoice, method="check", amount=80)
    stripe_sandbox.dispute(intent)
    _deliver(stripe_sandbox)
    assert _seen(admin_client, invoice)["overpaid"] == "80.00"
    Invoice.objects.update(amount_kept=500)  # as it was stored before it counted as disputed only
    with connection.cursor() as cursor:
        cursor.execute(import_module("invoices.migrations.0006_disputed_is_not_kept").FORWARD)
    assert _seen(admin_client, invoice)["overpaid"] == "80.00"


def test_refunded_invoice_stays_paid_and_dispute_is_flagged(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice, tmp_path: Path
) -> None:
    intent = _open(customer_client, invoice)
    _pay(stripe_sandbox, intent)
    _deliver(stripe_sandbox)
    stripe_sandbox.refund(intent, amount=12000)
    _deliver(stripe_sandbox)
    run_queue()
    refund = stripe_sandbox.refund(intent, amount=3000)
    _deliver(stripe_sandbox)
    run_queue()
    stripe_sandbox.fail_refund(refund["id"])
    _deliver(stripe_sandbox)
    stripe_sandbox.refund(intent, amount=3000)
    _deliver(stripe_sandbox)
    seen = _seen(customer_client, invoice)
    assert (seen["status"], seen["amountPaid"], seen["amountRefunded"], seen["amountDue"]) == (
        "paid", "500.00", "150.00", "0.00",
    )  # fmt: skip
    assert seen["amountDisputed"] == "0.00"
    dispute = stripe_sandbox.dispute(intent)
    _deliver(stripe_sandbox)
    [payment] = admin_client.get(f"/api/invoices/{invoice.id}/payments").json()
    assert (payment["disputed"], payment["amountRefunded"]) == (True, "150.00")
    seen = _seen(customer_client, invoice)
    assert (seen["status"], seen["amountDisputed"]) == ("paid", "350.00")
    stripe_sandbox.close_dispute(dispute["id"], won=True)
    _deliver(stripe_sandbox)
    assert _seen(customer_client, invoice)["amountDisputed"] == "0.00"
    number = invoice.invoice_number
    to_customer = [mail for mail in delivered(tmp_path) if mail["To"] == "eleanor@example.com"]
    assert [mail["Subject"] for mail in to_customer] == [
        f"Receipt: $500.00 for invoice {number}", f"Refund: $120.00 for invoice {number}",
        f"Refund: $30.00 for invoice {number}", f"Refund: $30.00 for invoice {number}",
    ]  # fmt: skip
    text = text_of(to_customer[1])
    assert f"We refunded $120.00 of your card payment for invoice {number}." in text
    assert "Paid: $500.00\nRefunded in total: $120.00\n" in text
    assert all("Refunded in total: $150.00\n" in text_of(mail) for mail in to_customer[2:])
    assert re.search(r"http://127\.0\.0\.1:8000/f/[\w-]{43}$", text, re.MULTILINE)


def test_invoice_cannot_be_canceled_while_stripe_is_down(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, invoice: Invoice, settings: Any
) -> None:
    _open(customer_client, invoice)
    settings.STRIPE_API_BASE = "http://127.0.0.1:9"
    assert admin_client.post(f"/api/invoices/{invoice.id}/cancel", {}, format="json").status_code == 503
    assert _seen(customer_client, invoice)["status"] == "sent"


def test_invoices_work_without_stripe_keys_except_by_card(
    admin_client: APIClient, customer_client: APIClient, customer: User, settings: Any
) -> None:
    settings.STRIPE_SECRET_KEY = ""
    paid, cancelled = make_invoice(user=customer), make_invoice(user=customer)
    assert _ask(customer_client, paid).status_code == 503
    path = f"/api/invoices/{paid.id}/record-payment"
    assert admin_client.post(path, {"method": "check"}, format="json").json()["status"] == "paid"
    assert admin_client.post(f"/api/invoices/{cancelled.id}/cancel", {}, format="json").status_code == 200
    assert Payment.objects.count() == 0
