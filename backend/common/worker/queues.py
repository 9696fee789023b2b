"""The queues, and how many jobs of each run at the same time.

The queues are separate so that a hanging mail server, Twilio or Stripe holds up only its own jobs. Each running job
needs a thread and a database connection, so the numbers are small.
"""

from collections.abc import Iterable

DEFAULT, EMAIL, TEXTS, PAYMENTS = "default", "email", "texts", "payments"
CONCURRENCY = {DEFAULT: 2, EMAIL: 2, TEXTS: 2, PAYMENTS: 2}


def lanes(queues_of_tasks: Iterable[str]) -> dict[str, list[str]]:
    """Return the queues that each lane reads: its own and, for the default lane, all other queues that tasks name."""
    others = sorted(set(queues_of_tasks) - set(CONCURRENCY))
    return {lane: [lane, *others] if lane == DEFAULT else [lane] for lane in CONCURRENCY}
