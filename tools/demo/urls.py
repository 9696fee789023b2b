"""URL routes for the demo."""

from django.urls import path

from demo.views import outbox

urlpatterns = [
    path("outbox", outbox, name="demo_outbox"),
]
