"""Emails about invoices show the current total, paid and due amounts."""

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from invoices.emails import request_payment
from invoices.models import Invoice
from invoices.tests.factories import make_invoice
from quotes.tests.factories import make_quote
from testing.helpers import delivered, newest_code, text_of
from texts.preferences import TextingMode, TextingPreference

pytestmark = pytest.mark.django_db(transaction=True)


def _draft(client: APIClient, **body: Any) -> str:
    response = client.post("/api/invoices", {"amount": "875.00", "dueDate": "2099-12-05", **body}, format="json")
    return str(response.json()["id"])


def _send(client: APIClient, invoice_id: str) -> Any:
    return client.post(f"/api/invoices/{invoice_id}/send", {}, format="json")


def test_invoice_arrives_with_its_pdf(admin_client: APIClient, customer: User, tmp_path: Path) -> None:
    invoice_id = _draft(admin_client, userId=str(customer.id))
    assert delivered(tmp_path) == []
    _send(admin_client, invoice_id)
    [email] = delivered(tmp_path)
    number = Invoice.objects.get().invoice_number
    assert email["To"] == "eleanor@example.com"
    assert email["Subject"] == f"Invoice {number}: $875.00 due"
    text = text_of(email)
    assert text.startswith("Hi Eleanor,\n")
    assert "Total: $875.00\nPaid: $0.00\nDue: $875.00\n" in text
    assert "It's due on December 5, 2099." in text
    assert re.search(r"^Pay by card:\nhttp://127\.0\.0\.1:8000/f/[\w-]{43}$", text, re.MULTILINE)
    [attached] = email.iter_attachments()
    assert attached.get_filename() == f"{number}.pdf"
    assert attached.get_content().startswith(b"%PDF")
    html = email.get_body(("html",))
    assert html is not None
    assert re.search(r"http://127\.0\.0\.1:8000/f/[\w-]{43}\"", html.get_content())


def test_guests_invoice_is_emailed_and_joins_a_later_account(
    admin_client: APIClient, outsider_client: APIClient, client: Client, tmp_path: Path
) -> None:
    invoice_id = _draft(admin_client, quoteId=str(make_quote(email="Tom@Example.com").id), dueDate=None)
    _send(admin_client, invoice_id)
    [email] = delivered(tmp_path)
    assert email["To"] == "Tom@Example.com"
    assert "Pay by card online or by check." in text_of(email)
    assert "is attached. It's due on receipt." in text_of(email)
    assert outsider_client.get(f"/api/invoices/{invoice_id}").status_code == 404

    client.post(
        "/accounts/signup/", {"first_name": "Tom", "email": "tom@example.com", "password1": "long enough it is"}
    )
    assert Invoice.objects.get().user is None
    client.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)})
    assert [row["id"] for row in client.get("/api/invoices").json()] == [invoice_id]


def test_invoice_canceled_before_its_email_is_not_emailed(
    admin_client: APIClient, customer: User, tmp_path: Path
) -> None:
    invoice_id = _draft(admin_client, userId=str(customer.id))
    _send(admin_client, invoice_id)
    admin_client.post(f"/api/invoices/{invoice_id}/cancel", {}, format="json")
    assert delivered(tmp_path) == []


def test_customer_hears_that_an_invoice_is_canceled(admin_client: APIClient, customer: User, tmp_path: Path) -> None:
    sent, draft = _draft(admin_client, userId=str(customer.id)), _draft(admin_client, userId=str(customer.id))
    _send(admin_client, sent)
    assert len(delivered(tmp_path)) == 1
    accepted = make_invoice(user=customer)  # the acceptance's email told them of it
    for invoice_id in (sent, draft, accepted.id):
        admin_client.post(f"/api/invoices/{invoice_id}/cancel", {}, format="json")
    [_, *emails] = delivered(tmp_path)
    numbers = [Invoice.objects.get(id=sent).invoice_number, accepted.invoice_number]
    assert [email["Subject"] for email in emails] == [f"Invoice {number} is canceled" for number in numbers]


def test_second_send_sends_no_email(admin_client: APIClient, customer: User, tmp_path: Path) -> None:
    invoice_id = _draft(admin_client, userId=str(customer.id))
    _send(admin_client, invoice_id)
    assert _send(admin_client, invoice_id).status_code == 409
    assert len(delivered(tmp_path)) == 1


def test_receipt_says_what_is_still_due(admin_client: APIClient, customer: User, tmp_path: Path) -> None:
    invoice = make_invoice(user=customer)
    path = f"/api/invoices/{invoice.id}/record-payment"
    admin_client.post(path, {"method": "check", "amount": "200", "note": "secret"}, format="json")
    [first] = delivered(tmp_path)
    assert first["Subject"] == f"Receipt: $200.00 for invoice {invoice.invoice_number}"
    assert "We received $200.00 by check" in text_of(first)
    assert "Total: $500.00\nPaid: $200.00\nDue: $300.00\n" in text_of(first)
    assert "secret" not in text_of(first)
    assert [part.get_filename() for part in first.iter_attachments()] == [f"{invoice.invoice_number}.pdf"]
    admin_client.post(path, {"method": "cash"}, format="json")
    second = delivered(tmp_path)[1]
    assert "Your invoice is paid in full." in text_of(second)
    assert "Total: $500.00\nPaid: $500.00\nDue: $0.00\n" in text_of(second)


def test_line_breaks_in_a_name_add_no_email_header(admin_client: APIClient, tmp_path: Path) -> None:
    quote = make_quote(full_name="Tom\nBcc: everybody@example.com", street_address="1 Main St\r\nSubject: x")
    _send(admin_client, _draft(admin_client, quoteId=str(quote.id), description="x\r\nBcc: a@example.com"))
    [email] = delivered(tmp_path)
    assert email["Bcc"] is None
    assert text_of(email).startswith("Hi,\n")


def test_account_invoice_goes_to_the_verified_address(admin_client: APIClient, customer: User, tmp_path: Path) -> None:
    EmailAddress.objects.create(user=customer, email="eleanor@example.com", verified=True, primary=True)
    quote = make_quote(user=customer, email="someone@else.example")
    _send(admin_client, _draft(admin_client, quoteId=str(quote.id)))
    [email] = delivered(tmp_path)
    assert email["To"] == "eleanor@example.com"
    assert Invoice.objects.get().bill_to_email == "someone@else.example", "it bills whom the quote names"


@pytest.mark.parametrize(("amount", "ends"), [("0.49", "has the details:"), ("0.50", "has the details; pay here:")])
def test_text_says_pay_here_if_a_card_can_pay(amount: str, ends: str) -> None:
    quote = make_quote(text_updates=True, phone="603-555-0142")
    text = request_payment(make_invoice(amount=Decimal(amount), quote=quote), subject="Invoice", news="It is due.").text
    assert text is not None
    assert text.body.endswith(ends)
    assert text.preference == TextingPreference(TextingMode.ALSO, "603-555-0142")
