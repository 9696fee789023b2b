"""``manage.py watch``: run the checks and alert the owner, in the foreground."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from alerts.watching import Watch
from common.postgres.limits import limit_statements


class Command(BaseCommand):
    """Run the checks every 30 seconds until SIGTERM or SIGINT."""

    help = __doc__
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        limit_statements(statement=10, idle=30)
        ended = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ended.set())
        Watch().run(stopped=ended.wait)
