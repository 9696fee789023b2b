"""Storing of the documents that the law requires us to keep about an erased person."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection

from invoices.document import invoice_pdf
from invoices.models import Invoice, InvoicePayment, InvoiceStatus
from payments.models import DisputeResponse, Payment, Refund
from privacy.models import DocumentKind
from privacy.person import Rows
from quotes.models import Acceptance
from storage.models import StorageCharge
from texts.models import ConsentEvent
from trees.models import TreeOrder, TreePayment

_KEEP = """
    INSERT INTO privacy_retaineddocument (kind, source_id, reference, erasure, dated, delete_after, data, file)
    SELECT %(kind)s, id, {reference}, %(erasure)s, {dated},
           ({dated} AT TIME ZONE 'America/New_York' + make_interval(years => %(years)s))::date,
           to_jsonb(kept) - 'search_vector', %(file)s
    FROM {table} AS kept WHERE id = ANY(%(ids)s)
    ON CONFLICT DO NOTHING
"""


def keep_documents(rows: Rows, *, erasure: UUID, consents: Collection[UUID]) -> None:
    """Store all columns of each invoice, payment, acceptance, consent and other document as a RetainedDocument."""
    paid = [order.id for order in rows.orders if order_is_kept(order, rows)]
    invoices = [invoice.id for invoice in rows.invoices]
    payments = [payment.id for payment in rows.payments if payment.succeeded_at]
    _keep_invoices(rows.invoices, erasure)
    _keep(DocumentKind.INVOICE_PAYMENT, InvoicePayment, erasure, _ids(InvoicePayment, invoice__in=invoices))
    _keep(DocumentKind.TREE_ORDER, TreeOrder, erasure, paid)
    _keep(DocumentKind.TREE_PAYMENT, TreePayment, erasure, _ids(TreePayment, order__in=paid))
    _keep(DocumentKind.PAYMENT, Payment, erasure, payments)
    _keep(DocumentKind.REFUND, Refund, erasure, _ids(Refund, payment__in=payments))
    _keep(DocumentKind.DISPUTE_RESPONSE, DisputeResponse, erasure, _ids(DisputeResponse, payment__in=payments))
    _keep(DocumentKind.STORAGE_CHARGE, StorageCharge, erasure, [charge.id for charge in rows.charges])
    quotes = [quote.id for quote in rows.quotes]
    _keep(DocumentKind.ACCEPTANCE, Acceptance, erasure, _ids(Acceptance, quote__in=quotes))
    _keep(DocumentKind.CONSENT, ConsentEvent, erasure, consents)


def order_is_kept(order: TreeOrder, rows: Rows) -> bool:
    """Return whether a tree order has any payment, or staff assigned one to it, which makes it a document."""
    return TreePayment.objects.filter(order=order).exists() or any(
        order.id in (payment.reference, payment.assigned_id) for payment in rows.payments
    )


def _ids(model: type, **where: object) -> list[UUID]:
    return list(model.objects.filter(**where).values_list("id", flat=True))  # type: ignore[attr-defined]


def _keep(kind: DocumentKind, model: type, erasure: UUID, ids: Collection[UUID]) -> None:
    # The erasure ends a consent, and its proof has to be kept from then on.
    dated = "now()" if kind == DocumentKind.CONSENT else "created_at"
    _insert(kind, model, ids, erasure, reference="id::text", dated=dated, file=None)


def _keep_invoices(invoices: list[Invoice], erasure: UUID) -> None:
    """Store the invoices that were sent, with their PDF. Unsent ones are not documents."""
    for invoice in invoices:
        if invoice.sent_at or invoice.status not in InvoiceStatus.UNSENT:
            _insert(
                DocumentKind.INVOICE, Invoice, [invoice.id], erasure, reference="invoice_number",
                dated="coalesce(sent_at, created_at)", file=invoice_pdf(invoice),
            )  # fmt: skip


def _insert(
    kind: DocumentKind,
    model: type,
    ids: Collection[UUID],
    erasure: UUID,
    *,
    reference: str,
    dated: str,
    file: bytes | None,
) -> None:
    table = model._meta.db_table  # type: ignore[attr-defined]
    values: dict[str, Any] = {
        "kind": str(kind),
        "erasure": erasure,
        "years": settings.RETENTION_DOCUMENTS_YEARS,
        "ids": list(ids),
        "file": file,
    }
    with connection.cursor() as cursor:
        cursor.execute(_KEEP.format(table=table, reference=reference, dated=dated), values)
