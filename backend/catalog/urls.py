"""Addresses of the catalogue."""

from django.urls import path

from catalog.views import CatalogView

urlpatterns = [path("catalog", CatalogView.as_view())]
