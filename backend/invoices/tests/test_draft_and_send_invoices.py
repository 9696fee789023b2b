"""Administrators draft, change, send and cancel invoices."""

import uuid
from typing import Any

import pytest
import time_machine
from django.db import transaction
from rest_framework.test import APIClient

from accounts.models import Address, User
from invoices.models import Invoice, InvoiceStatus
from invoices.tests.factories import make_invoice
from quotes.models import Quote, QuoteStatus
from quotes.tests.factories import make_quote
from testing.helpers import run_during_transaction


@pytest.fixture
def quote(customer: User) -> Quote:
    home = Address.objects.create(
        user=customer, street="41 Marcy Street", city="Portsmouth", state="NH", zip_code="03801", is_default=True
    )
    return make_quote(
        user=customer, address=home, street_address="41 Marcy Street", status="approved", quote_amount="875.00"
    )


def _draft(client: APIClient, quote: Quote, **changes: Any) -> Any:
    return client.post("/api/invoices", {"quoteId": str(quote.id), "amount": "875.00", **changes}, format="json")


def _post(client: APIClient, invoice: Any, verb: str, body: Any = None) -> Any:
    return client.post(f"/api/invoices/{invoice['id']}/{verb}", body or {}, format="json")


def test_draft_copies_the_bill_to_details(admin_client: APIClient, quote: Quote) -> None:
    response = _draft(admin_client, quote, dueDate="2099-12-05", description="Holiday light installation")
    assert response.status_code == 201
    invoice = response.json()
    assert invoice["status"] == "draft"
    assert (invoice["amount"], invoice["amountPaid"], invoice["amountDue"]) == ("875.00", "0.00", "875.00")
    assert invoice["dueDate"] == "2099-12-05"
    assert invoice["sentAt"] is None
    assert (invoice["userId"], invoice["quoteId"]) == (str(quote.user_id), str(quote.id))
    assert (invoice["billToName"], invoice["billToEmail"]) == ("Eleanor Hayes", "eleanor@example.com")
    assert invoice["billToAddress"] == "41 Marcy Street\nPortsmouth, NH 03801"


def test_guest_is_billed_at_the_quotes_address(admin_client: APIClient) -> None:
    invoice = _draft(admin_client, make_quote(city="Dover", street_address="12 Central Avenue")).json()
    assert invoice["userId"] is None
    assert invoice["billToAddress"] == "12 Central Avenue\nDover, NH"
    in_maine = _draft(admin_client, make_quote(city="Kittery", street_address="3 Shapleigh Road")).json()
    assert in_maine["billToAddress"] == "3 Shapleigh Road\nKittery", "the state isn't known"
    elsewhere = _draft(admin_client, make_quote(city="Other")).json()
    assert elsewhere["billToAddress"] == ""


def test_customer_is_billed_at_the_quotes_street_if_it_differs(admin_client: APIClient, quote: Quote) -> None:
    Quote.objects.filter(id=quote.id).update(street_address="9 Elm Street", city="Dover")
    assert _draft(admin_client, quote).json()["billToAddress"] == "9 Elm Street\nDover, NH"


def test_customer_can_be_billed_without_a_quote(admin_client: APIClient, customer: User, quote: Quote) -> None:
    response = admin_client.post("/api/invoices", {"userId": str(customer.id), "amount": 49.5}, format="json")
    assert response.status_code == 201
    assert response.json()["quoteId"] is None
    assert response.json()["amount"] == "49.50"
    assert response.json()["billToName"] == "Eleanor Hayes"
    assert response.json()["billToAddress"] == "41 Marcy Street\nPortsmouth, NH 03801"
    assert Invoice.objects.get().details["lines"] == [{"text": "Holiday lighting services", "notes": []}]


def test_customer_with_several_addresses_is_billed_at_the_default_one(
    admin_client: APIClient, customer: User, outsider: User
) -> None:
    for number, (user, is_default) in enumerate([(outsider, True), (customer, False), (customer, True)]):
        Address.objects.create(
            user=user, street=f"{number} Elm Street", city="Rye", state="NH", zip_code="03870", is_default=is_default
        )
    body = {"userId": str(customer.id), "amount": "100"}
    invoice = admin_client.post("/api/invoices", body, format="json").json()
    assert invoice["billToAddress"] == "2 Elm Street\nRye, NH 03870"


def test_quote_can_have_several_invoices(admin_client: APIClient, quote: Quote) -> None:
    assert _draft(admin_client, quote, amount="200").status_code == 201
    named = {"userId": str(quote.user_id)}  # its customer
    assert _draft(admin_client, quote, amount="675", **named).status_code == 201
    assert len(admin_client.get(f"/api/invoices?scope=admin&quoteId={quote.id}").json()) == 2


def test_quote_shows_how_much_of_it_is_billed(admin_client: APIClient, quote: Quote) -> None:
    def billed() -> tuple[str | None, str, str]:
        row = admin_client.get(f"/api/quotes/{quote.id}/billed").json()
        assert (row["stateCheck"], row["depositPercent"]) == ("", 25 if row["billed"] == "0.00" else 0)
        return row["accepted"], row["billed"], row["unbilled"]

    assert billed() == ("875.00", "0.00", "875.00")
    _draft(admin_client, make_quote())
    _draft(admin_client, quote, amount="200")
    _post(admin_client, _draft(admin_client, quote, amount="100").json(), "cancel")
    assert billed() == ("875.00", "200.00", "675.00")
    _draft(admin_client, quote, amount="700")
    assert billed() == ("875.00", "900.00", "0.00")
    agreed = {"approved", "service_scheduled", "complete", "complete_storage"}
    for status in QuoteStatus.values:
        Quote.objects.filter(id=quote.id).update(status=status)
        assert billed() == ("875.00" if status in agreed else None, "900.00", "0.00"), status


def test_draft_for_a_rejected_quote_cannot_be_sent(admin_client: APIClient, quote: Quote) -> None:
    draft = _draft(admin_client, quote).json()
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    assert admin_client.post(f"/api/invoices/{draft['id']}/send", {}, format="json").status_code == 409
    assert Invoice.objects.get().status == "draft"


def test_rejected_quote_cannot_be_billed(admin_client: APIClient) -> None:
    assert _draft(admin_client, make_quote(status="rejected")).status_code == 409
    assert Invoice.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_quote_cannot_be_rejected_while_it_is_being_billed(admin: User, admin_client: APIClient, quote: Quote) -> None:
    order: list[str] = []

    def reject() -> None:
        client = APIClient()
        client.force_login(admin)
        client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
        order.append("rejected")

    with transaction.atomic():
        assert _draft(admin_client, quote).status_code == 201
        finish = run_during_transaction(reject)
        order.append("billed")
    finish()
    assert order == ["billed", "rejected"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"amount": 0}, "amount"),
        ({"amount": "0.001"}, "amount"),
        ({"amount": "-1"}, "amount"),
        ({"amount": "100000000"}, "amount"),
        ({"amount": 10**12}, "amount"),
        ({"amount": "10.005"}, "amount"),
        ({"amount": "NaN"}, "amount"),
        ({"amount": None}, "amount"),
        ({"amount": True}, "amount"),
        ({"dueDate": "2020-01-01"}, "dueDate"),
        ({"dueDate": "tomorrow"}, "dueDate"),
        ({"dueDate": 5}, "dueDate"),
        ({"description": "x" * 2001}, "description"),
        ({"description": "a\x00b"}, "description"),
        ({"quoteId": "none"}, "quoteId"),
        ({"quoteId": None}, "quoteId"),
        ({"quoteId": str(uuid.uuid4())}, "quoteId"),
        ({"quoteId": None, "userId": str(uuid.uuid4())}, "userId"),
        ({"userId": str(uuid.uuid4())}, "userId"),
    ],
)
def test_bad_invoice_is_a_400(admin_client: APIClient, quote: Quote, changes: dict[str, Any], field: str) -> None:
    response = _draft(admin_client, quote, **changes)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]
    assert Invoice.objects.count() == 0


@pytest.mark.parametrize("amount", ["0.01", "99999999.99", 99999999.99])
def test_smallest_and_largest_amounts_are_accepted(admin_client: APIClient, quote: Quote, amount: Any) -> None:
    assert _draft(admin_client, quote, amount=amount).json()["amount"] == str(amount)


def test_due_date_can_be_today_in_eastern_time(admin_client: APIClient, quote: Quote) -> None:
    with time_machine.travel("2026-11-01T23:30:00-05:00"):  # clocks went back that morning; it is the 2nd in UTC
        assert _draft(admin_client, quote, dueDate="2026-11-01").json()["dueDate"] == "2026-11-01"
        assert _draft(admin_client, quote, dueDate="2026-10-31").status_code == 400


def test_server_assigned_fields_are_ignored(admin_client: APIClient, quote: Quote) -> None:
    forged = {"id": str(uuid.uuid4()), "status": "paid", "invoiceNumber": "INV-1", "amountPaid": "875.00",
              "billToName": "Somebody", "paidDate": "2026-01-01T00:00:00Z"}  # fmt: skip
    invoice = _draft(admin_client, quote, **forged).json()
    assert not {key for key, value in forged.items() if invoice[key] == value}


def test_draft_can_be_changed(admin_client: APIClient, quote: Quote) -> None:
    invoice = _draft(admin_client, quote, dueDate="2099-12-05").json()
    path = f"/api/invoices/{invoice['id']}"
    changed = admin_client.patch(path, {"amount": "900", "description": "With the gate"}, format="json").json()
    assert (changed["amount"], changed["description"], changed["dueDate"]) == ("900.00", "With the gate", "2099-12-05")
    assert admin_client.patch(path, {"dueDate": None}, format="json").json()["dueDate"] is None
    for bad in ({"amount": None}, {"amount": 0}, {"dueDate": "2020-01-01"}, {"description": None}):
        assert admin_client.patch(path, bad, format="json").status_code == 400


def test_draft_that_someone_else_changed_is_not_overwritten(admin_client: APIClient, quote: Quote) -> None:
    seen = _draft(admin_client, quote).json()
    path = f"/api/invoices/{seen['id']}"
    first, second = [
        admin_client.patch(path, {"amount": amount, "updatedAt": seen["updatedAt"]}, format="json")
        for amount in ("900", "950")
    ]
    assert (first.status_code, second.status_code) == (200, 409)
    assert second.json()["message"].startswith("Someone else just changed this")
    now = admin_client.get(path).json()
    assert now["amount"] == "900.00"
    again = admin_client.patch(path, {"amount": "950", "updatedAt": now["updatedAt"]}, format="json")
    assert again.json()["amount"] == "950.00", "on purpose"


def test_bill_to_details_are_copied_again_on_sending_and_then_fixed(
    admin_client: APIClient, customer_client: APIClient, customer: User, settings: Any
) -> None:
    home = Address.objects.create(user=customer, street="1 Old Road", city="Rye", state="NH", zip_code="03870",
                                  is_default=True)  # fmt: skip
    body = {"userId": str(customer.id), "amount": "100"}
    invoice = admin_client.post("/api/invoices", body, format="json").json()
    assert customer_client.get(f"/api/invoices/{invoice['id']}").status_code == 404

    home.street = "2 New Road"
    home.save()
    settings.BUSINESS_NAME = "Seacoast Lights of Rye"
    sent = _post(admin_client, invoice, "send")
    assert sent.status_code == 200
    assert sent.json()["status"] == "sent"
    assert sent.json()["sentAt"].endswith("Z")
    assert sent.json()["billToAddress"].startswith("2 New Road")
    assert Invoice.objects.get().details["business"]["name"] == "Seacoast Lights of Rye"

    home.street = "3 Newer Road"
    home.save()
    customer.last_name = "Hayes-Whitcomb"
    customer.save()
    seen = customer_client.get(f"/api/invoices/{invoice['id']}").json()
    assert seen["billToAddress"].startswith("2 New Road")
    assert seen["billToName"] == "Eleanor Hayes"
    response = admin_client.patch(f"/api/invoices/{invoice['id']}", {"amount": "1"}, format="json")
    assert response.status_code == 409


ALLOWED = {"send": {"draft"}, "cancel": {"draft", "sent", "overdue"}, "record-payment": {"sent", "overdue"}}


@pytest.mark.parametrize("status", InvoiceStatus.values)
@pytest.mark.parametrize("verb", ALLOWED)
def test_invalid_status_transition_is_a_409(admin_client: APIClient, customer: User, verb: str, status: str) -> None:
    invoice = make_invoice(user=customer, status=status)
    response = _post(admin_client, {"id": invoice.id}, verb, {"method": "check", "note": "2041"})
    assert response.status_code == (200 if status in ALLOWED[verb] else 409), response.content
    if response.status_code == 409:
        invoice.refresh_from_db()
        assert invoice.status == status


def test_draft_with_a_past_due_date_cannot_be_sent(admin_client: APIClient, quote: Quote) -> None:
    with time_machine.travel("2026-11-20T12:00:00-05:00"):
        invoice = _draft(admin_client, quote, dueDate="2026-11-21").json()
    with time_machine.travel("2026-11-22T00:10:00-05:00"):
        assert _post(admin_client, invoice, "send").status_code == 409
        admin_client.patch(f"/api/invoices/{invoice['id']}", {"dueDate": "2026-11-22"}, format="json")
        assert _post(admin_client, invoice, "send").status_code == 200


@pytest.mark.parametrize(("refunded", "code"), [("0.00", 409), ("199.99", 409), ("200.00", 200)])
def test_partly_paid_invoice_can_be_canceled_only_after_a_full_refund(
    admin_client: APIClient, refunded: str, code: int
) -> None:
    invoice = make_invoice(amount_paid="200.00", amount_refunded=refunded)
    assert _post(admin_client, {"id": invoice.id}, "cancel").status_code == code


def test_canceled_draft_stays_hidden_from_the_customer(
    admin_client: APIClient, customer_client: APIClient, quote: Quote
) -> None:
    invoice = _draft(admin_client, quote).json()
    assert _post(admin_client, invoice, "cancel").json()["amountDue"] == "0.00"
    assert customer_client.get("/api/invoices").json() == []


def test_drafts_are_counted_on_the_desk_until_they_are_sent_or_canceled(admin_client: APIClient, quote: Quote) -> None:
    def counted() -> set[int]:
        return {admin_client.get(f"/api/desk/{path}").json()["drafts"] for path in ("queue/counts", "money/due")}

    assert counted() == {0}
    drafts = [_draft(admin_client, quote).json() for _ in range(3)]
    assert counted() == {3}
    _post(admin_client, drafts[0], "send")
    assert counted() == {2}
    _post(admin_client, drafts[1], "cancel")
    assert counted() == {1}


def test_batch_sends_what_it_can_and_reports_the_rest(admin_client: APIClient, quote: Quote) -> None:
    drafts = [_draft(admin_client, quote, amount=amount).json()["id"] for amount in (1, 2, 3)]
    _post(admin_client, {"id": drafts[1]}, "cancel")
    nowhere = str(uuid.uuid4())
    body = {"ids": [drafts[0], drafts[1], nowhere, drafts[2], drafts[0]]}
    response = admin_client.post("/api/invoices/batch-send", body, format="json")
    assert response.status_code == 200
    assert response.json()["sent"] == [drafts[0], drafts[2]]
    assert [failed["id"] for failed in response.json()["failed"]] == [drafts[1], nowhere]
    canceled, missing = (failed["message"] for failed in response.json()["failed"])
    assert "canceled" in canceled
    assert missing == "We can't find that invoice"
    again = admin_client.post("/api/invoices/batch-send", body, format="json").json()
    assert again["sent"] == []


@pytest.mark.parametrize("ids", [[], None, "x", ["x"], [5], [str(uuid.uuid4()) for _ in range(201)]])
def test_empty_or_bad_batch_is_a_400(admin_client: APIClient, ids: Any) -> None:
    response = admin_client.post("/api/invoices/batch-send", {"ids": ids}, format="json")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["ids"]
