"""What the holder of a link can do: act under the quote's name, without an account, on that quote only."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice
from links.tests.factories import make_link, open_link
from payments.models import Payment
from quotes.models import Acceptance, Quote
from quotes.tests.factories import make_quote
from testing.helpers import in_threads
from testing.payments import StripeSandbox
from trees.tests.factories import make_tree_order


@pytest.fixture
def quote(db: None) -> Quote:
    return make_quote(full_name="Patricia Nolan", status="reviewed", quote_amount="500.00")


@pytest.fixture
def holder(guest: APIClient, quote: Quote) -> APIClient:
    open_link(guest, make_link(quote))
    return guest


def _accept(client: APIClient, quote: Quote, **changes: Any) -> Any:
    body = {"quoteAmount": "500.00", "acceptedBy": "  Pat Nolan ", **changes}
    return client.post(f"/api/quotes/{quote.id}/accept", body, format="json")


def test_acceptance_stores_the_typed_name(holder: APIClient, quote: Quote, admin_client: APIClient) -> None:
    response = _accept(holder, quote)
    assert (response.status_code, response.json()["status"]) == (200, "approved")
    assert admin_client.get(f"/api/quotes/{quote.id}").json()["acceptedBy"] == "Pat Nolan"


@pytest.mark.parametrize("name", ["", "   ", None, "x" * 201])
def test_acceptance_needs_a_name(name: str | None, holder: APIClient, quote: Quote) -> None:
    response = _accept(holder, quote, acceptedBy=name)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["acceptedBy"]
    quote.refresh_from_db()
    assert quote.status == "reviewed"


def test_acceptance_of_an_old_price_is_a_conflict(holder: APIClient, quote: Quote) -> None:
    assert _accept(holder, quote, quoteAmount="400.00").status_code == 409


def test_name_sent_by_the_owner_is_ignored(customer: User, customer_client: APIClient) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="500.00")
    assert _accept(customer_client, quote, acceptedBy="Somebody else").status_code == 200
    quote.refresh_from_db()
    assert quote.accepted_by == "Eleanor Hayes"


@pytest.mark.parametrize(
    ("who", "without_link", "with_link"),
    [
        ("guest", 401, "link"),
        ("outsider_client", 404, "link"),
        ("customer_client", "account", "account"),
        ("office_client", "phone", "phone"),
        ("admin_client", "phone", "phone"),
    ],
)
def test_only_somebody_else_acts_through_the_link(
    request: pytest.FixtureRequest, customer: User, who: str, without_link: int | str, with_link: str
) -> None:
    client = request.getfixturevalue(who)
    for has_link, expected in ((False, without_link), (True, with_link)):
        quote = make_quote(user=customer, status="reviewed", quote_amount="500.00")
        if has_link:  # opened before signing in
            browser = APIClient()
            open_link(browser, make_link(quote))
            client.cookies.update(browser.cookies)
        code = _accept(client, quote).status_code
        assert (Acceptance.objects.get(quote=quote).channel if code == 200 else code) == expected


def test_declined_quote_is_rejected(holder: APIClient, quote: Quote) -> None:
    response = holder.post(f"/api/quotes/{quote.id}/decline", {}, format="json")
    assert (response.status_code, response.json()["status"]) == (200, "rejected")


def test_thread_shows_the_holders_entries_as_the_customers(
    holder: APIClient, quote: Quote, admin_client: APIClient
) -> None:
    path = f"/api/quotes/{quote.id}/comments"
    written = holder.post(path, {"content": "When can you come?"}, format="json")
    assert written.status_code == 201
    _accept(holder, quote)
    for client in (holder, admin_client):
        entries = client.get(path).json()
        assert [entry["isStaffComment"] for entry in entries] == [False, False]
        assert {entry["authorName"] for entry in entries} == {"Patricia Nolan"}


def test_comment_waits_for_a_staff_reply(
    holder: APIClient, quote: Quote, customer: User, admin_client: APIClient
) -> None:
    of_account = make_quote(user=customer, status="reviewed", quote_amount="500.00")
    open_link(holder, make_link(of_account))
    for each in (quote, of_account):
        holder.post(f"/api/quotes/{each.id}/comments", {"content": "When can you come?"}, format="json")
    queue = admin_client.get("/api/desk/queue?kind=question").json()
    assert [(row["quoteId"], row["question"]) for row in queue] == [
        (str(each.id), "When can you come?") for each in (quote, of_account)
    ]


def test_comments_count_toward_the_customers_limit(holder: APIClient, quote: Quote, settings: Any) -> None:
    settings.THROTTLES = True
    quote.thread.bulk_create([quote.thread.model(quote=quote, comment="x") for _ in range(499)])
    for status in (201, 409):
        said = holder.post(f"/api/quotes/{quote.id}/comments", {"content": "One more"}, format="json")
        assert said.status_code == status


def test_repeated_comment_is_stored_once(holder: APIClient, quote: Quote) -> None:
    for _ in range(2):
        response = holder.post(
            f"/api/quotes/{quote.id}/comments",
            {"content": "Hello"},
            format="json",
            headers={"Idempotency-Key": "the-same-key"},
        )
        assert response.status_code == 201
    assert quote.thread.count() == 1


def test_thread_takes_a_constant_number_of_queries(
    holder: APIClient, quote: Quote, django_assert_num_queries: Any
) -> None:
    path = f"/api/quotes/{quote.id}/comments"
    holder.post(path, {"content": "One"}, format="json")
    with django_assert_num_queries(4):  # the resource, the link, the quote and the page
        holder.get(path)
    for number in range(5):
        holder.post(path, {"content": f"{number}"}, format="json")
    with django_assert_num_queries(4):
        holder.get(path)


def test_link_to_one_quote_opens_no_other(holder: APIClient) -> None:
    other = make_quote(status="reviewed", quote_amount="500.00")
    invoice = make_invoice(quote=other)
    assert holder.get(f"/api/quotes/{other.id}").status_code == 404
    assert _accept(holder, other).status_code == 404
    assert holder.get(f"/api/invoices/{invoice.id}").status_code == 404


def test_link_to_an_invoice_does_not_open_its_quote(guest: APIClient) -> None:
    quote = make_quote()
    open_link(guest, make_link(make_invoice(quote=quote)))
    assert guest.get(f"/api/quotes/{quote.id}").status_code == 404


def test_renamed_cookie_does_not_open_another_quote(holder: APIClient, quote: Quote) -> None:
    other = make_quote()
    token = holder.cookies[f"link-quote-{quote.id.hex}"].value
    holder.cookies[f"link-quote-{other.id.hex}"] = token
    assert holder.get(f"/api/quotes/{other.id}").status_code == 404


def test_link_opens_no_lists_and_claims_nothing(holder: APIClient, customer: User) -> None:
    for path in ("quotes", "tree-orders", "invoices", "jobs", "addresses", "payments"):
        assert holder.get(f"/api/{path}").status_code == 401
    holder.force_login(customer)
    assert holder.get("/api/quotes").json() == []


def test_payment_through_a_link_belongs_to_the_invoice(
    guest: APIClient, customer: User, customer_client: APIClient, stripe_sandbox: Any
) -> None:
    invoice = make_invoice(user=customer)
    open_link(guest, make_link(invoice))
    body = {"invoiceId": str(invoice.id)}
    assert guest.post("/api/create-payment-intent", body, format="json").status_code == 200
    payment = Payment.objects.get()
    assert (payment.reference, payment.user_id, f"{payment.amount}") == (invoice.id, customer.id, "500.00")


@pytest.mark.django_db(transaction=True)
def test_owner_and_link_holder_never_have_two_open_payments(
    guest: APIClient, customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    """The owner's form offers saved cards, so the two can't share a payment. Only the last one stays open."""
    browsers = [guest, customer_client]
    body: dict[str, str] = {}

    def ask_to_pay(browser: int) -> Any:
        return browsers[browser].post("/api/create-payment-intent", body, format="json")

    for _ in range(5):
        invoice = make_invoice(user=customer)
        open_link(guest, make_link(invoice))
        body["invoiceId"] = str(invoice.id)
        responses = in_threads(2, ask_to_pay)
        assert {response.status_code for response in responses} <= {200, 409}
        opened = [
            intent
            for intent in stripe_sandbox.objects("payment_intent")
            if intent["metadata"]["reference"] == str(invoice.id) and intent["status"] != "canceled"
        ]
        assert len(opened) == 1
        assert Payment.objects.get(stripe_payment_intent_id=opened[0]["id"]).reference == invoice.id


def test_idempotency_key_alone_reveals_no_payment(guest: APIClient, stripe_sandbox: Any) -> None:
    invoice = make_invoice()
    holder, key = APIClient(), {"Idempotency-Key": "a-key-that-leaked"}
    open_link(holder, make_link(invoice))
    body = {"invoiceId": str(invoice.id)}
    assert holder.post("/api/create-payment-intent", body, format="json", headers=key).status_code == 200
    assert guest.post("/api/create-payment-intent", body, format="json", headers=key).status_code == 404


def test_holder_of_an_order_sees_no_desk_fields(guest: APIClient) -> None:
    order = make_tree_order()
    open_link(guest, make_link(order))
    assert not {"respondBy", "tries", "openedAt", "answeredAt"} & set(guest.get(f"/api/tree-orders/{order.id}").json())
