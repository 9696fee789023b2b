"""URL routes for payments."""

from django.urls import path

from payments.own_views import (
    PaymentHistoryView,
    PaymentReceiptView,
    SavedCardListView,
    SavedCardSessionView,
    SavedCardView,
)
from payments.views import (
    PaymentIntentView,
    PaymentKeepView,
    PaymentListView,
    PaymentReceiptEmailView,
    PaymentRefundView,
    PaymentsConfigView,
    StripeEventListView,
    StripeEventProcessView,
    StripeWebhookView,
)

urlpatterns = [
    path("payments/config", PaymentsConfigView.as_view()),
    path("payments", PaymentListView.as_view()),
    path("payments/<uuid:card_payment_id>/receipt-email", PaymentReceiptEmailView.as_view()),
    path("payments/<uuid:card_payment_id>/refund", PaymentRefundView.as_view()),
    path("payments/<uuid:card_payment_id>/keep", PaymentKeepView.as_view()),
    path("payments/<uuid:card_payment_id>/receipt", PaymentReceiptView.as_view()),
    path("payment-history", PaymentHistoryView.as_view()),
    path("payment-methods", SavedCardListView.as_view()),
    path("payment-methods/session", SavedCardSessionView.as_view()),
    path("payment-methods/<slug:method_id>", SavedCardView.as_view()),
    path("create-payment-intent", PaymentIntentView.as_view()),
    path("stripe/webhook", StripeWebhookView.as_view()),
    path("stripe/events", StripeEventListView.as_view()),
    path("stripe/events/<uuid:event_id>/process", StripeEventProcessView.as_view()),
]
