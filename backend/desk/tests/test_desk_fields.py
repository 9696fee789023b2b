"""Fields of quotes and tree orders that only administrators get: deadlines, responses and tries."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import api_schema
from trees.tests.factories import make_tree_order, tree_order_body

SOURCE = {"heardFrom", "campaign"}
DESK_FIELDS = {
    "Quote": {"answeredAt", "respondBy", "tries", "letGoAt", "noReplyNeededAt", "openedAt", "acceptedBy"}
    | {"unbilledSince", "noInvoiceReason"}
    | SOURCE,
    "TreeOrder": {"answeredAt", "respondBy", "tries", "openedAt", "textsOff"}
    | {"payments", "recordable", "refundAt", "stripePaymentIntentId"}
    | SOURCE,
}
NEVER_SHOWN_TO_CUSTOMERS = set().union(*DESK_FIELDS.values())


@pytest.mark.parametrize(
    ("path", "make", "body"),
    [("quotes", make_quote, quote_body), ("tree-orders", make_tree_order, tree_order_body)],
    ids=["quote", "tree order"],
)
def test_rows_for_customers_have_no_desk_fields(
    customer: User, customer_client: APIClient, guest: APIClient, path: str, make: Any, body: Any
) -> None:
    row = make(user=customer)
    rows = [
        guest.post(f"/api/{path}", body(), format="json").json(),
        customer_client.post(f"/api/{path}", body(), format="json").json(),
        customer_client.get(f"/api/{path}/{row.id}").json(),
        *customer_client.get(f"/api/{path}").json(),
    ]
    assert len(rows) == 5
    for each in rows:
        assert {"id", "status", "createdAt"} <= each.keys()
        assert not each.keys() & NEVER_SHOWN_TO_CUSTOMERS


def test_response_to_acceptance_has_no_desk_fields(customer: User, customer_client: APIClient) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="100.00")
    path = f"/api/quotes/{quote.id}"
    accepted = customer_client.post(f"{path}/accept", {"quoteAmount": "100.00"}, format="json").json()
    assert accepted["status"] == "approved"
    assert not accepted.keys() & NEVER_SHOWN_TO_CUSTOMERS


@pytest.mark.parametrize(
    ("path", "make", "name"),
    [("quotes", make_quote, "Quote"), ("tree-orders", make_tree_order, "TreeOrder")],
    ids=["quote", "tree order"],
)
def test_rows_for_administrators_include_desk_fields(
    customer: User, admin_client: APIClient, path: str, make: Any, name: str
) -> None:
    row = f"/api/{path}/{make(user=customer).id}"
    for each in (
        admin_client.get(row).json(),
        admin_client.patch(row, {"status": "pending"}, format="json").json(),
        *admin_client.get(f"/api/{path}?scope=admin").json(),
    ):
        assert each.keys() >= DESK_FIELDS[name]


@pytest.mark.parametrize("name", ["Quote", "TreeOrder"])
def test_schema_has_desk_fields_only_for_administrators(name: str) -> None:
    schemas = api_schema()["components"]["schemas"]
    customers, desks = set(schemas[name]["properties"]), set(schemas[f"Desk{name}"]["properties"])
    assert desks - customers == DESK_FIELDS[name]
    assert customers < desks
