"""Injected faults: API calls that return 400, 429 or 500, time out or drop the connection, before or after the work."""

import random
import re
import threading
from dataclasses import asdict, dataclass, field
from typing import Any

from stripe_sandbox.call import new_id
from stripe_sandbox.errors import Json

KINDS = ("400", "500", "503", "429", "timeout", "drop", "500_after", "drop_after", "timeout_after")


@dataclass
class Fault:
    """``kind``: a status, ``timeout`` (the call hangs, then the connection drops) or ``drop`` (it drops at once); with
    ``_after`` the work is done first. Applies to calls of ``method`` (None: any) whose path matches the regular
    expression ``path``: to the next ``count`` of them, or to a random ``share`` (probability) of all.
    """

    kind: str
    method: str | None = None
    path: str = ""
    count: int | None = 1
    share: float | None = None
    seed: int = 0
    seconds: float = 30.0
    id: str = field(default_factory=lambda: new_id("fault", 8))
    hits: int = 0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind: one of {', '.join(KINDS)}")
        self._random = random.Random(self.seed)  # noqa: S311 - repeatable tests, no secret

    def matches(self, method: str, path: str) -> bool:
        """Return whether the fault applies to this call, and count it as a hit."""
        if (self.method and self.method.upper() != method) or not re.search(self.path, path):
            return False
        if self.share is not None:
            due = self._random.random() < self.share
        else:
            due = self.count is None or self.hits < self.count
        self.hits += due
        return due


class Faults:
    """All active faults; the first that matches a call applies."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all: list[Fault] = []

    def add(self, kind: str, **options: Any) -> Fault:
        """Add a fault (see ``Fault``). Raises ValueError for an unknown kind, and TypeError for an unknown option."""
        fault = Fault(kind, **options)
        with self._lock:
            self._all.append(fault)
        return fault

    def clear(self) -> None:
        with self._lock:
            self._all.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """Return the fault for this call, if one applies."""
        with self._lock:
            return next((fault for fault in self._all if fault.matches(method, path)), None)

    def list_all(self) -> list[Json]:
        with self._lock:
            return [asdict(fault) for fault in self._all]
