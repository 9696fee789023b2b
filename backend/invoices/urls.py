"""URL routes for invoices."""

from django.urls import path

from invoices import views

urlpatterns = [
    path("invoices", views.InvoiceListView.as_view()),
    path("invoices/batch-send", views.InvoiceBatchSendView.as_view()),
    path("invoices/<uuid:invoice_id>", views.InvoiceView.as_view()),
    path("invoices/<uuid:invoice_id>/send", views.InvoiceSendView.as_view()),
    path("invoices/<uuid:invoice_id>/cancel", views.InvoiceCancelView.as_view()),
    path("invoices/<uuid:invoice_id>/record-payment", views.InvoiceRecordPaymentView.as_view()),
    path("invoices/<uuid:invoice_id>/pdf", views.InvoicePdfView.as_view()),
    path("invoices/<uuid:invoice_id>/payments", views.InvoicePaymentListView.as_view()),
    path("invoices/<uuid:invoice_id>/payments/<uuid:payment_id>/take-back", views.InvoicePaymentTakeBackView.as_view()),
    path("quotes/<uuid:quote_id>/billed", views.QuoteBilledView.as_view()),
]
