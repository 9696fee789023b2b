"""Addresses under ``/accounts/`` that allauth does not have."""

from django.urls import path

from accounts.pages import end_session

urlpatterns = [
    path("sessions/<int:session_id>/end/", end_session, name="end_session"),
]
