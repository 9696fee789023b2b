"""The phases of a rehearsal: what people saw in each, and whether a fault explains every error."""

from dataclasses import dataclass

from devtools.rehearsal.log import Attempt

# Everything must recover within this many seconds after a fault.
WELL_WITHIN = 30.0


@dataclass
class Phase:
    """A part of the day. Times are in monotonic seconds; ``fault_ended`` is None if there was no fault."""

    name: str
    start: float
    end: float = 0.0
    fault_ended: float | None = None

    def explains(self, start: float, end: float) -> bool:
        """Return whether this phase's fault explains a failure between ``start`` and ``end``."""
        return self.fault_ended is not None and start <= self.fault_ended + WELL_WITHIN and end >= self.start


@dataclass(frozen=True)
class Summary:
    """What people saw in a phase. Times are in seconds; percentiles cover only requests that got a response.

    ``first_good`` is the time from the fault's end to the first response to a request sent after it, ``last_bad`` the
    time to the last error. They are None if there was no fault or no error.
    """

    name: str
    lasted: float
    requests: int
    failed: dict[str, int]
    median: float
    p95: float
    p99: float
    slowest: float
    first_good: float | None
    last_bad: float | None


def find_unexplained(phases: list[Phase], attempts: list[Attempt]) -> list[str]:
    """Return the errors that no fault explains."""
    return [
        f"{each.name}: {each.outcome} after {each.seconds:.1f} s in {_name_at(phases, each.start)}, without a fault"
        for each in attempts
        if each.failed and not any(phase.explains(each.start, each.end) for phase in phases)
    ]


def summarize(phase: Phase, attempts: list[Attempt]) -> Summary:
    """Sum up the requests that began in a phase."""
    own = [each for each in attempts if phase.start <= each.start < phase.end]
    good = sorted(each.seconds for each in own if not each.failed)
    failed: dict[str, int] = {}
    for each in own:
        if each.failed:
            failed[each.outcome] = failed.get(each.outcome, 0) + 1
    ended = phase.fault_ended
    after = [each.end for each in own if ended and not each.failed and each.start >= ended]
    bad = [each.end for each in own if each.failed]
    return Summary(
        phase.name, phase.end - phase.start, len(own), failed,
        _percentile(good, 0.5), _percentile(good, 0.95), _percentile(good, 0.99), good[-1] if good else 0.0,
        min(after) - ended if ended and after else None,
        max(0.0, max(bad) - ended) if ended and bad else None,
    )  # fmt: skip


def _percentile(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def _name_at(phases: list[Phase], moment: float) -> str:
    return next((phase.name for phase in phases if phase.start <= moment < phase.end), "the end")
