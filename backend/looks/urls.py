"""URL routes for pictures of looks."""

from django.urls import path

from looks.views import LookPictureView

urlpatterns = [path("looks/<str:code>/<str:name>", LookPictureView.as_view())]
