"""The queue's kind for payments: unassigned, disputed, owed back or with a failed refund; and returned payouts.

Card payments are rows of ``Payment``; recorded ones (checks, cash) are only rows of their invoice or tree order.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from decimal import Decimal
from uuid import UUID

from django.db.models import F, QuerySet
from django.db.models.functions import Least

from common.literals import written_out
from common.money import dollars
from common.response_deadlines import RESPONSE_TIME
from desk.models import QueueKind
from desk.queue.kind import Kind, Place, QueueItem
from desk.queue.subjects import PAYERS, Subject, invoice_subject, order_subject, payer_subject, subjects_of_payments
from invoices.models import InvoicePayment
from payments.models import OWED_PAYMENTS, PENDING_PAYMENTS, Payment, Payout, disputed_amount
from quotes.models import Acceptance
from trees.models import TreePayment, order_name

# Staff decide about money that was paid for a job that won't happen.
REFUND_OR_KEEP = "refund_or_keep"


def _rows(now: dt.datetime) -> QuerySet[Payment]:
    # Few payments need action, and a partial index on each table finds them.
    pending = Payment.objects.filter(PENDING_PAYMENTS).values("id")
    on_invoices = InvoicePayment.objects.filter(OWED_PAYMENTS).values("payment_id")
    on_trees = TreePayment.objects.filter(OWED_PAYMENTS).values("payment_id")
    since = [F("invoice_payment__owed_since"), F("tree_payment__owed_since")]
    due = Least("act_by", *(each + RESPONSE_TIME for each in since))
    return Payment.objects.filter(id__in=pending.union(on_invoices, on_trees)).alias(due=due)


def _load(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    found = Payment.objects.select_related(*PAYERS).filter(id__in=places)
    payments = list(found.annotate(disputed_amount=disputed_amount()))
    subjects = subjects_of_payments(payments)
    terms = _accepted_terms(getattr(payment, "invoice_payment", None) for payment in payments)
    for payment in payments:
        yield _item(places[payment.id], payment, subjects[payment.id], terms)


def _load_recorded(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    rows = list(InvoicePayment.objects.filter(id__in=places).select_related("invoice__quote"))
    terms = _accepted_terms(rows)
    for row in rows:
        what = f"Invoice {row.invoice}, paid{row.how_paid}"
        status, summary = _owed(row, what)
        yield QueueItem(
            place=places[row.id],
            summary=summary,
            status=status,
            terms=terms.get(row.invoice_id) if status == REFUND_OR_KEEP else None,
            created_at=row.created_at,
            updated_at=row.updated_at,
            **{**invoice_subject(row.invoice), "amount": row.amount_owed},
        )


def _load_recorded_on_trees(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    for row in TreePayment.objects.filter(id__in=places).select_related("order"):
        status, summary = _owed(row, f"{order_name(row.order)}, paid{row.how_paid}")
        yield QueueItem(
            place=places[row.id],
            summary=summary,
            status=status,
            created_at=row.created_at,
            updated_at=row.updated_at,
            **{**order_subject(row.order), "amount": row.amount_owed},
        )


def _accepted_terms(rows: Iterable[InvoicePayment | None]) -> dict[UUID, str]:
    """Return the text of the terms that were accepted last, by the ID of an invoice from an acceptance."""
    invoices = [row.invoice for row in rows if row and row.amount_owed and row.invoice.from_acceptance]
    if not invoices:
        return {}
    quotes = {invoice.quote_id for invoice in invoices}
    accepted = Acceptance.objects.filter(quote__in=quotes).order_by("created_at", "id").select_related("terms")
    latest = {acceptance.quote_id: "\n".join(acceptance.terms.sentences) for acceptance in accepted}
    return {invoice.id: latest[invoice.quote_id] for invoice in invoices if invoice.quote_id in latest}


def _owed(row: InvoicePayment | TreePayment, what: str) -> tuple[str, str]:
    """Return the row's status and summary: staff decide about money for a job that won't happen, the rest is owed."""
    amount = dollars(row.amount_owed)
    if (row.invoice if isinstance(row, InvoicePayment) else row.order).staff_decide:
        return REFUND_OR_KEEP, f"Refund or keep {amount}? {what}"
    return "owed", f"{what}: {amount} is owed back"


def _item(place: Place, payment: Payment, subject: Subject, terms: dict[UUID, str]) -> QueueItem:
    status, summary, amount = _what_to_do(payment)
    on_invoice: InvoicePayment | None = getattr(payment, "invoice_payment", None)
    return QueueItem(
        place=place,
        payment_id=payment.id,
        summary=summary,
        status=status,
        terms=terms.get(on_invoice.invoice_id) if on_invoice and status == REFUND_OR_KEEP else None,
        created_at=payment.received_at,
        updated_at=payment.updated_at,
        **{**payer_subject(payment), **subject, "amount": amount},
    )


def _what_to_do(payment: Payment) -> tuple[str, str, Decimal]:
    """Return the row's status, summary and amount; a dispute takes precedence, since the bank sets its deadline."""
    what = payment.description or "Card payment"
    if payment.bank_deadline:
        disputed: Decimal = getattr(payment, "disputed_amount", payment.amount_received)
        part = "" if disputed == payment.amount_received else f" {dollars(disputed)} of"
        return "disputed", f"{what}: the customer's bank disputes{part} it", disputed
    for row in (getattr(payment, "invoice_payment", None), getattr(payment, "tree_payment", None)):
        if row and row.amount_owed:
            return *_owed(row, what), row.amount_owed
    if payment.refund_failed and not payment.disputed:
        return "refund_failed", f"{what}: a refund of {dollars(payment.refund_failed)} failed", payment.refund_failed
    unknown = "no quote or order yet" if payment.user_id else "no customer yet"
    return "unassigned", f"{what}: {unknown}", payment.amount_received - payment.amount_refunded


def _load_payouts(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    for payout in Payout.objects.filter(id__in=places):
        reason = f" {payout.failure_message}" if payout.failure_message else ""
        yield QueueItem(
            place=places[payout.id],
            customer_name="Payout",
            summary=f"Your bank returned a payout of {dollars(payout.amount)}.{reason}",
            status="payout_failed",
            amount=payout.amount,
            created_at=payout.failed_at or payout.created_at,
            updated_at=payout.updated_at,
        )


PAYMENT_KINDS = (
    Kind(QueueKind.PAYMENT, rows=_rows, load=_load, since="due", time=dt.timedelta(), city=None, retry=None),
    Kind(
        QueueKind.PAYMENT,
        rows=lambda now: InvoicePayment.objects.filter(written_out(OWED_PAYMENTS), payment=None),
        load=_load_recorded,
        since="owed_since",
        city=None,
        retry=None,
    ),
    Kind(
        QueueKind.PAYMENT,
        rows=lambda now: TreePayment.objects.filter(written_out(OWED_PAYMENTS), payment=None),
        load=_load_recorded_on_trees,
        since="owed_since",
        city=None,
        retry=None,
    ),
    Kind(
        QueueKind.PAYMENT,
        rows=lambda now: Payout.objects.waiting_for_the_next(),
        load=_load_payouts,
        since="failed_at",
        city=None,
        retry=None,
    ),
)
