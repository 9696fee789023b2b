"""URL routes for the webhooks of providers."""

from django.urls import path

from replies.views import InboundCallView, InboundEmailView, InboundTextView

urlpatterns = [
    path("webhooks/twilio/messages", InboundTextView.as_view()),
    path("webhooks/twilio/calls", InboundCallView.as_view()),
    path("webhooks/email", InboundEmailView.as_view()),
]
