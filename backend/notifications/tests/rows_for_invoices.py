"""Rows for the messages about invoices.

The invoice is for $1,164.50 with a deposit of $291.13. Paid, due, refunded and owed amounts all differ.
"""

import datetime as dt
from decimal import Decimal
from typing import Any

from accounts.models import User
from invoices import emails, payment_emails
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from notifications.tests.rows_for_quotes import quote_of
from notifications.tests.stored_messages import (
    EARLIER,
    GUEST_EMAIL,
    GUEST_NAME,
    NOW,
    TYPED_EMAIL,
    TYPED_NAME,
    Planned,
    account,
    id_of,
    stored,
    was_told,
)  # fmt: skip
from payments import money_emails
from payments.models import Payment
from payments.tests.factories import make_payment
from quotes.models import Quote

DUE = dt.date(2026, 12, 1)
DEPOSIT: dict[str, Any] = {
    "from_acceptance": True, "first_amount": Decimal("291.13"), "first_due_date": dt.date(2026, 11, 20),
}  # fmt: skip


def _invoice(user: User | None, **changes: Any) -> Invoice:
    quote = quote_of(user, quote_amount="1164.50", status="approved")
    who = (TYPED_NAME, TYPED_EMAIL) if user else (GUEST_NAME, GUEST_EMAIL)
    fields = {
        "id": id_of("invoice", 12), "invoice_number": "INV-2026-00012", "amount": Decimal("1164.50"), "user": user,
        "quote": quote, "bill_to_name": who[0], "bill_to_email": who[1], "sent_at": EARLIER,
    }  # fmt: skip
    make_invoice(invoice_number="INV-2026-00099", bill_to_name="Zelda Stranger", amount="8888.88")
    return make_invoice(**{**fields, **changes})


def _payment(invoice: Invoice, amount: str, **changes: Any) -> InvoicePayment:
    fields = {"id": id_of("payment", 3), "method": "check", "created_at": EARLIER, "invoice": invoice}
    return InvoicePayment.objects.create(**{**fields, "amount": Decimal(amount), **changes})


def _by_card(invoice: Invoice, amount: str, **changes: Any) -> InvoicePayment:
    card: Payment = make_payment(
        id=id_of("card", 8), purpose="invoice", reference=invoice.id, amount=Decimal(amount),
        amount_received=Decimal(amount), succeeded_at=EARLIER, payer_name="Somebody Else",
        receipt_email="else@payer.example", amount_refunded=Decimal(changes.get("amount_refunded", "0.00")),
    )  # fmt: skip
    return _payment(invoice, amount, **{"method": "card", "payment": card, **changes})


@stored("invoice-sent")
def _sent() -> Planned:
    return Planned(emails.invoice_sent, _invoice(account(), due_date=DUE, amount_paid="301.25").id)


@stored("invoice-sent-guest")
def _sent_to_guest() -> Planned:
    return Planned(emails.invoice_sent, _invoice(None).id)


@stored("invoice-sent-less-than-a-card-takes")
def _sent_with_little_due() -> Planned:
    return Planned(emails.invoice_sent, _invoice(account(), amount_paid="1164.20").id)


@stored("deposit-open")
def _deposit_open() -> Planned:
    return Planned(emails.deposit_open, _invoice(account(), **DEPOSIT, amount_paid="41.13").id)


@stored("deposit-open-unpaid")
def _deposit_unpaid() -> Planned:
    return Planned(emails.deposit_open, _invoice(None, **DEPOSIT).id)


@stored("invoice-rest-due")
def _rest_due() -> Planned:
    invoice = _invoice(account(), **DEPOSIT, amount_paid="291.13", due_date=DUE)
    return Planned(emails.invoice_rest_due, invoice.id, f"{DUE}")


@stored("invoice-due-soon")
def _due_soon() -> Planned:
    invoice = _invoice(account(), amount_paid="301.25", due_date=dt.date(2026, 11, 20))
    return Planned(emails.invoice_due_soon, invoice.id, "2026-11-20")


@stored("invoice-due-soon-today")
def _due_today() -> Planned:
    invoice = _invoice(None, amount_paid="301.25", due_date=dt.date(2026, 11, 17))
    return Planned(emails.invoice_due_soon, invoice.id, "2026-11-17")


@stored("invoice-overdue")
def _overdue() -> Planned:
    invoice = _invoice(account(), amount_paid="301.25", due_date=dt.date(2026, 11, 7), status="overdue")
    return Planned(emails.invoice_overdue, invoice.id, "2026-11-07 10")


@stored("invoice-canceled")
def _canceled() -> Planned:
    invoice = _invoice(account(), status="cancelled")
    was_told(emails.invoice_sent, invoice.id, invoice.id, {})
    return Planned(emails.invoice_canceled, invoice.id)


@stored("invoice-withdrawn")
def _withdrawn() -> Planned:
    invoice = _invoice(account(), status="cancelled", from_acceptance=True)
    Quote.objects.update(status="quoting", quote_amount=None)
    return Planned(emails.invoice_withdrawn, invoice.id, "when it was reopened")


@stored("invoice-open-again")
def _open_again() -> Planned:
    invoice = _invoice(account(), amount_paid="301.25", due_date=DUE)
    return Planned(emails.invoice_open_again, invoice.id, f"{invoice.id} 1")


@stored("invoice-open-again-paid")
def _counts_again() -> Planned:
    paid = {"status": "paid", "paid_date": EARLIER, "amount_paid": "1204.75", "amount_refunded": "40.25"}
    invoice = _invoice(account(), **paid)
    return Planned(emails.invoice_open_again, invoice.id, f"{invoice.id} 1")


@stored("invoice-link")
def _link() -> Planned:
    return Planned(emails.invoice_link, _invoice(account(), **DEPOSIT, amount_paid="41.13").id, "asked at noon")


@stored("payment-received")
def _received() -> Planned:
    invoice = _invoice(account(), amount_paid="301.25", due_date=DUE)
    _payment(invoice, "95.25", id=id_of("payment", 2))
    return Planned(payment_emails.payment_received, invoice.id, str(_payment(invoice, "206.00").id))


@stored("payment-received-in-another-way")
def _received_in_another_way() -> Planned:
    invoice = _invoice(None, amount_paid="206.00")
    return Planned(payment_emails.payment_received, invoice.id, str(_payment(invoice, "206.00", method="other").id))


@stored("payment-received-in-full")
def _received_in_full() -> Planned:
    invoice = _invoice(None, status="paid", amount_paid="1164.50")
    _payment(invoice, "958.50", id=id_of("payment", 2))
    return Planned(payment_emails.payment_received, invoice.id, str(_by_card(invoice, "206.00").id))


@stored("payment-received-at-once")
def _received_at_once() -> Planned:
    invoice = _invoice(account(), status="paid", **DEPOSIT, amount_paid="1164.50")
    return Planned(payment_emails.payment_received, invoice.id, str(_by_card(invoice, "1164.50").id))


@stored("payment-received-in-full-but-disputed")
def _received_in_full_but_disputed() -> Planned:
    invoice = _invoice(None, status="paid", amount_paid="1164.50", amount_disputed="206.00")
    _by_card(invoice, "206.00", id=id_of("payment", 2), disputed=True)
    return Planned(payment_emails.payment_received, invoice.id, str(_payment(invoice, "958.50").id))


@stored("payment-received-in-full-but-dispute-lost")
def _received_in_full_but_dispute_lost() -> Planned:
    invoice = _invoice(None, status="paid", amount_paid="1164.50", amount_disputed="206.00", amount_lost="206.00")
    _by_card(invoice, "206.00", id=id_of("payment", 2), disputed=True, dispute_lost=True)
    return Planned(payment_emails.payment_received, invoice.id, str(_payment(invoice, "958.50").id))


def _dispute_lost(invoice: Invoice) -> Planned:
    card = _by_card(invoice, "291.13", disputed=True, dispute_lost=True).payment_id
    return Planned(money_emails.dispute_decided, card, "dp_1 lost")


@stored("dispute-decided-work-not-done")
def _dispute_lost_before_the_work() -> Planned:
    return _dispute_lost(_invoice(account(), **DEPOSIT, amount_paid="291.13"))


def _with_work_done(user: User | None, **changes: Any) -> Invoice:
    invoice = _invoice(user, **changes)
    Quote.objects.filter(invoices=invoice).update(status="complete")
    return invoice


@stored("dispute-decided-invoice-open")
def _dispute_lost_after_the_work() -> Planned:
    return _dispute_lost(_with_work_done(account(), **DEPOSIT, amount_paid="291.13", due_date=DUE))


@stored("dispute-decided-invoice-paid")
def _dispute_lost_after_all_was_paid() -> Planned:
    return _dispute_lost(_with_work_done(None, status="paid", amount_paid="1164.50"))


@stored("dispute-decided-invoice-canceled")
def _dispute_lost_after_the_cancellation() -> Planned:
    return _dispute_lost(_invoice(account(), status="cancelled", amount_paid="291.13"))


@stored("dispute-decided-job-off")
def _dispute_lost_for_no_job() -> Planned:
    return _dispute_lost(_invoice(account(), **DEPOSIT, status="cancelled", amount_paid="291.13"))


@stored("payment-received-deposit")
def _deposit_received() -> Planned:
    invoice = _invoice(account(), **DEPOSIT, amount_paid="291.13")
    return Planned(payment_emails.payment_received, invoice.id, str(_by_card(invoice, "291.13").id))


@stored("payment-received-part-of-deposit")
def _part_of_deposit_received() -> Planned:
    invoice = _invoice(account(), **DEPOSIT, amount_paid="41.13")
    return Planned(payment_emails.payment_received, invoice.id, str(_payment(invoice, "41.13", method="cash").id))


@stored("payment-received-too-much")
def _received_too_much() -> Planned:
    invoice = _invoice(account(), status="paid", amount_paid="1266.00")
    _payment(invoice, "1060.00", id=id_of("payment", 2))
    row = _by_card(invoice, "206.00", amount_owed="101.50", owed_since=NOW)
    return Planned(payment_emails.payment_received, invoice.id, str(row.id))


@stored("payment-received-job-off")
def _received_for_no_job() -> Planned:
    invoice = _invoice(account(), **DEPOSIT, status="cancelled", amount_paid="291.13")
    return Planned(payment_emails.payment_received, invoice.id, str(_by_card(invoice, "291.13").id))


@stored("payment-reversed")
def _reversed() -> Planned:
    invoice = _invoice(account(), amount_paid="301.25", due_date=DUE)
    return Planned(payment_emails.payment_reversed, invoice.id, str(_taken_back(invoice, "206.00").id))


@stored("payment-reversed-rest-later")
def _reversed_before_the_rest_is_due() -> Planned:
    invoice = _invoice(account(), **DEPOSIT, amount_paid="291.13")
    return Planned(payment_emails.payment_reversed, invoice.id, str(_taken_back(invoice, "206.00").id))


@stored("payment-reversed-no-refund")
def _no_refund_after_all() -> Planned:
    invoice = _invoice(account(), status="paid", amount_paid="1266.00")
    row = _taken_back(invoice, "206.00")
    _by_card(invoice, "1266.00", id=id_of("payment", 2), receipt_at=NOW - dt.timedelta(hours=9))
    return Planned(payment_emails.payment_reversed, invoice.id, str(row.id))


def _taken_back(invoice: Invoice, amount: str) -> InvoicePayment:
    by = User.objects.create_superuser("sam@staff.example", first_name="Sam")
    return _payment(
        invoice, amount, receipt_at=EARLIER, taken_back_at=NOW, taken_back_by=by, taken_back_note="Bounced, call them"
    )


@stored("invoice-refunded")
def _refunded() -> Planned:
    invoice = _invoice(account(), status="paid", amount_paid="1266.00", amount_refunded="70.50")
    row = _by_card(invoice, "606.00", amount_refunded="70.50")
    return Planned(payment_emails.invoice_refunded, invoice.id, f"{row.payment_id} 20.25 70.50 2")


def _overpaid_by_card(invoice: Invoice, amount: str, dispute_status: str = "") -> Planned:
    row = _by_card(invoice, amount)
    Payment.objects.update(dispute_status=dispute_status)
    return Planned(payment_emails.invoice_overpaid, invoice.id, f"{amount} {row.id} {EARLIER}")


@stored("invoice-overpaid")
def _overpaid() -> Planned:
    invoice = _invoice(account(), status="paid", amount_paid="1266.00", amount_refunded="20.25", amount_kept="6.40")
    return _overpaid_by_card(invoice, "74.85")


@stored("invoice-overpaid-job-off")
def _overpaid_for_no_job() -> Planned:
    invoice = _invoice(account(), **DEPOSIT, status="cancelled", amount_paid="291.13", amount_refunded="20.25")
    return _overpaid_by_card(invoice, "270.88")


@stored("invoice-overpaid-dispute-won")
def _overpaid_dispute_won() -> Planned:
    paid = {"amount_paid": "1367.00", "amount_disputed": "101.00"}
    return _overpaid_by_card(_invoice(account(), status="paid", **paid), "101.50", dispute_status="won")


@stored("invoice-overpaid-dispute-lost")
def _overpaid_dispute_lost() -> Planned:
    paid = {"amount_paid": "1367.00", "amount_disputed": "101.00", "amount_lost": "81.00"}
    return _overpaid_by_card(_invoice(account(), status="paid", **paid), "101.50")


@stored("invoice-overpaid-job-off-dispute-dropped")
def _overpaid_for_no_job_and_no_longer_disputed() -> Planned:
    invoice = _invoice(account(), **DEPOSIT, status="cancelled", amount_paid="291.13")
    return _overpaid_by_card(invoice, "291.13", dispute_status="warning_closed")


@stored("office-deposit-paid")
def _office_deposit_paid() -> Planned:
    return Planned(payment_emails.office_deposit_paid, _invoice(account(), **DEPOSIT, amount_paid="301.25").id, "1")


@stored("office-deposit-paid-in-full")
def _office_deposit_paid_in_full() -> Planned:
    invoice = _invoice(account(), **DEPOSIT, status="paid", amount_paid="1164.50")
    return Planned(payment_emails.office_deposit_paid, invoice.id, "1")


@stored("office-refund-or-keep")
def _office_refund_or_keep() -> Planned:
    invoice = _invoice(account(), **DEPOSIT, status="cancelled", amount_paid="291.13", amount_refunded="20.25")
    return Planned(payment_emails.office_refund_or_keep, invoice.id, "1")
