"""Views of a person's data (``/api/account/…`` and ``/api/desk/customers/{key}/…``) and of retention."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import logout
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.http import FileResponse, Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.confirmation import ConfirmedOwner, ConfirmedUser
from accounts.models import SecurityEventKind, User, signed_in
from accounts.staff.events import record_event
from common.email_addresses import email_key
from common.errors import field_error
from common.filters import text
from common.inputs import REQUIRED
from common.permissions import Owner
from common.views import OwnerView, View, file_response
from privacy.archive import write_archive
from privacy.blockers import reasons_against
from privacy.erasure import erase_person
from privacy.inputs import ErasureInput
from privacy.models import RetainedDocument
from privacy.person import Person, person_of_key, person_of_user, rows_of
from privacy.retention import next_run, preview
from privacy.serializers import ErasureOutput, RetainedDocumentOutput, RetentionOutput, RetentionRuleOutput

_MAX_DOCUMENTS = 20


class _PersonView(View):
    """Base of the views of one's own data and of their counterparts on the desk."""

    def person(self, request: Request, key: str | None) -> Person:
        """Return the person with ``key``, or the caller without one. Raises Http404."""
        return person_of_key(key) if key else person_of_user(signed_in(request.user))


class PersonArchiveView(_PersonView):
    """All data about a person as one file."""

    permission_classes = [ConfirmedUser]

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, key: str | None = None) -> FileResponse:
        """Return a zip file: tables as JSON, invoices as PDF, and a readable page."""
        person = self.person(request, key)
        file = write_archive(person)
        by: User = signed_in(request.user)
        if key:
            who = f"account {person.user.id}" if person.user else "a guest"
            record_event(SecurityEventKind.PERSON_EXPORTED, f"All data of {who}", by=by)
        return FileResponse(file, as_attachment=True, filename=f"my-data-{timezone.localdate()}.zip")


class DeskPersonArchiveView(PersonArchiveView):
    """The same about any person, for owners."""

    permission_classes = [ConfirmedOwner]


class PersonErasureView(_PersonView):
    """Erasure of a person."""

    @extend_schema(responses=ErasureOutput)
    def get(self, request: Request, key: str | None = None) -> Response:
        """Return what erasing them would do, and why it isn't possible yet."""
        person = self.person(request, key)
        rows = rows_of(person)
        return Response(
            {
                "reasons": reasons_against(person, rows),
                "email": person.address,
                "quotes": len(rows.quotes),
                "treeOrders": len(rows.orders),
                "invoices": sum(1 for invoice in rows.invoices if invoice.sent_at),
                "keptYears": settings.RETENTION_DOCUMENTS_YEARS,
            }
        )

    @extend_schema(request=ErasureInput, responses={204: None})
    def post(self, request: Request, key: str | None = None) -> Response:
        """Erase the person permanently; 409 with all reasons why it isn't possible yet."""
        person, form = self.person(request, key), self.parse(ErasureInput)
        if email_key(form["email"]) not in {email_key(person.address), *person.emails}:
            raise field_error("email", "This is not the email address of the person to erase.")
        erase_person(person, by=signed_in(request.user))
        if key is None:
            logout(request._request)
        return Response(status=204)


class OwnErasureView(PersonErasureView):
    """``/api/account/erasure``. Erasing requires a recent confirmation; the preview only requires signing in."""

    permission_classes = [ConfirmedUser]
    method_permissions = {"GET": IsAuthenticated}


class DeskErasureView(PersonErasureView):
    """``/api/desk/customers/{key}/erasure``, for owners."""

    permission_classes = [ConfirmedOwner]
    method_permissions = {"GET": Owner}


class RetentionView(OwnerView):
    """``GET /api/desk/retention``."""

    @extend_schema(responses=RetentionOutput)
    def get(self, request: Request) -> Response:
        """Return the time of the next run and what it will delete."""
        at = next_run(timezone.now())
        return Response({"nextRunAt": at, "rules": RetentionRuleOutput.of_each(preview(at))})


def _documents() -> Any:
    has_file = ExpressionWrapper(Q(file__isnull=False), output_field=BooleanField())
    return RetainedDocument.objects.defer("file").annotate(has_file=has_file)


class RetainedDocumentsView(OwnerView):
    """``GET /api/desk/retained-documents``."""

    @extend_schema(
        parameters=[OpenApiParameter("reference", required=True, description="An invoice number, or a row's ID")],
        responses=RetainedDocumentOutput(many=True),
    )
    def get(self, request: Request) -> Response:
        """Return the documents about erased people with exactly this reference. They can't be listed or searched."""
        reference = text(request, "reference")
        if not reference:
            raise ValidationError({"reference": [REQUIRED]})
        found = _documents().filter(reference=reference).order_by("kind", "id")[:_MAX_DOCUMENTS]
        return Response(RetainedDocumentOutput.of_each(found))


class RetainedFileView(OwnerView):
    """``GET /api/desk/retained-documents/{id}/pdf``."""

    @extend_schema(responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        """Return the PDF of an erased person's invoice."""
        document = get_object_or_404(RetainedDocument, id=document_id)
        if document.file is None:
            raise Http404
        return file_response(bytes(document.file), "application/pdf", f"{document.reference}.pdf")
