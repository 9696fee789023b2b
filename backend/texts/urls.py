"""URL routes for texts."""

from django.urls import path

from texts.views import ContactChoiceView

urlpatterns = [
    path("contact-choice", ContactChoiceView.as_view()),
]
