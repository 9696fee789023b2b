"""URL routes for a person's data and its retention."""

from django.urls import path

from privacy.views import (
    DeskErasureView,
    DeskPersonArchiveView,
    OwnErasureView,
    PersonArchiveView,
    RetainedDocumentsView,
    RetainedFileView,
    RetentionView,
)

urlpatterns = [
    path("account/archive", PersonArchiveView.as_view()),
    path("account/erasure", OwnErasureView.as_view()),
    path("desk/customers/<str:key>/archive", DeskPersonArchiveView.as_view()),
    path("desk/customers/<str:key>/erasure", DeskErasureView.as_view()),
    path("desk/retention", RetentionView.as_view()),
    path("desk/retained-documents", RetainedDocumentsView.as_view()),
    path("desk/retained-documents/<uuid:document_id>/pdf", RetainedFileView.as_view()),
]
