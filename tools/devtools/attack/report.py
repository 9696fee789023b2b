"""The report of an attack: its parts and their findings, as text and as an exit code."""

from dataclasses import dataclass, field

PASSED, FAILED, NOT_AVAILABLE = "passed", "FAILED", "not available"


@dataclass(frozen=True)
class Part:
    """One scanner's result. ``missing`` says why it could not run; it then counts as neither passed nor failed."""

    name: str
    tried: str
    findings: list[str] = field(default_factory=list)
    missing: str = ""

    @property
    def state(self) -> str:
        """Return whether it passed, failed or could not run."""
        if self.missing:
            return NOT_AVAILABLE
        return FAILED if self.findings else PASSED


def as_text(parts: list[Part], seconds: float) -> str:
    """Return the report: a line for each part, followed by its findings."""
    width = max(len(part.name) for part in parts)
    lines = [f"{part.name:{width}}  {part.state:13}  {part.missing or part.tried}" for part in parts]
    for part in parts:
        if part.findings:
            lines += ["", f"{part.name}:", *(f"  - {finding}" for finding in part.findings)]
    return "\n".join([*lines, "", f"{_total(parts)} in {seconds:.0f} seconds"])


def failed(parts: list[Part]) -> bool:
    """Return whether anything was found."""
    return any(part.state == FAILED for part in parts)


def _total(parts: list[Part]) -> str:
    counts = {state: sum(part.state == state for part in parts) for state in (PASSED, FAILED, NOT_AVAILABLE)}
    return ", ".join(f"{count} {state}" for state, count in counts.items() if count)
