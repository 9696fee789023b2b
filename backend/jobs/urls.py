"""URL routes for jobs."""

from django.urls import path

from jobs.views import JobCalendarView, JobListView, JobView

urlpatterns = [
    path("jobs", JobListView.as_view()),
    path("jobs/<uuid:job_id>", JobView.as_view()),
    path("jobs/<uuid:job_id>/calendar.ics", JobCalendarView.as_view()),
]
