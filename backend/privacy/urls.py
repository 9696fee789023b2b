"""URL routes for a person's data and its retention."""

from django.urls import path

from privacy import views

urlpatterns = [
    path("account/archive", views.PersonArchiveView.as_view()),
    path("account/erasure", views.OwnErasureView.as_view()),
    path("desk/customers/<str:key>/archive", views.DeskPersonArchiveView.as_view()),
    path("desk/customers/<str:key>/erasure", views.DeskErasureView.as_view()),
    path("desk/retention", views.RetentionView.as_view()),
    path("desk/retained-documents", views.RetainedDocumentsView.as_view()),
    path("desk/retained-documents/<uuid:document_id>/pdf", views.RetainedFileView.as_view()),
]
