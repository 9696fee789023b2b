"""URL routes for accounts."""

from django.urls import path

from accounts.staff.views import (
    ConfirmationView,
    InvitationListView,
    InvitationView,
    SecondFactorView,
    SecurityEventListView,
    StaffMemberView,
    StaffView,
)
from accounts.views import AddressListView, AddressView, CurrentUserView, LoginRedirectView, LogoutRedirectView

urlpatterns = [
    path("login", LoginRedirectView.as_view()),
    path("logout", LogoutRedirectView.as_view()),
    path("auth/user", CurrentUserView.as_view()),
    path("auth/confirmation", ConfirmationView.as_view()),
    path("desk/staff", StaffView.as_view()),
    path("desk/staff/invitations", InvitationListView.as_view()),
    path("desk/staff/invitations/<uuid:invitation_id>", InvitationView.as_view()),
    path("desk/staff/<uuid:staff_id>", StaffMemberView.as_view()),
    path("desk/staff/<uuid:staff_id>/remove-second-factor", SecondFactorView.as_view()),
    path("desk/security-events", SecurityEventListView.as_view()),
    path("addresses", AddressListView.as_view()),
    path("addresses/<uuid:address_id>", AddressView.as_view()),
]
