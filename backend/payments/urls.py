"""URL routes for payments."""

from django.urls import path

from payments import own_views, views

urlpatterns = [
    path("payments/config", views.PaymentsConfigView.as_view()),
    path("payments", views.PaymentListView.as_view()),
    path("payments/<uuid:card_payment_id>/receipt-email", views.PaymentReceiptEmailView.as_view()),
    path("payments/<uuid:card_payment_id>/refund", views.PaymentRefundView.as_view()),
    path("payments/<uuid:card_payment_id>/keep", views.PaymentKeepView.as_view()),
    path("payments/<uuid:card_payment_id>/receipt", own_views.PaymentReceiptView.as_view()),
    path("payment-history", own_views.PaymentHistoryView.as_view()),
    path("payment-methods", own_views.SavedCardListView.as_view()),
    path("payment-methods/session", own_views.SavedCardSessionView.as_view()),
    path("payment-methods/<slug:method_id>", own_views.SavedCardView.as_view()),
    path("create-payment-intent", views.PaymentIntentView.as_view()),
    path("stripe/webhook", views.StripeWebhookView.as_view()),
    path("stripe/events", views.StripeEventListView.as_view()),
    path("stripe/events/<uuid:event_id>/process", views.StripeEventProcessView.as_view()),
]
