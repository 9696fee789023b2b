"""The check of the 24-hour promise (``common.doctor``)."""

from django.utils import timezone

from common.counts import count_of
from common.doctor import Finding, check, failing, ok
from desk.models import QueueKind
from desk.queue.kind import Kind
from desk.queue.reading import KINDS

# Customers whom we promised a response within 24 hours. Owed payments and returned payouts have the same deadline, but
# nobody was promised one.
PROMISED = {QueueKind.QUOTE, QueueKind.QUESTION, QueueKind.ACCEPTED, QueueKind.TREE_ORDER}
MAX_COUNTED = 1000  # of each kind


@check("promise", "24-hour promise")
def _promise() -> Finding:
    late = sum(_late(kind) for kind in KINDS if kind.name in PROMISED)
    if late:
        people = count_of(late, "customer has", "customers have")
        return failing(f"{people} waited for more than 24 hours.", "They are at the top of Due now on the desk.")
    return ok("No customer has waited for more than 24 hours.")


def _late(kind: Kind) -> int:
    """Return how many rows of a kind are past their deadline, without those to try again later."""
    now = timezone.now()
    return int(kind.rows(now).filter(kind.is_late(now), kind.is_due(now))[:MAX_COUNTED].count())
