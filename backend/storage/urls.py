"""Addresses of storage."""

from django.urls import path

from storage.views import StorageSubscriptionListView

urlpatterns = [path("storage-subscriptions", StorageSubscriptionListView.as_view())]
