"""URL routes for messages."""

from django.urls import path

from notifications.views import DeliveryReportView

urlpatterns = [path("webhooks/twilio/status", DeliveryReportView.as_view())]
