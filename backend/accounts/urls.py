"""Addresses of accounts."""

from django.urls import path

from accounts.views import AddressListView, CurrentUserView

urlpatterns = [
    path("auth/user", CurrentUserView.as_view()),
    path("addresses", AddressListView.as_view()),
]
