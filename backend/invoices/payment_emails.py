"""Emails about payments on invoices."""

from uuid import UUID

from django.utils import timezone

from common.days import in_full
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from invoices.document import invoice_attachment
from invoices.due_dates import is_work_done
from invoices.emails import (
    VIEW,
    action_of,
    amounts,
    due_now,
    how_to_pay,
    recipient_of,
    request_payment,
    text_about,
)
from invoices.models import OVERPAID_INVOICES, WHEN_REST_IS_DUE, Invoice, InvoicePayment, InvoiceStatus
from notifications.kinds import Skip, message_kind
from notifications.layout import Email, email_to_business
from notifications.models import AboutKind, Message, MessageStatus
from notifications.office import News, office_kind
from payments.emails import (
    REFUND_TIME,
    card_covers,
    disputed_words,
    how_it_came,
    is_promise_void,
    refund_facts,
    refund_of,
    refund_promise,
)
from payments.hooks import AfterLoss
from payments.models import Payment
from quotes.deposits import credit_of
from quotes.emails import call_about_day
from quotes.models import QuoteStatus

_CONTACT = "We'll contact you about this payment. You don't need to do anything."


@message_kind(EmailKind("payment-received", Cause.PAYMENT), AboutKind.INVOICE)
def payment_received(message: Message) -> Email:
    """Send the receipt for a payment. Skipped if it was reversed. The occasion is the payment's ID."""
    counted = InvoicePayment.objects.counted().select_related("invoice", "payment").select_for_update(of=["self"])
    payment = counted.filter(id=UUID(message.occasion)).first()
    if payment is None:
        raise Skip("The payment was reversed.")
    invoice, asks_to_pay = payment.invoice, not payment.invoice.staff_decide
    if message.status != MessageStatus.SENT:  # for the text beside it, which may wait for the morning
        payment.receipt_at = timezone.now()
        payment.save(update_fields=["receipt_at"])
    amount = dollars(payment.counted_amount)
    received = f"We received {amount}{payment.how_paid}"
    call = call_about_day(invoice.quote) if invoice.quote and asks_to_pay else ""
    return Email(
        to=recipient_of(invoice),
        subject=f"Receipt: {amount}{_deposit_word(payment)} for invoice {invoice.invoice_number}",
        paragraphs=[f"Thank you! {received} for invoice {invoice.invoice_number}.", *_whats_next(invoice, payment)],
        facts=[("Received on", in_full(payment.received_at)), *amounts(invoice)],
        total=due_now(invoice) if asks_to_pay else None,
        action=action_of(invoice) if asks_to_pay else VIEW,
        next_steps=[f"{call} of your installation."] if call else [],
        attachments=[invoice_attachment(invoice)],
        text=text_about(invoice, f"Thank you! {received} for invoice {invoice.invoice_number}."),
    )


def _deposit_word(payment: InvoicePayment) -> str:
    """Return " deposit" for a payment of exactly the deposit. If that is half, the rest is as much, but comes later."""
    earlier = payment.invoice.payments.counted().filter(created_at__lt=payment.created_at)
    return " deposit" if payment.counted_amount == payment.invoice.first_amount and not earlier.exists() else ""


def _whats_next(invoice: Invoice, payment: InvoicePayment) -> list[str]:
    if invoice.staff_decide:
        return [_CONTACT]
    if payment.amount_owed:
        return [refund_promise(payment.amount_owed)]
    if invoice.awaits_yes and invoice.quote and not credit_of(invoice.quote):
        return [_CONTACT]
    if invoice.awaits_yes:
        return ["Your quote has changed since. What you paid counts toward the new price."]
    if invoice.asks_for_deposit:
        return [f"{dollars(invoice.first_due)} of the deposit is still due.", how_to_pay(invoice)]
    if invoice.amount_due and not invoice.rest_is_due:
        return [how_to_pay(invoice)]
    if invoice.amount_due:
        return [f"{dollars(invoice.amount_due)} is still due.", how_to_pay(invoice)]
    if invoice.amount_disputed:
        return [disputed_words(invoice.amount_disputed, invoice.amount_lost)]
    return ["Your invoice is paid in full. The PDF with the paid stamp is attached."]


@message_kind(EmailKind("payment-reversed", Cause.PAYMENT), AboutKind.INVOICE)
def payment_reversed(message: Message) -> Email:
    """Tell the customer that a payment was reversed for which they have a receipt. Skipped if nothing is due even
    without it, except when a later receipt promised them a refund that they won't get now.

    The occasion is the payment's ID. The reason is an internal note, so it is left out.
    """
    payment = InvoicePayment.objects.select_related("invoice").get(id=UUID(message.occasion))
    invoice = payment.invoice
    if not payment.receipt_at:
        raise Skip("The customer has no receipt for the payment.")
    news = (
        f"On {in_full(payment.receipt_at)} we told you that we received {dollars(payment.amount)}{payment.how_paid} "
        f"for invoice {invoice.invoice_number}. That payment didn't go through or was recorded in error, so it no "
        "longer counts."
    )
    counted = invoice.payments.counted()
    if invoice.status == InvoiceStatus.PAID and not invoice.staff_decide and is_promise_void(payment, counted):
        return _no_refund(invoice, news)
    if invoice.status not in InvoiceStatus.PAYABLE:
        raise Skip("Nothing is due.")
    rest = f"{dollars(invoice.rest_later)} due {WHEN_REST_IS_DUE}"
    due = f"{dollars(invoice.due_now)} due again" if invoice.due_now else rest
    return request_payment(
        invoice,
        subject=f"Invoice {invoice.invoice_number}: {due}",
        news=news,
        closing="Think this is wrong? Please call us.",
    )


def _no_refund(invoice: Invoice, news: str) -> Email:
    covered = card_covers("the invoice", invoice.overpaid)
    return Email(
        to=recipient_of(invoice),
        subject=f"Invoice {invoice.invoice_number}: your card payment covers it",
        paragraphs=[news, covered],
        facts=amounts(invoice),
        total=due_now(invoice),
        action=VIEW,
        closing="Think this is wrong? Please call us.",
        text=text_about(invoice, covered),
    )


@message_kind(EmailKind("invoice-refunded", Cause.PAYMENT), AboutKind.INVOICE)
def invoice_refunded(message: Message) -> Email:
    """Tell the customer about a refund of a card payment. The occasion is that of ``payments.emails.refund_of``."""
    payment, amount = refund_of(message)
    invoice = InvoicePayment.objects.select_related("invoice__user").get(payment=payment).invoice
    return Email(
        to=recipient_of(invoice),
        subject=f"Refund: {amount} for invoice {invoice.invoice_number}",
        paragraphs=[f"We refunded {amount} of your card payment for invoice {invoice.invoice_number}."],
        facts=refund_facts(payment),
        action=VIEW,
        next_steps=[REFUND_TIME],
        closing="Think this is wrong? Please call us.",
        text=text_about(invoice, f"We refunded {amount} of your card payment for invoice {invoice.invoice_number}."),
    )


@message_kind(EmailKind("invoice-overpaid", Cause.PAYMENT), AboutKind.INVOICE)
def invoice_overpaid(message: Message) -> Email:
    """Tell the business that an invoice is overpaid. Skipped if the difference has been refunded or kept.

    The occasion is as for ``trees.payment_emails.tree_overpaid``.
    """
    invoice = Invoice.objects.filter(OVERPAID_INVOICES, id=message.row_id).first()
    if invoice is None:
        raise Skip("The invoice is no longer overpaid.")
    over, number = dollars(invoice.overpaid), invoice.invoice_number
    _, row_id, *_ = message.occasion.split()
    row = InvoicePayment.objects.select_related("payment").get(id=UUID(row_id))
    came = how_it_came(row)
    if invoice.staff_decide:
        news = f"{invoice.bill_to_name}'s invoice {number} is for a job that won't happen, but {came}."
        task, promise = f"Refund or keep {over}: it's in Due now until you do.", "we'll contact them"
    else:
        news = (
            f"{invoice.bill_to_name} paid {over} more than invoice {number} bills: {came} after the invoice was paid "
            "another way or canceled."
        )
        task, promise = "Refund it on the invoice.", "we'll refund the difference"
    # The receipt said so, unless the payment was disputed later.
    told = "" if row.payment and row.payment.dispute_status else f" We told the customer that {promise}."
    return email_to_business(
        subject=f"Overpaid by {over}: invoice {number}",
        paragraphs=[news, task + told],
        facts=[*amounts(invoice), *_given_back(invoice), due_now(invoice), ("Overpaid", over)],
        action=("Open the invoice", _on_desk(invoice)),
    )


def _given_back(invoice: Invoice) -> list[tuple[str, str]]:
    """Return what reduces the overpaid amount, so that the facts add up."""
    amounts = {
        "Refunded": invoice.amount_refunded - invoice.amount_waived, "Kept": invoice.amount_kept,
        "Disputed": invoice.amount_disputed - invoice.amount_lost, "Returned by the bank": invoice.amount_lost,
    }  # fmt: skip
    return [(label, dollars(amount)) for label, amount in amounts.items() if amount]


@office_kind("office-deposit-paid", AboutKind.INVOICE)
def office_deposit_paid(message: Message) -> News:
    """Tell the office that a deposit was paid by card, alone or with the rest: the job can be scheduled."""
    invoice = Invoice.objects.get(id=message.row_id)
    paid = invoice.amount_paid - invoice.amount_refunded - invoice.amount_disputed
    if not invoice.has_first_part_paid or invoice.first_amount is None or paid < invoice.first_amount:
        raise Skip("The deposit was refunded or disputed, or the price has changed.")
    return _news(invoice, "paid in full" if paid >= invoice.amount else "paid the deposit", dollars(paid))


@office_kind("office-refund-or-keep", AboutKind.INVOICE)
def office_refund_or_keep(message: Message) -> News:
    """Ask the office to refund or keep what was paid for a quote that was declined or not accepted again."""
    invoice = Invoice.objects.get(id=message.row_id)
    if not invoice.overpaid:
        raise Skip("It was refunded or kept, or counts toward another invoice.")
    return _news(invoice, "paid for a job that won't happen", f"Refund or keep {dollars(invoice.overpaid)}")


def _news(invoice: Invoice, verb: str, facts: str) -> News:
    return News(f"{invoice.bill_to_name} {verb}", f"{facts}, {invoice.invoice_number}", _on_desk(invoice))


def _on_desk(invoice: Invoice) -> str:
    return f"/admin?tab=invoices&q={invoice.invoice_number}&open={invoice.id}"


def after_loss(payment: Payment) -> AfterLoss | None:
    """Return what the office has to do about an invoice whose money a bank has returned (``payments.hooks.Purpose``).

    The lost money still counts as paid on it, so another invoice has to bill it again.
    """
    row = InvoicePayment.objects.select_related("invoice__quote").filter(payment=payment).first()
    if row is None:
        return None
    invoice, quote = row.invoice, row.invoice.quote
    name, again = f"Invoice {invoice.invoice_number}", "if they'll pay again, bill it on another invoice"
    if invoice.status in InvoiceStatus.VOID or invoice.without_job:
        todo = f"{name} is for a job that won't happen." if invoice.staff_decide else f"{name} is canceled."
    elif quote and quote.status in QuoteStatus.AGREED and not is_work_done(quote):
        todo = f"The work isn't done yet. Call the customer before you come: {again}; otherwise call the job off."
    elif invoice.status in InvoiceStatus.PAYABLE:
        todo = f"{name} is still open, for the rest of {dollars(invoice.amount_due)}. Call the customer: {again}."
    else:
        todo = f"{name} stays paid. Call the customer: {again}."
    return todo, ("Open the invoice", _on_desk(invoice))
