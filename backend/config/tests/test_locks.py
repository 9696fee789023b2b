"""Every change locks its row first, so that a concurrent change sees the first one, and is refused if its editor saw an
older version.
"""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.errors import CHANGED_SINCE
from config.tests.test_access import ROLES, TABLE, Call, Clients, _described, _send, _undone, clients, things
from quotes.models import Quote
from testing.helpers import api_schema

__all__ = ["clients", "things"]

# The table of the row in the URL, or else of the row that the body names.
TABLES = {
    "quote_id": "quotes_quote",
    "order_id": "trees_treeorder",
    "invoice_id": "invoices_invoice",
    "job_id": "jobs_job",
    "card_payment_id": "payments_payment",
    "inquiry_id": "replies_inquiry",
    "address_id": "accounts_user",
    "subscription_id": "accounts_user",
    "staff_id": "accounts_user",
    "invitation_id": "accounts_staffinvitation",
    "link_id": "links_link",
    "message_id": "notifications_message",
    "item_id": "quotes_pricelistitem",
    "reply_id": "desk_savedreply",
}
# These change the row with a single conditional update.
ONE_STATEMENT = {
    "tree-orders/<uuid:order_id>/calls",
    "quotes/<uuid:quote_id>/opened",
    "tree-orders/<uuid:order_id>/opened",
    "invoices/<uuid:invoice_id>/opened",
    "storage-subscriptions/<uuid:subscription_id>/resume",  # it is not canceled, so nothing changes
    "tree-orders/payment-codes",  # the orders stay as they are
    "desk/staff/<uuid:staff_id>/remove-second-factor",  # so does the account
    "delete price-list/<uuid:item_id>",
    "delete desk/saved-replies/<uuid:reply_id>",
}


def _role(call: Call) -> str | None:
    """Return the role that may make the call."""
    return next((role for role in ("admin", "customer") if call.statuses[ROLES.index(role)] in {200, 201, 204}), None)


def _table(call: Call) -> str:
    named = re.search(r"<uuid:(\w+)>", f"{call.route} {call.body}")
    return TABLES.get(named[1], "") if named else ""


CHANGES = [
    call
    for call in TABLE
    if call.method != "get" and not {call.route, call.name} & ONE_STATEMENT and _table(call) and _role(call)
]


def test_row_is_locked_before_it_is_changed(
    clients: Clients, things: dict[str, str], subtests: pytest.Subtests
) -> None:
    for call in CHANGES:
        with (
            subtests.test(call.name),
            _undone(clients[_role(call) or ""]) as client,
            CaptureQueriesContext(connection) as queries,
        ):
            assert _send(client, call, things).status_code < 300
            locked = [query["sql"] for query in queries if re.search(" FOR (NO KEY )?UPDATE", query["sql"])]
            assert [sql for sql in locked if f'FROM "{_table(call)}"' in sql], call.name


def _takes_a_version(call: Call) -> bool:
    """Return whether the body of the call can have the version of the row that its editor saw."""
    if "updatedAt" in (call.body or {}):  # the first version, which has no predecessor
        return False
    content = (_described(call) or {}).get("requestBody", {"content": {}})["content"]
    name = content.get("application/json", {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
    return bool(name) and "updatedAt" in api_schema()["components"]["schemas"][name]["properties"]


def test_change_based_on_an_outdated_row_is_refused(
    clients: Clients, things: dict[str, str], subtests: pytest.Subtests
) -> None:
    versioned = [call for call in TABLE if call.method != "get" and _role(call) and _takes_a_version(call)]
    assert len(versioned) >= 6
    Quote.objects.update(question_at=timezone.now())
    for call in versioned:
        with subtests.test(call.name), _undone(clients[_role(call) or ""]) as client:
            stale = replace(call, body={**(call.body or {}), "updatedAt": "2026-01-01T12:00:00Z"})
            response = _send(client, stale, things)
            assert (response.status_code, response.json()["message"]) == (409, CHANGED_SINCE)
