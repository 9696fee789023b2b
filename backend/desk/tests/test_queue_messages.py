"""A message whose last attempt failed is in the queue until it is sent again or its customer is reached."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice
from notifications.models import Message, MessageStatus
from notifications.tests.conftest import server
from notifications.tests.factories import make_failed_message
from payments.tests.factories import make_payment
from quotes.tests.factories import make_quote, quote_body
from storage.models import StorageSubscription
from storage.tests.factories import make_charge
from testing.helpers import run_queue
from testing.mail_server import MailServer
from trees.tests.factories import make_tree_order, tree_order_body

__all__ = ["server"]  # a fixture

FAILED = dt.datetime(2026, 11, 20, 15, tzinfo=dt.UTC)


def _queue(client: APIClient) -> list[dict[str, Any]]:
    response = client.get("/api/desk/queue?kind=message")
    assert response.status_code == 200, response.content
    return response.json()  # type: ignore[no-any-return]


def _about(kind: str, row: Any, **changes: Any) -> Message:
    return make_failed_message(about_kind=kind, about_id=row.id, **changes)


@pytest.mark.django_db(transaction=True)
def test_email_rejected_by_mail_server_is_a_row_about_its_quote(
    guest: APIClient, admin_client: APIClient, server: MailServer
) -> None:
    server.behavior = "refuse_recipient"
    quote = guest.post("/api/quotes", quote_body(), format="json").json()
    run_queue()
    message = Message.objects.get(kind="quote-requested")
    [row] = [row for row in _queue(admin_client) if row["id"] == str(message.id)]
    assert (row["kind"], row["id"], row["messageId"], row["quoteId"]) == (
        "message", str(message.id), str(message.id), quote["id"],
    )  # fmt: skip
    assert (row["customerName"], row["phone"], row["city"]) == ("Eleanor Hayes", "603-555-0172", "Portsmouth")
    assert (row["status"], row["tries"]) == ("failed", 0)
    assert row["summary"].startswith("We got your request for a holiday lights quote: The mail server refused")
    assert dt.datetime.fromisoformat(row["createdAt"]) == message.created_at
    assert message.failed_at is not None
    assert dt.datetime.fromisoformat(row["respondBy"]) == message.failed_at + dt.timedelta(hours=2)


@pytest.mark.django_db(transaction=True)
def test_messages_show_whom_they_are_about(guest: APIClient) -> None:
    order = guest.post("/api/tree-orders", tree_order_body(), format="json").json()
    run_queue()
    for message in Message.objects.all():
        assert (message.about_kind, str(message.about_id)) == ("tree_order", order["id"])
    assert Message.objects.count() == 2, "to the customer and to the office"


def test_row_shows_whom_message_is_about(customer: User, admin_client: APIClient) -> None:
    quote, order = make_quote(city="Dover", email="typo@example.com"), make_tree_order()
    invoice = make_invoice(user=customer, quote=quote, amount_paid="125.00")
    payment = make_payment(user=customer)
    storage = StorageSubscription.objects.create(user=customer, plan="consumer", monthly_amount="15.00")
    make_charge(storage, days=30, amount="14.00", outcome="failed")
    make_charge(storage, amount="15.00", outcome="paid")
    gone = make_quote()
    for number, (kind, row) in enumerate(
        [
            ("quote", quote), ("tree_order", order), ("invoice", invoice), ("payment", payment),
            ("subscription", storage), ("payment", make_payment(payer_name="Gus Guest")), ("quote", gone),
        ]
    ):  # fmt: skip
        _about(kind, row, failed_at=FAILED + dt.timedelta(minutes=number))
    gone.delete()
    about_quote, about_order, about_invoice, about_payment, about_storage, *about_nobody = _queue(admin_client)
    assert [(row["customerName"], row["email"]) for row in about_nobody] == [("eleanor@example.com",) * 2] * 2
    assert (about_quote["quoteId"], about_quote["city"]) == (str(quote.id), "Dover")
    assert about_quote["email"] == "eleanor@example.com", "where it went, not what they typed"
    assert (about_order["treeOrderId"], about_order["amount"]) == (str(order.id), f"{order.total_amount:.2f}")
    assert (about_invoice["invoiceId"], about_invoice["phone"]) == (str(invoice.id), quote.phone)
    assert about_invoice["amount"] == "375.00"  # what is still due
    assert (about_payment["paymentId"], about_payment["customerKey"]) == (str(payment.id), str(customer.id))
    assert (about_storage["customerKey"], about_storage["customerName"], about_storage["amount"]) == (
        str(customer.id), "Eleanor Hayes", "15.00",
    )  # fmt: skip
    assert [dt.datetime.fromisoformat(row["respondBy"]).hour for row in _queue(admin_client)] == [17] * 7


@pytest.mark.parametrize("count", [1, 5])
def test_message_about_an_unpaid_plan_shows_the_payment_that_failed(
    count: int, admin_client: APIClient, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        user = User.objects.create_user(f"subscriber{number}@example.com")
        plan = StorageSubscription.objects.create(
            user=user, plan="enterprise", monthly_amount="33.00", status="past_due"
        )
        make_charge(plan, days=30, amount="15.00", outcome="paid")
        make_charge(plan, amount="16.00", outcome="failed")
        _about("subscription", plan)
    with django_assert_num_queries(6):  # session, user, places, messages, plans and their charges
        rows = _queue(admin_client)
    assert [row["amount"] for row in rows] == ["16.00"] * count


@pytest.mark.parametrize("status", sorted(set(MessageStatus.values) - {"failed"}))
def test_message_being_retried_is_not_in_queue(admin_client: APIClient, status: str) -> None:
    _about("quote", make_quote(), status=status, failed_at=None)
    assert _queue(admin_client) == []


def test_failed_sign_in_code_is_not_in_queue(admin_client: APIClient) -> None:
    make_failed_message(kind="login-code", subject="Your sign-in code")
    assert _queue(admin_client) == []
    assert len(admin_client.get("/api/desk/messages").json()) == 1


def test_message_that_is_sent_again_leaves(admin_client: APIClient) -> None:
    message = _about("quote", make_quote())
    response = admin_client.post(f"/api/desk/messages/{message.id}/send-again")
    assert response.status_code == 200
    assert (response.json()["status"], response.json()["failedAt"]) == ("queued", None)
    assert _queue(admin_client) == []
    assert admin_client.post(f"/api/desk/messages/{message.id}/send-again").status_code == 409


@pytest.mark.django_db(transaction=True)
def test_message_that_fails_again_comes_back(admin_client: APIClient, server: MailServer) -> None:
    server.behavior = "refuse_recipient"
    message = _about("quote", make_quote(), reached_at=timezone.now())
    assert _queue(admin_client) == []
    admin_client.post(f"/api/desk/messages/{message.id}/send-again")
    run_queue()
    assert [row["id"] for row in _queue(admin_client)] == [str(message.id)]


def _call(client: APIClient, path: str, row: Any, outcome: str) -> None:
    assert client.post(f"/api/{path}/{row.id}/calls", {"outcome": outcome}, format="json").status_code == 201


def test_message_leaves_once_its_customer_was_reached(admin_client: APIClient) -> None:
    quote = make_quote(email="T.om+lights@Gmail.com")
    _about("quote", quote)  # to an address that they have verified
    _about("invoice", make_invoice(), recipient_key="tom@gmail.com")  # the same mailbox
    other = _about("quote", make_quote(email="sam@guest.example"), recipient_key="sam@guest.example")
    for outcome in ("voicemail", "no_answer", "wrong_number"):
        _call(admin_client, "quotes", quote, outcome)
    assert len(_queue(admin_client)) == 3
    _call(admin_client, "quotes", quote, "reached")
    assert [row["id"] for row in _queue(admin_client)] == [str(other.id)]
    assert admin_client.get("/api/desk/messages?status=failed").json()[-1]["reachedAt"] is not None


def test_message_about_a_tree_order_leaves_once_its_customer_was_reached(admin_client: APIClient) -> None:
    order = make_tree_order()
    _about("tree_order", order, recipient_key="other@guest.example")
    _call(admin_client, "tree-orders", order, "reached")
    assert _queue(admin_client) == []


@pytest.mark.parametrize(
    ("path", "make", "typed"),
    [("quotes", make_quote, "email"), ("tree-orders", make_tree_order, "customer_email")],
)
def test_messages_to_the_account_leave_once_its_customer_was_reached(
    admin_client: APIClient, customer: User, path: str, make: Callable[..., Any], typed: str
) -> None:
    request = make(user=customer, **{typed: "typo@example.com"})
    _about("invoice", make_invoice(), recipient_key="eleanor@example.com")
    other = _about("invoice", make_invoice(), recipient_key="typo@example.com")  # of somebody else
    _call(admin_client, path, request, "reached")
    assert [row["id"] for row in _queue(admin_client)] == [str(other.id)]


def test_message_that_fails_after_contact_is_a_row(admin_client: APIClient) -> None:
    quote = make_quote()
    _call(admin_client, "quotes", quote, "reached")
    _about("quote", quote)
    assert len(_queue(admin_client)) == 1


def test_message_without_content_cannot_be_sent_again(admin_client: APIClient) -> None:
    message = _about("quote", make_quote(), content_until=None)
    assert admin_client.get(f"/api/desk/messages/{message.id}").json()["canBeSentAgain"] is False
    assert admin_client.post(f"/api/desk/messages/{message.id}/send-again").status_code == 409
    assert admin_client.post(f"/api/desk/messages/{make_quote().id}/send-again").status_code == 404
    assert len(_queue(admin_client)) == 1


def test_rows_cost_constant_queries(
    customer: User, admin_client: APIClient, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        for kind, row in (
            ("quote", make_quote()), ("tree_order", make_tree_order()),
            ("invoice", make_invoice(user=customer)), ("payment", make_payment()),
        ):  # fmt: skip
            _about(kind, row)
    with django_assert_max_num_queries(9):  # session, user, places, messages, four for what they are about, consent
        assert len(_queue(admin_client)) == 12
