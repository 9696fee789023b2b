"""Whether the business keeps its word (``common.doctor``)."""

from django.db.models import Q
from django.utils import timezone

from common.doctor import Finding, check, failing, ok
from common.response_deadlines import RESPONSE_TIME
from desk.queue.kind import Kind
from desk.queue.reading import KINDS

MOST = 1000


@check("promise", "24-hour promise")
def _promise() -> Finding:
    late = sum(_late(kind) for kind in KINDS if kind.time == RESPONSE_TIME)
    if late:
        people = "1 customer has" if late == 1 else f"{late} customers have"
        return failing(f"{people} waited for more than 24 hours.", "They are at the top of Due now on the desk.")
    return ok("Everyone got an answer within 24 hours, or still has time.")


def _late(kind: Kind) -> int:
    """Return how many rows of a kind are past their deadline, but for those to try again at a time to come."""
    now = timezone.now()
    rows = kind.rows(now).filter(**{f"{kind.since}__lt": now - kind.time})
    if kind.retry:
        rows = rows.filter(Q(**{kind.retry: None}) | Q(**{f"{kind.retry}__lte": now}))
    return int(rows[:MOST].count())
