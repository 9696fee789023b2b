"""URL routes for texts."""

from django.urls import path

from texts.views import ContactChoiceView, TextsOffView

urlpatterns = [
    path("contact-choice", ContactChoiceView.as_view()),
    path("texts/off", TextsOffView.as_view()),
]
