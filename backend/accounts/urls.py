"""URL routes for accounts."""

from django.urls import path

from accounts import views
from accounts.staff import views as staff_views

urlpatterns = [
    path("login", views.LoginRedirectView.as_view()),
    path("logout", views.LogoutRedirectView.as_view()),
    path("auth/user", views.CurrentUserView.as_view()),
    path("auth/confirmation", staff_views.ConfirmationView.as_view()),
    path("desk/staff", staff_views.StaffView.as_view()),
    path("desk/staff/invitations", staff_views.InvitationListView.as_view()),
    path("desk/staff/invitations/<uuid:invitation_id>", staff_views.InvitationView.as_view()),
    path("desk/staff/<uuid:staff_id>", staff_views.StaffMemberView.as_view()),
    path("desk/staff/<uuid:staff_id>/remove-second-factor", staff_views.SecondFactorView.as_view()),
    path("desk/security-events", staff_views.SecurityEventListView.as_view()),
    path("addresses", views.AddressListView.as_view()),
    path("addresses/<uuid:address_id>", views.AddressView.as_view()),
]
