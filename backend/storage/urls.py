"""URL routes for storage."""

from django.urls import path

from storage.views import (
    CreateSubscriptionView,
    StorageChargeListView,
    StorageChargeReceiptView,
    StorageSubscriptionAddressesView,
    StorageSubscriptionAddressView,
    StorageSubscriptionCancelView,
    StorageSubscriptionListView,
    StorageSubscriptionPreviewChangeView,
    StorageSubscriptionResumeView,
    StorageSubscriptionUpdateCardView,
)

_one = "storage-subscriptions/<uuid:subscription_id>"

urlpatterns = [
    path("create-subscription", CreateSubscriptionView.as_view()),
    path("storage-charges", StorageChargeListView.as_view()),
    path("storage-charges/<uuid:charge_id>/receipt", StorageChargeReceiptView.as_view()),
    path("storage-subscriptions", StorageSubscriptionListView.as_view()),
    path(f"{_one}/cancel", StorageSubscriptionCancelView.as_view()),
    path(f"{_one}/resume", StorageSubscriptionResumeView.as_view()),
    path(f"{_one}/preview-change", StorageSubscriptionPreviewChangeView.as_view()),
    path(f"{_one}/update-card", StorageSubscriptionUpdateCardView.as_view()),
    path(f"{_one}/addresses", StorageSubscriptionAddressesView.as_view()),
    path(f"{_one}/addresses/<uuid:address_id>", StorageSubscriptionAddressView.as_view()),
]
