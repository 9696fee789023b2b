"""A payment is in the queue while it is unassigned, its dispute needs a response, or money is owed back."""

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from desk.tests.money import make_transaction
from invoices.acceptances import release_unanswered
from invoices.balance import recompute_balance
from invoices.card import record_card_payment
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from notifications.models import Message
from payments.ledger import sync_payment
from payments.models import Payment
from payments.tests.factories import make_payment
from quotes.models import Quote
from quotes.tests.factories import make_quote
from testing import cards
from testing.helpers import delivered, in_threads, pdf_words, text_of
from testing.payments import CHECKOUT, StripeSandbox
from trees.tests.factories import make_tree_order

HOURS = dt.timedelta(hours=1)
PAID = dt.datetime(2026, 11, 20, 15, tzinfo=dt.UTC)


def _queue(client: APIClient) -> list[dict[str, Any]]:
    response = client.get("/api/desk/queue?kind=payment")
    assert response.status_code == 200, response.content
    return response.json()  # type: ignore[no-any-return]


def _instant(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def _assign(client: APIClient, payment: Payment, **to: Any) -> Any:
    return client.post(f"/api/payments/{payment.id}/assign", to, format="json")


def _keep(client: APIClient, payment: Any, reason: str = "They tipped the crew") -> Any:
    return client.post(f"/api/payments/{payment.id}/keep", {"reason": reason}, format="json")


def _pay(sandbox: StripeSandbox, client: APIClient, body: dict[str, Any]) -> Payment:
    response = client.post("/api/create-payment-intent", body, format="json")
    assert response.status_code == 200, response.content
    cards.pay(response.json()["clientSecret"])
    sandbox.deliver()
    return Payment.objects.latest("created_at")


# --- Unassigned


def test_payment_by_visitor_waits_to_be_assigned(
    guest: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    payment = _pay(stripe_sandbox, guest, CHECKOUT)
    Payment.objects.update(created_at=timezone.now() - HOURS)  # when the card form was opened
    [row] = _queue(admin_client)
    assert (row["kind"], row["id"], row["paymentId"]) == ("payment", str(payment.id), str(payment.id))
    assert _instant(row["createdAt"]) == payment.succeeded_at
    assert (row["status"], row["amount"], row["customerKey"]) == ("unassigned", "599.00", None)
    assert row["summary"] == "Holiday lighting: no customer yet"
    assert payment.succeeded_at is not None
    assert _instant(row["respondBy"]) == payment.succeeded_at + 24 * HOURS


@pytest.mark.parametrize("name", ["quoteId", "treeOrderId", "userId"])
def test_payment_by_signed_in_customer_waits_until_staff_say_what_it_is_for(
    customer: User, customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox, name: str
) -> None:
    payment = _pay(stripe_sandbox, customer_client, CHECKOUT)
    [row] = _queue(admin_client)
    assert (row["status"], row["customerName"], row["customerKey"], row["amount"]) == (
        "unassigned", "Eleanor Hayes", str(customer.id), "599.00",
    )  # fmt: skip
    assert row["summary"] == "Holiday lighting: no quote or order yet"
    things = _things(customer)
    suggestions = admin_client.get(f"/api/payments/{payment.id}/suggestions").json()
    assert {each["id"] for each in suggestions} == set(things.values())
    assert _assign(admin_client, payment, **{name: things[name]}).status_code == 200
    assert _queue(admin_client) == []
    assert [each["id"] for each in customer_client.get("/api/payment-history").json()] == [str(payment.id)]


def test_payment_of_an_erased_customer_is_not_in_queue(
    customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    _pay(stripe_sandbox, customer_client, CHECKOUT)
    Payment.objects.update(erased=True)
    assert _queue(admin_client) == []


def test_stripe_sends_signed_in_customer_the_receipt(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    _pay(stripe_sandbox, customer_client, CHECKOUT)
    assert [charge["receipt_email"] for charge in stripe_sandbox.charges()] == [customer.email]


@pytest.mark.parametrize("status", ["open", "processing", "canceled"])
def test_unsuccessful_payment_is_not_in_queue(admin_client: APIClient, status: str) -> None:
    payment = make_payment(status=status, amount_received=0, succeeded_at=None)
    assert _queue(admin_client) == []
    assert _assign(admin_client, payment, quoteId=str(make_quote().id)).status_code == 409


def test_invoice_payment_cannot_be_assigned(admin_client: APIClient) -> None:
    payment = make_payment(purpose="invoice", reference=make_invoice().id)
    assert _assign(admin_client, payment, quoteId=str(make_quote().id)).status_code == 409


def _things(customer: User) -> dict[str, Any]:
    return {
        "quoteId": str(make_quote(user=customer).id),
        "treeOrderId": str(make_tree_order(user=customer, total_amount="599.00").id),
        "userId": str(customer.id),
    }


@pytest.mark.parametrize("name", ["quoteId", "treeOrderId", "userId"])
def test_assigned_payment_moves_from_queue_to_customer_page(customer: User, admin_client: APIClient, name: str) -> None:
    payment = make_payment()
    to = {name: _things(customer)[name]}
    response = _assign(admin_client, payment, **to)
    assert response.status_code == 200
    row = response.json()
    assigned = {"quoteId": "assignedQuoteId", "treeOrderId": "assignedTreeOrderId", "userId": "assignedUserId"}
    assert {key: row[key] for key in assigned.values() if row[key]} == {assigned[name]: to[name]}
    assert (row["assignedBy"], row["assignedAt"] is not None) == ("Ada", True)
    assert _queue(admin_client) == []
    page = admin_client.get(f"/api/desk/customers/{customer.id}").json()
    assert page["payments"] == [row]
    assert admin_client.get("/api/payments?scope=admin").json() == [row]


def test_payment_assigned_to_tree_order_pays_it_and_rest_is_owed(
    customer_client: APIClient, customer: User, admin_client: APIClient
) -> None:
    order = make_tree_order(user=customer)
    assert _assign(admin_client, make_payment(), treeOrderId=str(order.id)).status_code == 200
    assert customer_client.get(f"/api/tree-orders/{order.id}").json()["amountDue"] == "0.00"
    [row] = _queue(admin_client)
    assert (row["status"], row["amount"], row["treeOrderId"]) == ("owed", "499.00", str(order.id))


def test_payment_assigned_to_a_quote_pays_its_oldest_open_invoice(customer: User, admin_client: APIClient) -> None:
    quote = make_quote(user=customer)
    for status in ("cancelled", "draft"):
        make_invoice(quote=quote, amount="900.00", status=status)
    invoice = make_invoice(quote=quote, amount="900.00")
    make_invoice(quote=quote, amount="900.00")  # the oldest is paid first
    assert _assign(admin_client, make_payment(), quoteId=str(quote.id)).status_code == 200
    paid = {row["id"]: row["amountPaid"] for row in admin_client.get("/api/invoices?scope=admin").json()}
    assert {id_ for id_, amount in paid.items() if amount != "0.00"} == {str(invoice.id)}
    assert paid[str(invoice.id)] == "599.00"


@pytest.mark.parametrize(
    ("billed", "draft", "counts_on"),
    [
        (["900.00"], False, 0),
        (["500.00", "400.00"], False, 1),
        (["900.00"], True, None),
    ],
)
def test_payment_assigned_to_a_paid_quote_is_owed_back_unless_another_invoice_is_expected(
    customer: User, admin_client: APIClient, billed: list[str], draft: bool, counts_on: int | None
) -> None:
    quote = make_quote(user=customer, status="approved", quote_amount="900.00")
    invoices = [make_invoice(quote=quote, user=customer, amount=amount) for amount in billed]
    for invoice in invoices:
        body = {"method": "check", "amount": str(invoice.amount)}
        assert admin_client.post(f"/api/invoices/{invoice.id}/record-payment", body, format="json").status_code == 200
    if draft:
        make_invoice(quote=quote, amount="200.00", status="draft")
    assert _assign(admin_client, make_payment(), quoteId=str(quote.id)).status_code == 200
    rows = [(row["status"], row["amount"], row["invoiceId"]) for row in _queue(admin_client)]
    assert rows == ([] if counts_on is None else [("owed", "599.00", str(invoices[counts_on].id))])
    told = [Message.objects.filter(kind=kind).count() for kind in ("payment-received", "invoice-overpaid")]
    assert told == [len(billed) + len(rows), len(rows)]


@pytest.mark.parametrize("how", ["declined", "rejected"])
def test_payment_that_waits_for_an_invoice_is_to_be_assigned_again_once_its_quote_is_closed(
    customer: User, customer_client: APIClient, admin_client: APIClient, how: str
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="900.00")
    payment = make_payment()
    assert _assign(admin_client, payment, quoteId=str(quote.id)).status_code == 200
    if how == "declined":
        assert customer_client.post(f"/api/quotes/{quote.id}/decline").status_code == 200
    else:
        changes = {"status": "rejected"}
        assert admin_client.patch(f"/api/quotes/{quote.id}", changes, format="json").status_code == 200
    assert [(row["status"], row["amount"]) for row in _queue(admin_client)] == [("unassigned", "599.00")]
    assert _assign(admin_client, payment, userId=str(customer.id)).status_code == 200
    assert _queue(admin_client) == []


def test_payment_cannot_be_assigned_to_a_rejected_quote(customer: User, admin_client: APIClient) -> None:
    quote = make_quote(user=customer, status="rejected", quote_amount="900.00")
    response = _assign(admin_client, make_payment(), quoteId=str(quote.id))
    assert response.status_code == 409
    assert response.json()["message"].startswith("This quote was rejected, so no invoice will be sent for it.")
    assert [row["status"] for row in _queue(admin_client)] == ["unassigned"]


@pytest.mark.parametrize("how", ["expired", "let go", "free", "billed in part"])
def test_payment_cannot_be_assigned_to_a_quote_that_gets_no_other_invoice(
    customer: User, admin_client: APIClient, how: str
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="900.00")
    if how == "billed in part":  # so nothing else is sent or asked for by itself
        _billed_by_hand(admin_client, quote)
    _end_waiting(quote, how)
    payment = make_payment()
    response = _assign(admin_client, payment, quoteId=str(quote.id))
    assert response.status_code == 409
    assert response.json()["message"].startswith("No other invoice is expected for this quote.")
    assert [row["status"] for row in _queue(admin_client)] == ["unassigned"]
    make_invoice(quote=quote, user=customer, amount="599.00")
    assert _assign(admin_client, payment, quoteId=str(quote.id)).status_code == 200
    assert _queue(admin_client) == []


def _billed_by_hand(admin_client: APIClient, quote: Quote) -> None:
    invoice = make_invoice(quote=quote, user=quote.user, amount="100.00")
    paid = admin_client.post(f"/api/invoices/{invoice.id}/record-payment", {"method": "check"}, format="json")
    assert paid.status_code == 200


def _end_waiting(quote: Quote, how: str) -> None:
    yesterday = timezone.localdate() - dt.timedelta(days=1)
    changes: dict[str, dict[str, Any]] = {
        "expired": {"valid_until": yesterday},
        "let go": {"let_go_at": timezone.now()},
        "free": {"status": "approved", "quote_amount": 0},
    }
    Quote.objects.filter(id=quote.id).update(**changes.get(how, {"updated_at": timezone.now()}))


@pytest.mark.parametrize("how", ["expired", "let go", "free", "draft canceled"])
def test_payment_is_to_be_assigned_again_once_no_invoice_is_expected_for_its_quote(
    customer: User, admin_client: APIClient, how: str
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="900.00")
    draft = None
    if how == "draft canceled":
        _billed_by_hand(admin_client, quote)
        draft = make_invoice(quote=quote, user=customer, amount="800.00", status="draft")
    payment = make_payment()
    refunded = make_payment(amount_refunded="599.00")
    for each in (payment, refunded):
        assert _assign(admin_client, each, quoteId=str(quote.id)).status_code == 200
    assert release_unanswered() == 0
    assert _queue(admin_client) == []
    _end_waiting(quote, how)
    if draft:
        assert admin_client.post(f"/api/invoices/{draft.id}/cancel").status_code == 200
    assert release_unanswered() == 1
    assert [(row["status"], row["paymentId"]) for row in _queue(admin_client)] == [("unassigned", str(payment.id))]
    refunded.refresh_from_db()
    assert refunded.assigned_quote_id == quote.id
    assert release_unanswered() == 0


@pytest.mark.parametrize("how", ["accepted", "sent"])
def test_payment_assigned_before_invoicing_counts_on_next_invoice(
    customer: User, customer_client: APIClient, admin_client: APIClient, how: str
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="900.00")
    assert _assign(admin_client, make_payment(), quoteId=str(quote.id)).status_code == 200
    if how == "accepted":
        customer_client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": "900.00"}, format="json")
    else:
        body = {"quoteId": str(quote.id), "amount": "900.00"}
        draft = admin_client.post("/api/invoices", body, format="json").json()
        sent = admin_client.post(f"/api/invoices/{draft['id']}/send").json()
        assert (sent["amountPaid"], sent["amountDue"]) == ("599.00", "301.00")
    [invoice] = admin_client.get("/api/invoices?scope=admin").json()
    assert (invoice["amountPaid"], invoice["amountDue"], invoice["status"]) == ("599.00", "301.00", "sent")
    assert _queue(admin_client) == []


def _bill(client: APIClient, admin: APIClient, quote: Quote, how: str) -> None:
    if how == "accept":
        client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": "900.00"}, format="json")
    else:
        body = {"quoteId": str(quote.id), "amount": "900.00"}
        draft = admin.post("/api/invoices", body, format="json").json()
        admin.post(f"/api/invoices/{draft['id']}/send")


@pytest.mark.parametrize(
    ("steps", "figures", "receipts"),
    [
        ("refund 99, assign, accept", ("500.00", "0.00", "400.00", "0.00"), 1),
        ("assign, refund 99, accept", ("500.00", "0.00", "400.00", "0.00"), 1),
        ("assign, accept, refund 99", ("599.00", "99.00", "301.00", "0.00"), 1),
        ("refund 99, assign, accept, refund 100", ("500.00", "100.00", "400.00", "0.00"), 1),
        ("refund 99, assign, refund 500, accept", ("0.00", "0.00", "900.00", "225.00"), 0),
        ("refund 599, assign, accept", ("0.00", "0.00", "900.00", "225.00"), 0),
        ("refund 599, assign, accept, return", ("599.00", "0.00", "301.00", "0.00"), 0),
        ("assign, refund 99, send", ("500.00", "0.00", "400.00", "400.00"), 1),
        ("assign, refund 599, send", ("0.00", "0.00", "900.00", "900.00"), 0),
        ("send, refund 99, assign", ("500.00", "0.00", "400.00", "400.00"), 1),
        ("send, refund 599, assign", ("0.00", "0.00", "900.00", "900.00"), 0),
        ("send, assign, refund 599", ("599.00", "599.00", "301.00", "301.00"), 1),
        ("order, refund 99, assign", ("500.00", "99.00", "200.00"), 1),
        ("order, refund 599, assign", ("0.00", "599.00", "700.00"), 0),
        ("order, assign, refund 99", ("500.00", "99.00", "101.00"), 1),
        ("order, refund 99, assign, refund 100", ("400.00", "199.00", "200.00"), 1),
    ],
)
def test_what_was_refunded_before_an_assigned_payment_counts_is_due(
    guest: APIClient,
    customer: User,
    customer_client: APIClient,
    admin_client: APIClient,
    stripe_sandbox: StripeSandbox,
    steps: str,
    figures: tuple[str, ...],
    receipts: int,
) -> None:
    payment = _pay(stripe_sandbox, guest, CHECKOUT)
    quote = make_quote(user=customer, status="reviewed", quote_amount="900.00")
    kind, to = "invoices", {"quoteId": str(quote.id)}
    for step in steps.split(", "):
        name, _, amount = step.partition(" ")
        if name == "order":
            kind, to = "tree-orders", {"treeOrderId": str(make_tree_order(total_amount="700.00").id)}
        elif name == "assign":
            assert _assign(admin_client, payment, **to).status_code == 200
        elif name == "refund":
            cards.refund(payment.stripe_payment_intent_id, Decimal(amount))
            stripe_sandbox.deliver()
        elif name == "return":
            stripe_sandbox.fail_refund(stripe_sandbox.objects("refund")[0]["id"])
            stripe_sandbox.deliver()
        else:
            _bill(customer_client, admin_client, quote, name)
    [row] = admin_client.get(f"/api/{kind}?scope=admin").json()
    names = ("amountPaid", "amountRefunded", "amountDue", "dueNow")
    assert tuple(row[name] for name in names if name in row) == figures
    kinds = ("payment-received", "tree-payment-received")
    assert Message.objects.filter(kind__in=kinds).count() == receipts


@pytest.mark.django_db(transaction=True)
def test_receipt_for_an_assigned_payment_states_what_counts(
    guest: APIClient,
    customer: User,
    customer_client: APIClient,
    admin_client: APIClient,
    stripe_sandbox: StripeSandbox,
    tmp_path: Path,
) -> None:
    payment = _pay(stripe_sandbox, guest, CHECKOUT)
    cards.refund(payment.stripe_payment_intent_id, Decimal(374))
    stripe_sandbox.deliver()
    quote = make_quote(user=customer, status="reviewed", quote_amount="900.00")
    assert _assign(admin_client, payment, quoteId=str(quote.id)).status_code == 200
    _bill(customer_client, admin_client, quote, "accept")
    number = Invoice.objects.get().invoice_number
    [mail] = [each for each in delivered(tmp_path) if each["Subject"].startswith("Receipt")]
    assert mail["Subject"] == f"Receipt: $225.00 deposit for invoice {number}"
    assert f"We received $225.00 by card for invoice {number}." in text_of(mail)
    [pdf] = [part.get_content() for part in mail.iter_attachments()]
    assert "Paid by card $225.00" in pdf_words(pdf)
    assert "$374.00" not in text_of(mail) + pdf_words(pdf)


def test_assigned_payment_stays_with_its_invoice_when_another_is_sent(customer: User, admin_client: APIClient) -> None:
    quote = make_quote(user=customer)
    invoice = make_invoice(quote=quote, amount="599.00")
    assert _assign(admin_client, make_payment(), quoteId=str(quote.id)).status_code == 200
    body = {"quoteId": str(quote.id), "amount": "300.00"}
    draft = admin_client.post("/api/invoices", body, format="json").json()
    sent = admin_client.post(f"/api/invoices/{draft['id']}/send").json()
    assert (sent["amountPaid"], sent["amountDue"]) == ("0.00", "300.00")
    assert Payment.objects.get().reference == invoice.id


@pytest.mark.django_db(transaction=True)
def test_payment_is_assigned_while_its_quote_is_accepted_and_counts_once(admin: User, customer: User) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="900.00")
    payment = make_payment()

    def act(number: int) -> int:
        client = APIClient()
        client.force_login(admin if number else customer)
        if number:
            return int(_assign(client, payment, quoteId=str(quote.id)).status_code)
        path = f"/api/quotes/{quote.id}/accept"
        return int(client.post(path, {"quoteAmount": "900.00"}, format="json").status_code)

    assert in_threads(2, act) == [200, 200]
    assert Invoice.objects.get().amount_paid == Decimal("599.00")
    assert InvoicePayment.objects.count() == 1


def test_second_assignment_is_a_conflict(customer: User, admin_client: APIClient) -> None:
    payment, things = make_payment(), _things(customer)
    assert _assign(admin_client, payment, quoteId=things["quoteId"]).status_code == 200
    assert _assign(admin_client, payment, userId=things["userId"]).status_code == 409
    assert Payment.objects.get().assigned_kind == "quote"


@pytest.mark.parametrize("names", [[], ["quoteId", "userId"], ["quoteId", "treeOrderId", "userId"]])
def test_payment_is_assigned_to_exactly_one(customer: User, admin_client: APIClient, names: list[str]) -> None:
    things = _things(customer)
    response = _assign(admin_client, make_payment(), **{name: things[name] for name in names})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["quoteId"]


@pytest.mark.parametrize("name", ["quoteId", "treeOrderId", "userId"])
def test_payment_cannot_be_assigned_to_what_does_not_exist(admin_client: APIClient, name: str) -> None:
    payment = make_payment()
    response = _assign(admin_client, payment, **{name: str(payment.id)})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [name]
    assert len(_queue(admin_client)) == 1


def test_refunded_payment_leaves_queue(
    guest: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    payment = _pay(stripe_sandbox, guest, CHECKOUT)
    stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=10_000)
    stripe_sandbox.deliver()
    assert [row["amount"] for row in _queue(admin_client)] == ["499.00"]
    stripe_sandbox.refund(payment.stripe_payment_intent_id)
    stripe_sandbox.deliver()
    assert _queue(admin_client) == []


@pytest.mark.django_db(transaction=True)
def test_only_one_of_several_assignments_counts(admin: User, customer: User) -> None:
    payment = make_payment()
    to = list(_things(customer).items())

    def assign(number: int) -> int:
        client = APIClient()
        client.force_login(admin)
        return int(_assign(client, payment, **dict([to[number % 3]])).status_code)

    assert sorted(in_threads(6, assign)) == [200] + [409] * 5


# --- Disputed


def test_disputed_payment_waits_until_we_respond(
    customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    payment = _pay(stripe_sandbox, customer_client, CHECKOUT)
    dispute = stripe_sandbox.dispute(payment.stripe_payment_intent_id)
    stripe_sandbox.deliver()
    [row] = _queue(admin_client)
    assert (row["status"], row["customerName"], row["amount"]) == ("disputed", "Eleanor Hayes", "599.00")
    deadline = dt.datetime.fromtimestamp(dispute["evidence_details"]["due_by"], dt.UTC)
    assert _instant(row["respondBy"]) == deadline - 48 * HOURS
    assert _keep(admin_client, payment).status_code == 409
    stripe_sandbox.respond_to_dispute(dispute["id"])
    stripe_sandbox.deliver()
    assert _queue(admin_client) == []
    assert Payment.objects.get().disputed


@pytest.mark.parametrize("won", [True, False])
def test_closed_dispute_leaves_queue(
    customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox, won: bool
) -> None:
    payment = _pay(stripe_sandbox, customer_client, CHECKOUT)
    dispute = stripe_sandbox.dispute(payment.stripe_payment_intent_id)
    stripe_sandbox.deliver()
    stripe_sandbox.close_dispute(dispute["id"], won=won)
    stripe_sandbox.deliver()
    assert _queue(admin_client) == []


def test_disputed_payment_shows_disputed_part(admin_client: APIClient) -> None:
    payment = make_payment(succeeded_at=PAID, bank_deadline=PAID + 60 * HOURS, disputed=True, description="Tree")
    make_transaction("dispute", "-242.00", PAID, payment=payment)
    [row] = _queue(admin_client)
    assert (row["amount"], row["summary"]) == ("242.00", "Tree: the customer's bank disputes $242.00 of it")


def test_payment_that_is_unassigned_and_disputed_is_one_row_by_the_earlier_deadline(admin_client: APIClient) -> None:
    payment = make_payment(succeeded_at=PAID, bank_deadline=PAID + 60 * HOURS, disputed=True)
    [row] = _queue(admin_client)
    assert (row["status"], _instant(row["respondBy"])) == ("disputed", PAID + 12 * HOURS)
    _assign(admin_client, payment, quoteId=str(make_quote(city="Dover").id))
    [row] = _queue(admin_client)
    assert (row["status"], row["customerName"], row["city"]) == ("disputed", "Eleanor Hayes", "Dover")
    make_payment(
        stripe_payment_intent_id="pi_2", succeeded_at=PAID, disputed=True, refund_failed="40.00", refund_failed_at=PAID
    )
    assert [row["status"] for row in _queue(admin_client)] == ["disputed", "unassigned"], "the bank decides"


def test_disputed_payment_shows_assigned_customer(
    admin: User, customer: User, outsider: User, admin_client: APIClient
) -> None:
    quote, order = make_quote(full_name="Quinn Quote"), make_tree_order(customer_name="Theo Tree")
    make_quote(full_name="Somebody Else")
    make_tree_order(customer_name="Somebody Else")
    for number, (kind, row) in enumerate((("quote", quote), ("tree_order", order), ("user", customer))):
        make_payment(
            succeeded_at=PAID, bank_deadline=PAID + (60 + number) * HOURS, disputed=True, assigned_kind=kind,
            assigned_id=row.id, assigned_at=PAID, assigned_by=admin, stripe_payment_intent_id=f"pi_{number}",
            user=outsider,  # who was signed in
        )  # fmt: skip
    assert [row["customerName"] for row in _queue(admin_client)] == ["Quinn Quote", "Theo Tree", "Eleanor Hayes"]


# --- Owed back


@pytest.fixture
def owed(customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox) -> Payment:
    """A card payment that arrived after its invoice was paid by check."""
    invoice = make_invoice(user=customer)
    response = customer_client.post("/api/create-payment-intent", {"amount": 1, "invoiceId": invoice.id}, format="json")
    InvoicePayment.objects.create(invoice=invoice, method="check", amount=invoice.amount)
    cards.pay(response.json()["clientSecret"])
    stripe_sandbox.deliver()
    return Payment.objects.get()


def test_money_paid_twice_is_owed_back_until_it_is_refunded(
    owed: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    [row] = _queue(admin_client)
    invoice, on_invoice = Invoice.objects.get(), InvoicePayment.objects.get(payment=owed)
    assert (row["id"], row["invoiceId"], row["status"]) == (str(owed.id), str(invoice.id), "owed")
    assert (row["amount"], row["customerName"]) == (f"{invoice.overpaid:.2f}", invoice.bill_to_name)
    assert on_invoice.owed_since is not None
    assert _instant(row["respondBy"]) == on_invoice.owed_since + 24 * HOURS
    stripe_sandbox.refund(owed.stripe_payment_intent_id, amount=100)
    stripe_sandbox.deliver()
    [rest] = _queue(admin_client)
    assert Decimal(rest["amount"]) == Decimal(row["amount"]) - 1
    assert rest["respondBy"] == row["respondBy"]
    stripe_sandbox.refund(owed.stripe_payment_intent_id)
    stripe_sandbox.deliver()
    assert _queue(admin_client) == []


def test_kept_money_is_no_longer_owed_and_its_reason_stays(
    owed: Payment, admin_client: APIClient, customer_client: APIClient
) -> None:
    response = _keep(admin_client, owed)
    assert response.status_code == 200
    assert _queue(admin_client) == []
    invoice = Invoice.objects.get()
    assert (response.json(), invoice.overpaid) == ({"amountKept": f"{owed.amount:.2f}"}, Decimal(0))
    address = f"/api/invoices/{invoice.id}/payments"
    row, check = admin_client.get(address).json()  # the card was charged before the check was recorded
    assert check["keptReason"] == ""
    assert (row["keptReason"], row["keptBy"], row["keptAt"] is not None) == ("They tipped the crew", "Ada", True)
    assert (row["amountOwed"], row["amountKept"]) == ("0.00", row["amount"])
    assert [payment["keptReason"] for payment in customer_client.get(address).json()] == ["", ""]
    assert admin_client.get("/api/invoices?scope=admin&overpaid=1").json() == []
    assert _keep(admin_client, owed).status_code == 409


def test_kept_check_is_no_longer_owed(owed: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    check = InvoicePayment.objects.get(payment=None)
    Invoice.objects.update(status="cancelled", paid_date=None)
    recompute_balance(Invoice.objects.get())
    assert sorted(row["id"] for row in _queue(admin_client)) == sorted([str(owed.id), str(check.id)])
    assert _keep(admin_client, check).json() == {"amountKept": f"{check.amount:.2f}"}
    assert [row["id"] for row in _queue(admin_client)] == [str(owed.id)]
    assert _keep(admin_client, check).status_code == 409


def test_failed_refund_of_owed_money_is_one_row_that_can_be_kept(
    owed: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    response = admin_client.post(f"/api/payments/{owed.id}/refund", {"reason": "Paid twice"}, format="json")
    assert response.status_code == 200
    stripe_sandbox.deliver()
    assert _queue(admin_client) == []
    [refund] = stripe_sandbox.objects("refund")
    stripe_sandbox.fail_refund(refund["id"])
    stripe_sandbox.deliver()
    [row] = _queue(admin_client)
    assert (row["status"], row["amount"]) == ("owed", f"{owed.amount:.2f}")
    assert _keep(admin_client, owed).json() == {"amountKept": f"{owed.amount:.2f}"}
    assert _queue(admin_client) == []
    assert _keep(admin_client, owed).status_code == 409


def test_more_money_after_some_was_kept_is_owed_again(
    owed: Payment, admin_client: APIClient, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    invoice = Invoice.objects.get()
    _keep(admin_client, owed)
    second = make_payment(
        user=invoice.user, purpose="invoice", reference=invoice.id, amount=10, amount_received=10,
        stripe_payment_intent_id="pi_second",
    )  # fmt: skip
    InvoicePayment.objects.create(invoice=invoice, payment=second, method="card", amount=10)
    stripe_sandbox.refund(owed.stripe_payment_intent_id, amount=100)
    stripe_sandbox.deliver()
    [row] = _queue(admin_client)
    assert (row["id"], row["amount"]) == (str(second.id), "10.00")


def test_second_of_two_card_payments_is_the_one_owed_back(
    customer: User, customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    invoice = make_invoice(user=customer)
    first = _pay(stripe_sandbox, customer_client, {"amount": 1, "invoiceId": str(invoice.id)})
    second = make_payment(
        user=customer, purpose="invoice", reference=invoice.id, amount=invoice.amount, amount_received=invoice.amount,
        stripe_payment_intent_id="pi_second",
    )  # fmt: skip
    record_card_payment(second)
    [row] = _queue(admin_client)
    assert (row["id"], row["status"], row["amount"]) == (str(second.id), "owed", f"{first.amount:.2f}")


def test_dispute_takes_precedence_over_money_owed_back(
    owed: Payment, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    stripe_sandbox.dispute(owed.stripe_payment_intent_id)
    stripe_sandbox.deliver()
    [row] = _queue(admin_client)
    assert (row["status"], row["amount"]) == ("disputed", f"{owed.amount_received:.2f}")


def test_bounced_check_leaves_nothing_owed(owed: Payment, admin_client: APIClient) -> None:
    check = InvoicePayment.objects.get(payment=None)
    admin_client.post(
        f"/api/invoices/{check.invoice_id}/payments/{check.id}/take-back", {"note": "It bounced"}, format="json"
    )
    assert _queue(admin_client) == []
    assert _keep(admin_client, owed).status_code == 409


@pytest.mark.parametrize("reason", ["", " ", "x" * 501])
def test_keeping_money_needs_a_reason(owed: Payment, admin_client: APIClient, reason: str) -> None:
    assert list(_keep(admin_client, owed, reason).json()["errors"]) == ["reason"]
    assert len(_queue(admin_client)) == 1


def test_payment_that_owes_nothing_cannot_be_kept(admin_client: APIClient) -> None:
    payment = make_payment()
    assert _keep(admin_client, payment).status_code == 409
    assert _keep(admin_client, make_quote()).status_code == 404
    assert len(_queue(admin_client)) == 1


@pytest.mark.django_db(transaction=True)
def test_money_is_kept_or_refunded_once(
    owed: Payment, admin: User, stripe_sandbox: StripeSandbox, settings: Any
) -> None:
    stripe_sandbox.refund(owed.stripe_payment_intent_id)

    def work(number: int) -> int:
        if not number:
            sync_payment(owed.stripe_payment_intent_id)
            return 0
        client = APIClient()
        client.force_login(admin)
        return int(_keep(client, owed).status_code)

    statuses = in_threads(4, work)[1:]
    assert statuses.count(200) <= 1
    assert set(statuses) <= {200, 409}
    invoice, row = Invoice.objects.get(), InvoicePayment.objects.get(payment=owed)
    assert (row.amount_owed, invoice.overpaid, row.amount_refunded) == (Decimal(0), Decimal(0), row.amount)


def test_rows_cost_constant_queries(owed: Payment, admin_client: APIClient, django_assert_max_num_queries: Any) -> None:
    for _ in range(3):
        make_payment()
        disputed = make_payment(bank_deadline=PAID)
        _assign(admin_client, disputed, treeOrderId=str(make_tree_order().id))
    # session, user, places, payments, those recorded on invoices and on trees, payouts, three for what they were
    # assigned to, and consent
    with django_assert_max_num_queries(11):
        assert len(_queue(admin_client)) == 7
