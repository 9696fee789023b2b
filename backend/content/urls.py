"""URL routes for the owner's content."""

from django.urls import path

from content.views import BusinessVersionListView, BusinessView

urlpatterns = [
    path("desk/business", BusinessView.as_view()),
    path("desk/business/versions", BusinessVersionListView.as_view()),
]
