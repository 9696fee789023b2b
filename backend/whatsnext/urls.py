"""URL routes for the list of what is next."""

from django.urls import path

from whatsnext.views import WhatsNextView

urlpatterns = [path("whats-next", WhatsNextView.as_view())]
