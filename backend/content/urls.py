"""URL routes for the owner's content."""

from django.urls import path

from content import views

urlpatterns = [
    path("desk/business", views.BusinessView.as_view()),
    path("desk/business/versions", views.BusinessVersionListView.as_view()),
    path("desk/texts/<str:page>", views.TextView.as_view()),
    path("desk/texts/<str:page>/preview", views.TextPreviewView.as_view()),
    path("desk/texts/<str:page>/versions", views.TextVersionListView.as_view()),
    path("desk/texts/<str:page>/versions/<int:number>", views.TextVersionView.as_view()),
    path("texts/<str:page>", views.PageTextView.as_view()),
]
