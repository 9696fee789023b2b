"""The due date of the rest of an accepted quote: 14 days after the installation."""

import datetime as dt
from uuid import UUID

from django.utils import timezone

from invoices import emails
from invoices.balance import lock_invoice, recompute_balance
from invoices.models import BILLS_OF_ACCEPTANCES, InvoiceStatus
from invoices.reminders import plan_due_reminder
from jobs.models import JobKind, JobStatus
from notifications.planning import plan
from quotes.models import Quote, QuoteStatus

DUE_AFTER = dt.timedelta(days=14)


def rest_due_date() -> dt.date:
    """Return the due date for work that was done today (Eastern time)."""
    return timezone.localdate() + DUE_AFTER


def is_work_done(quote: Quote) -> bool:
    """Return whether every planned installation is completed, or staff set the quote to complete."""
    if quote.status in QuoteStatus.COMPLETED:
        return True
    installations = quote.jobs.filter(kind=JobKind.INSTALLATION)
    return (
        installations.filter(status=JobStatus.COMPLETED).exists()
        and not installations.filter(status__in=JobStatus.OPEN).exists()
    )


def update_due_date(quote: Quote) -> None:
    """Set the due date once the work is done, and clear it if the work was marked as done by mistake.

    The caller has locked the quote. Planning another installation later doesn't change the due date.
    """
    current = quote.invoices.filter(BILLS_OF_ACCEPTANCES).first()
    if current is None:
        return
    if current.due_date is None and is_work_done(quote):
        _set_due(current.id, rest_due_date())
    elif current.due_date and not _is_work_begun(quote):
        _set_due(current.id, None)


def _is_work_begun(quote: Quote) -> bool:
    done = quote.jobs.filter(kind=JobKind.INSTALLATION, status=JobStatus.COMPLETED)
    return quote.status in QuoteStatus.COMPLETED or done.exists()


def _set_due(invoice_id: UUID, day: dt.date | None) -> None:
    invoice = lock_invoice(invoice_id)
    invoice.due_date = day
    if day is None and invoice.status == InvoiceStatus.OVERDUE:
        invoice.status = InvoiceStatus.SENT
    recompute_balance(invoice)
    if day and invoice.amount_due:
        plan(emails.invoice_rest_due, invoice.id, occasion=f"{day}")
        plan_due_reminder(invoice)
