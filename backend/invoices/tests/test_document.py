"""The invoice's PDF for its owner and administrators."""

import datetime as dt
import io
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone
from pypdf import PdfReader
from rest_framework.test import APIClient

from accounts.models import Address, User
from invoices.balance import recompute_balance
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from quotes.tests.factories import make_quote
from quotes.tests.proposals import accept, make_proposal
from testing.helpers import pdf_words


def _send(client: APIClient, **body: Any) -> str:
    invoice = client.post("/api/invoices", {"amount": "875.00", "dueDate": "2099-12-05", **body}, format="json").json()
    assert client.post(f"/api/invoices/{invoice['id']}/send", {}, format="json").status_code == 200
    return str(invoice["id"])


def _pdf(client: APIClient, invoice_id: Any) -> bytes:
    response = client.get(f"/api/invoices/{invoice_id}/pdf")
    assert response.status_code == 200
    return bytes(response.content)


@pytest.fixture
def sent(admin_client: APIClient, customer: User) -> str:
    quote = make_quote(
        user=customer, street_address="41 Marcy Street", service_package="premium", add_ons=["wreaths", "Two ladders"]
    )
    return _send(admin_client, quoteId=str(quote.id), description="Holiday light installation")


def test_document_shows_both_parties_and_the_amounts(customer_client: APIClient, sent: str) -> None:
    response = customer_client.get(f"/api/invoices/{sent}/pdf")
    invoice = Invoice.objects.get()
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="{invoice.invoice_number}.pdf"'
    assert response["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    words = pdf_words(response.content)
    for said in (
        "Seacoast Holiday Lights", "(603) 555-0148", "Eleanor Hayes", "41 Marcy Street", "Portsmouth, NH",
        "eleanor@example.com", invoice.invoice_number, "December 5, 2099", "Holiday light installation",
        "Premium Installation", "Wreaths & Garland", "Two ladders", "Total $875.00", "Paid $0.00", "Due $875.00",
    ):  # fmt: skip
        assert said in words
    assert "PAID" not in words


def test_document_shows_only_accepted_lines(
    customer: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    accept(customer_client, make_proposal(admin_client, customer), "929.00")
    words = pdf_words(_pdf(customer_client, Invoice.objects.get().id))
    for said in ("Standard $838.00", "5 pieces at $38.00", "Neighbor discount \N{MINUS SIGN}$99.00", "Total $929.00"):
        assert said in words
    for left_out in ("Candles", "Smart timer", "Basic", "Premium"):
        assert left_out not in words


def test_document_date_is_the_day_sent_in_eastern_time(customer: User, customer_client: APIClient) -> None:
    sent = dt.datetime(2026, 12, 4, 3, 30, tzinfo=dt.UTC)  # still December 3 in Eastern time
    invoice = make_invoice(user=customer, created_at=sent - dt.timedelta(days=9), sent_at=sent)
    assert "December 3, 2026" in pdf_words(_pdf(customer_client, invoice.id))


def test_document_of_a_draft_shows_changes(admin_client: APIClient, customer: User) -> None:
    body = {"userId": str(customer.id), "amount": "100", "description": "Lights"}
    invoice = admin_client.post("/api/invoices", body, format="json").json()
    admin_client.patch(f"/api/invoices/{invoice['id']}", {"description": "Lights and garlands"}, format="json")
    assert "Lights and garlands" in pdf_words(_pdf(admin_client, invoice["id"]))


def test_stamp_date_is_the_day_paid_in_eastern_time(customer: User, customer_client: APIClient) -> None:
    paid = dt.datetime(2026, 12, 4, 3, 30, tzinfo=dt.UTC)  # still December 3 in Eastern time
    invoice = make_invoice(user=customer, status="paid", paid_date=paid, sent_at=paid - dt.timedelta(days=9))
    assert "December 3, 2026" in pdf_words(_pdf(customer_client, invoice.id))


def _links(pdf: bytes) -> list[str]:
    notes = [note.get_object() for page in PdfReader(io.BytesIO(pdf)).pages for note in page.get("/Annots", [])]
    return [str(note["/A"]["/URI"]) for note in notes]


def test_document_shows_payment_link_and_mailing_address(
    admin_client: APIClient, customer_client: APIClient, customer: User, settings: Any
) -> None:
    settings.BUSINESS_ADDRESS = "12 Market Street, Portsmouth, NH 03801"
    sent = _send(admin_client, userId=str(customer.id), description="Repair")
    pdf = _pdf(customer_client, sent)
    words = " ".join(pdf_words(pdf).split())
    number = Invoice.objects.get().invoice_number
    assert f"mail a check to Seacoast Holiday Lights, 12 Market Street, Portsmouth, NH 03801. Write {number}" in words
    assert words.count("12 Market Street") == 2  # in the letterhead, too
    assert _links(pdf) == [f"{settings.SITE_URL}/checkout?invoice={sent}"]


def test_document_asks_for_the_deposit_until_the_rest_is_due(
    customer: User, customer_client: APIClient, settings: Any
) -> None:
    invoice = make_invoice(user=customer, from_acceptance=True, first_amount=125, first_due_date=dt.date(2026, 11, 20))
    checkout = f"{settings.SITE_URL}/checkout?invoice={invoice.id}"
    pdf = _pdf(customer_client, invoice.id)
    assert _links(pdf) == [f"{checkout}&part=first"]
    words = " ".join(pdf_words(pdf).split())
    for said in (
        "Deposit due November 20, 2026", "Rest due 14 days after we install", "of which deposit $125.00",
        "The rest, due later $375.00", "Due now $125.00",
    ):  # fmt: skip
        assert said in words
    Invoice.objects.filter(id=invoice.id).update(due_date=dt.date(2026, 12, 20))
    pdf = _pdf(customer_client, invoice.id)
    assert _links(pdf) == [checkout]
    words = " ".join(pdf_words(pdf).split())
    assert "Rest due December 20, 2026" in words
    assert "Due $500.00" in words
    assert "due later" not in words


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ["Due On receipt", "Due $500.00"]),
        (
            {"from_acceptance": True},
            ["Due 14 days after we install", "Left to pay, due later $500.00", "Due now $0.00"],
        ),
    ],
)
def test_document_without_a_due_date_says_when_it_is_due(
    customer: User, customer_client: APIClient, changes: dict[str, Any], said: list[str]
) -> None:
    words = " ".join(pdf_words(_pdf(customer_client, make_invoice(user=customer, **changes).id)).split())
    assert [each for each in said if each not in words] == []


def test_document_without_mailing_address_names_only_the_payee(
    customer_client: APIClient, sent: str, settings: Any
) -> None:
    invoice = Invoice.objects.get()
    del invoice.details["business"]["address"]  # like older invoices
    invoice.save()
    words = " ".join(pdf_words(_pdf(customer_client, sent)).split())
    assert f"mail a check to Seacoast Holiday Lights. Write {invoice.invoice_number} on the check." in words


def test_draft_has_the_letterhead_with_which_it_would_be_sent(
    admin_client: APIClient, customer: User, settings: Any
) -> None:
    draft = make_invoice(user=customer, status="draft", sent_at=None)
    settings.BUSINESS_NAME = "Seacoast Lights of Rye"
    assert "Seacoast Lights of Rye" in pdf_words(_pdf(admin_client, draft.id))


def test_document_does_not_repeat_what_the_description_says(admin_client: APIClient, customer: User) -> None:
    quote = make_quote(user=customer, service_package="premium", add_ons=["wreaths", "timers"])
    text = "Premium installation with wreaths & garland"
    words = pdf_words(_pdf(admin_client, _send(admin_client, quoteId=str(quote.id), description=text)))
    assert words.casefold().count("premium installation") == 1
    assert words.casefold().count("wreaths & garland") == 1
    assert "Smart Timers" in words


def test_document_of_a_sent_invoice_does_not_change(
    customer_client: APIClient, admin_client: APIClient, customer: User, sent: str, settings: Any
) -> None:
    before = _pdf(customer_client, sent)
    assert _pdf(admin_client, sent) == before
    quote = Invoice.objects.get().quote
    assert quote is not None
    quote.full_name, quote.street_address, quote.add_ons = "Somebody Else", "9 Elm Street", []
    quote.save()
    customer.first_name = "Ellie"
    customer.save()
    Address.objects.create(user=customer, street="1 New Road", city="Rye", state="NH", zip_code="03870")
    settings.BUSINESS_NAME = "Another Name"
    assert _pdf(customer_client, sent) == before


def test_document_lists_payments_and_is_stamped_when_paid(
    admin_client: APIClient, customer_client: APIClient, sent: str
) -> None:
    path = f"/api/invoices/{sent}/record-payment"
    admin_client.post(path, {"method": "check", "amount": "200", "note": "not for the customer"}, format="json")
    words = pdf_words(_pdf(customer_client, sent))
    assert "Paid $200.00" in words
    assert "Due $675.00" in words
    assert "Paid by check" in words
    assert "not for the customer" not in words
    assert "PAID" not in words
    admin_client.post(path, {"method": "bank_transfer"}, format="json")
    words = pdf_words(_pdf(customer_client, sent))
    assert "PAID" in words
    assert "Due $0.00" in words
    assert -1 < words.find("Paid by check") < words.find("Paid by bank transfer"), "oldest first"
    InvoicePayment.objects.filter(method="bank_transfer").update(created_at=timezone.now() - dt.timedelta(hours=1))
    words = pdf_words(_pdf(customer_client, sent))
    assert -1 < words.find("Paid by bank transfer") < words.find("Paid by check")


def test_reversed_payment_is_not_on_the_document(admin_client: APIClient, sent: str) -> None:
    before = _pdf(admin_client, sent)
    admin_client.post(f"/api/invoices/{sent}/record-payment", {"method": "check"}, format="json")
    assert "PAID" in pdf_words(_pdf(admin_client, sent))
    [payment] = admin_client.get(f"/api/invoices/{sent}/payments").json()
    path = f"/api/invoices/{sent}/payments/{payment['id']}/take-back"
    assert admin_client.post(path, {"note": "Bounced"}, format="json").status_code == 200
    assert _pdf(admin_client, sent) == before


def test_refund_is_on_the_document(admin_client: APIClient, customer: User) -> None:
    paid = make_invoice(user=customer, status="paid")
    assert "Refunded" not in pdf_words(_pdf(admin_client, paid.id))
    refunded = make_invoice(user=customer, status="paid", amount_refunded="120.00")
    assert "Refunded $120.00" in pdf_words(_pdf(admin_client, refunded.id))


def test_disputed_payment_is_on_the_document_instead_of_the_paid_stamp(
    admin_client: APIClient, customer_client: APIClient, sent: str
) -> None:
    path = f"/api/invoices/{sent}/record-payment"
    admin_client.post(path, {"method": "check", "amount": "200"}, format="json")
    InvoicePayment.objects.create(invoice_id=sent, method="card", amount=Decimal(675))
    recompute_balance(Invoice.objects.get())
    words = pdf_words(_pdf(customer_client, sent))
    assert "PAID" in words
    assert "isputed" not in words
    InvoicePayment.objects.filter(method="card").update(disputed=True)
    recompute_balance(Invoice.objects.get())
    words = pdf_words(_pdf(customer_client, sent))
    assert "PAID" not in words
    for said in ("DISPUTED", "Disputed with your bank $675.00", "Paid by card, disputed with your bank"):
        assert said in words
    InvoicePayment.objects.filter(method="card").update(dispute_lost=True)
    recompute_balance(Invoice.objects.get())
    words = pdf_words(_pdf(customer_client, sent))
    for said in ("RETURNED", "Returned by your bank $675.00", "Paid by card, returned by your bank"):
        assert said in words
    assert "isputed" not in words.replace("DISPUTED", "Disputed")
    Invoice.objects.update(status="cancelled", paid_date=None)
    words = pdf_words(_pdf(customer_client, sent))
    assert "CANCELED" in words
    assert "Returned by your bank $675.00" in words


@pytest.mark.parametrize(("status", "stamp"), [("draft", "DRAFT"), ("cancelled", "CANCELED"), ("paid", "PAID")])
def test_draft_and_canceled_documents_are_stamped(
    admin_client: APIClient, customer: User, status: str, stamp: str
) -> None:
    invoice = make_invoice(user=customer, status=status)
    assert stamp in pdf_words(_pdf(admin_client, invoice.id))


@pytest.mark.parametrize(
    "name",
    [
        '#panic("no") #read("/etc/passwd")',
        "<script>alert(1)</script>",
        '=HYPERLINK("http://evil.example")',
        "*bold* _it_ `code` $x^2$ @ref <label> \\ // /* */",
        '[unclosed {braces} (and) "quotes"',
        "Zoë Ångström-Łukasiewicz",
    ],
)
def test_document_does_not_interpret_text_as_markup(admin_client: APIClient, name: str) -> None:
    quote = make_quote(full_name=name, street_address=name)
    words = pdf_words(_pdf(admin_client, _send(admin_client, quoteId=str(quote.id), description=name)))
    assert "".join(words.split()).count("".join(name.split())) == 3


@pytest.mark.parametrize("name", ["W" * 200, "שלום עולם", "عائشة", "🎄🎅🏽 Elf", "漢字 花子", "é" * 200, "\u202eevil"])
def test_document_handles_any_script_and_length(admin_client: APIClient, name: str) -> None:
    quote = make_quote(full_name=name)
    pdf = _pdf(admin_client, _send(admin_client, quoteId=str(quote.id), description="a b " * 500))
    assert "Due $875.00" in pdf_words(pdf)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("🎄🎅🏽 Elf 👨‍👩‍👧 and Co", "Elf and Co"), ("Lights🎄 up\n🇺🇸 flag", "Lights up\nflag"), ("Gate 1️⃣ ❤️", "Gate 1"),
        ('Say "🎄 hi" ✨', 'Say "hi"'),
    ],
)  # fmt: skip
def test_document_leaves_out_emoji_that_its_fonts_lack(
    admin_client: APIClient, customer: User, typed: str, printed: str
) -> None:
    words = pdf_words(_pdf(admin_client, _send(admin_client, userId=str(customer.id), description=typed)))
    assert f"\n{printed}" in words.replace(" \n", "\n")
    assert not set("🎄🎅👨🇺⃣✨") & set(words)


def test_document_keeps_line_breaks(admin_client: APIClient, customer: User) -> None:
    pdf = _pdf(admin_client, _send(admin_client, userId=str(customer.id), description="First day\nSecond day"))
    assert "First day\nSecond day" in pdf_words(pdf)
