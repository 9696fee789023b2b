"""``manage.py doctor``: say in plain words what is missing or wrong in this installation."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from common.doctor import Result, State, inspect

MARKS = {State.OK: "ok     ", State.WARNING: "warning", State.FAILING: "FAILING"}


class Command(BaseCommand):
    """Run all checks and print what they find, the worst first. The exit code is 1 if something fails."""

    help = __doc__
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        results = inspect()
        for state in (State.FAILING, State.WARNING, State.OK):
            for result in results:
                if result.state == state:
                    self._print(result)
        failed = sum(result.state == State.FAILING for result in results)
        warned = sum(result.state == State.WARNING for result in results)
        self.stdout.write(f"\n{len(results)} checks: {failed} failing, {warned} with a warning.")
        if failed:
            sys.exit(1)

    def _print(self, result: Result) -> None:
        self.stdout.write(f"{MARKS[result.state]}  {result.title}: {result.sentence}")
        if result.what_to_do:
            self.stdout.write(f"{' ' * 9}{result.what_to_do}")
