"""URL routes for accounts."""

from django.urls import path

from accounts.views import AddressListView, AddressView, CurrentUserView, login, logout

urlpatterns = [
    path("login", login),
    path("logout", logout),
    path("auth/user", CurrentUserView.as_view()),
    path("addresses", AddressListView.as_view()),
    path("addresses/<uuid:address_id>", AddressView.as_view()),
]
