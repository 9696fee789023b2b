"""The queues, and how many jobs of each run at the same time.

Queues are separate so that a mail server, Twilio or Stripe, when it hangs, holds up only its own jobs. Each running job
holds a thread and a database connection, so the numbers are small.
"""

from collections.abc import Iterable

DEFAULT, EMAIL, TEXTS, PAYMENTS = "default", "email", "texts", "payments"
CONCURRENCY = {DEFAULT: 2, EMAIL: 2, TEXTS: 2, PAYMENTS: 2}


def lanes(queues_of_tasks: Iterable[str]) -> dict[str, list[str]]:
    """Return which queues each lane reads: its own; the default lane also reads every other queue that a task names."""
    others = sorted(set(queues_of_tasks) - set(CONCURRENCY))
    return {lane: [lane, *others] if lane == DEFAULT else [lane] for lane in CONCURRENCY}
