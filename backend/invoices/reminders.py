"""When customers get reminders: three days before an invoice is due, and 1 and 10 days after; and for a deposit, once,
three days after they accepted.
"""

import datetime as dt

from django.utils import timezone

from common.days import eastern
from invoices import emails
from invoices.models import Invoice
from notifications.planning import plan

BEFORE = dt.timedelta(days=3)
AFTER = (1, 10)
DEPOSIT_AFTER = dt.timedelta(days=3)
MORNING = dt.time(9)
# Customers who got the invoice within this time need no reminder.
_JUST_SENT = dt.timedelta(days=1)


def plan_due_reminder(invoice: Invoice) -> None:
    """Plan the reminder before the due date, if the invoice has one. Call it when an invoice is sent."""
    if invoice.due_date is None:
        return
    moment = eastern(invoice.due_date - BEFORE, MORNING)
    if moment > timezone.now() + _JUST_SENT:
        plan(emails.invoice_due_soon, invoice.id, occasion=f"{invoice.due_date}", not_before=moment)


def plan_deposit_reminder(invoice: Invoice) -> None:
    """Plan the one reminder about the deposit. Call it when the invoice is sent."""
    if invoice.first_due_date:
        moment = eastern(invoice.first_due_date + DEPOSIT_AFTER, MORNING)
        plan(emails.deposit_open, invoice.id, not_before=moment)


def plan_overdue_reminders(invoice: Invoice) -> None:
    """Plan the reminders after the due date. Call it when an invoice becomes overdue.

    A reminder whose day has already passed is skipped, so a very old invoice gets none.
    """
    if invoice.due_date is None:
        return
    for days in AFTER:
        moment = eastern(invoice.due_date + dt.timedelta(days=days), MORNING)
        plan(emails.invoice_overdue, invoice.id, occasion=f"{invoice.due_date} {days}", not_before=moment)
