"""Every part of the page "Money" is read through an index, however many years the ledger has."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from desk.tests.money import make_payout
from invoices.models import InvoicePayment
from invoices.tests.factories import make_invoice
from payments.models import BalanceTransaction, Payout
from payments.tests.factories import make_payment

ROWS = 8000
TODAY = timezone.localdate()
DAYS = f"from={TODAY - dt.timedelta(days=20)}&to={TODAY}"
INDEXES = {
    "desk/money": "balance_new invoicepayment_recorded invoicepayment_reversed",
    f"desk/money/export-summary?{DAYS}": "balance_new invoicepayment_recorded invoicepayment_reversed",
    f"desk/money/export.csv?{DAYS}": "balance_new invoicepayment_recorded invoicepayment_reversed",
    "desk/payouts": "payout_new balance_of_payout",
    "desk/payouts/{payout}/entries": "balance_of_payout",
    "desk/disputes": "payment_disputes balance_of_payment",
}


@pytest.fixture
def payout(admin: User) -> Payout:
    """A payout among those of many years, with as many recorded payments."""
    step, now = dt.timedelta(hours=11), timezone.now()
    payouts = [make_payout(now - 40 * number * step) for number in range(ROWS // 40)]
    payment = make_payment(disputed=True, dispute_status="needs_response", bank_deadline=now)
    BalanceTransaction.objects.bulk_create((
        BalanceTransaction(
            stripe_id=f"txn_old_{number}", kind="charge", amount=1, fee=0, net=1, occurred_at=now - number * step,
            available_at=now, payout=payouts[number // 40], payment=payment if number % 40 == 0 else None,
        )
        for number in range(ROWS)
    ), batch_size=2000)  # fmt: skip
    invoices = [make_invoice() for _ in range(300)]
    InvoicePayment.objects.bulk_create((
        InvoicePayment(
            invoice=invoices[number % 300], method="check", amount=1,
            taken_back_at=now - number * step if number % 2 else None, taken_back_by=admin if number % 2 else None,
        )
        for number in range(ROWS)
    ), batch_size=2000)  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE invoices_invoicepayment SET created_at = now() - row * interval '11 hours' FROM "
            "(SELECT id AS each, row_number() OVER (ORDER BY id) AS row FROM invoices_invoicepayment) AS n "
            "WHERE id = each"
        )
        cursor.execute("ANALYZE")
    return payouts[3]


@pytest.mark.django_db
def test_parts_of_the_page_use_their_indexes(payout: Payout, admin_client: APIClient) -> None:
    wrong = {}
    for path, indexes in INDEXES.items():
        plans = _plans(admin_client, path.format(payout=payout.id))
        scans = [f"Seq Scan on {table}" for table in ("payments_balancetransaction", "invoices_invoicepayment")]
        if any(index not in plans for index in indexes.split()) or any(scan in plans for scan in scans):
            wrong[path] = plans
    assert not wrong, "\n\n".join(f"{path}: {INDEXES[path]}\n{plans}" for path, plans in wrong.items())


def _plans(client: APIClient, path: str) -> str:
    """Return the plans of what a request reads."""
    plans: list[Any] = []
    with connection.cursor() as cursor:
        with CaptureQueriesContext(connection) as captured:
            response = client.get(f"/api/{path}")
            assert response.status_code == 200
            if response.streaming:
                list(response)
        for query in captured.captured_queries:
            if query["sql"].startswith("SELECT"):
                cursor.execute("EXPLAIN " + query["sql"].replace("%", "%%"))
                plans += [row[0] for row in cursor.fetchall()]
    return "\n".join(plans)
