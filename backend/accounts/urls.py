"""URL routes for accounts."""

from django.urls import path

from accounts.views import AddressListView, AddressView, CurrentUserView, LoginRedirectView, LogoutRedirectView

urlpatterns = [
    path("login", LoginRedirectView.as_view()),
    path("logout", LogoutRedirectView.as_view()),
    path("auth/user", CurrentUserView.as_view()),
    path("addresses", AddressListView.as_view()),
    path("addresses/<uuid:address_id>", AddressView.as_view()),
]
