"""URL routes for the catalog."""

from django.urls import path

from catalog.views import CatalogView

urlpatterns = [path("catalog", CatalogView.as_view())]
