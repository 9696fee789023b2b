"""Create, change, send, bill and cancel invoices, and record payments on them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User
from common.batches import Skipped, run_each
from common.errors import Conflict, field_error
from common.locks import refuse_if_changed
from common.money import dollars
from common.unset import UNSET, Unset, assign
from invoices import billing, card, emails, payment_emails
from invoices.balance import discount_refunded_overpayment, lock_invoice, lock_invoice_of, recompute_balance
from invoices.models import PURPOSE, Invoice, InvoicePayment, InvoiceStatus
from invoices.reminders import plan_due_reminder, plan_overdue_reminders
from invoices.unbilled import follow_invoices
from notifications.planning import plan
from payments import received
from payments.intents import cancel_open_intents, refuse_if_open
from payments.models import PaymentAssignee, PaymentMethod
from payments.services import apply_assigned_payments
from quotes.models import Quote, QuoteStatus

# One statement creates or locks the year's counter. A second transaction waits until the first has committed or rolled
# back and so returned its number: numbers are unique and have no gaps.
_NEXT_NUMBER = """
    INSERT INTO invoices_invoicecounter AS counter (year, last) VALUES (%s, 1)
    ON CONFLICT (year) DO UPDATE SET last = counter.last + 1 RETURNING last
"""


@transaction.atomic
def create_invoice(
    *,
    amount: Decimal,
    quote_id: UUID | None = None,
    user_id: UUID | None = None,
    due_date: dt.date | None = None,
    description: str = "",
) -> Invoice:
    """Create a draft for a quote (a guest's, too) or for a user, with its number.

    A quote can have several invoices, such as a deposit and the rest, or work added on the day; nothing limits their
    sum. A rejected quote can't be billed. If both are given, the quote must be the user's. Raises DomainError (400) if
    neither is given, or for an unknown quote or user, and Conflict (409) for a rejected quote.
    """
    quote, user = _find_customer(quote_id, user_id)
    return add_draft(quote=quote, user=user, amount=amount, due_date=due_date, description=description)


def add_draft(*, quote: Quote | None, user: User | None, amount: Decimal, **fields: Any) -> Invoice:
    """Store a draft with the next number. The quote, if any, is locked; ``fields`` are further columns."""
    draft: Invoice = Invoice.objects.create(
        user=user,
        quote=quote,
        amount=amount,
        details=billing.details(quote, fields.get("description", "")),
        **fields,
        **asdict(billing.bill_to(quote, user)),
        invoice_number=_next_number(),  # last: from here on, all other new invoices wait for this one's commit
    )
    if quote:
        follow_invoices(quote)
    return draft


def _find_customer(quote_id: UUID | None, user_id: UUID | None) -> tuple[Quote | None, User | None]:
    if quote_id is None:
        if user_id is None:
            raise field_error("quoteId", "Choose a quote or a customer")
        user = User.objects.filter(id=user_id).first()
        if user is None:
            raise field_error("userId", "We can't find that customer")
        return None, user
    # The lock keeps the quote from being claimed by an account or rejected until the invoice is stored.
    quote = Quote.objects.select_for_update(of=("self",)).select_related("address").filter(id=quote_id).first()
    if quote is None:
        raise field_error("quoteId", "We can't find that quote")
    if user_id is not None and quote.user_id != user_id:
        raise field_error("userId", "This quote belongs to another customer")
    _refuse_if_declined(quote)
    return quote, quote.user


def _refuse_if_declined(quote: Quote) -> None:
    if quote.status in QuoteStatus.DECLINED:
        raise Conflict("This quote was rejected, so it can't be billed")


def _next_number() -> str:
    year = timezone.localdate().year
    with connection.cursor() as cursor:
        cursor.execute(_NEXT_NUMBER, [year])
        return f"INV-{year}-{cursor.fetchone()[0]:05}"


@transaction.atomic
def revise_invoice(
    *,
    invoice_id: UUID,
    amount: Decimal | Unset = UNSET,
    due_date: dt.date | Unset | None = UNSET,
    description: str | Unset = UNSET,
    seen: dt.datetime | None = None,
) -> Invoice:
    """Change a draft. ``seen`` is the ``updated_at`` that the administrator saw.

    Raises Http404, and Conflict if it has changed since or is no longer a draft.
    """
    invoice = lock_invoice(invoice_id)
    refuse_if_changed(invoice.updated_at, seen)
    if invoice.status not in InvoiceStatus.EDITABLE:
        raise Conflict("Only a draft can be changed")
    assign(invoice, amount=amount, due_date=due_date, description=description)
    invoice.details = billing.details(invoice.quote, invoice.description)
    invoice.save()
    return invoice


@transaction.atomic
def send_invoice(*, invoice_id: UUID) -> Invoice:
    """Send a draft. From now on the customer can see it, and its bill-to details and lines are final.

    Raises Http404, and Conflict if it isn't a draft, its due date has passed, or its quote was rejected.
    """
    invoice = lock_invoice(invoice_id)
    if invoice.status not in InvoiceStatus.EDITABLE:
        raise Conflict(f"Only a draft can be sent, and {invoice} is {invoice.status_in_words}")
    if invoice.is_late:
        raise Conflict(f"The due date of {invoice} has passed. Set a later one first.")
    if invoice.quote:
        _refuse_if_declined(invoice.quote)
    for name, value in asdict(billing.bill_to(invoice.quote, invoice.user)).items():
        setattr(invoice, name, value)
    invoice.details = billing.details(invoice.quote, invoice.description)
    mark_sent(invoice)
    plan(emails.invoice_sent, invoice.id)
    return invoice


def mark_sent(invoice: Invoice) -> None:
    """Mark a draft as sent, and plan the reminder before its due date. The caller locks it first and emails it.

    Payments that staff assigned to its quote earlier now count on it.
    """
    invoice.status, invoice.sent_at = InvoiceStatus.SENT, timezone.now()
    invoice.save()
    plan_due_reminder(invoice)
    if invoice.quote_id and apply_assigned_payments(PaymentAssignee.QUOTE, invoice.quote_id):
        invoice.refresh_from_db()


@dataclass(frozen=True)
class BatchSending:
    """The result for each invoice, in the order requested."""

    sent: list[UUID]
    failed: list[Skipped]


def send_invoices(*, ids: Sequence[UUID]) -> BatchSending:
    """Send several drafts, each in its own transaction. One that can't be sent doesn't stop the others."""
    result = BatchSending([], [])
    for invoice_id in ids:
        try:
            send_invoice(invoice_id=invoice_id)
        except Http404:
            result.failed.append(Skipped(invoice_id, "We can't find that invoice"))
        except Conflict as conflict:
            result.failed.append(Skipped(invoice_id, conflict.message))
        else:
            result.sent.append(invoice_id)
    return result


def cancel_invoice(*, invoice_id: UUID) -> Invoice:
    """Cancel a draft, sent or overdue invoice, after canceling its open card payments at Stripe. Tell the customer if
    they were sent it.

    Call it outside of a transaction. Raises Http404; Conflict if the invoice is paid or canceled, has a payment that
    isn't refunded or reversed, or is being paid by card; PaymentsUnavailable (503) if a card payment is open and Stripe
    can't be reached.
    """
    _check_cancellable(get_object_or_404(Invoice, id=invoice_id))
    cancel_open_intents(purpose=PURPOSE, reference=invoice_id)
    with transaction.atomic():
        invoice = lock_invoice(invoice_id)
        _check_cancellable(invoice)
        refuse_if_open(purpose=PURPOSE, reference=invoice_id)
        if invoice.status in InvoiceStatus.PAYABLE:
            plan(emails.invoice_canceled, invoice.id)
        invoice.status = InvoiceStatus.CANCELLED
        invoice.save()
        if invoice.quote:
            follow_invoices(invoice.quote)
    return invoice


def _check_cancellable(invoice: Invoice) -> None:
    if invoice.status in InvoiceStatus.SETTLED:
        raise Conflict(f"{invoice} is {invoice.status_in_words} and can't be canceled")
    if kept := invoice.amount_paid - invoice.amount_refunded:
        raise Conflict(f"{dollars(kept)} has been paid on {invoice}. Refund or reverse it first.")


@transaction.atomic
def record_payment(
    *, invoice_id: UUID, by: User, method: PaymentMethod, note: str = "", amount: Decimal | None = None
) -> Invoice:
    """Record a check, cash or other payment; ``amount`` defaults to what is still due.

    The invoice becomes paid once nothing is due. Raises Http404, Conflict for an invoice that isn't payable, and
    DomainError (400) for more than is due.
    """
    invoice = lock_invoice(invoice_id)
    if invoice.status not in InvoiceStatus.PAYABLE:
        raise Conflict(f"{invoice} is {invoice.status_in_words}, so no payment can be recorded")
    if amount is None:
        amount = invoice.amount_due
    if amount > invoice.amount_due:
        raise field_error("amount", f"Only {dollars(invoice.amount_due)} is due")
    payment = InvoicePayment.objects.create(invoice=invoice, method=method, amount=amount, note=note, recorded_by=by)
    recompute_balance(invoice)
    plan(payment_emails.payment_received, invoice.id, occasion=str(payment.id))
    card.close_open_form.defer(invoice_id=str(invoice.id))
    return invoice


@transaction.atomic
def reverse_payment(*, invoice_id: UUID, payment_id: UUID, by: User, note: str) -> Invoice:
    """Reverse a recorded payment: its check bounced, or it was recorded in error. ``note`` says why.

    The payment stays on record but no longer counts, so a paid invoice becomes payable again. Reversing a payment twice
    changes nothing. Raises Http404, also for another invoice's payment, and Conflict for a card payment.
    """
    invoice = lock_invoice(invoice_id)
    payment = get_object_or_404(invoice.payments, id=payment_id)
    if received.reverse(payment, by=by, note=note):
        if invoice.status == InvoiceStatus.PAID and not invoice.without_job:
            discount_refunded_overpayment(invoice)
        recompute_balance(invoice)
        plan(payment_emails.payment_reversed, invoice.id, occasion=str(payment.id))
        if invoice.status == InvoiceStatus.OVERDUE:
            plan_overdue_reminders(invoice)
    return invoice


def keep_owed(payment_id: UUID, by: User, reason: str) -> Decimal | None:
    """Keep the overpaid part of a payment on an invoice; see ``payments.hooks.Purpose``."""
    row = InvoicePayment.objects.filter(Q(payment=payment_id) | Q(id=payment_id)).first()
    if row is None:
        return None
    invoice = lock_invoice_of(row)
    kept = received.keep(row, by=by, reason=reason)
    recompute_balance(invoice)
    return kept


def mark_overdue() -> int:
    """Mark sent invoices that were due by yesterday (Eastern time) as overdue, and plan reminders; return how many.

    Running it twice changes nothing. An invoice that fails is logged and retried by the next run.
    """
    late = Invoice.objects.filter(status=InvoiceStatus.SENT, due_date__lt=timezone.localdate())
    marked: list[UUID] = []

    def mark(invoice_id: UUID) -> None:
        if _mark_overdue(invoice_id):
            marked.append(invoice_id)

    run_each(list(late.values_list("id", flat=True)), mark)
    return len(marked)


@transaction.atomic
def _mark_overdue(invoice_id: UUID) -> bool:
    invoice = lock_invoice(invoice_id)
    if invoice.status != InvoiceStatus.SENT or not invoice.is_late:  # paid, canceled or due later in the meantime
        return False
    invoice.status = InvoiceStatus.OVERDUE
    invoice.save()
    plan_overdue_reminders(invoice)
    return True
