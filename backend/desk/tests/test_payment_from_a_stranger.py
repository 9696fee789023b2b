"""Staff assign payments by unknown payers, with suggestions by the address of the receipt."""

from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from rest_framework.test import APIClient

from accounts.models import User
from accounts.signals import guest_rows_may_be_claimed
from common.days import in_full
from invoices.tests.factories import make_invoice
from payments.client import client
from payments.models import Payment
from payments.tests.factories import make_payment
from quotes.tests.factories import make_quote
from testing.helpers import delivered, delivered_to_office, text_of
from testing.payments import CHECKOUT, StripeSandbox
from trees.tests.factories import make_tree_order

GERARD = "gerard@example.com"


def _pay(guest: APIClient, sandbox: StripeSandbox, email: str, name: str = "") -> Payment:
    """Pay as the card form does: the address goes to Stripe with the confirmation."""
    secret = guest.post("/api/create-payment-intent", CHECKOUT, format="json").json()["clientSecret"]
    card = client().v1.payment_methods.create(
        {
            "type": "card",
            "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2034, "cvc": "123"},
            "billing_details": {"name": name},
        }
    )
    client().v1.payment_intents.confirm(
        secret.split("_secret_")[0], {"payment_method": card.id, "receipt_email": email, "return_url": "http://x.test/"}
    )
    sandbox.deliver()
    return Payment.objects.get()


def _suggestions(desk: APIClient, payment: Payment) -> list[tuple[str, str]]:
    rows = desk.get(f"/api/payments/{payment.id}/suggestions").json()
    return [(row["kind"], row["id"]) for row in rows]


def _assign(desk: APIClient, payment: Payment, **to: Any) -> Any:
    return desk.post(f"/api/payments/{payment.id}/assign", to, format="json")


def _correct(desk: APIClient, payment: Payment, email: str) -> Any:
    return desk.post(f"/api/payments/{payment.id}/receipt-email", {"receiptEmail": email}, format="json")


def test_row_shows_payers_name_and_address(
    guest: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    payment = _pay(guest, stripe_sandbox, GERARD, "Gerard Thibodeau")
    assert (payment.receipt_email, payment.payer_name) == (GERARD, "Gerard Thibodeau")
    [row] = admin_client.get("/api/desk/queue?kind=payment").json()
    assert (row["status"], row["customerName"], row["email"], row["amount"]) == (
        "unassigned", "Gerard Thibodeau", GERARD, "599.00",
    )  # fmt: skip
    [row] = admin_client.get("/api/payments?scope=admin").json()
    assert (row["receiptEmail"], row["payerName"]) == (GERARD, "Gerard Thibodeau")


def test_rows_with_address_of_receipt_are_suggested_newest_first(
    customer: User, outsider: User, admin_client: APIClient
) -> None:
    EmailAddress.objects.create(user=outsider, email="eleanor@example.com", verified=False)
    payment = make_payment(receipt_email="Eleanor@Example.com")
    EmailAddress.objects.filter(user=customer).delete()
    EmailAddress.objects.create(user=customer, email="eleanor@example.com", verified=True)
    make_quote(email="somebody@example.com")
    older, newer = make_quote(email="eleanor@example.com"), make_quote(user=customer, quote_amount=1250)
    order = make_tree_order(customer_email="ELEANOR@example.com")
    assert _suggestions(admin_client, payment) == [
        ("quote", str(newer.id)), ("quote", str(older.id)), ("treeOrder", str(order.id)), ("user", str(customer.id)),
    ]  # fmt: skip
    User.objects.filter(id=customer.id).update(first_name="", last_name="")
    first, *_, account = admin_client.get(f"/api/payments/{payment.id}/suggestions").json()
    assert (account["label"], account["detail"]) == (customer.email, customer.email)
    assert first["label"] == newer.full_name
    day = f"requested {in_full(newer.created_at)}"
    assert first["detail"] == f"Premium Installation · Portsmouth · $1,250.00 · {day} · {str(newer.id)[-8:]} · Pending"


@pytest.mark.parametrize("email", ["", "nobody@example.com"])
def test_unknown_address_suggests_nothing(admin_client: APIClient, email: str) -> None:
    make_quote(email="eleanor@example.com")
    assert _suggestions(admin_client, make_payment(receipt_email=email)) == []


def test_suggestions_cost_constant_queries(admin_client: APIClient, django_assert_max_num_queries: Any) -> None:
    payment = make_payment(receipt_email=GERARD)
    for _ in range(7):
        make_quote(email=GERARD)
        make_tree_order(customer_email=GERARD)
    # session, user, the payment; for quotes and orders the accounts, guests' rows and accounts' rows; accounts
    with django_assert_max_num_queries(10):
        assert len(_suggestions(admin_client, payment)) == 10


def test_assigned_payment_appears_in_customers_history(
    customer: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    payment = make_payment(receipt_email=GERARD)
    assert customer_client.get("/api/payment-history").json() == []
    assert _assign(admin_client, payment, quoteId=str(make_quote(user=customer).id)).status_code == 200
    assert [row["id"] for row in customer_client.get("/api/payment-history").json()] == [str(payment.id)]


def test_quote_shows_what_was_assigned_to_it_until_its_invoice(admin_client: APIClient) -> None:
    quote = make_quote(status="approved", quote_amount=900)
    for payment in (make_payment(amount_received=599), make_payment(amount_received=50, amount_refunded=20)):
        assert _assign(admin_client, payment, quoteId=str(quote.id)).status_code == 200
    assert admin_client.get(f"/api/quotes/{quote.id}").json()["amountWaiting"] == "629.00"
    draft = admin_client.post("/api/invoices", {"quoteId": str(quote.id), "amount": "900.00"}, format="json").json()
    assert admin_client.post(f"/api/invoices/{draft['id']}/send").status_code == 200
    assert admin_client.get(f"/api/quotes/{quote.id}").json()["amountWaiting"] == "0.00"


@pytest.mark.parametrize("name", ["quoteId", "treeOrderId"])
def test_payment_for_a_guest_joins_the_account_that_claims_its_quote_or_order(
    customer: User, customer_client: APIClient, admin_client: APIClient, name: str
) -> None:
    rows = {"quoteId": make_quote(email=GERARD), "treeOrderId": make_tree_order(customer_email=GERARD)}
    payment, other = make_payment(), make_payment()
    assert _assign(admin_client, payment, **{name: str(rows[name].id)}).status_code == 200
    assert _assign(admin_client, other, quoteId=str(make_quote(email="other@example.com").id)).status_code == 200
    assert customer_client.get("/api/payment-history").json() == []
    guest_rows_may_be_claimed.send(sender=User, user=customer, email=GERARD)
    assert [row["id"] for row in customer_client.get("/api/payment-history").json()] == [str(payment.id)]


def test_unassigned_payment_joins_no_account_by_its_address(
    customer: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    make_payment(receipt_email=GERARD)
    guest_rows_may_be_claimed.send(sender=User, user=customer, email=GERARD)
    assert customer_client.get("/api/payment-history").json() == []
    assert len(admin_client.get("/api/desk/queue?kind=payment").json()) == 1


@pytest.mark.django_db(transaction=True)
def test_refund_email_goes_to_address_of_receipt(
    guest: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    payment = _pay(guest, stripe_sandbox, GERARD, "Gerard Thibodeau")
    admin_client.post(f"/api/payments/{payment.id}/refund", {"reason": "Paid twice", "amount": "99"}, format="json")
    stripe_sandbox.deliver()
    [mail] = delivered(tmp_path)
    assert (mail["To"], mail["Subject"]) == (GERARD, "Refund: $99.00, Holiday lighting")
    assert "Hi Gerard" in text_of(mail)
    assert GERARD in text_of(delivered_to_office(tmp_path)[-1])


@pytest.mark.django_db(transaction=True)
def test_refund_email_for_account_goes_to_its_own_address(
    customer: User, customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    payment = _pay(customer_client, stripe_sandbox, GERARD)
    admin_client.post(f"/api/payments/{payment.id}/refund", {"reason": "Paid twice", "amount": "99"}, format="json")
    stripe_sandbox.deliver()
    assert [mail["To"] for mail in delivered(tmp_path)] == [customer.email]


@pytest.mark.django_db(transaction=True)
def test_refund_without_an_address_is_skipped(
    guest: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    payment = _pay(guest, stripe_sandbox, "")
    admin_client.post(f"/api/payments/{payment.id}/refund", {"reason": "Paid twice"}, format="json")
    stripe_sandbox.deliver()
    assert delivered(tmp_path) == []
    assert "Customer: Not signed in\n" in text_of(delivered_to_office(tmp_path)[-1])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["quoteId", "userId"])
def test_refund_without_an_address_is_emailed_to_whom_staff_assigned_the_payment_to(
    guest: APIClient, customer: User, admin_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path, name: str
) -> None:
    to = {"quoteId": str(make_quote(email=GERARD, full_name="Gerard Thibodeau").id), "userId": str(customer.id)}
    payment = _pay(guest, stripe_sandbox, "")
    assert _assign(admin_client, payment, **{name: to[name]}).status_code == 200
    admin_client.post(f"/api/payments/{payment.id}/refund", {"reason": "Paid twice", "amount": "99"}, format="json")
    stripe_sandbox.deliver()
    address, full_name = (GERARD, "Gerard Thibodeau") if name == "quoteId" else (customer.email, customer.full_name)
    [mail] = delivered(tmp_path)
    assert (mail["To"], mail["Subject"]) == (address, "Refund: $99.00, Holiday lighting")
    assert f"Hi {full_name.split()[0]}," in text_of(mail)
    assert f"Customer: {full_name}, {address}\n" in text_of(delivered_to_office(tmp_path)[-1])


def test_mistyped_receipt_address_can_be_corrected(
    guest: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    payment = _pay(guest, stripe_sandbox, "gerard@exmaple.con")
    quote = make_quote(email=GERARD)
    assert [row["status"] for row in admin_client.get("/api/desk/queue?kind=payment").json()] == ["unassigned"]
    assert _suggestions(admin_client, payment) == []
    assert _correct(admin_client, payment, "not an address").status_code == 400
    corrected = _correct(admin_client, payment, GERARD)
    assert (corrected.status_code, corrected.json()["receiptEmail"]) == (200, GERARD)
    [charge] = stripe_sandbox.charges()
    assert charge["receipt_email"] == GERARD
    assert _suggestions(admin_client, payment) == [("quote", str(quote.id))]
    [row] = admin_client.get("/api/desk/queue?kind=payment").json()
    assert (row["status"], row["email"]) == ("unassigned", GERARD)


def test_address_of_an_account_or_an_invoice_is_not_corrected_here(
    customer: User, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    open_one = make_payment(status="open", amount_received=0, succeeded_at=None)
    for payment, reason in [
        (make_payment(user=customer), "goes to the customer's own address"),
        (make_payment(purpose="invoice", reference=make_invoice().id), "goes to the customer's own address"),
        (open_one, "hasn't gone through"),
    ]:
        refused = _correct(admin_client, payment, GERARD)
        assert refused.status_code == 409
        assert reason in refused.json()["message"]
