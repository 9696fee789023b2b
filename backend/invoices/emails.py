"""Emails about invoices. Each shows the total, what is paid and what is due."""

import datetime as dt

from django.utils import timezone

from accounts.own_address import customer_address
from common.days import in_full, in_words
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from invoices.document import invoice_attachment
from invoices.models import PURPOSE, WHEN_REST_IS_DUE, Invoice, InvoiceStatus
from notifications.kinds import NotYet, Skip, message_kind
from notifications.layout import FOLLOW, Email, Recipient, new_link_email
from notifications.models import AboutKind, Message, MessageStatus
from notifications.texting import ShortText
from payments.amounts import MIN_CHARGE, is_chargeable
from payments.models import Payment
from quotes.emails import paid_before_words, paid_jobs_first, quote_closed
from quotes.models import QuoteStatus
from quotes.texts import quote_text
from texts.preferences import texting_preference

PAY, VIEW = ("Pay by card", FOLLOW), ("View your invoice", FOLLOW)
# After this time, a reminder looks again whether the bank has decided.
_PROCESSING_TAKES = dt.timedelta(hours=12)
_ALREADY_PAID = "Already sent your payment? You can ignore this email."


@message_kind(EmailKind("invoice-sent", Cause.STAFF), AboutKind.INVOICE)
def invoice_sent(message: Message) -> Email:
    """Send an invoice. Skipped if there is nothing to pay anymore."""
    invoice = _payable(message)
    number = invoice.invoice_number
    due = f"It's due on {in_full(invoice.due_date)}." if invoice.due_date else "It's due on receipt."
    return request_payment(
        invoice,
        subject=f"Invoice {number}: {dollars(invoice.amount_due)} due",
        news=f"Your invoice {number} for {dollars(invoice.amount)} is attached. {due}",
    )


@message_kind(EmailKind("deposit-open", Cause.STAFF), AboutKind.INVOICE)
def deposit_open(message: Message) -> Email:
    """Remind the customer, once, to pay the deposit."""
    invoice = _to_remind(message)
    if not invoice.first_due:
        raise Skip("The deposit was refunded." if invoice.is_first_part_refunded else "The deposit is paid.")
    if invoice.rest_is_due:
        raise Skip("The work is done, so everything is due.")
    deposit = dollars(invoice.first_due)
    return request_payment(
        invoice,
        subject=f"Your deposit for invoice {invoice.invoice_number}: {deposit}",
        news=f"{_open_deposit(invoice)}{paid_jobs_first(invoice.quote)}",
        closing=_ALREADY_PAID,
    )


def _open_deposit(invoice: Invoice) -> str:
    if invoice.first_due == invoice.first_amount:
        return f"We haven't received your deposit of {dollars(invoice.first_due)} for holiday lights yet."
    return f"{dollars(invoice.first_due)} of your deposit for holiday lights is still due."


@message_kind(EmailKind("invoice-rest-due", Cause.STAFF), AboutKind.INVOICE)
def invoice_rest_due(message: Message) -> Email:
    """Tell the customer when the rest is due, once the work is done. The occasion is the due date."""
    invoice = _to_remind(message)
    if invoice.due_date is None or f"{invoice.due_date}" != message.occasion:
        raise Skip("The due date has changed.")
    due, number = dollars(invoice.amount_due), invoice.invoice_number
    is_complete = invoice.quote and invoice.quote.status in QuoteStatus.COMPLETED
    return request_payment(
        invoice,
        subject=f"Invoice {number}: {due} due on {in_words(invoice.due_date)}",
        news=f"{'Our work is done.' if is_complete else 'Your lights are up!'} {due} of invoice {number} is due on "
        f"{in_words(invoice.due_date)}. The PDF is attached.",
        closing=_ALREADY_PAID,
    )


@message_kind(EmailKind("invoice-due-soon", Cause.STAFF), AboutKind.INVOICE)
def invoice_due_soon(message: Message) -> Email:
    """Remind the customer three days before an invoice is due. The occasion is the due date."""
    invoice = _to_remind(message)
    if f"{invoice.due_date}" != message.occasion or invoice.due_date is None:
        raise Skip("The due date has changed.")
    if invoice.is_late:
        raise Skip("The due date has passed.")
    when = "today" if invoice.due_date == timezone.localdate() else f"on {in_words(invoice.due_date)}"
    return request_payment(
        invoice,
        subject=f"Invoice {invoice.invoice_number}: {dollars(invoice.amount_due)} due {when}",
        news=f"{dollars(invoice.amount_due)} of invoice {invoice.invoice_number} is due {when}. The PDF is attached.",
        closing=_ALREADY_PAID,
    )


@message_kind(EmailKind("invoice-overdue", Cause.STAFF), AboutKind.INVOICE)
def invoice_overdue(message: Message) -> Email:
    """Remind the customer of an overdue invoice, 1 and 10 days after the due date. The occasion is the due date and the
    number of days.
    """
    invoice = Invoice.objects.get(id=message.row_id)
    if invoice.status != InvoiceStatus.OVERDUE:
        raise Skip("The invoice is no longer overdue.")
    _wait_for_bank(invoice)
    due = f"was due on {in_full(invoice.due_date)}" if invoice.due_date else "is due"
    return request_payment(
        invoice,
        subject=f"Invoice {invoice.invoice_number} is overdue: {dollars(invoice.amount_due)} due",
        news=f"Invoice {invoice.invoice_number} {due} and hasn't been paid in full. The PDF is attached.",
        closing=_ALREADY_PAID,
    )


@message_kind(EmailKind("invoice-canceled", Cause.STAFF), AboutKind.INVOICE)
def invoice_canceled(message: Message) -> Email:
    """Tell the customer that an invoice that they were sent is canceled."""
    invoice = Invoice.objects.get(id=message.row_id)
    own_email = Message.objects.filter(kind=invoice_sent.kind.slug, about_id=invoice.id).first()
    if own_email and own_email.status != MessageStatus.SENT:
        raise Skip("The customer has not been sent the invoice.")
    number = invoice.invoice_number
    return Email(
        to=recipient_of(invoice),
        subject=f"Invoice {number} is canceled",
        paragraphs=[f"We canceled invoice {number} for {dollars(invoice.amount)}, so please don't pay it."],
        action=VIEW,
        closing="Already sent your payment, or have a question? Call us or reply to this email.",
    )


@message_kind(EmailKind("invoice-withdrawn", Cause.STAFF), AboutKind.INVOICE)
def invoice_withdrawn(message: Message) -> Email:
    """Tell the customer that the invoice for a price is canceled since staff reopened the quote that they accepted."""
    invoice = Invoice.objects.select_related("quote").get(id=message.row_id)
    quote = invoice.quote
    if quote is None or invoice.status not in InvoiceStatus.VOID or quote.status not in QuoteStatus.OPEN:
        raise Skip("The quote is accepted again, or closed.")
    if quote.offer is not None:
        raise Skip("The email about the new price says so.")
    return Email(
        to=recipient_of(invoice),
        subject=f"Invoice {invoice.invoice_number} is canceled",
        paragraphs=[
            "Your holiday lights quote is open again, so what you accepted no longer holds. "
            f"We canceled invoice {invoice.invoice_number}, so please don't pay it.",
            *paid_before_words(quote, counts_toward="the price that you accept next"),
        ],
        action=VIEW,
        next_steps=["We'll send you the new price."],
        closing="Already sent your payment, or have a question? Call us or reply to this email.",
    )


@message_kind(EmailKind("invoice-open-again", Cause.STAFF), AboutKind.INVOICE)
def invoice_open_again(message: Message) -> Email:
    """Tell the customer that a manual invoice, or what they paid on it, counts again since its quote isn't declined or
    rejected anymore.
    """
    invoice = Invoice.objects.get(id=message.row_id)
    if invoice.without_job:
        raise Skip("The quote is closed again.")
    if invoice.status != InvoiceStatus.PAID:
        invoice = _payable(message)
    about_closing = Message.objects.filter(kind=quote_closed.kind.slug, about_id=invoice.quote_id)
    closed = about_closing.order_by("created_at").last()
    if closed and closed.status != MessageStatus.SENT:
        raise Skip("The customer was not told that the quote was closed.")
    number = invoice.invoice_number
    if invoice.status == InvoiceStatus.PAID:
        paid = dollars(invoice.amount_paid - invoice.amount_refunded)
        return Email(
            to=recipient_of(invoice),
            subject=f"Your payment counts for invoice {number} again",
            paragraphs=[
                f"Your quote for holiday lights is open again, so the {paid} that you paid counts for invoice {number} "
                "again. There's nothing more to pay on it."
            ],
            facts=amounts(invoice),
            action=VIEW,
            closing="Think this is wrong? Please call us.",
        )
    return request_payment(
        invoice,
        subject=f"Invoice {number} is open again: {dollars(invoice.amount_due)} due",
        news=f"Your quote for holiday lights is open again, so invoice {number} is due again. The PDF is attached.",
        closing=_ALREADY_PAID,
    )


@message_kind(EmailKind("invoice-link", Cause.STRANGER), AboutKind.INVOICE)
def invoice_link(message: Message) -> Email:
    """Send the new private link that someone requested for this bill-to address."""
    invoice = _payable(message)
    return new_link_email(
        to=recipient_of(invoice),
        what=f"invoice {invoice.invoice_number}",
        facts=amounts(invoice),
        total=due_now(invoice),
    )


def request_payment(invoice: Invoice, *, subject: str, news: str, closing: str = "") -> Email:
    """Return an email that asks the customer to pay what is due, with the PDF attached."""
    pay_here = "; pay here" if is_chargeable(invoice.due_now) else ""
    return Email(
        to=recipient_of(invoice),
        subject=subject,
        paragraphs=[news, how_to_pay(invoice)],
        facts=amounts(invoice),
        total=due_now(invoice),
        action=action_of(invoice),
        closing=closing,
        attachments=[invoice_attachment(invoice)],
        text=text_about(invoice, f"{subject}. The email has the details{pay_here}:"),
    )


def how_to_pay(invoice: Invoice) -> str:
    """Return how to pay what is due now; if only the rest is left, when that is due."""
    if invoice.rest_later and not invoice.due_now:
        return f"The rest, {dollars(invoice.rest_later)}, is due {WHEN_REST_IS_DUE}. We'll email you then."
    if is_chargeable(invoice.due_now):
        return "Pay by card online or by check."
    return (
        f"Cards take no less than {dollars(MIN_CHARGE)}: pay it in cash, by check, or together with your next payment."
    )


def action_of(invoice: Invoice) -> tuple[str, str]:
    return PAY if is_chargeable(invoice.due_now) else VIEW


def text_about(invoice: Invoice, body: str) -> ShortText:
    """Return the text message for the billed customer that goes with an email."""
    if invoice.quote:
        return quote_text(invoice.quote, body)
    return ShortText(
        texting_preference(user=invoice.user, phone="", text_updates=False, asked_at=invoice.created_at), body
    )


def _payable(message: Message) -> Invoice:
    invoice = Invoice.objects.get(id=message.row_id)
    if invoice.status not in InvoiceStatus.PAYABLE:
        raise Skip(f"The invoice is {invoice.status_in_words}.")
    return invoice


def _to_remind(message: Message) -> Invoice:
    invoice = _payable(message)
    _wait_for_bank(invoice)
    return invoice


def _wait_for_bank(invoice: Invoice) -> None:
    """Put a reminder off while a bank is processing a payment of the invoice."""
    if Payment.objects.processing(PURPOSE).filter(reference=invoice.id).exists():
        raise NotYet(timezone.now() + _PROCESSING_TAKES)


def recipient_of(invoice: Invoice) -> Recipient:
    """Return the recipient of emails about an invoice, at the account's address, or the bill-to address of a guest.

    Staff can't enter an address: it is always the quote's, which the customer typed, or the account's.
    """
    address = customer_address(invoice.user, invoice.bill_to_email)
    if not address:
        raise Skip("The customer has no email address.")
    return Recipient(address, invoice.bill_to_name)


def amounts(invoice: Invoice) -> list[tuple[str, str]]:
    return [
        ("Total", dollars(invoice.amount)),
        ("Paid", dollars(invoice.amount_paid)),
        *([(f"The rest, {WHEN_REST_IS_DUE}", dollars(invoice.rest_later))] if invoice.rest_later else []),
    ]


def due_now(invoice: Invoice) -> tuple[str, str]:
    """Return what the customer has to pay now, as a label and an amount; $0.00 on a canceled or paid invoice."""
    return "Due now" if invoice.rest_later else "Due", dollars(invoice.due_now)
