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
from invoices.tests.factories import make_invoice
from payments.models import Payout
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


_STEP = "n * interval '11 hours'"
_BALANCE = f"""
    INSERT INTO payments_balancetransaction (stripe_id, kind, amount, fee, net, occurred_at, available_at, payout_id,
        payment_id, description, source_id, stripe_payment_intent_id, created_at, updated_at)
    SELECT 'txn_old_' || n, 'charge', 1, 0, 1, now() - {_STEP}, now(), (%s::uuid[])[1 + n / 40],
        CASE WHEN n %% 40 = 0 THEN %s::uuid END, '', '', '', now(), now()
    FROM generate_series(0, {ROWS - 1}) AS n
"""
_PAYMENTS = f"""
    INSERT INTO invoices_invoicepayment (invoice_id, method, amount, amount_refunded, disputed, note, amount_owed,
        taken_back_note, taken_back_at, taken_back_by_id, created_at, updated_at)
    SELECT (%s::uuid[])[1 + n %% 300], 'check', 1, 0, false, '', 0, '', CASE WHEN n %% 2 = 1 THEN now() - {_STEP} END,
        CASE WHEN n %% 2 = 1 THEN %s::uuid END, now() - {_STEP}, now()
    FROM generate_series(0, {ROWS - 1}) AS n
"""


@pytest.fixture
def payout(admin: User) -> Payout:
    """A payout, with many years of other payouts and recorded payments."""
    now = timezone.now()
    payouts = [make_payout(now - 40 * number * dt.timedelta(hours=11)) for number in range(ROWS // 40)]
    payment = make_payment(disputed=True, dispute_status="needs_response", bank_deadline=now)
    invoices = [make_invoice().id for _ in range(300)]
    with connection.cursor() as cursor:
        cursor.execute(_BALANCE, [[payout.id for payout in payouts], payment.id])
        cursor.execute(_PAYMENTS, [invoices, admin.id])
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
    """Return the query plans of a request."""
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
