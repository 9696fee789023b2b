"""A moment belongs to its Eastern day. Its day in UTC is the next one from 7:00 or 8:00 PM on, which few tests see."""

import ast
from pathlib import Path

from django.conf import settings

# ``date`` of a moment in UTC is its day in UTC, and ``today`` is the day in the server's time zone.
_WRONG = {"date", "today"}
# These convert days themselves, or read the day of a payout, which Stripe states as midnight UTC.
_ALLOWED = {"common/calendars.py", "common/inputs/days.py", "common/written_once.py", "payments/payouts.py"}


def _days_of_moments(file: Path) -> list[str]:
    """Return the calls of ``.date()`` and the like in ``file``; constructing a date has arguments."""
    calls = (node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call) and not node.args)
    return [
        f"line {call.lineno}: {ast.unparse(call)}"
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in _WRONG and not call.keywords
    ]


def test_only_localdate_gives_the_day_of_a_moment() -> None:
    backend = Path(settings.BACKEND_DIR)
    files = [file for file in backend.rglob("*.py") if "tests" not in file.parts and "migrations" not in file.parts]
    found = {str(file.relative_to(backend)): lines for file in files if (lines := _days_of_moments(file))}
    assert {name: lines for name, lines in found.items() if name not in _ALLOWED} == {}
    assert found.keys() == _ALLOWED
