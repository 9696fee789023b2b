"""``manage.py run_worker``: the worker, in the foreground."""

import argparse
import gc
from typing import Any

from django.core.management.base import BaseCommand

from common.postgres.limits import limit_statements
from common.postgres.pooling import use_pool
from common.worker.runner import Runner
from common.worker.state import Alarm

# Seconds. Long enough for any job of ours; idle is what a transaction is while an email goes out.
STATEMENT_WITHIN, IDLE_WITHIN = 600, 300


class Command(BaseCommand):
    """Run the jobs of all queues until SIGTERM or SIGINT."""

    help = "Run the jobs of all queues until SIGTERM or SIGINT."
    # ``make check`` runs Django's checks. Here they take a third of a start, most of it for loading views.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """``--grace``: what is not finished this many seconds after a signal is queued again."""
        parser.add_argument("--grace", type=float, default=10, help="seconds to finish jobs after a signal (10)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until a signal comes."""
        gc.freeze()
        gc.set_threshold(700, 10, 10)  # Python's own, which manage.py raises while modules load
        use_pool()
        limit_statements(statement=STATEMENT_WITHIN, idle=IDLE_WITHIN)
        Runner(grace=options["grace"], on_check=Alarm().check).run()
