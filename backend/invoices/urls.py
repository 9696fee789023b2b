"""Addresses of invoices."""

from django.urls import path

from invoices.views import InvoiceListView

urlpatterns = [path("invoices", InvoiceListView.as_view())]
