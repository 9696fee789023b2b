"""A new price cancels the invoice of an accepted quote. Payments count again once the customer accepts; otherwise staff
refund or keep them.
"""

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.acceptances import release_unanswered
from invoices.models import Invoice, InvoicePayment
from invoices.tests.accepting import (
    accept,
    ask_to_pay,
    invoices_of,
    open_form,
    pay,
    payment_rows,
    priced_quote,
    reprice,
    write,
)
from invoices.tests.factories import make_invoice
from notifications.models import Message
from payments.client import Refused
from payments.models import Payment
from quotes.models import Quote, TermsVersion
from testing import cards
from testing.helpers import (
    delivered,
    delivered_to_office,
    end_waits,
    in_threads,
    pdf_words,
    run_during_transaction,
    text_of,
)
from testing.payments import StripeSandbox, run_payments_queue

LINE = {"text": "Roofline, warm white", "quantity": "1", "unit": "flat", "unitPrice": "1000.00", "optional": False}
TIMER = {"text": "Smart timer", "quantity": "1", "unit": "piece", "unitPrice": "240.00", "optional": True}


@pytest.fixture
def quote(customer: User) -> Quote:
    return priced_quote(user=customer)


@pytest.fixture
def paid(
    quote: Quote, customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> dict[str, Any]:
    """Return the invoice of an accepted quote whose deposit of $318.75 is paid."""
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    pay(stripe_sandbox, customer_client, invoice)
    return invoice


def _figures(invoice: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(invoice[name] for name in ("status", "amountPaid", "amountDue", "dueNow", "overpaid"))


def _credit(client: APIClient, quote: Quote) -> Any:
    return client.get(f"/api/quotes/{quote.id}").json()["deposit"]["credit"]


def _keep(admin: APIClient, row: dict[str, Any]) -> Any:
    return admin.post(f"/api/payments/{row['id']}/keep", {"reason": "Materials were bought"}, format="json")


@pytest.mark.parametrize(
    ("amount", "new"),
    [
        ("1500.00", ("sent", "318.75", "1181.25", "56.25", "0.00")),
        ("1000.00", ("sent", "318.75", "681.25", "0.00", "0.00")),
        ("318.75", ("paid", "318.75", "0.00", "0.00", "0.00")),
        ("300.00", ("paid", "318.75", "0.00", "0.00", "18.75")),
    ],
)
def test_deposit_counts_toward_the_next_acceptance(
    customer_client: APIClient,
    admin_client: APIClient,
    quote: Quote,
    paid: dict[str, Any],
    amount: str,
    new: tuple[str, ...],
) -> None:
    assert reprice(admin_client, quote, amount).json()["status"] == "reviewed"
    quote.refresh_from_db()
    assert quote.deposit_paid_at is None
    [old] = invoices_of(admin_client, quote)
    assert (_figures(old), old["awaitsYes"]) == (("cancelled", "318.75", "0.00", "0.00", "0.00"), True)
    assert _credit(customer_client, quote) == "318.75"
    assert payment_rows(admin_client) == []
    assert accept(customer_client, quote, amount).status_code == 200
    latest, old = invoices_of(admin_client, quote)
    assert _figures(latest) == new
    assert (_figures(old), old["awaitsYes"], old["replacedById"]) == (
        ("cancelled", "0.00", "0.00", "0.00", "0.00"), False, latest["id"],
    )  # fmt: skip
    owed = [(row["status"], row["amount"], row["terms"]) for row in payment_rows(admin_client)]
    assert owed == ([("owed", new[-1], None)] if new[-1] != "0.00" else []), "terms help only with a decision"
    assert _credit(customer_client, quote) == "0.00"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("amount", "says"),
    [
        ("1500.00", "Pay the deposit: $56.25. Paid jobs are scheduled first. The rest, $1,125.00, is due 14 days"),
        ("1000.00", "The rest, $681.25, is due 14 days after we install."),
    ],
)
def test_acceptance_email_says_what_is_left_to_pay_after_an_earlier_payment(
    customer_client: APIClient,
    admin_client: APIClient,
    quote: Quote,
    paid: dict[str, Any],
    tmp_path: Path,
    amount: str,
    says: str,
) -> None:
    reprice(admin_client, quote, amount)
    accept(customer_client, quote, amount)
    confirmed = delivered(tmp_path)[-1]
    assert confirmed["Subject"] == "You said yes to your holiday lights"
    assert says in text_of(confirmed)
    assert ("eposit" in text_of(confirmed)) is (amount == "1500.00"), "in the second case, it is covered"


def test_parts_of_a_payment_kept_at_different_times_add_up(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, paid: dict[str, Any]
) -> None:
    def keep(amount: str) -> None:
        [row] = payment_rows(admin_client)
        assert (row["amount"], _keep(admin_client, row).json()) == (amount, {"amountKept": amount})
        assert payment_rows(admin_client) == []

    reprice(admin_client, quote, "300.00")
    accept(customer_client, quote, "300.00")
    keep("18.75")
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    keep("300.00")


def test_payment_that_was_kept_stays_on_the_invoice_it_was_made_on(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, paid: dict[str, Any]
) -> None:
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    [row] = payment_rows(admin_client)
    assert _keep(admin_client, row).json() == {"amountKept": "318.75"}
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "reviewed", "quoteAmount": "1300.00"}, format="json")
    assert accept(customer_client, quote, "1300.00").status_code == 200
    latest, old = invoices_of(admin_client, quote)
    assert str(InvoicePayment.objects.get().invoice_id) == old["id"] == paid["id"]
    assert _figures(latest) == ("sent", "0.00", "1300.00", "325.00", "0.00")


def test_rest_of_a_partly_kept_payment_counts_toward_the_next_acceptance(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, paid: dict[str, Any]
) -> None:
    reprice(admin_client, quote, "300.00")
    accept(customer_client, quote, "300.00")
    [row] = payment_rows(admin_client)
    assert _keep(admin_client, row).json() == {"amountKept": "18.75"}
    reprice(admin_client, quote, "500.00")
    assert _credit(customer_client, quote) == "300.00"
    accept(customer_client, quote, "500.00")
    assert _figures(invoices_of(admin_client, quote)[0]) == ("sent", "300.00", "200.00", "0.00", "0.00")
    assert payment_rows(admin_client) == []
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    [row] = payment_rows(admin_client)
    assert (row["status"], row["amount"]) == ("refund_or_keep", "300.00")


def test_revised_lines_close_the_card_form_and_acceptance_bills_the_chosen_lines(
    customer: User, customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    quote = priced_quote(user=customer)
    told = write(admin_client, quote, LINE)
    assert accept(customer_client, quote, "1000.00", revision=told["revision"]).status_code == 200
    [first] = invoices_of(admin_client, quote)
    form = open_form(customer_client, first)
    told = write(admin_client, quote, LINE, TIMER)
    run_payments_queue()
    with pytest.raises(Refused):
        cards.pay(form)
    refused = ask_to_pay(customer_client, first, part="first")
    assert (refused.status_code, "canceled" in refused.json()["message"]) == (409, True)
    timer = next(line["id"] for line in told["lines"] if line["optional"])
    yes = accept(customer_client, quote, "1240.00", revision=told["revision"], chosen=[timer])
    assert yes.status_code == 200, yes.content
    second = invoices_of(admin_client, quote)[0]
    assert (second["amount"], second["firstAmount"]) == ("1240.00", "310.00")
    lines = Invoice.objects.get(id=second["id"]).details["lines"]
    assert [(line["text"], line["amount"]) for line in lines] == [
        ("Roofline, warm white", "$1,000.00"), ("Smart timer", "$240.00"),
    ]  # fmt: skip
    assert customer_client.get(f"/api/invoices/{second['id']}/pdf").status_code == 200


@pytest.mark.parametrize("status", ["pending", "quoting", "reviewed"])
def test_reopened_quote_withdraws_the_invoice_of_its_acceptance(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, status: str
) -> None:
    accept(customer_client, quote)
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": status}, format="json")
    [invoice] = invoices_of(admin_client, quote)
    assert _figures(invoice) == ("cancelled", "0.00", "0.00", "0.00", "0.00")


@pytest.mark.django_db(transaction=True)
def test_customer_of_a_reopened_quote_hears_that_the_invoice_is_canceled(
    admin_client: APIClient, quote: Quote, paid: dict[str, Any], tmp_path: Path
) -> None:
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "quoting", "quoteAmount": None}, format="json")
    before = len(delivered(tmp_path))
    end_waits(dt.timedelta(minutes=10))
    [email] = delivered(tmp_path)[before:]
    assert email["Subject"] == f"Invoice {paid['invoiceNumber']} is canceled"
    text = text_of(email)
    assert f"We canceled invoice {paid['invoiceNumber']}, so please don't pay it." in text
    assert "The $318.75 that you paid counts toward the price that you accept next." in text
    assert "We'll send you the new price." in text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("then", "reason"),
    [
        ({"status": "approved"}, "The quote is accepted again, or closed."),
        ({"status": "rejected"}, "The quote is accepted again, or closed."),
        ({"status": "reviewed", "quoteAmount": "1500.00"}, "The email about the new price says so."),
    ],
)
def test_invoice_of_a_quote_that_was_only_briefly_reopened_is_not_announced_as_canceled(
    admin_client: APIClient,
    quote: Quote,
    paid: dict[str, Any],
    tmp_path: Path,
    then: dict[str, str],
    reason: str,
) -> None:
    for change in ({"status": "quoting", "quoteAmount": None}, then):
        assert admin_client.patch(f"/api/quotes/{quote.id}", change, format="json").status_code == 200
    end_waits()
    delivered(tmp_path)
    end_waits(dt.timedelta(minutes=10))
    delivered(tmp_path)
    assert [message.error for message in Message.objects.filter(kind="invoice-withdrawn")] == [reason]


def test_customer_hears_each_time_that_an_invoice_is_withdrawn(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    accept(customer_client, quote)
    reopened, accepted_again = {"status": "quoting", "quoteAmount": None}, {"status": "approved", "quoteAmount": "1275"}
    for change in (reopened, accepted_again):
        assert admin_client.patch(f"/api/quotes/{quote.id}", change, format="json").status_code == 200
    reprice(admin_client, quote, "1500.00")
    assert admin_client.post(f"/api/quotes/{quote.id}/undo-price", {}, format="json").status_code == 200
    [invoice] = invoices_of(admin_client, quote)
    assert invoice["status"] == "sent"
    assert admin_client.patch(f"/api/quotes/{quote.id}", reopened, format="json").status_code == 200
    assert Message.objects.filter(kind="invoice-withdrawn", about_id=invoice["id"]).count() == 2


@pytest.mark.parametrize(
    ("status", "due"),
    [("approved", "0.00"), ("service_scheduled", "0.00"), ("complete", "956.25"), ("complete_storage", "956.25")],
)
def test_undoing_a_price_reinstates_the_invoice(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, paid: dict[str, Any], status: str, due: str
) -> None:
    Quote.objects.filter(id=quote.id).update(status=status)
    change = {"status": "reviewed", "quoteAmount": "1500.00"}
    seen = admin_client.patch(f"/api/quotes/{quote.id}", change, format="json").json()["updatedAt"]
    undone = admin_client.post(f"/api/quotes/{quote.id}/undo-price", {"updatedAt": seen}, format="json")
    assert (undone.status_code, undone.json()["status"]) == (200, status), undone.content
    [invoice] = invoices_of(admin_client, quote)
    assert _figures(invoice) == ("sent", "318.75", "956.25", due, "0.00")
    assert invoice["awaitsYes"] is False


def test_reinstated_invoice_was_paid_with_its_last_payment(
    admin_client: APIClient, quote: Quote, paid: dict[str, Any]
) -> None:
    rest = {"method": "check", "amount": "956.25"}
    assert admin_client.post(f"/api/invoices/{paid['id']}/record-payment", rest, format="json").status_code == 200
    last = timezone.now() - dt.timedelta(days=1)
    InvoicePayment.objects.filter(method="check").update(created_at=last)
    Payment.objects.update(succeeded_at=last - dt.timedelta(days=1))
    reprice(admin_client, quote, "1500.00")
    assert admin_client.post(f"/api/quotes/{quote.id}/undo-price", {}, format="json").status_code == 200
    [invoice] = invoices_of(admin_client, quote)
    assert (invoice["status"], dt.datetime.fromisoformat(invoice["paidDate"])) == ("paid", last)


def test_undoing_a_price_does_not_reinstate_an_invoice_for_another_amount(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, paid: dict[str, Any]
) -> None:
    reprice(admin_client, quote, "1500.00")
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "approved"}, format="json")
    reprice(admin_client, quote, "1600.00")
    undone = admin_client.post(f"/api/quotes/{quote.id}/undo-price", {}, format="json").json()
    assert (undone["status"], undone["quoteAmount"]) == ("approved", "1500.00")
    [invoice] = invoices_of(admin_client, quote)
    assert (invoice["status"], invoice["amount"]) == ("cancelled", "1275.00")


def test_undoing_a_price_does_not_reinstate_an_invoice_that_was_canceled_by_hand(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    assert admin_client.post(f"/api/invoices/{invoice['id']}/cancel", {}, format="json").status_code == 200
    canceled = admin_client.get(f"/api/invoices/{invoice['id']}").json()
    reprice(admin_client, quote, "1500.00")
    assert admin_client.post(f"/api/quotes/{quote.id}/undo-price", {}, format="json").status_code == 200
    [invoice] = invoices_of(admin_client, quote)
    assert {**invoice, "updatedAt": ""} == {**canceled, "updatedAt": ""}


def test_late_payment_on_a_replaced_invoice_counts_on_the_newest(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox
) -> None:
    accept(customer_client, quote)
    [old] = invoices_of(admin_client, quote)
    cards.pay(open_form(customer_client, old))  # the webhook is late
    for amount in ("1400.00", "1500.00"):
        reprice(admin_client, quote, amount)
        accept(customer_client, quote, amount)
    stripe_sandbox.deliver()
    latest, *replaced = invoices_of(admin_client, quote)
    assert _figures(latest) == ("sent", "318.75", "1181.25", "56.25", "0.00")
    assert [_figures(each) for each in replaced] == [("cancelled", "0.00", "0.00", "0.00", "0.00")] * 2
    stripe_sandbox.deliver()
    assert InvoicePayment.objects.count() == 1


def test_acceptance_of_a_price_noted_after_the_first_one_replaces_the_invoice(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    accept(customer_client, quote)
    for change in ({"status": "approved", "quoteAmount": "1400.00"}, {"status": "reviewed"}):
        assert admin_client.patch(f"/api/quotes/{quote.id}", change, format="json").status_code == 200
    assert accept(customer_client, quote, "1400.00").status_code == 200
    latest, former = invoices_of(admin_client, quote)
    assert (latest["amount"], latest["status"], former["status"]) == ("1400.00", "sent", "cancelled")


# --- Refund or keep


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("manual", [0, 1], ids=["no deposits", "manual invoice"])
def test_acceptance_without_an_invoice_asks_to_refund_or_keep_the_deposit(
    customer_client: APIClient,
    admin_client: APIClient,
    quote: Quote,
    paid: dict[str, Any],
    settings: Any,
    manual: int,
    tmp_path: Path,
) -> None:
    if manual:
        make_invoice(quote=quote, user=quote.user)
    assert admin_client.get(f"/api/quotes/{quote.id}").json()["deposit"]["percent"] == (0 if manual else 25)
    reprice(admin_client, quote, "1500.00")
    if not manual:
        assert payment_rows(admin_client) == []
        settings.DEPOSIT_PERCENT = 0
        assert release_unanswered() == 1
    assert _credit(customer_client, quote) == "0.00", "it won't count"
    for repriced in ("1600.00", "1500.00"):
        end_waits()
        assert "We'll contact you about the $318.75 that you paid." in text_of(delivered(tmp_path)[-1])
        assert [(row["status"], row["amount"]) for row in payment_rows(admin_client)] == [("refund_or_keep", "318.75")]
        reprice(admin_client, quote, repriced)
    assert accept(customer_client, quote, "1500.00").status_code == 200
    assert [(row["status"], row["amount"]) for row in payment_rows(admin_client)] == [("refund_or_keep", "318.75")]
    assert len(invoices_of(admin_client, quote)) == 1 + manual


def test_expired_price_asks_to_refund_or_keep_the_deposit(
    customer: User, customer_client: APIClient, admin_client: APIClient, quote: Quote, paid: dict[str, Any]
) -> None:
    unpaid = priced_quote(user=customer)
    accept(customer_client, unpaid)
    last_day = timezone.localdate() + dt.timedelta(days=3)
    told = write(admin_client, quote, LINE, TIMER, validUntil=f"{last_day}")
    write(admin_client, unpaid, LINE, validUntil=f"{last_day}")
    midnight = timezone.make_aware(dt.datetime.combine(last_day + dt.timedelta(days=1), dt.time()))
    second = dt.timedelta(seconds=1)
    with time_machine.travel(midnight - second, tick=False):
        assert release_unanswered() == 0
        assert _credit(customer_client, quote) == "318.75"
    with time_machine.travel(midnight, tick=False):
        assert accept(customer_client, quote, "1000.00", revision=told["revision"]).status_code == 409
        assert release_unanswered() == 2
        # Nothing was paid for the other quote.
        [row] = payment_rows(admin_client)
        assert (row["status"], row["amount"], row["quoteId"]) == ("refund_or_keep", "318.75", str(quote.id))
        assert row["summary"].startswith("Refund or keep $318.75? ")
        assert "until 7 days before your installation day" in row["terms"]
        assert _credit(customer_client, quote) == "0.00"
        assert release_unanswered() == 0


@pytest.mark.django_db(transaction=True)
def test_price_that_gets_another_day_while_it_expires_keeps_its_deposit(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, paid: dict[str, Any]
) -> None:
    write(admin_client, quote, LINE)
    today, row = timezone.localdate(), Quote.objects.filter(id=quote.id)
    row.update(valid_until=today - dt.timedelta(days=1))
    with transaction.atomic():
        row.select_for_update().get()
        released = run_during_transaction(release_unanswered)
        row.update(valid_until=today)
    released()
    assert payment_rows(admin_client) == []
    assert _credit(customer_client, quote) == "318.75"


def test_refund_or_keep_shows_the_terms_accepted_last(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, paid: dict[str, Any]
) -> None:
    TermsVersion.objects.create(number=2, text="No refunds.")
    reprice(admin_client, quote, "1500.00")
    assert accept(customer_client, quote, "1500.00", termsVersion=2).status_code == 200
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    [row] = payment_rows(admin_client)
    assert (row["amount"], row["terms"]) == ("318.75", "No refunds.")


REOPENED = ["the customer asks again", "staff give it another day", "staff set a declined quote back"]


@pytest.mark.parametrize("how", REOPENED)
def test_deposit_counts_again_after_the_quote_is_reopened(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, paid: dict[str, Any], how: str
) -> None:
    write(admin_client, quote, LINE)
    if how == REOPENED[2]:
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    else:
        Quote.objects.filter(id=quote.id).update(valid_until=timezone.localdate() - dt.timedelta(days=1))
        assert release_unanswered() == 1
    assert len(payment_rows(admin_client)) == 1

    if how == REOPENED[0]:
        asked = customer_client.post(f"/api/quotes/{quote.id}/ask-again", {}, format="json")
        assert asked.status_code == 200, asked.content
        assert payment_rows(admin_client) == []
    if how == REOPENED[1]:
        told = write(admin_client, quote, LINE)
    else:
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": "quoting"}, format="json")
        write(admin_client, quote, LINE)
        told = admin_client.patch(f"/api/quotes/{quote.id}", {"status": "reviewed"}, format="json").json()
    assert payment_rows(admin_client) == []
    assert _credit(customer_client, quote) == "318.75"
    assert release_unanswered() == 0
    assert accept(customer_client, quote, "1000.00", revision=told["revision"]).status_code == 200
    assert _figures(invoices_of(admin_client, quote)[0]) == ("sent", "318.75", "681.25", "0.00", "0.00")


@pytest.mark.parametrize("how", ["let go", "marked as approved without an acceptance"])
def test_price_not_expected_to_be_accepted_asks_to_refund_or_keep_the_deposit(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, paid: dict[str, Any], how: str
) -> None:
    reprice(admin_client, quote, "1500.00")
    if how == "let go":
        assert admin_client.post(f"/api/quotes/{quote.id}/let-go").status_code == 200
    else:
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": "approved"}, format="json")
    assert release_unanswered() == 1
    assert [row["status"] for row in payment_rows(admin_client)] == ["refund_or_keep"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["the office rejects it", "the customer declines the new price"])
def test_declined_quote_asks_to_refund_or_keep_the_deposit(
    customer_client: APIClient,
    admin_client: APIClient,
    quote: Quote,
    paid: dict[str, Any],
    tmp_path: Path,
    how: str,
) -> None:
    if how == "the office rejects it":
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    else:
        reprice(admin_client, quote, "1500.00")
        customer_client.post(f"/api/quotes/{quote.id}/decline", {}, format="json")
    [invoice] = invoices_of(admin_client, quote)
    assert _figures(invoice) == ("cancelled", "318.75", "0.00", "0.00", "318.75")
    [row] = payment_rows(admin_client)
    assert row["status"] == "refund_or_keep"
    end_waits()  # news for the office is collected
    assert any("Refund or keep $318.75" in text_of(email) for email in delivered_to_office(tmp_path))
    assert _keep(admin_client, row).status_code == 200
    assert payment_rows(admin_client) == []
    # A kept payment doesn't count when the customer accepts after all.
    quote.refresh_from_db()
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "reviewed"}, format="json")
    assert _credit(customer_client, quote) == "0.00"
    amount = f"{Quote.objects.get().quote_amount}"
    assert accept(customer_client, quote, amount).status_code == 200
    assert invoices_of(admin_client, quote)[0]["amountPaid"] == "0.00"


def test_dispute_of_a_kept_payment_leaves_the_deposit_on_the_new_invoice_paid(
    customer_client: APIClient,
    admin_client: APIClient,
    quote: Quote,
    paid: dict[str, Any],
    stripe_sandbox: StripeSandbox,
) -> None:
    kept = Payment.objects.get()
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    assert _keep(admin_client, payment_rows(admin_client)[0]).status_code == 200
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "reviewed"}, format="json")
    accept(customer_client, quote)
    pay(stripe_sandbox, customer_client, invoices_of(admin_client, quote)[0])
    stripe_sandbox.dispute(kept.stripe_payment_intent_id)
    stripe_sandbox.deliver()
    assert InvoicePayment.objects.get(payment=kept).disputed
    quote.refresh_from_db()
    assert quote.deposit_paid_at is not None


def test_rejected_quote_asks_to_refund_or_keep_a_deposit_by_check(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    body = {"method": "check", "amount": "318.75"}
    admin_client.post(f"/api/invoices/{invoice['id']}/record-payment", body, format="json")
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    [row] = payment_rows(admin_client)
    assert (row["status"], row["amount"], row["customerName"]) == ("refund_or_keep", "318.75", "Eleanor Hayes")
    counts = admin_client.get("/api/desk/queue/counts").json()
    assert counts["kinds"]["payment"] == 1
    assert _keep(admin_client, row).status_code == 200
    assert _keep(admin_client, row).status_code == 409
    assert payment_rows(admin_client) == []


def test_only_a_payment_for_what_was_accepted_shows_the_terms(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    accept(customer_client, quote)
    [accepted] = invoices_of(admin_client, quote)
    check = {"method": "check", "amount": "318.75"}
    admin_client.post(f"/api/invoices/{accepted['id']}/record-payment", check, format="json")
    _paid_by_hand(admin_client, quote)
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    shown = {row["amount"]: row["terms"] is not None for row in payment_rows(admin_client)}
    assert shown == {"318.75": True, "100.00": False}


def _paid_by_hand(admin: APIClient, quote: Quote, amount: str = "100.00") -> dict[str, Any]:
    """Return a manual invoice for $200, of which ``amount`` is paid by check."""
    body = {"quoteId": str(quote.id), "amount": "200.00", "description": "Design visit"}
    invoice = admin.post("/api/invoices", body, format="json").json()
    path = f"/api/invoices/{invoice['id']}"
    assert admin.post(f"{path}/send").status_code == 200
    recorded = admin.post(f"{path}/record-payment", {"method": "check", "amount": amount}, format="json")
    assert recorded.status_code == 200, recorded.content
    return recorded.json()  # type: ignore[no-any-return]


@pytest.mark.django_db(transaction=True)
def test_rejected_quote_asks_to_refund_or_keep_payments_on_manual_invoices(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    _paid_by_hand(admin_client, quote)
    assert payment_rows(admin_client) == []
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    [row] = payment_rows(admin_client)
    assert (row["status"], row["amount"], row["customerName"]) == ("refund_or_keep", "100.00", "Eleanor Hayes")
    assert row["summary"].startswith("Refund or keep $100.00? Invoice INV-")
    end_waits()
    assert any("Refund or keep $100.00" in text_of(email) for email in delivered_to_office(tmp_path))
    [overpaid] = admin_client.get("/api/invoices?scope=admin&overpaid=1").json()
    assert _figures(overpaid) == ("cancelled", "100.00", "0.00", "0.00", "100.00")
    [shown] = admin_client.get(f"/api/quotes/{quote.id}").json()["invoices"]
    for each in (overpaid, shown):
        assert (each["overpaid"], each["staffDecide"], each["replacedById"]) == ("100.00", True, None)
    assert _keep(admin_client, row).status_code == 200
    assert payment_rows(admin_client) == []


@pytest.mark.parametrize(
    ("status", "amount", "figures"),
    [
        ("reviewed", "100.00", ("sent", "100.00", "100.00", "100.00", "0.00")),
        ("approved", "200.00", ("paid", "200.00", "0.00", "0.00", "0.00")),
    ],
)
def test_reopened_quote_restores_its_partly_or_fully_paid_manual_invoice(
    admin_client: APIClient, quote: Quote, status: str, amount: str, figures: tuple[str, ...]
) -> None:
    _paid_by_hand(admin_client, quote, amount)
    for rejected in range(2):
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
        assert [row["amount"] for row in payment_rows(admin_client)] == [amount], rejected
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": status}, format="json")
        assert payment_rows(admin_client) == []
    [invoice] = invoices_of(admin_client, quote)
    assert _figures(invoice) == figures


@pytest.mark.django_db(transaction=True)
def test_reopened_quote_bills_again_what_was_refunded_since_it_was_rejected(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox
) -> None:
    """What was refunded while the quote was not rejected is not due again, as on any paid invoice."""
    body = {"quoteId": str(quote.id), "amount": "200.00", "description": "Design visit"}
    invoice = admin_client.post("/api/invoices", body, format="json").json()
    admin_client.post(f"/api/invoices/{invoice['id']}/send")
    pay(stripe_sandbox, customer_client, invoice, "all")
    for refunded, due in (("50.00", "50.00"), ("30.00", "80.00")):
        for status, amount in (("reviewed", "10.00"), ("rejected", refunded)):
            admin_client.patch(f"/api/quotes/{quote.id}", {"status": status}, format="json")
            cards.refund(stripe_sandbox.charges()[0]["payment_intent"], Decimal(amount))
            stripe_sandbox.deliver()
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": "reviewed"}, format="json")
        [seen] = invoices_of(admin_client, quote)
        assert (seen["status"], seen["amountDue"], seen["overpaid"]) == ("sent", due, "0.00")
    pay(stripe_sandbox, customer_client, invoice, "all")
    [seen] = invoices_of(admin_client, quote)
    assert _figures(seen) == ("paid", "200.00", "0.00", "0.00", "0.00")
    assert payment_rows(admin_client) == []


@pytest.mark.django_db(transaction=True)
def test_reopened_invoice_does_not_list_a_payment_that_was_refunded_in_full(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox
) -> None:
    body = {"quoteId": str(quote.id), "amount": "200.00", "description": "Design visit"}
    invoice = admin_client.post("/api/invoices", body, format="json").json()
    path = f"/api/invoices/{invoice['id']}"
    admin_client.post(f"{path}/send")
    pay(stripe_sandbox, customer_client, invoice, "all")
    assert "Paid by card" in pdf_words(admin_client.get(f"{path}/pdf").content)
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    cards.refund(stripe_sandbox.charges()[0]["payment_intent"], Decimal("200.00"))
    stripe_sandbox.deliver()
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "reviewed"}, format="json")
    assert "Paid by card" not in pdf_words(admin_client.get(f"{path}/pdf").content)


@pytest.mark.django_db(transaction=True)
def test_manual_invoice_is_canceled_while_its_quote_is_rejected(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox
) -> None:
    body = {"quoteId": str(quote.id), "amount": "200.00", "description": "Design visit"}
    sent, draft = (admin_client.post("/api/invoices", body, format="json").json() for _ in range(2))
    admin_client.post(f"/api/invoices/{sent['id']}/send")
    form = open_form(customer_client, sent, "all")
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    run_payments_queue()
    with pytest.raises(Refused):
        cards.pay(form)
    assert ask_to_pay(customer_client, sent).status_code == 409
    refused = admin_client.post(f"/api/invoices/{draft['id']}/send")
    assert (refused.status_code, "rejected" in refused.json()["message"]) == (409, True)
    assert payment_rows(admin_client) == []
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "reviewed"}, format="json")
    assert admin_client.post(f"/api/invoices/{draft['id']}/send").status_code == 200
    pay(stripe_sandbox, customer_client, sent, "all")
    assert {each["id"]: each["status"] for each in invoices_of(admin_client, quote)} == {
        sent["id"]: "paid", draft["id"]: "sent",
    }  # fmt: skip


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("closed_by", ["the office", "the office, for a minute", "the customer"])
def test_customer_hears_that_a_manual_invoice_is_open_again(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, tmp_path: Path, closed_by: str
) -> None:
    """The email about a closed quote said that there is nothing to pay."""
    invoice = _paid_by_hand(admin_client, quote, "50.00")
    if closed_by == "the customer":
        assert customer_client.post(f"/api/quotes/{quote.id}/decline", {}, format="json").status_code == 200
    else:
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    if "minute" not in closed_by:
        end_waits()
        delivered(tmp_path)
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "reviewed"}, format="json")
    end_waits()
    subjects = [str(email["Subject"]) for email in delivered(tmp_path)]
    news = f"Invoice {invoice['invoiceNumber']} is open again: $150.00 due"
    assert subjects.count(news) == (0 if "minute" in closed_by else 1), subjects
    for status in ("rejected", "reviewed"):  # for a minute
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": status}, format="json")
    end_waits()
    subjects = [str(email["Subject"]) for email in delivered(tmp_path)]
    assert subjects.count(news) == (0 if "minute" in closed_by else 1), subjects


@pytest.mark.django_db(transaction=True)
def test_customer_hears_that_a_payment_counts_again(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    invoice = _paid_by_hand(admin_client, quote, "200.00")
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    end_waits()
    assert "We'll contact you about the $200.00 that you paid." in text_of(delivered(tmp_path)[-1])
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "quoting"}, format="json")
    end_waits()
    news = f"so the $200.00 that you paid counts for invoice {invoice['invoiceNumber']} again. There's nothing more"
    assert len([email for email in delivered(tmp_path) if news in " ".join(text_of(email).split())]) == 1
    assert payment_rows(admin_client) == []


def test_manual_invoice_canceled_by_staff_stays_canceled_when_its_quote_is_reopened(
    admin_client: APIClient, quote: Quote
) -> None:
    """Even if money arrived for it."""
    make_invoice(quote=quote, user=quote.user, status="cancelled", amount_paid=100)
    for status in ("rejected", "reviewed"):
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": status}, format="json")
        assert [each["status"] for each in invoices_of(admin_client, quote)] == ["cancelled"]


def test_undoing_the_price_of_a_rejected_quote_cancels_its_manual_invoice_again(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox
) -> None:
    _paid_by_hand(admin_client, quote)
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    reopened = {"status": "reviewed", "quoteAmount": "1500.00"}
    seen = admin_client.patch(f"/api/quotes/{quote.id}", reopened, format="json").json()["updatedAt"]
    [invoice] = invoices_of(admin_client, quote)
    assert invoice["status"] == "sent"
    undone = admin_client.post(f"/api/quotes/{quote.id}/undo-price", {"updatedAt": seen}, format="json")
    assert (undone.status_code, undone.json()["status"]) == (200, "rejected")
    [invoice] = invoices_of(admin_client, quote)
    assert _figures(invoice) == ("cancelled", "100.00", "0.00", "0.00", "100.00")
    assert ask_to_pay(customer_client, invoice).status_code == 409
    assert [row["status"] for row in payment_rows(admin_client)] == ["refund_or_keep"]


@pytest.mark.parametrize(("days", "status", "reminders"), [(-1, "overdue", 2), (0, "sent", 0)])
def test_reopened_quote_restores_manual_invoice_as_sent_or_overdue(
    admin_client: APIClient, quote: Quote, days: int, status: str, reminders: int
) -> None:
    """An invoice that is overdue on reopening gets its reminders."""
    due = timezone.localdate() + dt.timedelta(days=days)
    invoice = make_invoice(quote=quote, user=quote.user, status=status, due_date=due)
    for change, becomes in (("rejected", "cancelled"), ("reviewed", status)):
        admin_client.patch(f"/api/quotes/{quote.id}", {"status": change}, format="json")
        assert admin_client.get(f"/api/invoices/{invoice.id}").json()["status"] == becomes
    assert Message.objects.filter(kind="invoice-overdue", status="queued").count() == reminders
    assert Message.objects.filter(kind="invoice-open-again", status="queued").count() == 1


@pytest.mark.django_db(transaction=True)
def test_card_payment_arriving_after_rejection_asks_to_refund_or_keep(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox
) -> None:
    body = {"quoteId": str(quote.id), "amount": "200.00", "description": "Design visit"}
    invoice = admin_client.post("/api/invoices", body, format="json").json()
    admin_client.post(f"/api/invoices/{invoice['id']}/send")
    cards.pay(open_form(customer_client, invoice, "all"))
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    stripe_sandbox.deliver()
    [row] = payment_rows(admin_client)
    assert (row["status"], row["amount"]) == ("refund_or_keep", "200.00")


def test_refunded_part_of_a_deposit_is_not_carried_over(
    customer_client: APIClient,
    admin_client: APIClient,
    quote: Quote,
    paid: dict[str, Any],
    stripe_sandbox: StripeSandbox,
) -> None:
    reprice(admin_client, quote, "1500.00")
    cards.refund(stripe_sandbox.charges()[0]["payment_intent"], Decimal("100.00"))
    stripe_sandbox.deliver()
    assert _credit(customer_client, quote) == "218.75"
    accept(customer_client, quote, "1500.00")
    latest = invoices_of(admin_client, quote)[0]
    assert _figures(latest) == ("sent", "218.75", "1281.25", "156.25", "0.00")
    assert latest["amountRefunded"] == "0.00"


def test_invoice_with_a_paid_deposit_cannot_be_canceled(
    admin_client: APIClient, quote: Quote, paid: dict[str, Any], stripe_sandbox: StripeSandbox
) -> None:
    url = f"/api/invoices/{paid['id']}/cancel"
    assert admin_client.post(url).status_code == 409
    cards.refund(stripe_sandbox.charges()[0]["payment_intent"], Decimal("318.75"))
    stripe_sandbox.deliver()
    assert admin_client.post(url).json()["status"] == "cancelled"
    assert payment_rows(admin_client) == []


def test_refund_of_a_carried_payment_shows_on_the_new_invoice(
    customer_client: APIClient,
    admin_client: APIClient,
    quote: Quote,
    paid: dict[str, Any],
    stripe_sandbox: StripeSandbox,
) -> None:
    for amount in ("1100.00", "1200.00"):
        reprice(admin_client, quote, amount)
        accept(customer_client, quote, amount)
    assert str(InvoicePayment.objects.get().carried_from_id) == paid["id"], "the invoice it was made on"
    quote.refresh_from_db()
    assert quote.deposit_paid_at is not None
    cards.refund(stripe_sandbox.charges()[0]["payment_intent"], Decimal("318.75"))
    stripe_sandbox.deliver()
    latest = invoices_of(admin_client, quote)[0]
    assert (latest["amountPaid"], latest["amountRefunded"]) == ("318.75", "318.75")
    quote.refresh_from_db()
    assert quote.deposit_paid_at is None


# --- Concurrency


@pytest.mark.django_db(transaction=True)
def test_concurrent_deposit_and_price_change_lose_no_payment(
    customer: User, admin: User, quote: Quote, stripe_sandbox: StripeSandbox
) -> None:
    """The payment counts in either order, and the transactions don't deadlock."""
    clients = [APIClient(), APIClient()]
    clients[0].force_login(customer)
    clients[1].force_login(admin)
    accept(clients[0], quote)
    for round_ in range(4):
        [invoice, *_] = invoices_of(clients[1], quote)
        cards.pay(open_form(clients[0], invoice, "first" if round_ == 0 else "all"))
        new_price = f"{2000 + round_ * 500}.00"

        def work(number: int, price: str = new_price) -> object:
            return reprice(clients[1], quote, price).status_code if number else stripe_sandbox.deliver()

        in_threads(2, work)
        run_payments_queue()
        assert accept(clients[0], quote, new_price).status_code == 200
    received = sum(charge["amount"] for charge in stripe_sandbox.charges())
    rows = InvoicePayment.objects.all()
    assert sum(row.amount for row in rows) * 100 == received
    latest = Invoice.objects.get(quote=quote, replaced_by=None)
    assert latest.amount_paid * 100 == received
    assert latest.amount_due + latest.amount_paid == latest.amount == Decimal("3500.00")


@pytest.mark.django_db(transaction=True)
def test_concurrent_acceptance_and_late_deposit_lose_no_payment(
    customer: User, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox
) -> None:
    client = APIClient()
    client.force_login(customer)
    accept(client, quote)
    [old] = invoices_of(admin_client, quote)
    cards.pay(open_form(client, old))
    reprice(admin_client, quote, "1500.00")

    def work(number: int) -> object:
        return accept(client, quote, "1500.00").status_code if number else stripe_sandbox.deliver()

    in_threads(2, work)
    run_payments_queue()
    latest, old = invoices_of(admin_client, quote)
    assert (latest["amountPaid"], old["amountPaid"]) == ("318.75", "0.00")


@pytest.mark.django_db(transaction=True)
def test_payment_kept_during_an_acceptance_is_kept_on_the_new_invoice(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    accept(customer_client, quote)
    [old] = invoices_of(admin_client, quote)
    check = {"method": "check", "amount": "300.00"}
    admin_client.post(f"/api/invoices/{old['id']}/record-payment", check, format="json")
    reprice(admin_client, quote, "200.00")
    row: dict[str, Any] = {"id": InvoicePayment.objects.get().id}
    with transaction.atomic():
        assert accept(customer_client, quote, "200.00").status_code == 200
        kept = run_during_transaction(lambda: _keep(admin_client, row))
    assert kept().json() == {"amountKept": "100.00"}
    assert invoices_of(admin_client, quote)[0]["overpaid"] == "0.00"
