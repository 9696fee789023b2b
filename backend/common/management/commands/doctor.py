"""``manage.py doctor``: print in plain words what is missing or wrong in this installation."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.doctor import Result, State, inspect

MARKS = {State.OK: "ok     ", State.WARNING: "warning", State.FAILING: "FAILING"}


class Command(BaseCommand):
    """Run all checks or those that are named, and print the results, the worst first.

    The exit code is 1 if a check is failing.
    """

    help = __doc__
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("checks", nargs="*", help="names of checks, such as stripe or email")

    def handle(self, *args: Any, checks: list[str], **options: Any) -> None:
        results = inspect(checks or None)
        if unknown := set(checks) - {result.name for result in results}:
            raise CommandError(f"There is no check {', '.join(sorted(unknown))}")
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
