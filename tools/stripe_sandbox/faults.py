"""Bad luck on order: API calls that answer 500 or 429, hang, or break off, before or after Stripe has done the work."""

import random
import re
import threading
from dataclasses import asdict, dataclass, field

from stripe_sandbox.call import new_id
from stripe_sandbox.errors import Json

KINDS = ("500", "503", "429", "timeout", "drop", "500_after", "drop_after", "timeout_after")


@dataclass
class Fault:
    """``kind``: a status, ``timeout`` (the call hangs, then breaks off) or ``drop`` (it breaks off at once); with
    ``_after`` the work is done before. It meets calls of ``method`` (None: any) whose path the regular expression
    ``path`` matches: the next ``count``, or for ever a ``share`` (probability) of them.
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
        self._chance = random.Random(self.seed)  # noqa: S311 - repeatable tests, no secret

    def meets(self, method: str, path: str) -> bool:
        """Whether it is this call's turn; counts it then."""
        if (self.method and self.method.upper() != method) or not re.search(self.path, path):
            return False
        if self.share is not None:
            due = self._chance.random() < self.share
        else:
            due = self.count is None or self.hits < self.count
        self.hits += due
        return due


class Faults:
    """All faults in force; the first that meets a call has it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all: list[Fault] = []

    def add(
        self, kind: str, *, method: str | None = None, path: str = "", count: int | None = 1,
        share: float | None = None, seed: int = 0, seconds: float = 30.0,
    ) -> Fault:  # fmt: skip
        """Order a fault (see ``Fault``). Raises ValueError for an unknown kind."""
        fault = Fault(kind, method, path, count, share, seed, seconds)
        with self._lock:
            self._all.append(fault)
        return fault

    def clear(self) -> None:
        with self._lock:
            self._all.clear()

    def draw(self, method: str, path: str) -> Fault | None:
        """The fault for this call, if one is due."""
        with self._lock:
            return next((fault for fault in self._all if fault.meets(method, path)), None)

    def listed(self) -> list[Json]:
        with self._lock:
            return [asdict(fault) for fault in self._all]
