"""Who changed what, and when."""

import datetime as dt
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice
from jobs.models import Job
from quotes.models import QuoteStatus
from quotes.services import revise_quote
from quotes.tests.factories import make_quote, quote_body
from trees.tests.factories import make_tree_order, tree_order_body


def _history(client: APIClient, path: str) -> list[dict[str, Any]]:
    response = client.get(f"/api/{path}/history")
    assert response.status_code == 200
    return response.json()  # type: ignore[no-any-return]


def test_quote_history_names_who_changed_what(
    customer: User, admin_client: APIClient, customer_client: APIClient
) -> None:
    quote, started = make_quote(user=customer), timezone.now()
    admin_client.patch(f"/api/quotes/{quote.id}", {"quoteAmount": "500", "status": "reviewed"}, format="json")
    customer_client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": "500.00"}, format="json")
    newest, first = _history(admin_client, f"quotes/{quote.id}")
    assert first["by"] == "Ada Admin"
    assert first["changes"] == [
        {"field": "quoteAmount", "from": None, "to": "500.00"},
        {"field": "status", "from": "pending", "to": "reviewed"},
    ]
    assert newest["by"] == "Eleanor Hayes"
    assert newest["changes"] == [{"field": "status", "from": "reviewed", "to": "approved"}]
    times = [dt.datetime.fromisoformat(entry["at"]) for entry in (first, newest)]
    assert started <= times[0] < times[1] <= timezone.now()


def test_jobs_and_tree_orders_have_a_history(admin_client: APIClient) -> None:
    job = Job.objects.create(quote=make_quote(), scheduled_date="2026-12-01T14:00:00Z")
    change = {"scheduledDate": "2026-12-02T14:30:00Z", "notes": "Ladder"}
    admin_client.patch(f"/api/jobs/{job.id}", change, format="json")
    [entry] = _history(admin_client, f"jobs/{job.id}")
    assert entry["changes"] == [
        {"field": "notes", "from": "", "to": "Ladder"},
        {"field": "scheduledDate", "from": "2026-12-01T14:00:00Z", "to": "2026-12-02T14:30:00Z"},
    ]
    order = make_tree_order()
    admin_client.patch(f"/api/tree-orders/{order.id}", {"scheduledDeliveryDate": "2026-12-05"}, format="json")
    [entry] = _history(admin_client, f"tree-orders/{order.id}")
    assert entry["changes"] == [{"field": "scheduledDeliveryDate", "from": None, "to": "2026-12-05"}]


def test_invoice_has_a_history(customer: User, admin_client: APIClient) -> None:
    invoice = make_invoice(user=customer, status="draft")
    admin_client.post(f"/api/invoices/{invoice.id}/send", {}, format="json")
    [entry] = _history(admin_client, f"invoices/{invoice.id}")
    assert entry["by"] == "Ada Admin"
    assert {"field": "status", "from": "draft", "to": "sent"} in entry["changes"]


def test_reversed_payment_is_in_the_history(customer: User, admin_client: APIClient) -> None:
    invoice = make_invoice(user=customer)
    path = f"/api/invoices/{invoice.id}"
    admin_client.post(f"{path}/record-payment", {"method": "check"}, format="json")
    [payment] = admin_client.get(f"{path}/payments").json()
    admin_client.post(f"{path}/payments/{payment['id']}/take-back", {"note": "Bounced"}, format="json")
    newest = _history(admin_client, f"invoices/{invoice.id}")[0]
    assert newest["by"] == "Ada Admin"
    assert {"field": "status", "from": "paid", "to": "sent"} in newest["changes"]
    assert {"field": "amountPaid", "from": "500.00", "to": "0.00"} in newest["changes"]


def test_batch_change_is_in_history_of_each_row(admin_client: APIClient) -> None:
    quotes = [make_quote(), make_quote(status="quoting")]
    body = {"ids": [str(quote.id) for quote in quotes], "status": "reviewed"}
    admin_client.post("/api/quotes/bulk-status", body, format="json")
    for quote in quotes:
        [entry] = _history(admin_client, f"quotes/{quote.id}")
        assert entry["changes"] == [{"field": "status", "from": quote.status, "to": "reviewed"}]


def test_creation_of_jobs_and_invoices_is_logged_for_staff(guest: APIClient, admin_client: APIClient) -> None:
    quote = guest.post("/api/quotes", quote_body(), format="json").json()
    guest.post("/api/tree-orders", tree_order_body(), format="json")
    assert LogEntry.objects.count() == 0
    by_phone = admin_client.post("/api/quotes", quote_body(), format="json").json()
    assert _history(admin_client, f"quotes/{by_phone['id']}") == [], "a quote has the time of its request"
    job = admin_client.post("/api/jobs", {"quoteId": quote["id"], "notes": "Ladder"}, format="json").json()
    [entry] = _history(admin_client, f"jobs/{job['id']}")
    assert entry["by"] == "Ada Admin"
    assert {"field": "notes", "from": None, "to": "Ladder"} in entry["changes"]
    [of_quote] = _history(admin_client, f"quotes/{quote['id']}")
    assert of_quote["changes"] == [{"field": "status", "from": "pending", "to": "service_scheduled"}]


def test_change_by_system_has_no_author(admin: User, admin_client: APIClient) -> None:
    quote = make_quote()
    revise_quote(quote_id=quote.id, by=admin, status=QuoteStatus.QUOTING)  # without a request, as in the worker
    assert [entry["by"] for entry in _history(admin_client, f"quotes/{quote.id}")] == [""]


def test_history_keeps_address_of_deleted_administrator(
    office: User, office_client: APIClient, admin_client: APIClient
) -> None:
    quote = make_quote()
    office_client.patch(f"/api/quotes/{quote.id}", {"status": "quoting"}, format="json")
    address = office.email
    office.delete()
    assert [entry["by"] for entry in _history(admin_client, f"quotes/{quote.id}")] == [address]


def test_unchanged_save_is_not_logged(admin_client: APIClient) -> None:
    quote = make_quote(quote_amount="500.00")
    admin_client.patch(f"/api/quotes/{quote.id}", {"quoteAmount": 500, "status": "pending"}, format="json")
    admin_client.post(f"/api/quotes/{quote.id}/calls", {"outcome": "reached"}, format="json")
    assert _history(admin_client, f"quotes/{quote.id}") == []


def test_history_includes_back_office_changes(admin: User, admin_client: APIClient) -> None:
    order = make_tree_order()
    client = Client()
    client.force_login(admin)
    form = {
        "customer_name": "Eleanor Hayes", "customer_email": "eleanor@example.com", "customer_phone": "603-555-0172",
        "address_line1": "1 New Street", "city": "Portsmouth", "state": "NH", "zip_code": "03801",
        "tree_size": "modest_6ft", "include_wreaths": "on", "payments-TOTAL_FORMS": "0", "payments-INITIAL_FORMS": "0",
    }  # fmt: skip
    assert client.post(f"/backoffice/trees/treeorder/{order.id}/change/", form).status_code == 302
    [entry] = _history(admin_client, f"tree-orders/{order.id}")
    assert entry["by"] == "Ada Admin"
    assert entry["changes"] == [
        {"field": "addressLine1", "from": "41 Marcy Street", "to": "1 New Street"},
        {"field": "includeWreaths", "from": "no", "to": "yes"},
    ]


def test_history_lists_add_ons_changed_in_back_office(admin: User, admin_client: APIClient) -> None:
    quote = make_quote(add_ons=["wreaths"])
    client = Client()
    client.force_login(admin)
    form = {
        "full_name": "Eleanor Hayes", "email": "eleanor@example.com", "phone": "603-555-0172", "city": "Portsmouth",
        "service_package": "premium", "add_ons": "wreaths,Ladder", "communication_preference": "email",
        "thread-TOTAL_FORMS": "0", "thread-INITIAL_FORMS": "0",
    }  # fmt: skip
    response = client.post(f"/backoffice/quotes/quote/{quote.id}/change/", form)
    assert response.status_code == 302, response.context["errors"]
    [entry] = _history(admin_client, f"quotes/{quote.id}")
    assert entry["changes"] == [{"field": "addOns", "from": "wreaths", "to": "wreaths, Ladder"}]


@pytest.mark.parametrize("path", ["quotes", "jobs", "tree-orders", "invoices"])
def test_history_of_an_unknown_row_is_a_404(admin_client: APIClient, path: str) -> None:
    assert admin_client.get(f"/api/{path}/01890000-0000-7000-8000-000000000000/history").status_code == 404
