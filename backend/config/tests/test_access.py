"""Every endpoint for every role: closed by default, and the other customer sees 404.

A new URL without a row here fails ``test_every_url_has_a_row_in_the_access_table``.
"""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import jsonschema
import pytest
from django.db import transaction
from django.urls import URLResolver
from rest_framework.test import APIClient

from accounts.models import User
from common.permissions import NOT_OWNER
from config.tests.things import make_things, rows_of
from config.urls import api
from invoices.models import Invoice
from invoices.tests.factories import make_invoice
from links.tests.factories import make_link, open_link
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import api_schema, confirm_session
from testing.payments import CHECKOUT
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order, tree_order_body

ROLES = ("stranger", "customer", "outsider", "admin")
# Where office staff get a 403. Otherwise they have the same rights as owners.
OWNERS_ONLY = {
    ("get", "desk/installation"),
    ("post", "payments/<uuid:card_payment_id>/refund"),
    ("post", "payments/<uuid:card_payment_id>/dispute-accept"),
    ("get", "desk/payouts"),
    ("get", "desk/staff"),
    ("get", "desk/customers/<str:key>/archive"),
    ("get", "desk/customers/<str:key>/erasure"),
    ("post", "desk/customers/<str:key>/erasure"),
    ("get", "desk/retention"),
    ("get", "desk/retained-documents"),
    ("get", "desk/retained-documents/<uuid:document_id>/pdf"),
    ("patch", "desk/staff/<uuid:staff_id>"),
    ("delete", "desk/staff/<uuid:staff_id>"),
    ("post", "desk/staff/<uuid:staff_id>/remove-second-factor"),
    ("post", "desk/staff/invitations"),
    ("delete", "desk/staff/invitations/<uuid:invitation_id>"),
    ("get", "desk/security-events"),
    ("get", "desk/business"),
    ("patch", "desk/business"),
    ("get", "desk/business/versions"),
    ("get", "desk/texts/<str:page>"),
    ("put", "desk/texts/<str:page>"),
    ("post", "desk/texts/<str:page>/preview"),
    ("get", "desk/texts/<str:page>/versions"),
    ("get", "desk/texts/<str:page>/versions/<int:number>"),
    ("get", "desk/payouts/<uuid:payout_id>/entries"),
    ("get", "desk/money/export.csv"),
    ("get", "desk/money/export-summary"),
}

NEW_ADDRESS = {"street": "41 Marcy Street", "city": "Portsmouth", "state": "NH", "zipCode": "03801"}


@dataclass(frozen=True)
class Call:
    """A call about the customer's rows, and the status that each of the ROLES gets.

    ``link`` is the status for someone who holds private links to those things; None if a link opens nothing here, so
    that they are a stranger. With links to other things they get a 404 instead.
    """

    method: str
    route: str
    statuses: tuple[int, int, int, int]
    body: Any = None
    query: str = ""
    link: int | None = None

    @property
    def is_about_one_thing(self) -> bool:
        """Whether the URL has an ID."""
        return "<uuid:" in self.route

    @property
    def name(self) -> str:
        """The name of the test case."""
        return f"{self.method} {self.route}{self.query}"


# Webhooks, which are open only to requests with the provider's signature.
WEBHOOKS = {
    "stripe/webhook", "webhooks/twilio/status", "webhooks/twilio/messages", "webhooks/twilio/calls", "webhooks/email",
}  # fmt: skip

TABLE = [
    Call("get", "catalog", (200, 200, 200, 200)),
    Call("get", "looks/<str:code>/<str:name>", (200, 200, 200, 200)),
    Call("get", "challenge", (200, 200, 200, 200)),
    Call("post", "client-errors", (204, 204, 204, 204), {"message": "x is not a function", "path": "/quote"}),
    Call("get", "schema/", (200, 200, 200, 200)),
    Call("get", "login", (302, 302, 302, 302)),
    Call("get", "logout", (302, 302, 302, 302)),
    Call("get", "auth/user", (401, 200, 200, 200)),
    Call("patch", "auth/user", (401, 200, 200, 200), {"firstName": "E"}),
    Call("get", "auth/confirmation", (401, 200, 200, 200)),
    Call("get", "desk/staff", (401, 403, 403, 200)),
    Call("patch", "desk/staff/<uuid:staff_id>", (401, 403, 403, 200), {"role": "office"}),
    Call("delete", "desk/staff/<uuid:staff_id>", (401, 403, 403, 204)),
    Call("post", "desk/staff/<uuid:staff_id>/remove-second-factor", (401, 403, 403, 200)),
    Call("post", "desk/staff/invitations", (401, 403, 403, 201), {"email": "new@example.com", "role": "office"}),
    Call("delete", "desk/staff/invitations/<uuid:invitation_id>", (401, 403, 403, 204)),
    Call("get", "desk/security-events", (401, 403, 403, 200)),
    Call("get", "desk/business", (401, 403, 403, 200)),
    Call("patch", "desk/business", (401, 403, 403, 200), {"updatedAt": None, "phone": "(603) 555-0199"}),
    Call("get", "desk/business/versions", (401, 403, 403, 200)),
    Call("get", "texts/<str:page>", (200, 200, 200, 200)),
    Call("get", "desk/texts/<str:page>", (401, 403, 403, 200)),
    Call("put", "desk/texts/<str:page>", (401, 403, 403, 200), {"updatedAt": None, "markdown": "## Hi"}),
    Call("post", "desk/texts/<str:page>/preview", (401, 403, 403, 200), {"markdown": "## Hi"}),
    Call("get", "desk/texts/<str:page>/versions", (401, 403, 403, 200)),
    Call("get", "desk/texts/<str:page>/versions/<int:number>", (401, 403, 403, 200)),
    Call("get", "account/archive", (401, 200, 200, 200)),
    Call("get", "account/erasure", (401, 200, 200, 200)),
    Call("post", "account/erasure", (401, 409, 400, 400), {"email": "eleanor@example.com"}),
    Call("get", "desk/customers/<str:key>/archive", (401, 403, 403, 200)),
    Call("get", "desk/customers/<str:key>/erasure", (401, 403, 403, 200)),
    Call("post", "desk/customers/<str:key>/erasure", (401, 403, 403, 409), {"email": "eleanor@example.com"}),
    Call("get", "desk/retention", (401, 403, 403, 200)),
    Call("get", "desk/retained-documents", (401, 403, 403, 200), query="?reference=x"),
    Call("get", "desk/retained-documents/<uuid:document_id>/pdf", (401, 403, 403, 200)),
    Call("get", "whats-next", (401, 200, 200, 200)),
    Call("get", "addresses", (401, 200, 200, 200)),
    Call("post", "addresses", (401, 201, 201, 201), NEW_ADDRESS),
    # Saved addresses are private, even from administrators
    Call("patch", "addresses/<uuid:address_id>", (401, 200, 404, 404), {"label": "Home"}),
    Call("delete", "addresses/<uuid:address_id>", (401, 409, 404, 404)),  # it has a subscription
    Call("get", "quotes", (401, 200, 200, 200)),
    Call("get", "quotes", (401, 403, 403, 200), query="?scope=admin"),
    Call("post", "quotes", (201, 201, 201, 201), quote_body()),
    Call("get", "quotes/<uuid:quote_id>", (401, 200, 404, 200), link=200),
    Call("patch", "quotes/<uuid:quote_id>", (401, 403, 403, 200), {"status": "quoting"}),
    Call(
        "post",
        "quotes/<uuid:quote_id>/accept",
        (401, 200, 404, 200),  # an administrator, after a phone call
        {"quoteAmount": "500.00", "acceptedBy": "Pat"},
        link=200,
    ),
    Call("post", "quotes/<uuid:quote_id>/decline", (401, 200, 404, 404), {}, link=200),
    Call("post", "quotes/<uuid:quote_id>/ask-again", (401, 409, 404, 404), {}, link=409),
    Call("put", "quotes/<uuid:quote_id>/lines", (401, 403, 403, 400), {"lines": []}),
    Call("get", "quotes/<uuid:quote_id>/line-sources", (401, 403, 403, 200)),
    Call("get", "quotes/<uuid:quote_id>/pdf", (401, 200, 404, 200), link=200),
    Call("get", "price-list", (401, 403, 403, 200)),
    Call("post", "price-list", (401, 403, 403, 201), {"text": "Wreath", "unit": "piece", "unitPrice": "38.00"}),
    Call("patch", "price-list/<uuid:item_id>", (401, 403, 403, 200), {"unitPrice": "6.495"}),
    Call("delete", "price-list/<uuid:item_id>", (401, 403, 403, 204)),
    Call("post", "quotes/<uuid:quote_id>/undo-price", (401, 403, 403, 409), {}),
    Call("get", "quotes/<uuid:quote_id>/comments", (401, 200, 404, 200), link=200),
    Call("post", "quotes/<uuid:quote_id>/comments", (401, 201, 404, 201), {"content": "Hello"}, link=201),
    Call("post", "quotes/bulk-status", (401, 403, 403, 200), {"ids": ["<uuid:quote_id>"], "status": "quoting"}),
    Call("get", "quotes/export.csv", (401, 403, 403, 200)),
    Call("post", "quotes/<uuid:quote_id>/let-go", (401, 403, 403, 200), {}),
    Call("post", "quotes/<uuid:quote_id>/no-reply-needed", (401, 403, 403, 200), {}),
    Call("post", "quotes/<uuid:quote_id>/no-invoice-needed", (401, 403, 403, 409), {"reason": "Paid in cash"}),
    Call("get", "quotes/<uuid:quote_id>/calls", (401, 403, 403, 200)),
    Call("post", "quotes/<uuid:quote_id>/calls", (401, 403, 403, 201), {"outcome": "reached", "note": ""}),
    Call("get", "quotes/<uuid:quote_id>/history", (401, 403, 403, 200)),
    Call("post", "estimate", (200, 200, 200, 200), {"servicePackage": "basic", "addOns": []}),
    Call("get", "jobs", (401, 200, 200, 200)),
    Call("post", "jobs", (401, 403, 403, 201), {"quoteId": "<uuid:quote_id>", "kind": "installation"}),
    Call("get", "jobs/<uuid:job_id>", (401, 200, 404, 200)),
    Call("patch", "jobs/<uuid:job_id>", (401, 403, 403, 200), {"status": "in_progress"}),
    Call("get", "jobs/<uuid:job_id>/history", (401, 403, 403, 200)),
    Call("get", "jobs", (401, 403, 403, 200), query="?scope=admin"),
    Call("get", "jobs/<uuid:job_id>/calendar.ics", (401, 200, 404, 200)),
    Call("get", "tree-orders", (401, 200, 200, 200)),
    Call("get", "tree-orders", (401, 403, 403, 200), query="?scope=admin"),
    Call("post", "tree-orders", (201, 201, 201, 201), tree_order_body()),
    Call("get", "tree-orders/day-sheet", (401, 403, 403, 200), query="?day=2026-12-05"),
    Call("post", "tree-orders/payment-codes", (401, 403, 403, 200), {"orderIds": ["<uuid:order_id>"]}),
    Call("get", "tree-orders/<uuid:order_id>", (401, 200, 404, 200), link=200),
    Call(
        "patch", "tree-orders/<uuid:order_id>", (401, 200, 404, 200), {"preferredDeliveryDate": "2030-12-12"}, link=200
    ),
    Call("post", "tree-orders/<uuid:order_id>/record-payment", (401, 403, 403, 200), {"method": "cash"}),
    Call(
        "post",
        "tree-orders/<uuid:order_id>/payments/<uuid:tree_payment_id>/take-back",
        (401, 403, 403, 200),
        {"note": "The check bounced"},
    ),
    Call("get", "tree-orders/<uuid:order_id>/calls", (401, 403, 403, 200)),
    Call("post", "tree-orders/<uuid:order_id>/calls", (401, 403, 403, 201), {"outcome": "voicemail"}),
    Call("get", "tree-orders/<uuid:order_id>/history", (401, 403, 403, 200)),
    # 503: allowed, but card payment is not set up in these tests
    Call("get", "payments/config", (503, 503, 503, 503)),
    Call("get", "payments", (401, 200, 200, 200)),
    Call("get", "payments", (401, 403, 403, 200), query="?scope=admin"),
    Call(
        "post", "payments/<uuid:card_payment_id>/receipt-email", (401, 403, 403, 503), {"receiptEmail": "e@example.com"}
    ),
    Call("get", "payments/<uuid:card_payment_id>/suggestions", (401, 403, 403, 200)),
    Call("post", "payments/<uuid:card_payment_id>/assign", (401, 403, 403, 200), {"quoteId": "<uuid:quote_id>"}),
    Call("get", "quotes/<uuid:quote_id>/billed", (401, 403, 403, 200)),
    Call("post", "payments/<uuid:card_payment_id>/keep", (401, 403, 403, 409), {"reason": "A tip"}),
    # A payment without an account; customers' receipts are in payments/tests/test_payment_history.py.
    Call("get", "payments/<uuid:card_payment_id>/receipt", (401, 404, 404, 404)),
    Call("get", "payment-history", (401, 200, 200, 200)),
    Call("get", "payment-methods", (401, 200, 200, 200)),
    Call("delete", "payment-methods/<slug:method_id>", (401, 404, 404, 404)),
    Call("post", "payment-methods/session", (401, 404, 404, 404), {"paymentIntentId": "pi_1"}),
    Call("post", "payments/<uuid:card_payment_id>/refund", (401, 403, 403, 503), {"reason": "Rained out"}),
    Call("post", "create-payment-intent", (503, 503, 503, 503), CHECKOUT),
    Call("post", "stripe/webhook", (503, 503, 503, 503), {}),
    Call("post", "webhooks/twilio/status", (403, 403, 403, 403), {}),
    Call("get", "contact-choice", (401, 200, 200, 200)),
    Call("put", "contact-choice", (401, 200, 200, 200), {"channel": "email"}),
    Call("post", "texts/off", (401, 403, 403, 200), {"phone": "603-555-0142"}),
    Call("get", "stripe/events", (401, 403, 403, 200)),
    Call("post", "stripe/events/<uuid:event_id>/process", (401, 403, 403, 200)),
    Call("post", "create-subscription", (401, 503, 503, 503), {"plan": "consumer"}),
    Call("post", "storage-subscriptions/<uuid:subscription_id>/cancel", (401, 503, 404, 404)),
    Call("post", "storage-subscriptions/<uuid:subscription_id>/resume", (401, 200, 404, 404)),
    Call(
        "post",
        "storage-subscriptions/<uuid:subscription_id>/preview-change",
        (401, 503, 404, 404),
        {"plan": "business"},
    ),
    Call("post", "storage-subscriptions/<uuid:subscription_id>/update-card", (401, 503, 404, 404)),
    Call(
        "post",
        "storage-subscriptions/<uuid:subscription_id>/addresses",
        (401, 200, 404, 404),
        {"addressId": "<uuid:address_id>"},
    ),
    Call("delete", "storage-subscriptions/<uuid:subscription_id>/addresses/<uuid:address_id>", (401, 200, 404, 404)),
    Call("get", "stored-items", (401, 200, 200, 200)),
    Call("get", "stored-items", (401, 403, 403, 200), query="?scope=admin"),
    Call("patch", "stored-items/<uuid:address_id>", (401, 403, 403, 200), {"inStorage": True}),
    Call("get", "storage-charges", (401, 200, 200, 200)),
    Call("get", "storage-charges/<uuid:charge_id>/receipt", (401, 503, 404, 404)),  # Stripe has no keys here
    Call("get", "storage-subscriptions", (401, 200, 200, 200)),
    Call("get", "storage-subscriptions", (401, 403, 403, 200), query="?scope=admin"),
    Call("get", "invoices", (401, 200, 200, 200)),
    Call("get", "invoices", (401, 403, 403, 200), query="?scope=admin"),
    Call("post", "invoices", (401, 403, 403, 201), {"quoteId": "<uuid:quote_id>", "amount": "500.00"}),
    Call("post", "invoices/batch-send", (401, 403, 403, 200), {"ids": ["<uuid:invoice_id>"]}),
    Call("get", "invoices/<uuid:invoice_id>", (401, 200, 404, 200), link=200),
    Call("patch", "invoices/<uuid:invoice_id>", (401, 403, 403, 409), {"amount": "400.00"}),
    Call("post", "invoices/<uuid:invoice_id>/send", (401, 403, 403, 409)),
    Call("post", "invoices/<uuid:invoice_id>/cancel", (401, 403, 403, 200)),
    Call("post", "invoices/<uuid:invoice_id>/record-payment", (401, 403, 403, 200), {"method": "check", "note": ""}),
    Call("get", "invoices/<uuid:invoice_id>/pdf", (401, 200, 404, 200), link=200),
    Call("get", "invoices/<uuid:invoice_id>/payments", (401, 200, 404, 200)),
    Call(
        "post", "invoices/<uuid:invoice_id>/payments/<uuid:payment_id>/take-back", (401, 403, 403, 200), {"note": "x"}
    ),
    Call("get", "invoices/<uuid:invoice_id>/history", (401, 403, 403, 200)),
    Call("get", "links", (401, 403, 403, 200), query="?quoteId=<uuid:quote_id>"),
    Call("post", "links/<uuid:link_id>/withdraw", (401, 403, 403, 200)),
    Call("post", "quotes/<uuid:quote_id>/opened", (401, 204, 404, 204), link=204),
    Call("post", "tree-orders/<uuid:order_id>/opened", (401, 204, 404, 204), link=204),
    Call("post", "invoices/<uuid:invoice_id>/opened", (401, 204, 404, 204), link=204),
    Call("get", "desk/queue", (401, 403, 403, 200)),
    Call("get", "desk/queue/counts", (401, 403, 403, 200)),
    Call("get", "desk/promise", (401, 403, 403, 200)),
    Call("get", "desk/questions/<uuid:inquiry_id>", (401, 403, 403, 200)),
    Call("get", "desk/questions/<uuid:inquiry_id>/calls", (401, 403, 403, 200)),
    Call("post", "desk/questions/<uuid:inquiry_id>/calls", (401, 403, 403, 201), {"outcome": "reached"}),
    Call("post", "desk/questions/<uuid:inquiry_id>/no-reply-needed", (401, 403, 403, 200), {}),
    # 403: without a signature
    Call("post", "webhooks/twilio/messages", (403, 403, 403, 403), {}),
    Call("post", "webhooks/twilio/calls", (403, 403, 403, 403), {}),
    Call("post", "webhooks/email", (403, 403, 403, 403), {}),
    Call("get", "desk/saved-replies", (401, 403, 403, 200)),
    Call("post", "desk/saved-replies", (401, 403, 403, 201), {"title": "Thanks", "text": "Hi {name}"}),
    Call("patch", "desk/saved-replies/<uuid:reply_id>", (401, 403, 403, 200), {"title": "Thank you"}),
    Call("delete", "desk/saved-replies/<uuid:reply_id>", (401, 403, 403, 204)),
    Call("get", "desk/search", (401, 403, 403, 200), query="?q=eleanor"),
    Call("get", "desk/installation", (401, 403, 403, 200)),
    Call("get", "desk/money", (401, 403, 403, 200)),
    Call("get", "desk/money/due", (401, 403, 403, 200)),
    Call("get", "desk/money/export.csv", (401, 403, 403, 200), query="?from=2026-11-01&to=2026-11-30"),
    Call("get", "desk/money/export-summary", (401, 403, 403, 200), query="?from=2026-11-01&to=2026-11-30"),
    Call("get", "desk/payouts", (401, 403, 403, 200)),
    Call("get", "desk/payouts/<uuid:payout_id>/entries", (401, 403, 403, 200)),
    Call("get", "desk/disputes", (401, 403, 403, 200)),
    # 404 and 503: it is not disputed, and Stripe has no keys here
    Call("get", "payments/<uuid:card_payment_id>/dispute-answer", (401, 403, 403, 404)),
    Call("post", "payments/<uuid:card_payment_id>/dispute-answer", (401, 403, 403, 503), {"statement": "We came"}),
    Call("post", "payments/<uuid:card_payment_id>/dispute-accept", (401, 403, 403, 503)),
    Call("get", "desk/messages", (401, 403, 403, 200)),
    Call("get", "desk/messages/summary", (401, 403, 403, 200)),
    Call("get", "desk/messages/<uuid:message_id>", (401, 403, 403, 200)),
    Call("get", "desk/messages/<uuid:message_id>/html", (401, 403, 403, 200)),
    Call("post", "desk/messages/<uuid:message_id>/send-again", (401, 403, 403, 200)),
    Call("get", "desk/past-unmarked", (401, 403, 403, 200)),
    Call("get", "desk/customers", (401, 403, 403, 200)),
    Call("get", "desk/customers/<str:key>", (401, 403, 403, 200)),
    Call("get", "analytics/mrr", (401, 403, 403, 200)),
    Call("get", "analytics/quotes", (401, 403, 403, 200)),
    Call("get", "analytics/season", (401, 403, 403, 200)),
    Call("get", "analytics/subscriptions", (401, 403, 403, 200)),
]

# Responses that are the same for everyone may be cached by browsers and proxies.
CACHED = {"catalog", "looks/<str:code>/<str:name>"}


@pytest.fixture
def things(customer: User) -> dict[str, str]:
    """The IDs of the customer's rows, by their names in URL patterns."""
    return make_things(customer)


class Clients:
    """A client for each role, created and signed in at its first use."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._request = request

    def __getitem__(self, role: str) -> APIClient:
        if role == "stranger":
            guest: APIClient = self._request.getfixturevalue("guest")
            return guest
        client: APIClient = self._request.getfixturevalue(f"{role}_client")
        confirm_session(client, self._request.getfixturevalue(role))
        return client


@pytest.fixture
def clients(request: pytest.FixtureRequest) -> Clients:
    return Clients(request)


@pytest.mark.parametrize("role", ROLES)
def test_access(role: str, clients: Clients, customer: User, things: dict[str, str], subtests: pytest.Subtests) -> None:
    others = [*make_things(customer).items(), *make_things(User.objects.create_user("ann@example.com")).items()]
    before = rows_of(others)
    for call in TABLE:
        with subtests.test(call.name), _undone(clients[role]) as client:
            response = _send(client, call, things)
            assert response.status_code == call.statuses[ROLES.index(role)], response.content
            _assert_fits_schema(call, response)
            _assert_nobody_keeps(call, response)
            assert call.method == "get" or rows_of(others) == before, "it changes nothing but what it is about"
            if call.is_about_one_thing and not response.streaming:
                shown = [name for name, id_ in others if id_.encode() in response.content and name != "user_id"]
                assert shown == [], "it shows only the row it is for"
            if role == "outsider" and not response.streaming:
                shown = [name for name, id_ in things.items() if id_ in response.text]
                assert shown == [], "it shows nothing of another customer"


def test_private_link_gives_access_to_its_row(
    guest: APIClient, things: dict[str, str], subtests: pytest.Subtests
) -> None:
    _hold_links(guest, Quote.objects.get(), TreeOrder.objects.get(), Invoice.objects.get())
    for call in TABLE:
        with subtests.test(call.name), _undone(guest) as client:
            response = _send(client, call, things)
            assert response.status_code == (call.link or call.statuses[0]), response.content
            _assert_fits_schema(call, response)
            _assert_nobody_keeps(call, response)


def test_private_link_gives_no_access_to_other_rows(
    guest: APIClient, things: dict[str, str], outsider: User, subtests: pytest.Subtests
) -> None:
    other = make_quote(user=outsider, email=outsider.email)
    _hold_links(guest, other, make_tree_order(), make_invoice(quote=other))
    for call in TABLE:
        with subtests.test(call.name), _undone(guest) as client:
            response = _send(client, call, things)
            assert response.status_code == (404 if call.link else call.statuses[0]), response.content


def _assert_nobody_keeps(call: Call, response: Any) -> None:
    private = "no-store" in response.headers.get("Cache-Control", "")
    assert private or call.route in CACHED, "what depends on who asks must not be kept"


def _hold_links(client: APIClient, *rows: Quote | TreeOrder | Invoice) -> None:
    for row in rows:
        open_link(client, make_link(row))


def test_administrator_without_the_second_step_has_a_customers_rights(
    admin: User, admin_client: APIClient, things: dict[str, str], settings: Any
) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    confirm_session(admin_client, admin)
    for call in TABLE:
        with _undone(admin_client) as client:
            response = _send(client, call, things)
            expected = call.statuses[ROLES.index("outsider")]
            assert (call, response.status_code) == (call, expected), response.content
            if expected == HTTPStatus.FORBIDDEN and call.route not in WEBHOOKS:
                assert "second sign-in step" in json.loads(response.content)["message"]


def test_office_staff_can_do_everything_except_what_only_owners_may(
    clients: Clients, things: dict[str, str], subtests: pytest.Subtests
) -> None:
    for call in TABLE:
        with subtests.test(call.name), _undone(clients["office"]) as client:
            response = _send(client, call, things)
            if (call.method, call.route) in OWNERS_ONLY:
                assert response.status_code == HTTPStatus.FORBIDDEN
                assert json.loads(response.content)["message"] == NOT_OWNER
            else:
                assert response.status_code == call.statuses[ROLES.index("admin")], response.content


def test_administrator_with_the_second_step_has_full_rights(
    admin: User, admin_client: APIClient, things: dict[str, str], settings: Any
) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    session = admin_client.session
    session["account_authentication_methods"] = [{"method": "mfa", "at": time.time(), "id": 1, "type": "totp"}]
    session["account_authentication_methods_user"] = str(admin.pk)
    session.save()
    for call in TABLE:
        with _undone(admin_client) as client:
            response = _send(client, call, things)
            expected = call.statuses[ROLES.index("admin")]
            assert (call, response.status_code) == (call, expected), response.content


@contextmanager
def _undone(client: APIClient) -> Iterator[APIClient]:
    """Roll back what the call changes in the database and in the client's cookies."""
    cookies = copy(client.cookies)
    try:
        with transaction.atomic():
            yield client
            transaction.set_rollback(True)
    finally:
        client.cookies = cookies


def _send(client: APIClient, call: Call, things: dict[str, str]) -> Any:
    path, body = call.route, json.dumps(call.body)
    path = (
        path.replace("<str:key>", things["user_id"])
        .replace("<slug:method_id>", "pm_1")
        .replace("<str:code>/<str:name>", "p-warm-w/card.svg")
        .replace("<str:page>", "terms")
        .replace("<int:number>", "1")
    )
    query = call.query
    for name, value in things.items():
        path, body, query = (text.replace(f"<uuid:{name}>", value) for text in (path, body, query))
    sent = {} if call.body is None else {"data": json.loads(body), "format": "json"}
    return getattr(client, call.method)(f"/api/{path}{query}", **sent)


def _described(call: Call) -> Any:
    """Return the OpenAPI operation of a call, or None."""
    path = re.sub(r"<\w+:(\w+)>", r"{\1}", f"/api/{call.route}")
    return api_schema()["paths"].get(path, {}).get(call.method)


def _assert_fits_schema(call: Call, response: Any) -> None:
    """Assert that the response matches the OpenAPI schema, including null and missing keys."""
    operation = _described(call)
    if (
        operation is None
        or response.streaming
        or not response.content
        or "json" not in response.headers["Content-Type"]
    ):
        return
    described = operation["responses"].get(str(response.status_code), operation["responses"]["default"])
    shape = described["content"]["application/json"]["schema"]
    validator = jsonschema.Draft202012Validator({**shape, "components": api_schema()["components"]})
    validator.validate(json.loads(response.content))


def test_schema_describes_every_endpoint_but_itself() -> None:
    assert {call.route for call in TABLE if not _described(call)} == {"schema/"}


def test_schema_has_the_roles_of_each_endpoint(subtests: pytest.Subtests) -> None:
    for call in TABLE:
        operation = _described(call)
        if operation and not call.query:
            with subtests.test(call.name):
                stranger, customer = call.statuses[:2]
                roles = ["owner"] if (call.method, call.route) in OWNERS_ONLY else ["owner", "office"]
                needed = [{"cookieAuth": roles if customer == HTTPStatus.FORBIDDEN else []}]
                assert (operation.get("security", [{}]) == needed) == (stranger == HTTPStatus.UNAUTHORIZED)


def _routes(patterns: list[Any], prefix: str = "") -> set[str]:
    found = set()
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        found |= _routes(pattern.url_patterns, route) if isinstance(pattern, URLResolver) else {route}
    return found


def test_every_url_has_a_row_in_the_access_table() -> None:
    assert _routes(api) - {""} == {call.route for call in TABLE}


@pytest.mark.parametrize("path", ["quotes", "jobs", "tree-orders", "storage-subscriptions", "invoices", "addresses"])
def test_list_never_has_other_customers_rows(
    path: str, outsider_client: APIClient, admin_client: APIClient, customer_client: APIClient, things: dict[str, str]
) -> None:
    assert outsider_client.get(f"/api/{path}").json() == []
    assert admin_client.get(f"/api/{path}").json() == []
    assert len(customer_client.get(f"/api/{path}").json()) == 1


def test_address_id_of_another_customer_is_refused(outsider_client: APIClient, things: dict[str, str]) -> None:
    response = outsider_client.post("/api/quotes", quote_body(addressId=things["address_id"]), format="json")
    assert response.status_code == 400
    assert json.loads(response.content)["errors"].keys() == {"addressId"}
    assert Quote.objects.count() == 1


def test_draft_invoice_is_hidden_from_the_customer(
    customer: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    Invoice.objects.create(user=customer, invoice_number="INV-2026-00002", amount=1, bill_to_name="E")
    assert customer_client.get("/api/invoices").json() == []
    assert len(admin_client.get("/api/invoices?scope=admin").json()) == 1
