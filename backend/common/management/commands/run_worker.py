"""``manage.py run_worker``: the worker, in the foreground."""

import argparse
import gc
from typing import Any

from django.core.management.base import BaseCommand

from common.postgres.limits import limit_statements
from common.postgres.pooling import use_pool
from common.worker.runner import Runner
from common.worker.state import Alarm

# Seconds. Long enough for all our jobs. A transaction is idle while an email is being sent.
STATEMENT_WITHIN, IDLE_WITHIN = 600, 300


class Command(BaseCommand):
    """Run the jobs of all queues until SIGTERM or SIGINT."""

    help = "Run the jobs of all queues until SIGTERM or SIGINT."
    # ``make check`` runs Django's checks. Here they would add a third to the startup time, since they load all views.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add ``--grace``: jobs that don't end within this many seconds after a signal are queued again."""
        parser.add_argument("--grace", type=float, default=10, help="seconds to finish jobs after a signal (10)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until a signal comes."""
        gc.freeze()
        gc.set_threshold(700, 10, 10)  # Python's default, which manage.py raises while modules load
        use_pool()
        limit_statements(statement=STATEMENT_WITHIN, idle=IDLE_WITHIN)
        Runner(grace=options["grace"], on_check=Alarm().check).run()
