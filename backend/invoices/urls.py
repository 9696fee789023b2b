"""URL routes for invoices."""

from django.urls import path

from invoices.views import (
    InvoiceBatchSendView,
    InvoiceCancelView,
    InvoiceListView,
    InvoicePaymentListView,
    InvoicePaymentTakeBackView,
    InvoicePdfView,
    InvoiceRecordPaymentView,
    InvoiceSendView,
    InvoiceView,
    QuoteBilledView,
)

urlpatterns = [
    path("invoices", InvoiceListView.as_view()),
    path("invoices/batch-send", InvoiceBatchSendView.as_view()),
    path("invoices/<uuid:invoice_id>", InvoiceView.as_view()),
    path("invoices/<uuid:invoice_id>/send", InvoiceSendView.as_view()),
    path("invoices/<uuid:invoice_id>/cancel", InvoiceCancelView.as_view()),
    path("invoices/<uuid:invoice_id>/record-payment", InvoiceRecordPaymentView.as_view()),
    path("invoices/<uuid:invoice_id>/pdf", InvoicePdfView.as_view()),
    path("invoices/<uuid:invoice_id>/payments", InvoicePaymentListView.as_view()),
    path("invoices/<uuid:invoice_id>/payments/<uuid:payment_id>/take-back", InvoicePaymentTakeBackView.as_view()),
    path("quotes/<uuid:quote_id>/billed", QuoteBilledView.as_view()),
]
