"""Filters and search for the desk's list of invoices. Each partition has an index in the list's order."""

from django.db.models import QuerySet
from rest_framework.request import Request

from common import filters
from common.literals import written_out
from common.pagination import Rows
from common.search_lists import divided, find
from invoices.ages import Age, of_age
from invoices.models import OVERPAID_INVOICES, Invoice, InvoiceStatus

FILTERS = {
    "status": "One or more statuses, repeated or separated by commas",
    "q": "Beginnings of words in the number (also its short form, such as 42), bill-to name and email address",
    "userId": "Invoices of this user",
    "quoteId": "Invoices for this quote",
    "overpaid": "1: overpaid invoices",
    "due": f"Open invoices with a part of this age: {', '.join(Age.values)}",
}


def filtered(request: Request, invoices: QuerySet[Invoice]) -> Rows:
    """Return the partitions of ``invoices`` that match the query parameters. Raises ValidationError (400)."""
    statuses = filters.chosen(request, "status", InvoiceStatus.values)
    if user_id := filters.identifier(request, "userId"):
        invoices = invoices.filter(user_id=user_id)
    if quote_id := filters.identifier(request, "quoteId"):
        invoices = invoices.filter(quote_id=quote_id)
    if filters.flag(request, "overpaid"):
        invoices = invoices.filter(written_out(OVERPAID_INVOICES))
    if age := filters.one_of(request, "due", Age.values):
        invoices = of_age(invoices, age)
        statuses = statuses or list(InvoiceStatus.PAYABLE)  # lets the query use the index by status
    chosen = invoices.filter(status__in=statuses) if statuses else invoices
    return find(filters.text(request, "q"), chosen, divided(invoices, status=statuses))
