"""``/api/invoices``."""

from uuid import UUID

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.idempotency import create_once
from common.pagination import own_page_response, page_response
from common.permissions import Admin
from common.schema import IDEMPOTENCY_KEY, creates, lists
from common.views import AdminView, View, file_response, rows_in_scope
from invoices.billed import billed_of
from invoices.document import invoice_pdf
from invoices.filters import FILTERS, filtered
from invoices.inputs import (
    BatchSendInput,
    InvoiceInput,
    InvoiceRevisionInput,
    PaymentRecordInput,
)
from invoices.models import Invoice, InvoicePayment
from invoices.serializers import BatchSendOutput, InvoiceOutput, QuoteBilledOutput
from invoices.services import (
    cancel_invoice,
    create_invoice,
    record_payment,
    reverse_payment,
    revise_invoice,
    send_invoice,
    send_invoices,
)
from links.holders import SignedInOrLinkHolder, viewer_for
from links.models import LinkKind
from payments.inputs import TakeBackInput
from payments.serializers import ReceivedPaymentOutput


class InvoiceListView(View):
    """``GET`` and ``POST /api/invoices``. Customers see an invoice once it is sent."""

    method_permissions = {"POST": Admin}

    @lists(InvoiceOutput, scoped=True, filters=FILTERS)
    def get(self, request: Request) -> Response:
        """Return one page, newest first. With ``scope=admin``, it can be filtered and searched."""
        if "scope" not in request.query_params:
            return own_page_response(request, Invoice, InvoiceOutput)
        found = filtered(request, rows_in_scope(request, Invoice.objects.all()))
        return page_response(request, found, InvoiceOutput)

    @creates(InvoiceInput, InvoiceOutput)
    def post(self, request: Request) -> Response:
        """Draft an invoice."""
        form = self.parse(InvoiceInput)
        return create_once(request, "invoices", lambda: InvoiceOutput.of(create_invoice(**form)))


class InvoiceView(View):
    """``GET`` and ``PATCH /api/invoices/{id}``. Its owner can read it; administrators can also change a draft."""

    permission_classes = [SignedInOrLinkHolder]
    method_permissions = {"PATCH": Admin}

    @extend_schema(responses=InvoiceOutput)
    def get(self, request: Request, invoice_id: UUID) -> Response:
        """Return the invoice."""
        viewer = viewer_for(request, LinkKind.INVOICE, invoice_id)
        return Response(InvoiceOutput.of(get_object_or_404(Invoice.objects.visible_to(viewer), id=invoice_id)))

    @extend_schema(request=InvoiceRevisionInput, responses=InvoiceOutput)
    def patch(self, request: Request, invoice_id: UUID) -> Response:
        """Change a draft."""
        changes = self.parse(InvoiceRevisionInput)
        return Response(InvoiceOutput.of(revise_invoice(invoice_id=invoice_id, **changes)))


class InvoiceSendView(AdminView):
    """``POST /api/invoices/{id}/send``."""

    @extend_schema(request=None, responses=InvoiceOutput)
    def post(self, request: Request, invoice_id: UUID) -> Response:
        """Send a draft to its customer."""
        return Response(InvoiceOutput.of(send_invoice(invoice_id=invoice_id)))


class InvoiceBatchSendView(AdminView):
    """``POST /api/invoices/batch-send``."""

    @extend_schema(request=BatchSendInput, responses=BatchSendOutput)
    def post(self, request: Request) -> Response:
        """Send several drafts; those that can't be sent are listed with the reason."""
        return Response(BatchSendOutput.of(send_invoices(**self.parse(BatchSendInput))))


class InvoiceCancelView(AdminView):
    """``POST /api/invoices/{id}/cancel``."""

    @extend_schema(request=None, responses=InvoiceOutput)
    def post(self, request: Request, invoice_id: UUID) -> Response:
        """Cancel an unpaid invoice."""
        return Response(InvoiceOutput.of(cancel_invoice(invoice_id=invoice_id)))


class InvoiceRecordPaymentView(AdminView):
    """``POST /api/invoices/{id}/record-payment``."""

    @extend_schema(request=PaymentRecordInput, responses=InvoiceOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, invoice_id: UUID) -> Response:
        """Record a payment."""
        form, by = self.parse(PaymentRecordInput), signed_in(request.user)
        return create_once(
            request,
            "payments",
            lambda: InvoiceOutput.of(record_payment(invoice_id=invoice_id, by=by, **form)),
            parent_id=invoice_id,
            status=200,
        )


class InvoicePdfView(View):
    """``GET /api/invoices/{id}/pdf``, for administrators, and for its owner once it is sent."""

    permission_classes = [SignedInOrLinkHolder]

    @extend_schema(responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def get(self, request: Request, invoice_id: UUID) -> HttpResponseBase:
        """Return the invoice as a PDF. Once sent, only its payments change."""
        viewer = viewer_for(request, LinkKind.INVOICE, invoice_id)
        invoice = get_object_or_404(Invoice.objects.visible_to(viewer), id=invoice_id)
        return file_response(invoice_pdf(invoice), "application/pdf", f"{invoice.invoice_number}.pdf", inline=True)


class InvoicePaymentListView(View):
    """``GET /api/invoices/{id}/payments``, for its owner and administrators."""

    @extend_schema(responses=ReceivedPaymentOutput(many=True))
    def get(self, request: Request, invoice_id: UUID) -> Response:
        """Return the payments, oldest first."""
        invoice = get_object_or_404(Invoice.objects.visible_to(request.user), id=invoice_id)
        payments = InvoicePayment.objects.filter(invoice=invoice).select_related(
            "payment", "recorded_by", "taken_back_by", "kept_by"
        )
        rows = ReceivedPaymentOutput.of_each(payments.order_by("created_at", "id"))
        if not signed_in(request.user).is_admin:
            for row in rows:  # the reasons are staff's internal notes
                row["takenBackNote"] = row["keptReason"] = ""
        return Response(rows)


class InvoicePaymentTakeBackView(AdminView):
    """``POST /api/invoices/{id}/payments/{paymentId}/take-back``."""

    @extend_schema(request=TakeBackInput, responses=InvoiceOutput)
    def post(self, request: Request, invoice_id: UUID, payment_id: UUID) -> Response:
        """Reverse a recorded payment; return the invoice."""
        form, by = self.parse(TakeBackInput), signed_in(request.user)
        return Response(InvoiceOutput.of(reverse_payment(invoice_id=invoice_id, payment_id=payment_id, by=by, **form)))


class QuoteBilledView(AdminView):
    """``GET /api/quotes/{id}/billed``."""

    @extend_schema(responses=QuoteBilledOutput)
    def get(self, request: Request, quote_id: UUID) -> Response:
        """Return how much of a quote is on invoices, and how much is not."""
        return Response(QuoteBilledOutput.of(billed_of(quote_id)))
