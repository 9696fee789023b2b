"""The outbox lists all messages, and filters them by person, status and kind."""

import datetime as dt
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice
from notifications.models import Message
from notifications.tests.factories import make_failed_message
from payments.tests.factories import make_payment
from quotes.tests.factories import make_quote
from storage.models import StorageSubscription
from trees.tests.factories import make_tree_order

FAILED = dt.datetime(2026, 11, 20, 15, tzinfo=dt.UTC)


def _about(kind: str, row: Any, **changes: Any) -> Message:
    return make_failed_message(about_kind=kind, about_id=row.id, **changes)


def _sent(to: str, **changes: Any) -> Message:
    return make_failed_message(
        **{"status": "sent", "failed_at": None, "error": "", "recipients": [to], "recipient_key": to, **changes}
    )


def _skipped(error: str) -> Message:
    return make_failed_message(status="skipped", failed_at=None, error=error)


def _list(client: APIClient, query: str = "") -> list[dict[str, Any]]:
    response = client.get(f"/api/desk/messages{query}")
    assert response.status_code == 200, response.content
    return response.json()  # type: ignore[no-any-return]


def _found(client: APIClient, q: str, more: str = "") -> set[str]:
    return {row["id"] for row in _list(client, f"?q={q}{more}")}


def test_row_has_status_of_message_without_content(admin_client: APIClient) -> None:
    quote = make_quote()
    failed = _about("quote", quote)
    [row] = _list(admin_client)
    assert row == {
        "id": str(failed.id),
        "channel": "email",
        "kind": "quote-priced",
        "to": "eleanor@example.com",
        "subject": "Your holiday lights quote is ready: $486.00",
        "status": "failed",
        "error": "The mail server refused the recipient: 550 no such mailbox",
        "tries": 1,
        "canBeSentAgain": True,
        "quoteId": str(quote.id),
        "treeOrderId": None,
        "invoiceId": None,
        "invoiceNumber": None,
        "paymentId": None,
        "subscriptionId": None,
        "customerName": "Eleanor Hayes",
        "customerKey": row["customerKey"],
        "createdAt": row["createdAt"],
        "notBefore": None,
        "attemptedAt": None,
        "sentAt": None,
        "failedAt": row["failedAt"],
        "notTexted": "",
        "delivery": "",
        "reportedAt": None,
        "reachedAt": None,
    }
    assert admin_client.get(f"/api/desk/customers/{row['customerKey']}").json()["email"] == quote.email


def test_row_shows_invoice_and_customer(customer: User, admin_client: APIClient) -> None:
    invoice = make_invoice(user=customer)
    _about("invoice", invoice)
    _about("payment", make_payment(user=customer))
    _about("tree_order", make_tree_order(customer_name="Tom Okafor"))
    order, payment, billed = _list(admin_client)
    assert (billed["invoiceNumber"], billed["customerKey"]) == (invoice.invoice_number, str(customer.id))
    assert (payment["customerKey"], payment["invoiceNumber"]) == (str(customer.id), None)
    assert order["customerName"] == "Tom Okafor"


def test_list_is_paginated_and_filtered_by_status_and_kind(admin_client: APIClient) -> None:
    for number in range(12):
        status = ("failed", "sent", "skipped")[number % 3]
        make_failed_message(
            status=status,
            failed_at=FAILED if status == "failed" else None,
            kind=("invoice-sent", "quote-priced")[number // 6],
        )
    for query in ("status=failed,sent", "kind=quote-priced", "status=failed,sent&kind=quote-priced", "q=eleanor"):
        whole = [row["id"] for row in _list(admin_client, f"?{query}")]
        seen: list[str] = []
        address = f"/api/desk/messages?{query}&limit=1"
        while address:
            page = admin_client.get(address)
            seen += [row["id"] for row in page.json()]
            address = page.headers.get("Link", "").partition(">")[0][1:]
        assert seen == whole == sorted(whole, reverse=True)
    assert {row["status"] for row in _list(admin_client, "?status=failed,sent")} == {"failed", "sent"}
    assert {row["kind"] for row in _list(admin_client, "?kind=quote-priced")} == {"quote-priced"}
    assert len(_list(admin_client, "?status=failed,sent&kind=quote-priced")) == 4


@pytest.mark.parametrize("query", ["status=lost", "kind=Quote%20priced", "kind=a%00b", "q=%00", "limit=0", "cursor=x"])
def test_invalid_filter_is_a_400(admin_client: APIClient, query: str) -> None:
    assert admin_client.get(f"/api/desk/messages?{query}").status_code == 400


@pytest.mark.parametrize("q", ["nolan", "Patricia Nol", "patricia@", "patricia@guest.example", "guest.ex", "0147"])
def test_search_finds_messages_to_and_about_a_person(admin_client: APIClient, q: str) -> None:
    quote = make_quote(full_name="Patricia Nolan", email="patricia@guest.example", phone="603-555-0147")
    make_quote(full_name="Sam Reed", email="sam@elsewhere.example", phone="603-555-0199")
    to_her = _sent("patricia@guest.example")
    about_her = _about("quote", quote, recipients=["office@example.com"], recipient_key="office@example.com")
    _sent("sam@elsewhere.example")
    assert _found(admin_client, q) == {str(to_her.id), str(about_her.id)}


@pytest.mark.parametrize(
    "known",
    [
        lambda name, email: make_quote(full_name=name, email=email),
        lambda name, email: make_tree_order(customer_name=name, customer_email=email),
        lambda name, email: make_invoice(bill_to_name=name, bill_to_email=email),
        lambda name, email: User.objects.create_user(email, first_name=name),
    ],
    ids=["quote", "tree order", "invoice", "account"],
)
def test_search_by_name_finds_messages_to_known_address(admin_client: APIClient, known: Any) -> None:
    known("Tom Okafor", "tom@guest.example")
    message = _sent("tom@guest.example")
    _sent("sam@elsewhere.example")
    assert _found(admin_client, "okafor") == {str(message.id)}


def test_search_finds_messages_about_orders_and_invoices(admin_client: APIClient) -> None:
    order = make_tree_order(customer_name="Tom Okafor", customer_email="tom@guest.example")
    invoice = make_invoice(bill_to_name="Tom Okafor")
    about = [
        _about("tree_order", order, recipient_key="a@b.example"),
        _about("invoice", invoice, recipient_key="c@d.e"),
    ]
    assert _found(admin_client, "okafor") == {str(message.id) for message in about}
    assert _found(admin_client, str(invoice.invoice_number)) == {str(about[1].id)}


def test_search_finds_messages_about_a_storage_plan(customer: User, outsider: User, admin_client: APIClient) -> None:
    messages = []
    for user in (customer, outsider):
        plan = StorageSubscription.objects.create(
            user=user, plan="consumer", monthly_amount=15, stripe_subscription_id=f"sub_{user.first_name}"
        )
        messages.append(_about("subscription", plan, recipients=[], recipient_key=""))
    assert _found(admin_client, customer.email) == {str(messages[0].id)}


def test_search_finds_messages_to_unknown_address(admin_client: APIClient) -> None:
    message = _sent("x.y@nowhere.example")
    _sent("xanthe@nowhere.example")
    for q in ("x.y@nowhere.example", "x.y@now", "X.Y@"):
        assert _found(admin_client, q) == {str(message.id)}
    assert _found(admin_client, "y@nowhere") == set()


def test_search_finds_every_spelling_of_an_address(admin_client: APIClient) -> None:
    message = _sent("pat.nolan+quotes@gmail.com", recipient_key="patnolan@gmail.com")
    assert _found(admin_client, "Pat.Nolan%2Bother@googlemail.com") == {str(message.id)}


def test_search_does_not_interpret_special_characters(admin_client: APIClient) -> None:
    _sent("tom@guest.example")
    for q in ("t%25", "%25", "to_", "to\\", "tom' OR ''='"):
        assert _found(admin_client, q) == set(), q


def test_search_finds_unwritten_message(admin_client: APIClient) -> None:
    moment = dt.datetime(2026, 12, 1, 10, tzinfo=dt.UTC)
    quote = make_quote(full_name="Patricia Nolan")
    unwritten: dict[str, Any] = {
        "recipients": [],
        "recipient_key": "",
        "subject": "",
        "raw": b"",
        "content_until": None,
    }
    message = _about("quote", quote, **unwritten, status="queued", failed_at=None, occasion="once", not_before=moment)
    make_invoice(bill_to_name="Gus Nolan", bill_to_email="")
    _about("quote", make_quote(full_name="Tom Okafor"), **unwritten, status="queued", failed_at=None, occasion="his")
    [row] = _list(admin_client, "?q=nolan")
    assert (row["id"], row["to"], row["subject"]) == (str(message.id), "", "")
    assert dt.datetime.fromisoformat(row["notBefore"]) == moment
    assert row["customerName"] == "Patricia Nolan"


def test_search_can_be_filtered(admin_client: APIClient) -> None:
    failed = make_failed_message()
    sent = _sent("eleanor@example.com", kind="invoice-sent")
    assert _found(admin_client, "eleanor", "&status=failed") == {str(failed.id)}
    assert _found(admin_client, "eleanor", "&kind=invoice-sent") == {str(sent.id)}
    assert _found(admin_client, "eleanor", "&kind=invoice-sent&status=failed") == set()


def test_summary_has_kinds_of_all_messages(admin_client: APIClient) -> None:
    assert admin_client.get("/api/desk/messages/summary").json() == {"kinds": [], "missingSettings": []}
    for kind in ("quote-priced", "login-code", "quote-priced", "invoice-sent"):
        make_failed_message(kind=kind)
    summary = admin_client.get("/api/desk/messages/summary").json()
    assert summary["kinds"] == ["invoice-sent", "login-code", "quote-priced"]


def test_summary_lists_missing_setting_until_it_is_set(
    admin_client: APIClient, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.BUSINESS_ADDRESS = settings.TWILIO_NUMBER = ""
    _skipped("BUSINESS_ADDRESS is not set")
    _skipped("BUSINESS_ADDRESS is not set")
    _skipped("Not sent: this address has already received 10 emails of this kind within one hour.")
    _sent("eleanor@example.com", not_texted="TWILIO_NUMBER is not set")
    missing = admin_client.get("/api/desk/messages/summary").json()["missingSettings"]
    assert missing == ["BUSINESS_ADDRESS", "TWILIO_NUMBER"]
    settings.TWILIO_NUMBER = "+16035550148"
    own = {"updatedAt": None, "address": "1 Main St, Portsmouth, NH 03801"}
    with django_capture_on_commit_callbacks(execute=True):
        assert admin_client.patch("/api/desk/business", own, format="json").status_code == 200
    assert admin_client.get("/api/desk/messages/summary").json()["missingSettings"] == []


def test_setting_missing_long_ago_is_not_listed(
    admin_client: APIClient, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desk.outbox._RECENT", 1)
    settings.BUSINESS_ADDRESS = settings.TWILIO_NUMBER = ""
    _sent("eleanor@example.com", not_texted="TWILIO_NUMBER is not set")
    _skipped("BUSINESS_ADDRESS is not set")
    _skipped("The day is over.")
    assert admin_client.get("/api/desk/messages/summary").json()["missingSettings"] == []


def test_rows_cost_constant_queries(
    customer: User, admin_client: APIClient, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        for kind, row in (
            ("quote", make_quote()), ("tree_order", make_tree_order()),
            ("invoice", make_invoice(user=customer)), ("payment", make_payment(user=customer)),
        ):  # fmt: skip
            _about(kind, row)
    with django_assert_max_num_queries(8):  # session, user, messages, four for what they are about, invoice numbers
        assert len(_list(admin_client)) == 12
