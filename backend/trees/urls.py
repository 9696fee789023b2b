"""Addresses of tree orders."""

from django.urls import path

from trees.views import TreeOrderListView

urlpatterns = [path("tree-orders", TreeOrderListView.as_view())]
