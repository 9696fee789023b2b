"""The log of a rehearsal: every request with its outcome, and every row that was confirmed."""

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["quote", "tree order", "comment", "call", "job", "invoice"]


@dataclass(frozen=True)
class Attempt:
    """One request. Times are monotonic seconds; ``outcome`` is the status, or what happened to the connection."""

    name: str
    start: float
    end: float
    outcome: str

    @property
    def seconds(self) -> float:
        return self.end - self.start

    @property
    def failed(self) -> bool:
        """Return whether the site did not respond or was temporarily unable to handle the request."""
        return not self.outcome.isdecimal() or int(self.outcome) >= 500 or self.outcome in ("408", "429")


@dataclass
class Log:
    """Everything that the clients of a rehearsal saw. ``created`` has the IDs of rows that got a 201, by kind."""

    attempts: list[Attempt] = field(default_factory=list)
    created: dict[Kind, list[str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    deviations: list[str] = field(default_factory=list)

    def note(self, name: str, start: float, outcome: str) -> None:
        """Record a request that has just ended."""
        self.attempts.append(Attempt(name, start, time.monotonic(), outcome))

    def confirm(self, kind: Kind, row_id: str) -> None:
        """Record that a row was confirmed with a 201."""
        self.created.setdefault(kind, []).append(row_id)

    def complain(self, text: str) -> None:
        """Record something that must not happen."""
        self.deviations.append(text)
