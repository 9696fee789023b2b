"""The demo's two accounts have their data, and some of the season's card payments fail."""

import datetime as dt
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from desk.models import QueueKind
from invoices.models import Invoice
from invoices.tests.factories import make_invoice
from payments.models import Payment, Payout, Recount
from storage.models import StorageSubscription
from stripe_sandbox.server import Sandbox
from testing.helpers import run_queue
from testing.payments import StripeSandbox
from trees.models import TreeOrder

pytestmark = pytest.mark.django_db(transaction=True)


def _client(email: str) -> APIClient:
    client = APIClient()
    client.force_login(User.objects.get(email=email))
    return client


def _rows(email: str, path: str) -> list[dict[str, Any]]:
    return _client(email).get(f"/api/{path}").json()  # type: ignore[no-any-return]


def _money_rows() -> list[Any]:
    """Return all rows about money, for comparison."""
    return [
        list(Payment.objects.order_by("id").values_list("id", "status", "amount_received", "amount_refunded")),
        list(Invoice.objects.order_by("id").values_list("id", "status", "amount_paid", "amount_refunded")),
        list(TreeOrder.objects.order_by("id").values_list("id", "status", "amount_paid", "amount_refunded")),
        list(StorageSubscription.objects.order_by("id").values_list("id", "status", "current_period_end")),
    ]


def _check_customer() -> None:
    customer = "customer@example.com"
    assert len({quote["status"] for quote in _rows(customer, "quotes")}) > 1
    assert len(_rows(customer, "addresses")) == 2
    for quote in _rows(customer, "quotes"):
        assert quote["estimate"]["low"] == sum(line["low"] for line in quote["estimate"]["lines"])
    assert _rows(customer, "jobs")
    assert _rows(customer, "tree-orders")
    [subscription] = _rows(customer, "storage-subscriptions")
    assert subscription["status"] == "active"
    invoices = _rows(customer, "invoices")
    unpaid = [invoice for invoice in invoices if invoice["status"] == "sent" and invoice["amountPaid"] == "0.00"]
    assert len(unpaid) == 1
    assert {invoice["status"] for invoice in invoices} == {"sent", "paid"}


def _check_card_issues() -> None:
    admin = "admin@example.com"
    declined, refunded = sorted(_rows(admin, "payments?scope=admin&trouble=1"), key=lambda row: row["status"])
    assert (refunded["amountReceived"], refunded["amountRefunded"]) == ("640.00", "85.00")
    [invoice] = _rows(admin, "invoices?scope=admin&q=whitfield")
    assert (invoice["status"], invoice["amountPaid"], invoice["amountRefunded"]) == ("paid", "640.00", "85.00")
    assert (declined["status"], declined["amount"], bool(declined["failureMessage"])) == ("open", "295.00", True)
    [invoice] = _rows(admin, "invoices?scope=admin&q=haddad")
    assert (invoice["status"], invoice["amountDue"]) == ("sent", "295.00")
    [late] = _rows(admin, "storage-subscriptions?scope=admin&status=past_due")
    assert (late["customerName"], late["plan"]) == ("Keiko Lindqvist", "business")


def _check_queue() -> None:
    counts = _client("admin@example.com").get("/api/desk/queue/counts").json()
    kinds = {kind for kind, number in counts["kinds"].items() if number}
    assert kinds == set(QueueKind.values)
    assert 0 < counts["late"] < counts["all"]
    rows = _rows("admin@example.com", "desk/queue")
    assert [row["status"] for row in rows if row["kind"] == "payment"] == ["unassigned"]
    assert [row["customerName"] for row in rows if row["kind"] == "message"] == ["Jun Watanabe"]


def _check_texts() -> None:
    sent = [row for row in _rows("admin@example.com", "desk/messages") if row["channel"] == "sms"]
    assert [row["delivery"] for row in sent] == ["delivered"]
    [question] = [row for row in _rows("admin@example.com", "desk/queue") if "maples" in (row["question"] or "")]
    assert (question["kind"], question["customerName"]) == ("question", "Colin Frost")


def _check_payouts() -> None:
    arrived, on_its_way = Payout.objects.with_content().order_by("created_at")
    assert (arrived.status, on_its_way.status) == ("paid", "in_transit")
    assert arrived.content == arrived.amount > 0
    assert on_its_way.content == on_its_way.amount > arrived.amount
    assert set(Recount.objects.values_list("matches", flat=True)) == {True}


def _check_proposals() -> None:
    rows = _rows("admin@example.com", "desk/queue?kind=accepted")
    assert (rows[0]["customerName"], rows[0]["deposit"]) == (
        "Peter Lang",
        {"amount": "239.50", "isPaid": True, "isRefunded": False},
    )
    [waiting] = _rows("admin@example.com", "quotes?scope=admin&status=reviewed&q=nora.sheehan")
    assert (waiting["status"], waiting["hasLines"], waiting["quoteAmount"]) == ("reviewed", True, "958.00")


def _check_trees() -> None:
    orders = _rows("admin@example.com", "tree-orders?scope=admin&limit=200")
    last = str(timezone.now() - dt.timedelta(days=180))
    assert {order["amountDue"] for order in orders if order["createdAt"] < last} == {"0.00"}
    recent = [order for order in orders if order["createdAt"] > last]
    paid = {order["customerName"]: order["amountDue"] for order in recent if order["amountPaid"] != "0.00"}
    assert paid == {"Nora Sheehan": "0.00", "Peter Lang": "180.00"}


def test_demo_is_complete_and_next_start_changes_nothing(stripe_sandbox: StripeSandbox) -> None:
    call_command("load_demo")
    _check_customer()
    _check_card_issues()
    _check_queue()
    _check_proposals()
    _check_trees()
    _check_payouts()
    before = _money_rows()
    stripe_sandbox.deliver()
    run_queue()
    _check_texts()
    user = User.objects.get(email="dana.whitfield@example.com")
    another = make_invoice(user=user, invoice_number="INV-2024-00001")  # created by a user of the demo
    before[1].append((another.id, "sent", 0, 0))
    call_command("load_demo")
    stripe_sandbox.deliver()
    assert _money_rows() == before


def test_demo_starts_with_empty_sandbox(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    call_command("load_demo")
    before = _money_rows()
    with Sandbox() as other:
        settings.STRIPE_API_BASE = other.url
        call_command("load_demo")
    assert _money_rows() == before
    _check_customer()
    _check_card_issues()


def test_next_start_retries_failed_steps(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.STRIPE_API_BASE = "http://127.0.0.1:9"
    call_command("load_demo")
    assert Payment.objects.filter(status="succeeded").count() == 0
    settings.STRIPE_API_BASE = stripe_sandbox.url
    call_command("load_demo")
    _check_customer()
    _check_card_issues()


@pytest.mark.parametrize("email", ["admin@example.com", "customer@example.com"])
def test_demo_starts_after_an_account_got_another_address(settings: Any, email: str) -> None:
    settings.STRIPE_SECRET_KEY = ""
    call_command("load_demo")
    User.objects.filter(email=email).update(email="new@example.com")
    before = User.objects.count()
    call_command("load_demo")
    assert User.objects.count() == before


def test_demo_starts_without_card_payment(settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = ""
    call_command("load_demo")
    _check_customer()
    assert Payment.objects.count() == 0
