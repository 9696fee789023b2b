"""Visits that need a day and that no row of the desk's queue stands for."""

from django.db.models import Q

from common.literals import written_out
from jobs.models import OPEN_JOBS, Job, JobKind
from quotes.models import QuoteStatus

# The queue has a row for an accepted quote without any scheduled visit, and for a missing takedown once it is due, also
# of a rejected quote.
_IN_QUEUE = Q(quote__status__in=QuoteStatus.ACCEPTED, quote__has_visit=False) | Q(
    quote__status__in=[*QuoteStatus.ACCEPTED, *QuoteStatus.DECLINED], kind=JobKind.TAKEDOWN
)


def count_unscheduled() -> int:
    """Return the number of such visits, for example a service visit or a second installation that snow called off."""
    return Job.objects.filter(written_out(OPEN_JOBS), scheduled_date=None).exclude(_IN_QUEUE).count()
