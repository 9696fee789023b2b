"""Work that is done and on no invoice, because none was created automatically or it was canceled; invoices that nobody
has sent yet; and whether a quote can expect another one.
"""

import datetime as dt

from common.literals import written_out
from invoices.due_dates import is_work_done, update_due_date
from invoices.models import Invoice, InvoiceStatus
from quotes.clocks import note_unbilled
from quotes.models import UNBILLED_QUOTES, Quote, QuoteStatus


def follow_work(quote: Quote) -> None:
    """Update what depends on whether the work is done. The caller has locked the quote, and its status or its visits
    have changed.
    """
    if quote.status in QuoteStatus.AGREED:
        update_due_date(quote)
    follow_invoices(quote)


def follow_invoices(quote: Quote) -> None:
    """Note whether the quote's work still has to be invoiced. The caller has locked the quote.

    A draft counts as an invoice (``count_drafts``), and what is free needs none. A quote that is open again is not on
    the list: its acceptance is what is billed next.
    """
    is_unbilled = (
        quote.status in QuoteStatus.AGREED
        and quote.quote_amount != 0
        and not quote.no_invoice_reason
        and is_work_done(quote)
        and not quote.invoices.exclude(status__in=InvoiceStatus.VOID).exists()
    )
    note_unbilled(quote, is_unbilled=is_unbilled)


def expects_invoice(quote: Quote) -> bool:
    """Return whether money can wait for the quote's next invoice without being forgotten: a draft is on the list of
    drafts, and a quote without an invoice gets one with its acceptance or is listed once its work is done.
    """
    in_force = quote.invoices.exclude(status__in=InvoiceStatus.VOID)
    if in_force.exists():
        return in_force.filter(status__in=InvoiceStatus.EDITABLE).exists()
    return quote.quote_amount != 0 and (quote.status in QuoteStatus.AGREED or can_still_be_accepted(quote))


def can_still_be_accepted(quote: Quote) -> bool:
    """Return whether the customer may still accept a new price. If staff let the quote go, they don't expect it."""
    return quote.status in QuoteStatus.OPEN and not quote.is_expired and quote.let_go_at is None


def count_unbilled(*, before: dt.datetime | None = None) -> int:
    """Return the number of quotes whose work still has to be invoiced: all of them, or since ``before``."""
    unbilled = Quote.objects.filter(written_out(UNBILLED_QUOTES))
    return (unbilled.filter(unbilled_since__lt=before) if before else unbilled).count()


def count_drafts(*, before: dt.datetime | None = None) -> int:
    """Return the number of invoices that are still to be sent: all of them, or those created before ``before``."""
    drafts = Invoice.objects.filter(status=InvoiceStatus.DRAFT)
    return (drafts.filter(created_at__lt=before) if before else drafts).count()
