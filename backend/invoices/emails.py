"""The emails about invoices. Each shows the total, what is paid and what is due."""

from decimal import Decimal
from uuid import UUID

from django.utils import timezone

from accounts.own_address import customer_address
from common.days import in_words
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from invoices.document import invoice_attachment
from invoices.models import OVERPAID_INVOICES, WHEN_REST_IS_DUE, Invoice, InvoicePayment, InvoiceStatus
from notifications.kinds import Skip, message_kind
from notifications.layout import FOLLOW, Email, email_to_business, new_link_email
from notifications.models import AboutKind, Message
from notifications.office import News, office_kind
from notifications.texting import ShortText
from payments.amounts import LEAST, is_chargeable
from payments.emails import REFUND_TIME, refund_promise
from payments.models import PaymentMethod
from quotes.texts import quote_text
from texts.wishes import text_wish

_DAY = "%B %-d, %Y"
_PAY, _VIEW = ("Pay by card", FOLLOW), ("View your invoice", FOLLOW)
_ALREADY_PAID = "Already sent your payment? You can ignore this email."


@message_kind(EmailKind("invoice-sent", Cause.STAFF), AboutKind.INVOICE)
def invoice_sent(message: Message) -> Email:
    """Send an invoice, unless it no longer has to be paid."""
    invoice = _payable(message)
    number = invoice.invoice_number
    due = f"It's due on {invoice.due_date.strftime(_DAY)}." if invoice.due_date else "It's due on receipt."
    return _request(
        invoice,
        subject=f"Invoice {number}: {dollars(invoice.amount_due)} due",
        news=f"Your invoice {number} for {dollars(invoice.amount)} is attached. {due}",
    )


@message_kind(EmailKind("payment-received", Cause.PAYMENT), AboutKind.INVOICE)
def payment_received(message: Message) -> Email:
    """Send the receipt for a payment, unless it was reversed. The occasion is the payment's ID."""
    counted = InvoicePayment.objects.counted().select_related("invoice").select_for_update(of=["self"])
    payment = counted.filter(id=UUID(message.occasion)).first()
    if payment is None:
        raise Skip("The payment was reversed.")
    invoice = payment.invoice
    payment.receipt_at = timezone.now()
    payment.save(update_fields=["receipt_at"])
    received = f"We received {dollars(payment.amount)} by {payment.get_method_display().lower()}"
    return Email(
        to=_address(invoice),
        name=invoice.bill_to_name,
        subject=f"Receipt: {dollars(payment.amount)}{_deposit_in(payment)} for invoice {invoice.invoice_number}",
        paragraphs=[f"Thank you! {received} for invoice {invoice.invoice_number}.", *_rest(invoice, payment)],
        facts=[("Received on", _day(payment)), *_amounts(invoice)],
        total=_due(invoice),
        action=_action(invoice),
        attachments=[invoice_attachment(invoice)],
        text=_text(invoice, f"Thank you! {received} for invoice {invoice.invoice_number}."),
    )


def _deposit_in(payment: InvoicePayment) -> str:
    return " deposit" if payment.amount == payment.invoice.first_amount else ""


def _rest(invoice: Invoice, payment: InvoicePayment) -> list[str]:
    if payment.amount_owed:
        return [refund_promise(payment.amount_owed)]
    if invoice.first_due and not invoice.rest_is_due:
        return [f"{dollars(invoice.first_due)} of the deposit is still due.", _how_to_pay(invoice)]
    if invoice.amount_due and not invoice.rest_is_due:
        return [f"The rest, {dollars(invoice.amount_due)}, is due {WHEN_REST_IS_DUE}. We'll email you then."]
    if invoice.amount_due:
        return [f"{dollars(invoice.amount_due)} is still due.", _how_to_pay(invoice)]
    return ["Your invoice is paid in full. The PDF with the paid stamp is attached."]


@message_kind(EmailKind("payment-reversed", Cause.PAYMENT), AboutKind.INVOICE)
def payment_reversed(message: Message) -> Email:
    """Tell the customer who has a receipt for a reversed payment, unless nothing is due even without it and they were
    promised no refund.

    The occasion is the payment's ID. The reason is staff's internal note, so it is left out.
    """
    payment = InvoicePayment.objects.select_related("invoice").get(id=UUID(message.occasion))
    invoice = payment.invoice
    if not payment.receipt_at:
        raise Skip("The customer has no receipt for the payment.")
    news = (
        f"On {_day(payment)} we told you that we received {dollars(payment.amount)} by "
        f"{payment.get_method_display().lower()} for invoice {invoice.invoice_number}. That payment didn't go "
        "through or was recorded in error, so it no longer counts."
    )
    if _is_promise_void(invoice, payment):
        return _no_refund(invoice, news)
    if invoice.status not in InvoiceStatus.PAYABLE:
        raise Skip("Nothing is due.")
    return _request(
        invoice,
        subject=f"Invoice {invoice.invoice_number}: {dollars(invoice.amount_due)} due again",
        news=news,
        closing="Think this is wrong? Please call us.",
    )


def _is_promise_void(invoice: Invoice, reversed_payment: InvoicePayment) -> bool:
    """Return whether a card payment covers the invoice now whose receipt promised to refund it."""
    if invoice.status != InvoiceStatus.PAID or not reversed_payment.taken_back_at:
        return False
    told = invoice.payments.counted().filter(method=PaymentMethod.CARD)
    return told.filter(receipt_at__lt=reversed_payment.taken_back_at).exists()


def _no_refund(invoice: Invoice, news: str) -> Email:
    covers = "Your card payment covers the invoice now, so you don't need to pay again"
    rest = f", and we'll refund {dollars(invoice.overpaid)} of it." if invoice.overpaid else ", and we won't refund it."
    return Email(
        to=_address(invoice),
        name=invoice.bill_to_name,
        subject=f"Invoice {invoice.invoice_number}: your card payment covers it",
        paragraphs=[news, covers + rest],
        facts=_amounts(invoice),
        total=_due(invoice),
        action=_VIEW,
        closing="Think this is wrong? Please call us.",
        text=_text(invoice, f"{covers}{rest}"),
    )


@message_kind(EmailKind("deposit-open", Cause.STAFF), AboutKind.INVOICE)
def deposit_open(message: Message) -> Email:
    """Remind the customer once of the deposit of what they accepted."""
    invoice = _payable(message)
    if not invoice.first_due:
        raise Skip("The deposit is paid.")
    if invoice.rest_is_due:
        raise Skip("The work is done, so everything is due.")
    deposit = dollars(invoice.first_due)
    return _request(
        invoice,
        subject=f"Your deposit for invoice {invoice.invoice_number}: {deposit}",
        news=f"We haven't received your deposit of {deposit} for holiday lights yet. Paid jobs are scheduled first.",
        closing=_ALREADY_PAID,
    )


@message_kind(EmailKind("invoice-rest-due", Cause.STAFF), AboutKind.INVOICE)
def invoice_rest_due(message: Message) -> Email:
    """Tell the customer when the rest of what they accepted is due. The occasion is the due date."""
    invoice = _payable(message)
    if invoice.due_date is None or f"{invoice.due_date}" != message.occasion:
        raise Skip("The due date has changed.")
    due, number = dollars(invoice.amount_due), invoice.invoice_number
    return _request(
        invoice,
        subject=f"Invoice {number}: {due} due on {in_words(invoice.due_date)}",
        news=f"Your lights are up! {due} of invoice {number} is due on {in_words(invoice.due_date)}. The PDF is "
        "attached.",
        closing=_ALREADY_PAID,
    )


@message_kind(EmailKind("invoice-due-soon", Cause.STAFF), AboutKind.INVOICE)
def invoice_due_soon(message: Message) -> Email:
    """Remind the customer three days before an invoice is due. The occasion is the due date."""
    invoice = _payable(message)
    if f"{invoice.due_date}" != message.occasion or invoice.due_date is None:
        raise Skip("The due date has changed.")
    if invoice.is_late:
        raise Skip("The due date has passed.")
    when = "today" if invoice.due_date == timezone.localdate() else f"on {in_words(invoice.due_date)}"
    return _request(
        invoice,
        subject=f"Invoice {invoice.invoice_number}: {dollars(invoice.amount_due)} due {when}",
        news=f"{dollars(invoice.amount_due)} of invoice {invoice.invoice_number} is due {when}. The PDF is attached.",
        closing=_ALREADY_PAID,
    )


@message_kind(EmailKind("invoice-overdue", Cause.STAFF), AboutKind.INVOICE)
def invoice_overdue(message: Message) -> Email:
    """Remind the customer of an overdue invoice: 1 and 10 days after it was due, no more. The occasion is the due date
    and that number of days.
    """
    invoice = Invoice.objects.get(id=message.row_id)
    if invoice.status != InvoiceStatus.OVERDUE:
        raise Skip("The invoice is no longer overdue.")
    due = f"was due on {invoice.due_date.strftime(_DAY)}" if invoice.due_date else "is due"
    return _request(
        invoice,
        subject=f"Invoice {invoice.invoice_number} is overdue: {dollars(invoice.amount_due)} due",
        news=f"Invoice {invoice.invoice_number} {due} and hasn't been paid in full. The PDF is attached.",
        closing=_ALREADY_PAID,
    )


@message_kind(EmailKind("invoice-refunded", Cause.PAYMENT), AboutKind.INVOICE)
def invoice_refunded(message: Message) -> Email:
    """Tell the customer that part of a card payment was refunded. The occasion is the payment's ID, and what of it was
    refunded in total before and after (US dollars).
    """
    payment_id, before, after = message.occasion.split()
    payment = InvoicePayment.objects.select_related("invoice__user").get(payment=UUID(payment_id))
    invoice, amount = payment.invoice, dollars(Decimal(after) - Decimal(before))
    if payment.amount_refunded < Decimal(after):
        raise Skip("The refund did not go through.")
    return Email(
        to=_address(invoice),
        name=invoice.bill_to_name,
        subject=f"Refund: {amount} for invoice {invoice.invoice_number}",
        paragraphs=[f"We refunded {amount} of your card payment for invoice {invoice.invoice_number}."],
        facts=[
            ("Paid on", _day(payment)),
            ("Paid", dollars(payment.amount)),
            ("Refunded in total", dollars(payment.amount_refunded)),
        ],
        action=_VIEW,
        next_steps=[REFUND_TIME],
        closing="Think this is wrong? Please call us.",
        text=_text(invoice, f"We refunded {amount} of your card payment for invoice {invoice.invoice_number}."),
    )


@message_kind(EmailKind("invoice-overpaid", Cause.PAYMENT), AboutKind.INVOICE)
def invoice_overpaid(message: Message) -> Email:
    """Tell the business that an invoice is overpaid, unless the difference is refunded by now."""
    invoice = Invoice.objects.filter(OVERPAID_INVOICES, id=message.row_id).first()
    if invoice is None:
        raise Skip("The invoice is no longer overpaid.")
    return email_to_business(
        subject=f"Overpaid by {dollars(invoice.overpaid)}: invoice {invoice.invoice_number}",
        paragraphs=[
            f"{invoice.bill_to_name} paid {dollars(invoice.overpaid)} more than invoice {invoice.invoice_number} "
            "bills: a card payment arrived after it was paid another way or canceled.",
            "Refund it on the invoice. We told the customer that we'll refund the difference.",
        ],
        facts=[*_amounts(invoice), _due(invoice), ("Overpaid", dollars(invoice.overpaid))],
        action=("Open the invoice", f"/admin?tab=invoices&q={invoice.invoice_number}&open={invoice.id}"),
    )


@office_kind("office-deposit-paid", AboutKind.INVOICE)
def office_deposit_paid(message: Message) -> News:
    """Tell the office that a deposit was paid by card: the job can be scheduled."""
    invoice = Invoice.objects.get(id=message.row_id)
    if not invoice.has_first_part_paid or invoice.first_amount is None:
        raise Skip("The deposit was refunded, or the price has changed.")
    return _news(invoice, "paid the deposit", dollars(invoice.first_amount))


@office_kind("office-refund-or-keep", AboutKind.INVOICE)
def office_refund_or_keep(message: Message) -> News:
    """Ask the office what to do with money on a quote that was declined, or whose new price was not accepted."""
    invoice = Invoice.objects.get(id=message.row_id)
    if not invoice.overpaid:
        raise Skip("It was refunded, kept, or counts toward another invoice by now.")
    return _news(invoice, "paid for a job that won't happen", f"Refund or keep {dollars(invoice.overpaid)}")


def _news(invoice: Invoice, verb: str, facts: str) -> News:
    number = invoice.invoice_number
    return News(
        f"{invoice.bill_to_name} {verb}", f"{facts}, {number}", f"/admin?tab=invoices&q={number}&open={invoice.id}"
    )


@message_kind(EmailKind("invoice-link", Cause.STRANGER), AboutKind.INVOICE)
def invoice_link(message: Message) -> Email:
    """Send the new private link that someone asked for with the bill-to address."""
    invoice = _payable(message)
    return new_link_email(
        to=_address(invoice),
        name=invoice.bill_to_name,
        what=f"invoice {invoice.invoice_number}",
        facts=_amounts(invoice),
        total=_due(invoice),
    )


def _request(invoice: Invoice, *, subject: str, news: str, closing: str = "") -> Email:
    """Return an email that asks the customer to pay what is due."""
    pay_here = "; pay here" if is_chargeable(invoice.due_now) else ""
    return Email(
        to=_address(invoice),
        name=invoice.bill_to_name,
        subject=subject,
        paragraphs=[news, _how_to_pay(invoice)],
        facts=_amounts(invoice),
        total=_due(invoice),
        action=_action(invoice),
        closing=closing,
        attachments=[invoice_attachment(invoice)],
        text=_text(invoice, f"{subject}. The email has the details{pay_here}:"),
    )


def _how_to_pay(invoice: Invoice) -> str:
    if is_chargeable(invoice.due_now):
        return "Pay by card online or by check."
    return f"Cards take no less than {dollars(LEAST)}: pay it in cash, by check, or together with your next payment."


def _action(invoice: Invoice) -> tuple[str, str]:
    return _PAY if is_chargeable(invoice.due_now) else _VIEW


def _text(invoice: Invoice, body: str) -> ShortText:
    """Return news about an invoice as a text to whom it bills, which goes out besides the email."""
    if invoice.quote:
        return quote_text(invoice.quote, body)
    return ShortText(text_wish(user=invoice.user, phone="", text_updates=False), body)


def _payable(message: Message) -> Invoice:
    invoice = Invoice.objects.get(id=message.row_id)
    if invoice.status not in InvoiceStatus.PAYABLE:
        raise Skip(f"The invoice is {invoice.get_status_display().lower()}.")
    return invoice


def _address(invoice: Invoice) -> str:
    """Return where emails about an invoice go: to the account that it belongs to, otherwise to whom it bills.

    Staff can't enter another address for a bill: it is the quote's, which the customer typed, or the account's.
    """
    address = customer_address(invoice.user, invoice.bill_to_email)
    if not address:
        raise Skip("The customer has no email address.")
    return address


def _amounts(invoice: Invoice) -> list[tuple[str, str]]:
    return [
        ("Total", dollars(invoice.amount)),
        ("Paid", dollars(invoice.amount_paid)),
        *([(f"The rest, {WHEN_REST_IS_DUE}", dollars(invoice.rest_later))] if invoice.rest_later else []),
    ]


def _due(invoice: Invoice) -> tuple[str, str]:
    """Return what is asked for now; of a canceled or paid invoice nothing is."""
    return "Due now" if invoice.rest_later else "Due", dollars(invoice.due_now)


def _day(payment: InvoicePayment) -> str:
    return timezone.localdate(payment.created_at).strftime(_DAY)
