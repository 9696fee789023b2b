"""Emails tell customers what is paid and due for a tree, and what happens to their money after a cancellation."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from accounts.models import User
from common.days import in_full
from payments.models import Payment
from testing import cards
from testing.helpers import delivered, delivered_to_office, end_waits, run_queue, text_of
from testing.payments import StripeSandbox, send_event
from trees.models import TreeOrder, TreePayment
from trees.tests.factories import make_tree_order, tree_order_body
from trees.tests.paying import after_ten_minutes, cancel, change, open_form, pay_by_card, record, seen

pytestmark = pytest.mark.django_db(transaction=True)

DUE = "$100.00 is due. You can pay online by card, or at delivery by card, check or cash."


@pytest.fixture
def order(customer: User, outsider: User) -> TreeOrder:
    """Create the customer's order, and one of another customer."""
    make_tree_order(user=outsider, customer_name="Oscar Outside")
    return make_tree_order(user=customer)


def _newest(tmp_path: Path) -> tuple[str, str]:
    """Return the subject and the text of the last email to a customer."""
    email = delivered(tmp_path)[-1]
    text = text_of(email)
    assert text.startswith("Hi Eleanor,\n")
    return email["Subject"], text


def test_confirmation_says_how_to_pay(guest: APIClient, tmp_path: Path) -> None:
    guest.post("/api/tree-orders", tree_order_body(), format="json")
    _, text = _newest(tmp_path)
    assert f"You haven't been charged. {DUE}" in text
    assert "View your order or pay:\nhttp" in text


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"amount_paid": 100}, "Your tree is paid in full."),
        (
            {"is_paying": True},
            "Your bank is processing your card payment. We'll email you a receipt when it's through.",
        ),
    ],
)
def test_confirmation_of_an_order_paid_right_away_says_so(
    guest: APIClient, tmp_path: Path, state: dict[str, Any], said: str
) -> None:
    guest.post("/api/tree-orders", tree_order_body(), format="json")
    TreeOrder.objects.update(**state)
    _, text = _newest(tmp_path)
    assert said in text
    assert "You haven't been charged" not in text


def test_confirmation_for_another_state_does_not_ask_to_pay(guest: APIClient, tmp_path: Path) -> None:
    guest.post("/api/tree-orders", tree_order_body(zipCode="03909", state="ME"), format="json")
    _, text = _newest(tmp_path)
    assert "$100.00 is due. When we call you, we'll tell you how you can pay." in text
    assert "View your order:\nhttp" in text


def test_card_payment_sends_our_receipt_and_not_stripes(
    stripe_sandbox: StripeSandbox, customer_client: APIClient, order: TreeOrder, tmp_path: Path
) -> None:
    pay_by_card(customer_client, order, stripe_sandbox)
    Payment.objects.update(succeeded_at="2026-11-04T03:30:00Z")  # Stripe reports it late
    subject, text = _newest(tmp_path)
    assert subject == "Receipt: $100.00 for your Christmas tree"
    assert "Received on: November 3, 2026\n" in text
    assert "We received $100.00 by card for your Christmas tree." in text
    assert "Your tree is paid in full." in text
    assert "Total: $100.00\nPaid: $100.00\n" in text
    assert "Due: $0.00" in text
    assert "View your order:\nhttp" in text
    [intent] = stripe_sandbox.objects("payment_intent")
    assert intent["receipt_email"] is None, "Stripe sends no second one"
    assert TreePayment.objects.get().receipt_at is not None


def test_cash_payment_sends_a_receipt_and_its_reversal_an_email(
    admin_client: APIClient, order: TreeOrder, tmp_path: Path
) -> None:
    record(admin_client, order, amount="40")
    subject, text = _newest(tmp_path)
    assert subject == "Receipt: $40.00 for your Christmas tree"
    assert "$60.00 is due. You can pay online by card" in text
    assert "View your order or pay:\nhttp" in text
    [payment] = TreePayment.objects.all()
    assert payment.receipt_at
    TreePayment.objects.update(created_at="2026-11-04T03:30:00Z")  # the mail server was down
    path = f"/api/tree-orders/{order.id}/payments/{payment.id}/take-back"
    admin_client.post(path, {"note": "Counted twice"}, format="json")
    subject, text = _newest(tmp_path)
    assert subject == "Your Christmas tree: $100.00 due again"
    assert (
        f"On {in_full(payment.receipt_at)} we told you that we received $40.00 in cash for your Christmas tree." in text
    )
    assert "View your order or pay:\nhttp" in text
    assert "Counted twice" not in text


@pytest.mark.parametrize("is_canceled", [False, True])
def test_only_one_of_two_receipts_promises_the_refund(
    stripe_sandbox: StripeSandbox,
    admin_client: APIClient,
    customer_client: APIClient,
    order: TreeOrder,
    tmp_path: Path,
    is_canceled: bool,
) -> None:
    cards.pay(open_form(customer_client, order))
    record(admin_client, order)
    stripe_sandbox.deliver()
    texts = [text_of(email) for email in delivered(tmp_path) if email["Subject"].startswith("Receipt")]
    assert len(texts) == 2
    assert sum("We'll refund the difference" in text for text in texts) == 1
    [mail] = delivered_to_office(tmp_path)
    assert mail["Subject"] == "Overpaid by $100.00: Eleanor Hayes's tree"
    text = " ".join(text_of(mail).split())
    assert "a card payment arrived, although the tree was paid in another way." in text
    assert f"/admin?tab=trees&view=all&q={str(order.id)[-8:]}&open={order.id}" in text
    if is_canceled:
        cancel(admin_client, order)
    cash = TreePayment.objects.get(method="cash")
    path = f"/api/tree-orders/{order.id}/payments/{cash.id}/take-back"
    admin_client.post(path, {"note": "It was for another tree"}, format="json")
    subject, text = _newest(tmp_path)
    if is_canceled:
        assert subject == "Your Christmas tree order is canceled", "nothing is due, and nothing covers it"
        return
    assert subject == "Your Christmas tree: your card payment covers it"
    assert "Your card payment covers the tree now, so you don't need to pay again, and we won't refund it." in (
        " ".join(text.split())
    )


def test_later_overpayment_has_nothing_to_do_with_a_dispute_that_was_won(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder, tmp_path: Path
) -> None:
    cash = record(admin_client, order, amount="40").json()["payments"][0]["id"]
    pay_by_card(customer_client, order, stripe_sandbox)
    dispute = stripe_sandbox.dispute(Payment.objects.get().stripe_payment_intent_id)
    stripe_sandbox.close_dispute(dispute["id"], won=True)
    stripe_sandbox.deliver()
    admin_client.post(f"/api/tree-orders/{order.id}/payments/{cash}/take-back", {"note": "Not ours"}, format="json")
    cards.pay(open_form(customer_client, order))
    record(admin_client, order)
    stripe_sandbox.deliver()
    stripe_sandbox.refund(Payment.objects.latest("created_at").stripe_payment_intent_id, amount=1000)
    stripe_sandbox.deliver()
    [text] = [text_of(mail) for mail in delivered_to_office(tmp_path) if mail["Subject"].startswith("Overpaid")]
    assert "a card payment arrived, although the tree was paid in another way." in " ".join(text.split())


def test_closed_inquiry_is_no_dispute_that_was_won(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder, tmp_path: Path
) -> None:
    pay_by_card(customer_client, order, stripe_sandbox)
    inquiry = stripe_sandbox.dispute(Payment.objects.get().stripe_payment_intent_id)
    _set_status(stripe_sandbox, inquiry["id"], "warning_needs_response")
    cancel(admin_client, order)
    end_waits()
    _set_status(stripe_sandbox, inquiry["id"], "warning_closed")
    [text] = [text_of(mail) for mail in delivered_to_office(tmp_path) if mail["Subject"].startswith("Overpaid")]
    assert "the bank no longer disputes a card payment, and the order is canceled." in " ".join(text.split())


@pytest.mark.parametrize(
    ("status", "todo"),
    [
        ("pending", "The tree isn't delivered yet. Call the customer before you bring it:"),
        ("delivered", "The tree was delivered. Call the customer: if they'll pay again, record it on the order."),
    ],
)
def test_office_and_customer_read_what_became_of_a_lost_dispute(
    stripe_sandbox: StripeSandbox,
    admin_client: APIClient,
    customer_client: APIClient,
    order: TreeOrder,
    tmp_path: Path,
    status: str,
    todo: str,
) -> None:
    pay_by_card(customer_client, order, stripe_sandbox)
    dispute = stripe_sandbox.dispute(Payment.objects.get().stripe_payment_intent_id)
    stripe_sandbox.deliver()
    change(admin_client, order, status=status)
    assert seen(admin_client, order)["amountLost"] == "0.00"
    stripe_sandbox.close_dispute(dispute["id"], won=False)
    stripe_sandbox.deliver()
    [text] = [text_of(mail) for mail in delivered_to_office(tmp_path) if mail["Subject"].startswith("Dispute lost")]
    assert todo in " ".join(text.split())
    assert f"/admin?tab=trees&view=all&q={str(order.id)[-8:]}&open={order.id}" in text
    row = seen(admin_client, order)
    assert (row["amountDisputed"], row["amountLost"], row["amountDue"]) == ("100.00", "100.00", "0.00")
    assert (row["payments"][0]["disputed"], row["payments"][0]["disputeLost"]) == (True, True)
    change(admin_client, order, status="pending", scheduledDeliveryDate="2099-12-05")
    end_waits()
    _, text = _newest(tmp_path)
    assert "Your bank has returned $100.00 to you. You don't need to pay anything right now." in " ".join(text.split())
    TreePayment.objects.update(dispute_lost=False)  # as they were stored before
    TreeOrder.objects.update(amount_lost=0)
    with connection.cursor() as cursor:
        cursor.execute(import_module("trees.migrations.0004_amount_lost").FORWARD)
    assert seen(admin_client, order)["amountLost"] == "100.00"
    assert TreePayment.objects.get().dispute_lost


def test_lost_money_that_the_customer_pays_again_is_recorded(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder, tmp_path: Path
) -> None:
    pay_by_card(customer_client, order, stripe_sandbox)
    dispute = stripe_sandbox.dispute(Payment.objects.get().stripe_payment_intent_id)
    stripe_sandbox.deliver()
    change(admin_client, order, status="delivered")
    path, check = f"/api/tree-orders/{order.id}/record-payment", {"method": "check", "note": "No. 101"}
    assert admin_client.post(path, check, format="json").status_code == 409, "the bank hasn't decided"
    stripe_sandbox.close_dispute(dispute["id"], won=False)
    stripe_sandbox.deliver()
    assert admin_client.post(path, {**check, "amount": "100.01"}, format="json").status_code == 400
    row = admin_client.post(path, check, format="json").json()
    assert (row["amountPaid"], row["amountDue"], row["overpaid"]) == ("200.00", "0.00", "0.00")
    _, text = _newest(tmp_path)
    assert "Your tree is paid in full." in text
    assert "Paid: $200.00\nReturned by your bank: $100.00\n" in text
    assert admin_client.post(path, check, format="json").status_code == 409, "paid again"


def _set_status(stripe_sandbox: StripeSandbox, dispute_id: str, status: str) -> None:
    with stripe_sandbox.store.transaction():
        changed = {**stripe_sandbox.store.require(dispute_id), "status": status}
        stripe_sandbox.store.save(changed)
    stripe_sandbox.deliver()
    assert send_event("charge.dispute.updated", changed, event_id=f"evt_{status}") == 200


def test_delivery_day_email_says_what_is_due(admin_client: APIClient, order: TreeOrder, tmp_path: Path) -> None:
    change(admin_client, order, scheduledDeliveryDate="2099-12-05")
    assert DUE in _newest(tmp_path)[1]
    record(admin_client, order)
    change(admin_client, order, scheduledDeliveryDate="2099-12-06")
    end_waits()
    assert "Your tree is paid in full." in _newest(tmp_path)[1]


def test_delivery_email_of_an_unpaid_tree_says_what_is_due(
    admin_client: APIClient, order: TreeOrder, tmp_path: Path
) -> None:
    change(admin_client, order, status="delivered")
    end_waits()
    _, text = _newest(tmp_path)
    assert "$100.00 is still due. You can pay online by card, or by check." in text
    assert "haul" not in text, "no disposal was ordered"


def test_refund_emails_of_a_paid_order_until_it_is_reinstated(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder, tmp_path: Path
) -> None:
    pay_by_card(customer_client, order, stripe_sandbox)
    body = {"reason": "The stand was left out", "amount": "20"}
    admin_client.post(f"/api/payments/{Payment.objects.get().id}/refund", body, format="json")
    stripe_sandbox.deliver()
    subject, text = _newest(tmp_path)
    assert subject == "Refund: $20.00 for your Christmas tree"
    assert "Your tree is paid in full." in text
    cancel(admin_client, order)
    subject, text = _newest(tmp_path)
    assert subject == "Your Christmas tree order is canceled"
    assert "We'll refund the $80.00 you paid by card and email you when it's on its way." in text
    after_ten_minutes(stripe_sandbox)
    subject, text = _newest(tmp_path)
    assert subject == "Refund: $80.00 for your Christmas tree"
    assert "Paid: $100.00\nRefunded in total: $100.00\n" in text
    assert "Your order is canceled." in text
    change(admin_client, order, status="pending")
    subject, text = _newest(tmp_path)
    assert subject == "Your Christmas tree order is on again"
    assert "View your order or pay:\nhttp" in text
    assert DUE in text
    assert "Total: $100.00\nPaid: $100.00\nRefunded: $100.00\n" in text
    assert "Due: $100.00" in text
    assert text.count("Total: ") == 1, "after a payment, the total isn't what is due"


@pytest.mark.parametrize(
    ("paid_by", "day"), [("cash", None), ("cash", "2099-12-05"), ("check", None), ("card", "2099-12-05")]
)
def test_cancellation_email_promises_no_refund_if_staff_decide(
    stripe_sandbox: StripeSandbox,
    admin_client: APIClient,
    customer_client: APIClient,
    order: TreeOrder,
    tmp_path: Path,
    paid_by: str,
    day: Any,
) -> None:
    if paid_by == "card":
        pay_by_card(customer_client, order, stripe_sandbox)
    else:
        record(admin_client, order, method=paid_by)
    change(admin_client, order, scheduledDeliveryDate=day)
    run_queue()
    cancel(admin_client, order)
    end_waits()
    _, text = _newest(tmp_path)
    assert "We'll contact you about your payment of $100.00." in text
    assert "refund" not in text


def test_cancellation_email_explains_card_and_cash_parts(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder, tmp_path: Path
) -> None:
    record(admin_client, order, amount="40")
    pay_by_card(customer_client, order, stripe_sandbox)
    cancel(admin_client, order)
    _, text = _newest(tmp_path)
    assert "We'll refund the $60.00 you paid by card and email you when it's on its way." in text
    assert "We'll contact you about the other $40.00 you paid." in text
    receipts = {email["Subject"]: text_of(email) for email in delivered(tmp_path)}
    by_card, in_cash = (receipts[f"Receipt: {amount} for your Christmas tree"] for amount in ("$60.00", "$40.00"))
    assert "Your order is canceled, so we'll refund it to your card" in by_card
    assert "Your order is canceled. We'll contact you about this payment." in in_cash
    after_ten_minutes(stripe_sandbox)
    assert _newest(tmp_path)[0] == "Refund: $60.00 for your Christmas tree"


@pytest.mark.parametrize("is_paying", [False, True])
def test_email_about_a_canceled_unpaid_order_mentions_only_a_payment_in_progress(
    admin_client: APIClient, order: TreeOrder, tmp_path: Path, is_paying: bool
) -> None:
    TreeOrder.objects.filter(id=order.id).update(is_paying=is_paying)
    cancel(admin_client, order)
    _, text = _newest(tmp_path)
    assert ("Your bank is still processing a card payment." in text) is is_paying
    assert "paid" not in text
    assert "refund" not in text


def test_payment_after_cancellation_is_emailed_to_customer_and_office(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder, tmp_path: Path
) -> None:
    change(admin_client, order, scheduledDeliveryDate="2099-12-05")
    cards.pay(open_form(customer_client, order))
    cancel(admin_client, order)
    stripe_sandbox.deliver()
    [receipt] = [text_of(email) for email in delivered(tmp_path) if email["Subject"].startswith("Receipt")]
    assert "Your order is canceled. We'll contact you about this payment." in receipt
    assert "the order is canceled" in text_of(delivered_to_office(tmp_path)[-1])


def test_refund_that_the_bank_returned_sends_no_refund_email(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder, tmp_path: Path
) -> None:
    pay_by_card(customer_client, order, stripe_sandbox)
    run_queue()
    admin_client.post(f"/api/payments/{Payment.objects.get().id}/refund", {"reason": "Wilted"}, format="json")
    stripe_sandbox.deliver_pending(lambda body, signature: 200)
    [refund] = stripe_sandbox.objects("refund")
    stripe_sandbox.fail_refund(refund["id"])
    stripe_sandbox.deliver()
    assert not [email for email in delivered(tmp_path) if email["Subject"].startswith("Refund")]


def test_refund_that_the_bank_returned_and_that_was_made_again_sends_one_email(
    stripe_sandbox: StripeSandbox, admin_client: APIClient, customer_client: APIClient, order: TreeOrder, tmp_path: Path
) -> None:
    pay_by_card(customer_client, order, stripe_sandbox)
    run_queue()
    refund = f"/api/payments/{Payment.objects.get().id}/refund"
    admin_client.post(refund, {"reason": "Wilted"}, format="json")
    stripe_sandbox.deliver()
    [returned] = stripe_sandbox.objects("refund")
    stripe_sandbox.fail_refund(returned["id"])
    stripe_sandbox.deliver()
    admin_client.post(refund, {"reason": "Another card"}, format="json")
    stripe_sandbox.deliver()
    assert len([email for email in delivered(tmp_path) if email["Subject"].startswith("Refund")]) == 1
