"""Deletion of a person's rows, and anonymization of the rows that the books need."""

from collections.abc import Collection
from uuid import UUID

from auditlog.models import LogEntry
from django.db.models import Q

from accounts.models import Address, StaffInvitation
from desk.models import Call
from invoices.models import Invoice, InvoicePayment, InvoiceStatus
from jobs.models import Job
from links.models import Link
from notifications.models import Message, Unsubscription
from payments.models import DisputeResponse, Payment, Refund
from privacy.keeping import order_is_kept
from privacy.person import Person, Rows, inquiries_of
from quotes.models import Acceptance, Quote
from replies.models import Inbound
from storage.models import StorageSubscription
from texts.models import ConsentEvent
from trees.models import TreeOrder, TreePayment

ERASED = "Erased customer"
_NO_ADDRESS = "erased@erased.invalid"


def anonymize_kept(rows: Rows) -> None:
    """Remove personal data from the rows that the books need, before ``delete_rows`` deletes the others. Numbers,
    amounts and dates stay; lists omit the rows.
    """
    for invoice in rows.invoices:
        invoice.bill_to_name, invoice.bill_to_address, invoice.bill_to_email = ERASED, "", ""
        invoice.description, invoice.quote, invoice.erased = "", None, True
        invoice.details = {**invoice.details, "lines": []}
        if invoice.status in InvoiceStatus.EDITABLE:
            invoice.status = InvoiceStatus.CANCELLED
    Invoice.objects.bulk_update(
        rows.invoices,
        ["bill_to_name", "bill_to_address", "bill_to_email", "description", "quote", "details", "status", "erased"],
    )
    orders = [order.id for order in rows.orders]
    TreeOrder.objects.filter(id__in=orders).update(
        customer_name=ERASED, customer_email=_NO_ADDRESS, customer_phone="", address_line1="", address_line2="",
        notes="", erased=True,
    )  # fmt: skip
    notes = {"note": "", "taken_back_note": "", "kept_reason": ""}
    InvoicePayment.objects.filter(invoice__in=rows.invoices).update(**notes)
    TreePayment.objects.filter(order__in=orders).update(**notes)
    Payment.objects.filter(id__in=[payment.id for payment in rows.payments]).update(
        receipt_email="",
        payer_name="",
        description="",
        failure_message="",
        card_last4="",
        kept_reason="",
        erased=True,
    )
    Refund.objects.filter(payment__in=rows.payments).update(reason="", error="")
    DisputeResponse.objects.filter(payment__in=rows.payments).update(evidence={}, error="")
    StorageSubscription.objects.filter(id__in=[each.id for each in rows.subscriptions]).update(
        card_last4="", erased=True
    )


def delete_rows(person: Person, rows: Rows, *, consents: Collection[UUID]) -> None:
    """Delete everything else, including links, messages and the change history, but not the account itself."""
    ids = rows.ids
    unpaid_orders = [order for order in rows.orders if not order_is_kept(order, rows)]
    delete_requests(rows.quotes, unpaid_orders)
    Call.objects.filter(tree_order__in=rows.orders).delete()
    unpaid = [each.id for each in rows.subscriptions if not any(c.subscription_id == each.id for c in rows.charges)]
    StorageSubscription.objects.filter(id__in=unpaid).delete()
    _delete_correspondence(person, rows, ids)
    ConsentEvent.objects.filter(id__in=consents).delete()
    if person.user:
        Address.objects.filter(user=person.user).delete()
    delete_history(ids)


def delete_requests(quotes: Collection[Quote], orders: Collection[TreeOrder]) -> None:
    """Delete tree orders, and quotes with their jobs, threads and acceptances.

    Acceptances that have to be retained must already be stored as documents.
    """
    quote_ids, order_ids = [quote.id for quote in quotes], [order.id for order in orders]
    Link.objects.filter(resource_id__in=[*quote_ids, *order_ids]).delete()
    Message.objects.filter(about_id__in=[*quote_ids, *order_ids]).delete()
    Job.objects.filter(quote__in=quote_ids).delete()
    Quote.objects.filter(id__in=quote_ids).update(acceptance=None)
    Acceptance.objects.filter(quote__in=quote_ids).delete()
    Quote.objects.filter(id__in=quote_ids).delete()
    TreeOrder.objects.filter(id__in=order_ids).delete()
    delete_history({*quote_ids, *order_ids})


def delete_history(ids: Collection[UUID]) -> None:
    """Delete the change history of these rows, including the entries about their deletion."""
    LogEntry.objects.filter(object_pk__in=[str(each) for each in ids]).delete()


def _delete_correspondence(person: Person, rows: Rows, ids: Collection[UUID]) -> None:
    Link.objects.filter(resource_id__in=ids).delete()
    about = Q(about_id__in=ids) | Q(recipient_key__in=[*person.emails, *rows.numbers])
    inquiries = inquiries_of(person, rows)
    Message.objects.filter(about | Q(about_id__in=list(inquiries.values_list("id", flat=True)))).delete()
    inquiries.delete()
    Inbound.objects.filter(sender__in=[*person.emails, *rows.numbers]).delete()
    Unsubscription.objects.filter(recipient_key__in=person.emails).delete()
    StaffInvitation.objects.filter(email__in=person.emails).delete()
