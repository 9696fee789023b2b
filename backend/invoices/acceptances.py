"""The invoice for what a customer accepted: made and sent with the yes, replaced after another one.

All of it happens in the transaction in which the quote changes, and which has locked the quote.
"""

from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from common.batches import run_each
from invoices import billing, card, payment_emails
from invoices.balance import lock_invoice, recompute_balance
from invoices.due_dates import is_work_done, rest_due_date
from invoices.models import BILLS_OF_ACCEPTANCES, Invoice, InvoicePayment, InvoiceStatus
from invoices.reminders import plan_deposit_reminder, plan_overdue_reminders
from invoices.services import add_draft, mark_sent
from notifications.planning import plan
from quotes.deposits import deposit_of, deposit_percent
from quotes.models import Quote, QuoteStatus

# What was accepted, on the invoice and in emails about it.
DESCRIPTION = "Holiday lights, as accepted"


def bill_acceptance(quote: Quote) -> Invoice | None:
    """Make and send the invoice for what the customer has just accepted, and return it.

    What was paid for earlier revisions counts on it, and what exceeds its amount is owed back. None is made while the
    quote has another invoice that was not canceled, without a deposit share, and outside of New Hampshire.
    """
    _cancel_other_amount(quote)
    percent = deposit_percent(quote)
    if not percent or not quote.quote_amount or quote.invoices.exclude(status__in=InvoiceStatus.VOID).exists():
        _ask_about_payments(quote)
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
    """Cancel the invoice for a price that has changed since, until the customer accepts the new one.

    What was paid on it waits for their answer. Nothing happens to a quote whose status staff have set to accepted.
    """
    if quote.status in QuoteStatus.AGREED:
        return
    _cancel_current(quote)
    for invoice in _replaceable(quote):
        _hold(invoice, awaits_yes=True)


def await_yes(quote: Quote) -> None:
    """Count what was paid for earlier prices toward the next one again, after the customer or staff reopened the quote:
    nobody is asked about it while the customer may still accept.
    """
    if _may_be_accepted(quote):
        for invoice in _replaceable(quote):
            _hold(invoice, awaits_yes=True)


def close_invoice(quote: Quote) -> None:
    """Cancel what is still to be paid of a quote that was declined or rejected, and ask staff about what was paid: on
    an invoice that they made by hand, it may have been for something else, such as a visit.
    """
    _cancel_current(quote)
    _ask_about_payments(quote)
    left = Q(amount_paid__gt=F("amount_refunded") + F("amount_kept"))
    for invoice in _made_by_hand(quote).filter(Q(status__in=InvoiceStatus.PAYABLE) | left, without_job=False):
        _ask_about(_end_with_quote(invoice.id))


def reopen_invoices(quote: Quote) -> None:
    """Bring the invoices that staff made by hand back, and let what was paid on them pay for them again: the quote is
    no longer rejected.
    """
    for invoice in quote.invoices.filter(without_job=True):
        _bring_back(invoice.id)


def reinstate_invoice(quote: Quote) -> None:
    """Undo ``withdraw_invoice``: the quote has the price again that the customer accepted."""
    invoice = _replaceable(quote).filter(awaits_yes=True).last()
    if invoice is None or invoice.amount != quote.quote_amount or quote.status not in QuoteStatus.AGREED:
        return
    invoice = lock_invoice(invoice.id)
    invoice.status, invoice.awaits_yes = InvoiceStatus.SENT, False
    recompute_balance(invoice)


def release_unanswered() -> int:
    """Ask staff about what was paid for quotes whose new price has expired or was let go; return how many.

    It can run any number of times.
    """
    waiting = Invoice.objects.filter(awaits_yes=True).select_related("quote")
    ended = {invoice.quote.id for invoice in waiting if invoice.quote and not _may_be_accepted(invoice.quote)}
    run_each(ended, _release)
    return len(ended)


@transaction.atomic
def _release(quote_id: UUID) -> None:
    quote = Quote.objects.select_for_update().get(id=quote_id)
    if not _may_be_accepted(quote):
        _ask_about_payments(quote)


def _may_be_accepted(quote: Quote) -> bool:
    """Return whether its customer's yes to a new price can still be expected. Staff who let it go expect none."""
    return quote.status in QuoteStatus.OPEN and not quote.is_expired and quote.let_go_at is None


def _cancel_other_amount(quote: Quote) -> None:
    """Cancel the invoice from an earlier acceptance of another sum."""
    current = quote.invoices.filter(BILLS_OF_ACCEPTANCES).first()
    if current and current.amount != quote.quote_amount:
        _cancel_current(quote)


def _cancel_current(quote: Quote) -> None:
    current = quote.invoices.filter(BILLS_OF_ACCEPTANCES).first()
    if current is None:
        return
    invoice = lock_invoice(current.id)
    invoice.status, invoice.paid_date, invoice.awaits_yes = InvoiceStatus.CANCELLED, None, True
    recompute_balance(invoice)
    card.close_open_form.defer(invoice_id=str(invoice.id))


def _replaceable(quote: Quote) -> QuerySet[Invoice]:
    """Return the canceled invoices from earlier acceptances, on which payments may wait."""
    void = Q(status__in=InvoiceStatus.VOID)
    return quote.invoices.filter(void, from_acceptance=True, replaced_by=None).order_by("created_at", "id")


def _hold(invoice: Invoice, *, awaits_yes: bool) -> None:
    if invoice.awaits_yes != awaits_yes:
        invoice = lock_invoice(invoice.id)
        invoice.awaits_yes = awaits_yes
        recompute_balance(invoice)


def _ask_about_payments(quote: Quote) -> None:
    """Stop waiting for a yes: what was paid shows as owed back, and staff refund it or keep it."""
    for invoice in _replaceable(quote):
        _hold(invoice, awaits_yes=False)
        invoice.refresh_from_db()
        _ask_about(invoice)


def _ask_about(invoice: Invoice) -> None:
    if invoice.overpaid:
        plan(payment_emails.office_refund_or_keep, invoice.id, occasion=f"{invoice.overpaid} {invoice.updated_at}")


def _made_by_hand(quote: Quote) -> QuerySet[Invoice]:
    return quote.invoices.filter(from_acceptance=False).exclude(status__in=InvoiceStatus.VOID)


def _end_with_quote(invoice_id: UUID) -> Invoice:
    """Cancel an invoice that staff made by hand, unless it is paid, and close its card form."""
    invoice = lock_invoice(invoice_id)
    invoice.without_job = True
    if invoice.status in InvoiceStatus.PAYABLE:
        invoice.status = InvoiceStatus.CANCELLED
        card.close_open_form.defer(invoice_id=str(invoice.id))
    recompute_balance(invoice)
    return invoice


def _bring_back(invoice_id: UUID) -> None:
    invoice = lock_invoice(invoice_id)
    invoice.without_job = False
    if invoice.status in InvoiceStatus.VOID:
        invoice.status = InvoiceStatus.OVERDUE if invoice.is_late else InvoiceStatus.SENT
    recompute_balance(invoice)
    if invoice.status == InvoiceStatus.OVERDUE:
        plan_overdue_reminders(invoice)


def _carry_payments(quote: Quote, to: Invoice) -> None:
    """Count what is left of the payments for earlier revisions on the invoice that replaces theirs."""
    for invoice in list(_replaceable(quote)):
        invoice = lock_invoice(invoice.id)
        for payment in invoice.payments.counted():
            if payment.unrefunded > 0 and not payment.amount_kept:
                _carry(payment, to)
        invoice.awaits_yes, invoice.replaced_by = False, to
        recompute_balance(invoice)
        card.close_open_form.defer(invoice_id=str(invoice.id))
    recompute_balance(to)


def _carry(payment: InvoicePayment, to: Invoice) -> None:
    payment.carried_from_id = payment.carried_from_id or payment.invoice_id
    payment.invoice, payment.refunded_before = to, payment.amount_refunded
    payment.amount_owed, payment.owed_since = Decimal("0.00"), None
    payment.save(
        update_fields=["carried_from", "invoice", "refunded_before", "amount_owed", "owed_since", "updated_at"]
    )
