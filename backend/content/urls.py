"""URL routes for the owner's content."""

from django.urls import path

from content.views import (
    BusinessVersionListView,
    BusinessView,
    PageTextView,
    TextPreviewView,
    TextVersionListView,
    TextVersionView,
    TextView,
)

urlpatterns = [
    path("desk/business", BusinessView.as_view()),
    path("desk/business/versions", BusinessVersionListView.as_view()),
    path("desk/texts/<str:page>", TextView.as_view()),
    path("desk/texts/<str:page>/preview", TextPreviewView.as_view()),
    path("desk/texts/<str:page>/versions", TextVersionListView.as_view()),
    path("desk/texts/<str:page>/versions/<int:number>", TextVersionView.as_view()),
    path("texts/<str:page>", PageTextView.as_view()),
]
