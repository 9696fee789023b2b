"""URL routes under ``/accounts/`` that allauth lacks, or that replace its own."""

from django.urls import path

from accounts.pages import confirm, end_session, second_step, set_password
from accounts.reauthentication import ReauthenticateByCodeView
from accounts.sign_up import confirm_email

urlpatterns = [
    path("password/set/", set_password, name="account_set_password"),
    path("reauthenticate/code/", ReauthenticateByCodeView.as_view(), name="reauthenticate_by_code"),
    path("confirm-email/", confirm_email, name="account_email_verification_sent"),
    path("confirm/", confirm, name="confirm_identity"),
    path("second-step/", second_step, name="second_step"),
    path("sessions/<int:session_id>/end/", end_session, name="end_session"),
]
