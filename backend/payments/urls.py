"""Addresses of payments."""

from django.urls import path

from payments.views import (
    PaymentIntentView,
    PaymentKeepView,
    PaymentListView,
    PaymentRefundView,
    PaymentsConfigView,
    StripeEventListView,
    StripeEventProcessView,
    StripeWebhookView,
)

urlpatterns = [
    path("payments/config", PaymentsConfigView.as_view()),
    path("payments", PaymentListView.as_view()),
    path("payments/<uuid:card_payment_id>/refund", PaymentRefundView.as_view()),
    path("payments/<uuid:card_payment_id>/keep", PaymentKeepView.as_view()),
    path("create-payment-intent", PaymentIntentView.as_view()),
    path("stripe/webhook", StripeWebhookView.as_view()),
    path("stripe/events", StripeEventListView.as_view()),
    path("stripe/events/<uuid:event_id>/process", StripeEventProcessView.as_view()),
]
