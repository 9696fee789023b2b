"""Responses about jobs."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from common.outputs import Dollars, Output
from jobs.models import Job, JobKind, JobStatus
from quotes.models import QuoteStatus, ServicePackage
from texts.preferences import Reach


class JobUserOutput(Output):
    """The job's customer."""

    firstName = serializers.CharField(source="first_name")
    email = serializers.EmailField()


class JobQuoteOutput(Output):
    """The quote that the job is for."""

    servicePackage = serializers.ChoiceField(source="service_package", choices=ServicePackage.choices)
    city = serializers.CharField()
    quoteAmount = Dollars(source="told_amount", allow_null=True)


class JobOutput(Output):
    """A job as its customer and administrators see it."""

    id = serializers.UUIDField()
    quoteId = serializers.UUIDField(source="quote_id")
    userId = serializers.UUIDField(source="user_id", allow_null=True)
    kind = serializers.ChoiceField(choices=JobKind.choices)
    scheduledDate = serializers.DateTimeField(source="scheduled_date", allow_null=True)
    status = serializers.ChoiceField(choices=JobStatus.choices)
    notes = serializers.CharField()
    user = JobUserOutput(allow_null=True)
    quote = JobQuoteOutput()
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")


class DeskJobQuoteOutput(JobQuoteOutput):
    """The job's quote with the customer's contact details and address."""

    fullName = serializers.CharField(source="full_name")
    email = serializers.EmailField()
    phone = serializers.CharField()
    streetAddress = serializers.CharField(source="street_address")
    status = serializers.ChoiceField(choices=QuoteStatus.choices)


class DeskJobOutput(JobOutput):
    """A job as administrators see it. Its quote's ``phone`` is the number that the customer entered in My Services,
    otherwise that of the quote.
    """

    quote = DeskJobQuoteOutput()

    @classmethod
    def of(cls, row: Job) -> dict[str, Any]:
        """Return a job."""
        return cls.of_each([row])[0]

    @classmethod
    def of_each(cls, rows: Iterable[Job]) -> list[dict[str, Any]]:
        """Return several jobs, loading in one statement their customers' numbers."""
        jobs = list(rows)
        reach = Reach(job.quote.user_id for job in jobs)
        shown = super().of_each(jobs)
        for job, each in zip(jobs, shown, strict=True):
            each["quote"]["phone"] = reach.phone(job.quote.user_id, job.quote.phone)
        return shown


class RevisedJobOutput(DeskJobOutput):
    """A job after a change. For a completed installation, a takedown may be suggested."""

    offersTakedown = serializers.BooleanField()
    suggestedTakedown = serializers.DateTimeField(allow_null=True)
