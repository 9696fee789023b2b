"""``/api/jobs``."""

from uuid import UUID

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.idempotency import create_once
from common.pagination import page_response, response_from_reader
from common.permissions import Admin, is_admin
from common.schema import creates, either, lists
from common.views import View, file_response, rows_in_scope
from jobs.calendar import as_calendar
from jobs.filters import FILTERS, filtered
from jobs.inputs import JobInput, JobRevisionInput
from jobs.models import Job
from jobs.serializers import DeskJobOutput, JobOutput, RevisedJobOutput
from jobs.services import revise_job, schedule_job, suggest_takedown


class JobListView(View):
    """``GET`` and ``POST /api/jobs``."""

    method_permissions = {"POST": Admin}

    @lists(JobOutput, scoped=True, desk=DeskJobOutput, filters=FILTERS)
    def get(self, request: Request) -> Response:
        """Return one page, newest first. With ``scope=admin``, it can be filtered, searched and sorted, and
        includes the customer's contact details.
        """
        jobs = rows_in_scope(request, Job.objects.select_related("user", "quote"))
        if "scope" not in request.query_params:
            return page_response(request, jobs, JobOutput)
        listing = filtered(request, jobs)
        return response_from_reader(request, listing.read, DeskJobOutput, listing.order)

    @creates(JobInput, DeskJobOutput)
    def post(self, request: Request) -> Response:
        """Add a job to a quote."""
        form, by = self.parse(JobInput), signed_in(request.user)
        return create_once(request, "jobs", lambda: DeskJobOutput.of(schedule_job(by=by, **form)))


class JobView(View):
    """One job. Its customer can read it, administrators can also change it."""

    method_permissions = {"PATCH": Admin}

    @extend_schema(responses=either(JobOutput, DeskJobOutput))
    def get(self, request: Request, job_id: UUID) -> Response:
        """Return the job. Administrators also get the customer's contact details."""
        visible = Job.objects.visible_to(request.user).select_related("user", "quote")
        output = DeskJobOutput if is_admin(request) else JobOutput
        return Response(output.of(get_object_or_404(visible, id=job_id)))

    @extend_schema(request=JobRevisionInput, responses=RevisedJobOutput)
    def patch(self, request: Request, job_id: UUID) -> Response:
        """Change status, date and notes."""
        changes = self.parse(JobRevisionInput)
        job = revise_job(job_id=job_id, by=signed_in(request.user), **changes)
        takedown = suggest_takedown(job) if changes.get("status") else None
        return Response(
            {**DeskJobOutput.of(job), "offersTakedown": takedown is not None, "suggestedTakedown": takedown}
        )


class JobCalendarView(View):
    """``GET /api/jobs/{id}/calendar.ics``."""

    @extend_schema(responses={(200, "text/calendar"): OpenApiTypes.STR})
    def get(self, request: Request, job_id: UUID) -> HttpResponseBase:
        """Return an iCalendar file with one event in Eastern time. A job without a date responds with 404."""
        dated = Job.objects.visible_to(request.user).filter(scheduled_date__isnull=False).select_related("quote")
        job = get_object_or_404(dated, id=job_id)
        return file_response(as_calendar(job), "text/calendar; charset=utf-8", f"visit-{job.short_id}.ics")
