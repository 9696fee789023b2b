"""URL routes for storage."""

from django.urls import path

from storage import views

_one = "storage-subscriptions/<uuid:subscription_id>"

urlpatterns = [
    path("create-subscription", views.CreateSubscriptionView.as_view()),
    path("storage-charges", views.StorageChargeListView.as_view()),
    path("storage-charges/<uuid:charge_id>/receipt", views.StorageChargeReceiptView.as_view()),
    path("stored-items", views.StoredItemsListView.as_view()),
    path("stored-items/<uuid:address_id>", views.StoredItemsView.as_view()),
    path("storage-subscriptions", views.StorageSubscriptionListView.as_view()),
    path(f"{_one}/cancel", views.StorageSubscriptionCancelView.as_view()),
    path(f"{_one}/resume", views.StorageSubscriptionResumeView.as_view()),
    path(f"{_one}/preview-change", views.StorageSubscriptionPreviewChangeView.as_view()),
    path(f"{_one}/update-card", views.StorageSubscriptionUpdateCardView.as_view()),
    path(f"{_one}/addresses", views.StorageSubscriptionAddressesView.as_view()),
    path(f"{_one}/addresses/<uuid:address_id>", views.StorageSubscriptionAddressView.as_view()),
]
