"""The invoice for an accepted quote: created and sent on acceptance, and replaced when a new price is accepted.

All of it runs in the transaction that changes the quote and has locked it.
"""

from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from common.batches import run_each
from invoices import billing, card, emails, payment_emails
from invoices.balance import lock_invoice, recompute_balance
from invoices.due_dates import is_work_done, rest_due_date
from invoices.models import BILLS_OF_ACCEPTANCES, REPLACEABLE, Invoice, InvoicePayment, InvoiceStatus
from invoices.reminders import plan_deposit_reminder, plan_overdue_reminders
from invoices.services import add_draft, mark_sent
from invoices.unbilled import can_still_be_accepted, expects_invoice
from notifications.models import Message
from notifications.planning import plan, plan_news
from payments.models import PaymentAssignee
from payments.services import release_assigned_payments, rows_awaiting_payments
from quotes.changes import CLOSED_EMAIL_DELAY
from quotes.deposits import deposit_of, deposit_percent
from quotes.models import Quote, QuoteStatus

# On the invoice and in emails about it.
DESCRIPTION = "Holiday lights, as accepted"


def bill_acceptance(quote: Quote) -> Invoice | None:
    """Create and send the invoice for the quote that the customer has just accepted, and return it.

    Payments for earlier prices move to it, and we owe the customer what exceeds its amount. No invoice is created if
    the quote has another one that isn't canceled, without a deposit, and outside New Hampshire.
    """
    percent = deposit_percent(quote)
    if not percent or not quote.quote_amount:
        _release_payments(quote)
        return None
    today = timezone.localdate()
    first = deposit_of(quote.quote_amount, percent)
    invoice = add_draft(
        quote=quote,
        user=quote.user,
        amount=quote.quote_amount,
        description=DESCRIPTION,
        from_acceptance=True,
        first_amount=first,
        first_due_date=today if first else None,
        due_date=rest_due_date() if is_work_done(quote) else None,
    )
    if quote.acceptance and quote.acceptance.lines:
        invoice.details["lines"] = billing.accepted_lines(quote.acceptance)
    mark_sent(invoice)
    _carry_payments(quote, invoice)
    if invoice.first_due:
        plan_deposit_reminder(invoice)
    return invoice


def withdraw_invoice(quote: Quote) -> None:
    """Cancel the invoice for the former price. Its payments wait for the customer to accept or decline the new one; if
    they won't count toward it, staff decide about them now.

    A quote that staff set to an accepted status in the same change keeps its invoice.
    """
    if quote.status in QuoteStatus.AGREED:
        return
    canceled = _cancel_current(quote)
    if canceled and quote.offer is None:  # otherwise, the email about the price says it
        soon = timezone.now() + CLOSED_EMAIL_DELAY
        plan(emails.invoice_withdrawn, canceled.id, occasion=str(canceled.updated_at), not_before=soon)
    if deposit_percent(quote):
        _hold_payments(quote)
    else:
        _release_payments(quote)


def hold_payments(quote: Quote) -> None:
    """Let payments for earlier prices count toward the next one after the quote was reopened. Staff don't have to
    decide about them while the customer can still accept.
    """
    if _may_count(quote):
        _hold_payments(quote)


def _may_count(quote: Quote) -> bool:
    """Return whether the customer may still accept a price toward which payments for earlier ones count."""
    return can_still_be_accepted(quote) and bool(deposit_percent(quote))


def _hold_payments(quote: Quote) -> None:
    for invoice in _replaceable(quote):
        _set_awaits_yes(invoice, awaits_yes=True)


def close_invoice(quote: Quote) -> None:
    """Cancel the unpaid invoices of a declined or rejected quote, and ask staff to refund or keep what was paid. It is
    their decision because a manual invoice may be for something else, such as a visit. Payments that they assigned to
    the quote and that still wait for its invoice are theirs to assign or refund again.
    """
    release_assigned_payments(PaymentAssignee.QUOTE, quote.id)
    _cancel_current(quote)
    _release_payments(quote)
    has_money = Q(amount_paid__gt=F("amount_refunded") + F("amount_kept"))
    for invoice in _manual_invoices(quote).filter(Q(status__in=InvoiceStatus.PAYABLE) | has_money):
        _ask_refund_or_keep(_close_manual_invoice(invoice.id))


def reopen_invoices(quote: Quote) -> None:
    """Reopen the manual invoices of a quote that is no longer rejected, and tell the customer of those with money due
    or paid. Payments on them count again, except what was refunded in the meantime.
    """
    for invoice in quote.invoices.filter(without_job=True).order_by("id"):
        _reopen_manual_invoice(invoice.id)


def reinstate_invoice(quote: Quote) -> None:
    """Undo ``withdraw_invoice`` after a quote got back the price that the customer had agreed to.

    An invoice that staff had canceled by hand before, whose customer was told so, stays canceled.
    """
    invoice = _replaceable(quote).last()
    if invoice is None or invoice.amount != quote.quote_amount:
        return
    if Message.objects.filter(kind=emails.invoice_canceled.kind.slug, about_id=invoice.id).exists():
        _set_awaits_yes(invoice, awaits_yes=False)
        return
    invoice = lock_invoice(invoice.id)
    invoice.status, invoice.awaits_yes = InvoiceStatus.SENT, False
    payments = invoice.payments.counted().select_related("payment")
    recompute_balance(invoice, paid_at=max((payment.received_at for payment in payments), default=None))


def release_unanswered() -> int:
    """Ask staff what becomes of payments that wait for something that is no longer expected; return on how many quotes.

    They refund or keep those on invoices whose new price has expired, was let go or gets no invoice, and assign those
    again that they had assigned to a quote before its invoice (``expects_invoice``). Running it twice changes nothing.
    """
    waiting = Invoice.objects.filter(awaits_yes=True).select_related("quote")
    closed = {invoice.quote.id for invoice in waiting if invoice.quote and not _may_count(invoice.quote)}
    assigned_to = Quote.objects.filter(id__in=rows_awaiting_payments(PaymentAssignee.QUOTE))
    closed |= {quote.id for quote in assigned_to if not expects_invoice(quote)}
    run_each(closed, _release)
    return len(closed)


@transaction.atomic
def _release(quote_id: UUID) -> None:
    quote = Quote.objects.select_for_update().get(id=quote_id)
    if not _may_count(quote):
        _release_payments(quote)
    if not expects_invoice(quote):
        release_assigned_payments(PaymentAssignee.QUOTE, quote.id)


def _cancel_current(quote: Quote) -> Invoice | None:
    current = quote.invoices.filter(BILLS_OF_ACCEPTANCES).first()
    if current is None:
        return None
    invoice = lock_invoice(current.id)
    invoice.status, invoice.paid_date, invoice.awaits_yes = InvoiceStatus.CANCELLED, None, True
    recompute_balance(invoice)
    card.close_open_form.defer(invoice_id=str(invoice.id))
    return invoice


def _replaceable(quote: Quote) -> QuerySet[Invoice]:
    return quote.invoices.filter(REPLACEABLE)


def _set_awaits_yes(invoice: Invoice, *, awaits_yes: bool) -> None:
    if invoice.awaits_yes != awaits_yes:
        invoice = lock_invoice(invoice.id)
        invoice.awaits_yes = awaits_yes
        recompute_balance(invoice)


def _release_payments(quote: Quote) -> None:
    """Stop waiting for an acceptance: payments show as owed back, and staff are asked to refund or keep them."""
    for invoice in _replaceable(quote):
        _set_awaits_yes(invoice, awaits_yes=False)
        invoice.refresh_from_db()
        _ask_refund_or_keep(invoice)


def _ask_refund_or_keep(invoice: Invoice) -> None:
    if invoice.overpaid:
        plan(payment_emails.office_refund_or_keep, invoice.id, occasion=f"{invoice.overpaid} {invoice.updated_at}")


def _manual_invoices(quote: Quote) -> QuerySet[Invoice]:
    return quote.invoices.filter(from_acceptance=False).exclude(status__in=InvoiceStatus.VOID).order_by("id")


def _close_manual_invoice(invoice_id: UUID) -> Invoice:
    """Cancel a manual invoice unless it is paid, and close its card form."""
    invoice = lock_invoice(invoice_id)
    if not invoice.without_job:
        invoice.payments.update(refunded_with_job=F("amount_refunded"))
    invoice.without_job = True
    if invoice.status in InvoiceStatus.PAYABLE:
        invoice.status = InvoiceStatus.CANCELLED
        card.close_open_form.defer(invoice_id=str(invoice.id))
    recompute_balance(invoice)
    return invoice


def _reopen_manual_invoice(invoice_id: UUID) -> None:
    invoice = lock_invoice(invoice_id)
    for payment in invoice.payments.filter(amount_refunded__gt=F("refunded_with_job")):
        payment.refunded_before += payment.amount_refunded - payment.refunded_with_job
        payment.save(update_fields=["refunded_before", "updated_at"])
    invoice.without_job = False
    if invoice.status in InvoiceStatus.VOID:
        invoice.status = InvoiceStatus.OVERDUE if invoice.is_late else InvoiceStatus.SENT
    recompute_balance(invoice)
    if invoice.status == InvoiceStatus.OVERDUE:
        plan_overdue_reminders(invoice)
    if invoice.status in InvoiceStatus.PAYABLE or invoice.amount_paid > invoice.amount_refunded:
        soon = timezone.now() + CLOSED_EMAIL_DELAY
        plan_news(emails.invoice_open_again, invoice.id, thing=invoice.id, not_before=soon)


def _carry_payments(quote: Quote, to: Invoice) -> None:
    """Move what is left of the payments on canceled invoices to the invoice that replaces them."""
    for invoice in list(_replaceable(quote)):
        invoice = lock_invoice(invoice.id)
        for payment in invoice.payments.counted().order_by("id"):
            if payment.unrefunded > payment.amount_kept:
                _carry_payment(payment, to)
        invoice.awaits_yes, invoice.replaced_by = False, to
        recompute_balance(invoice)
        card.close_open_form.defer(invoice_id=str(invoice.id))
    recompute_balance(to)


def _carry_payment(payment: InvoicePayment, to: Invoice) -> None:
    payment.carried_from_id = payment.carried_from_id or payment.invoice_id
    payment.invoice, payment.refunded_before, payment.kept_before = to, payment.amount_refunded, payment.still_kept
    payment.amount_owed, payment.owed_since = Decimal("0.00"), None
    payment.save(
        update_fields=[
            "carried_from",
            "invoice",
            "refunded_before",
            "kept_before",
            "amount_owed",
            "owed_since",
            "updated_at",
        ]
    )
