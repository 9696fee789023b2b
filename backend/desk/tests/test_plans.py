"""Every page of the desk is read in order from an index, even with precise statistics."""

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from accounts.models import User
from testing.database import delete_all_rows

ROWS = 20_000
# The plans are reproducible: ANALYZE reads each of these tables completely, so the same rows give the same plans.
_FILL = [
    # Start with new files, without the free space that earlier tests left in tables and indexes.
    """
    TRUNCATE accounts_user, quotes_quote, trees_treeorder, jobs_job, payments_payment, notifications_message,
        invoices_invoice CASCADE
    """,
    f"""
    INSERT INTO quotes_quote (
        full_name, email, phone, city, street_address, service_package, add_ons, comments, text_updates,
        communication_preference, status, quote_amount, created_at, updated_at, answered_at, unbilled_since
    )
    SELECT CASE WHEN n / 7 % 7 = 3 THEN 'Smith ' ELSE '' END || 'Person ' || n,
        'person' || n || '@example.com', '603555' || lpad(n::text, 4, '0'),
        (ARRAY['Dover', 'Exeter', 'Hampton', 'Kittery'])[1 + n % 4], '',
        (ARRAY['basic', 'premium', 'commercial'])[1 + n % 3], '{{}}', '', false, 'email',
        (ARRAY['pending', 'quoting', 'reviewed', 'approved', 'complete', 'rejected', 'complete'])[1 + n % 7],
        CASE WHEN n % 5 > 0 THEN n % 900 END, at, at, CASE WHEN n % 7 > 0 OR n % 5 > 0 THEN at END,
        CASE WHEN n % 70 = 4 THEN at END
    FROM (SELECT n, now() - n * interval '31 minutes' AS at FROM generate_series(1, {ROWS}) AS n) AS made
    """,
    f"""
    INSERT INTO trees_treeorder (
        customer_name, customer_email, customer_phone, address_line1, address_line2, city, state, zip_code, tree_size,
        tree_price, delivery_price, total_amount, include_tree_stand, include_tree_lights, include_wreaths,
        include_disposal, status, notes, stripe_payment_intent_id, created_at, updated_at,
        scheduled_delivery_date
    )
    SELECT full_name, email, phone, '1 Main St', '', city, 'NH', '03801',
        (ARRAY['modest_6ft', 'quality_7_8ft', 'premium_8_10ft'])[1 + n / 7 % 3], 70, 30, 100, false, false,
        false, n % 11 = 0,
        CASE WHEN n % 7 = 0 THEN 'pending' WHEN n % 13 = 0 THEN 'confirmed' ELSE 'delivered' END, '', '', created_at,
        updated_at, CASE WHEN n % 26 > 0 THEN created_at::date END
    FROM (SELECT *, row_number() OVER (ORDER BY created_at) AS n FROM quotes_quote) AS asked WHERE n <= {ROWS // 2}
    """,
    f"""
    INSERT INTO jobs_job (quote_id, kind, status, notes, scheduled_date, created_at, updated_at)
    SELECT id, (ARRAY['installation', 'service', 'takedown'])[1 + n / 7 % 3],
        (ARRAY['scheduled', 'completed', 'cancelled'])[1 + n % 3], '',
        CASE WHEN n % 31 > 0 THEN created_at + interval '9 days' END, created_at, updated_at
    FROM (SELECT *, row_number() OVER (ORDER BY created_at) AS n FROM quotes_quote) AS asked WHERE n <= {ROWS // 2}
    """,
    f"""
    INSERT INTO payments_payment (
        purpose, description, amount, amount_received, amount_refunded, status, failure_message, disputed,
        stripe_payment_intent_id, succeeded_at, created_at, updated_at, user_id, bank_deadline
    )
    SELECT 'checkout', 'Holiday lighting', 599, 599, CASE WHEN n % 29 > 0 THEN 599 ELSE 0 END, 'succeeded', '', false,
        'pi_' || n, at, at, at, NULL, CASE WHEN n % 37 = 0 THEN at + interval '9 days' END
    FROM (SELECT n, now() - n * interval '31 minutes' AS at FROM generate_series(1, {ROWS}) AS n) AS made
    """,
    f"""
    INSERT INTO notifications_message (
        channel, kind, cause, sender, recipients, recipient_key, subject, raw, status, error, attempts, failed_at,
        about_kind, about_id, created_at, updated_at
    )
    SELECT 'email', 'quote-priced', 'staff', '', jsonb_build_array(email), email, 'Your quote', '',
        CASE WHEN n % 31 = 0 THEN 'failed' ELSE 'sent' END, '', 1, CASE WHEN n % 31 = 0 THEN created_at END,
        'quote', id, created_at, updated_at
    FROM (SELECT *, row_number() OVER (ORDER BY created_at) AS n FROM quotes_quote) AS asked WHERE n <= {ROWS // 2}
    """,
    """
    INSERT INTO invoices_invoice (
        invoice_number, amount, amount_paid, amount_refunded, status, stripe_invoice_id, description, bill_to_name,
        bill_to_address, bill_to_email, details, created_at, updated_at
    )
    VALUES ('INV-2026-00001', 1, 0, 0, 'draft', '', '', 'Eleanor Hayes', '', 'eleanor@example.com', '{}', now(), now())
    """,
    f"""
    INSERT INTO invoices_invoicepayment (
        invoice_id, method, amount, amount_refunded, disputed, note, taken_back_note, amount_owed, owed_since,
        created_at, updated_at
    )
    SELECT (SELECT id FROM invoices_invoice), 'card', 1, 0, false, '', '', CASE WHEN n % 500 = 0 THEN 1 ELSE 0 END,
        CASE WHEN n % 500 = 0 THEN now() END, now(), now()
    FROM generate_series(1, {ROWS}) AS n
    """,
    f"""
    INSERT INTO accounts_user (password, is_superuser, email, first_name, last_name, profile_image_url,
        stripe_customer_id, stripe_subscription_id, is_active, created_at, updated_at)
    SELECT '!', false, 'person' || n || '@example.com', 'Person', '', '', '', '', true, now(), now()
    FROM generate_series(1, {ROWS}) AS n
    """,
    # Includes empty tables, whose estimates would otherwise depend on the last autovacuum.
    "VACUUM ANALYZE",
    # An open transaction anywhere keeps VACUUM from marking pages all-visible, and without that, an index-only scan
    # is not cheaper.
    """
    UPDATE pg_class SET relallvisible = relpages WHERE relname IN ('payments_payment', 'notifications_message',
        'invoices_invoicepayment', 'quotes_quote', 'trees_treeorder', 'jobs_job')
    """,
]
QUEUE = (
    "quote_unpriced quote_asking quote_dayless quote_silent treeorder_waiting treeorder_dayless payment_act_by "
    "invoicepayment_owed message_failed"
)
CITY_QUEUE = "quote_unpriced quote_asking quote_dayless quote_silent treeorder_waiting treeorder_dayless"
PAGES = {
    "quotes?scope=admin": "quote_new",
    "quotes?scope=admin&ordering=createdAt": "quote_new",
    "quotes?scope=admin&ordering=fullName": "quote_name",
    "quotes?scope=admin&ordering=-quoteAmount": "quote_amount",
    "quotes?scope=admin&ordering=status": "quote_status_new",
    "quotes?scope=admin&status=pending": "quote_status_new",
    "quotes?scope=admin&status=pending,rejected": "quote_status_new",
    "quotes?scope=admin&servicePackage=basic": "quote_package_new",
    "quotes?scope=admin&servicePackage=basic&status=rejected&ordering=createdAt": "quote_package_new",
    "quotes?scope=admin&servicePackage=basic&ordering=status": "quote_package_new",
    "quotes?scope=admin&city=Dover": "quote_city_new",
    "quotes?scope=admin&city=Dover&status=rejected&servicePackage=basic": "quote_city_new",
    "quotes?scope=admin&city=Dover&ordering=status": "quote_city_new",
    "quotes?scope=admin&status=pending&ordering=-fullName": "quote_package_name",
    "quotes?scope=admin&city=Dover&ordering=fullName": "quote_city_name",
    "quotes?scope=admin&servicePackage=basic&ordering=quoteAmount": "quote_package_amount",
    "quotes?scope=admin&city=Dover&status=pending&ordering=-quoteAmount": "quote_city_amount",
    "quotes?scope=admin&unbilled=1": "quote_unbilled",
    "quotes?scope=admin&ordering=unbilledSince": "quote_unbilled",
    "quotes?scope=admin&q=person777": "quote_search",
    "quotes?scope=admin&q=person777&status=pending&ordering=fullName": "quote_search",
    "tree-orders?scope=admin": "treeorder_new",
    "tree-orders?scope=admin&status=pending": "treeorder_status_new",
    "tree-orders?scope=admin&size=modest_6ft": "treeorder_size_new",
    "tree-orders?scope=admin&town=Dover&status=pending": "treeorder_city_new",
    "tree-orders?scope=admin&disposal=1": "treeorder_disposal",
    "tree-orders?scope=admin&unanswered=1&ordering=createdAt": "treeorder_waiting",
    "tree-orders?scope=admin&pastUnmarked=true": "treeorder_open_day",
    "tree-orders?scope=admin&ordering=customerName": "treeorder_name",
    "tree-orders?scope=admin&q=person777": "treeorder_search",
    "tree-orders/day-sheet?day=2026-11-10": "treeorder_delivery",
    "jobs?scope=admin": "job_new",
    "jobs?scope=admin&status=scheduled": "job_status_new",
    "jobs?scope=admin&kind=takedown": "job_kind_new",
    "jobs?scope=admin&unscheduled=1": "job_unscheduled",
    "jobs?scope=admin&ordering=scheduledDate": "job_scheduled_date",
    "jobs?scope=admin&from=2026-11-02&to=2026-11-08&ordering=scheduledDate": "job_scheduled_date",
    "jobs?scope=admin&kind=service&status=cancelled&ordering=scheduledDate": "job_kind_day",
    "jobs?scope=admin&pastUnmarked=true": "job_open_day",
    "jobs?scope=admin&q=person777": "quote_search",
    "desk/money/due": "quote_unbilled",
    "analytics/season": "payment_reference",
    "desk/queue": QUEUE,
    "desk/queue?city=Dover": CITY_QUEUE,
    "desk/queue?late=true": QUEUE,
    "desk/queue?kind=quote": "quote_unpriced",
    "desk/queue?kind=question": "quote_asking",
    "desk/queue?kind=accepted": "quote_dayless",
    "desk/queue?kind=silent": "quote_silent",
    "desk/queue?kind=tree_order": "treeorder_waiting",
    "desk/queue?kind=tree_day": "treeorder_dayless",
    "desk/queue?kind=payment": "payment_act_by invoicepayment_owed",
    "desk/queue?kind=message": "message_failed",
    "desk/queue/counts": QUEUE,
    "desk/promise": "quote_waiting treeorder_waiting",
    "desk/past-unmarked": "job_open_day treeorder_open_day",
    "desk/messages": "message_new",
    "desk/messages?status=failed": "message_status_new",
    "desk/messages?kind=invoice-sent": "message_kind_new",
    "desk/messages?kind=invoice-sent&status=failed,sent": "message_kind_new",
    "desk/messages?q=person777": "message_recipient message_about",
    "desk/messages?q=person777&status=sent": "message_recipient message_about",
    "desk/messages/summary": "message_kind_new message_status_new",
    "desk/search?q=person777": "quote_search treeorder_search",
    "desk/customers": "quote_new quote_guest_email treeorder_guest_email",
}


# Every order and filter, with a word that a seventh of the rows contain.
_QUOTE_FILTERS = product(
    ["", "&status=pending", "&status=pending,rejected"], ["", "&servicePackage=basic"], ["", "&city=Dover"]
)
_QUOTE_ORDERS = ["-createdAt", "createdAt", "fullName", "-fullName", "quoteAmount", "-quoteAmount", "status"]
_TREE_FILTERS = ["", "&status=pending", "&size=modest_6ft", "&town=Dover", "&disposal=1", "&unanswered=1"]
_TREE_ORDERS = [
    "-createdAt", "createdAt", "customerName", "-customerName", "scheduledDeliveryDate", "preferredDeliveryDate",
    "status",
]  # fmt: skip
_JOB_FILTERS = ["", "&status=scheduled", "&kind=takedown", "&unscheduled=1", "&from=2026-11-02&to=2026-11-08"]
_JOB_ORDERS = ["-createdAt", "createdAt", "scheduledDate", "-scheduledDate"]
COMMON_WORD = [
    *(f"quotes?scope=admin&q=smith&ordering={order}{''.join(chosen)}"
      for chosen, order in product(_QUOTE_FILTERS, _QUOTE_ORDERS)),
    *(f"tree-orders?scope=admin&q=smith&ordering={order}{chosen}"
      for chosen, order in product(_TREE_FILTERS, _TREE_ORDERS)),
    *(f"jobs?scope=admin&q=smith&ordering={order}{chosen}" for chosen, order in product(_JOB_FILTERS, _JOB_ORDERS)),
    "desk/search?q=smith",
    "desk/customers?q=smith",
    "desk/messages?q=smith",
]  # fmt: skip

# Each word is in many rows, both together are in few.
TWO_WORDS = [
    "quotes?scope=admin&q=smith+person1&status=complete&ordering=-fullName",
    "tree-orders?scope=admin&q=smith+person1&ordering=customerName",
    "jobs?scope=admin&q=smith+person1",
]


_LARGE = "quotes_quote|trees_treeorder|jobs_job|notifications_message|payments_payment|invoices_invoicepayment"


def _explain(cursor: Any, client: APIClient, page: str, options: str, tables: str = _LARGE) -> list[Any]:
    """Return the plans of a page's queries on ``tables`` (a pattern), as lines or as JSON."""
    with CaptureQueriesContext(connection) as captured:
        response = client.get(f"/api/{page}")
    assert response.status_code == 200, response.content
    lines = []
    for query in captured.captured_queries:
        if re.search(tables, query["sql"]):
            cursor.execute(f"EXPLAIN {options} " + query["sql"].replace("%", "%%"))
            lines += [row[0] for row in cursor.fetchall()]
    return lines


@pytest.fixture(scope="module", autouse=True)
def _filled(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Create the rows for all tests of this file, which only read."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        for statement in _FILL:
            cursor.execute(statement)
    yield
    with django_db_blocker.unblock():
        delete_all_rows()
        connection.close()


@pytest.fixture
def plans(admin: User, admin_client: APIClient) -> dict[str, str]:
    """The plans of each page's queries on the large tables."""
    with connection.cursor() as cursor:
        return {page: "\n".join(_explain(cursor, admin_client, page, "")) for page in PAGES}


def _root(plan: Any) -> Any:
    """Return the topmost node of a plan as JSON."""
    return (json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]


def _rows_read(node: dict[str, Any]) -> float:
    """Return how many rows the scans of a plan looked at."""
    own = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
    is_scan = "Relation Name" in node
    return (own if is_scan else 0) + sum(_rows_read(child) for child in node.get("Plans", []))


def test_search_for_a_common_word_reads_few_rows_in_every_order(
    admin: User, admin_client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seventh of the rows is too much for the search index, so rows are read in the list's order: about as many as
    the page shows, and each at most once.
    """
    monkeypatch.setattr("common.search_lists.MAX_INDEX_MATCHES", 500)
    monkeypatch.setattr("common.search_lists.MAX_CANDIDATE_MATCHES", 500)
    monkeypatch.setattr("common.search_lists.CANDIDATES", 200)
    monkeypatch.setattr("common.search_lists.RECENT", 500)
    with connection.cursor() as cursor:
        read = {
            page: max(map(_rows_read, map(_root, _explain(cursor, admin_client, page, "(ANALYZE, FORMAT JSON)"))))
            for page in COMMON_WORD
        }
    assert {page: rows for page, rows in read.items() if rows > ROWS / 4} == {}


def test_search_for_two_words_looks_up_each_match_once(
    admin: User, admin_client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows that the index found are not looked up again to sort them."""
    monkeypatch.setattr("common.search_lists.CANDIDATES", 20)
    with connection.cursor() as cursor:
        for page in TWO_WORDS:
            found, *shown = map(_rows_read, map(_root, _explain(cursor, admin_client, page, "(ANALYZE, FORMAT JSON)")))
            assert found > 200, page
            assert sum(shown) < 200, page


def test_search_for_a_rare_word_reads_few_accounts(
    admin: User, admin_client: APIClient, subtests: pytest.Subtests
) -> None:
    with connection.cursor() as cursor:
        for page in ("search", "customers", "messages"):
            with subtests.test(page):
                plans = _explain(
                    cursor, admin_client, f"desk/{page}?q=person777", "(ANALYZE, FORMAT JSON)", tables="accounts_user"
                )
                assert max(map(_rows_read, map(_root, plans))) < 100


def test_page_uses_its_index(plans: dict[str, str]) -> None:
    wrong = {
        page: plan
        for page, plan in plans.items()
        if not all(re.search(rf"\b{index}\b", plan) for index in PAGES[page].split())
    }
    assert not wrong, "\n\n".join(f"{page}: {PAGES[page]}\n{plan}" for page, plan in wrong.items())
