"""``/api/jobs``."""

from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.pagination import answer_page
from common.schema import lists
from common.views import View, rows_in_scope
from jobs.calendar import as_calendar
from jobs.models import Job
from jobs.serializers import JobOutput


class JobListView(View):
    """The caller's visits, or everybody's for an administrator."""

    @lists(JobOutput, scoped=True)
    def get(self, request: Request) -> Response:
        """One page, newest first."""
        jobs = rows_in_scope(request, Job.objects.select_related("user", "quote"))
        return answer_page(request, jobs, JobOutput)


class JobCalendarView(View):
    """A visit for the customer's own calendar."""

    @extend_schema(responses={(200, "text/calendar"): OpenApiTypes.STR})
    def get(self, request: Request, job_id: UUID) -> HttpResponse:
        """An iCalendar file with one event, in Eastern time. 404 for a visit without a date."""
        dated = Job.objects.visible_to(request.user).filter(scheduled_date__isnull=False).select_related("quote")
        job = get_object_or_404(dated, id=job_id)
        return HttpResponse(
            as_calendar(job, business=settings.BUSINESS_NAME),
            content_type="text/calendar; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="visit-{str(job.id)[-8:]}.ics"'},
        )
