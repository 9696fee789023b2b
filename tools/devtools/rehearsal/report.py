"""The report of a rehearsal, as Markdown and JSON. It is written to a folder that Git ignores."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from devtools.rehearsal.checks import Check
from devtools.rehearsal.phases import Summary


@dataclass
class Report:
    """A report. ``facts`` are about the run; ``means`` maps a fault's name to what people notice of it."""

    facts: dict[str, str]
    phases: list[Summary]
    means: dict[str, str]
    checks: list[Check]

    @property
    def deviations(self) -> list[str]:
        return [f"{check.name}: {deviation}" for check in self.checks for deviation in check.deviations]

    def write(self, folder: Path) -> Path:
        """Write ``report.md`` and ``report.json``; return the path of the first."""
        folder.mkdir(parents=True, exist_ok=True)
        content = {
            "deviations": self.deviations, "facts": self.facts,
            "phases": [asdict(each) for each in self.phases], "checks": [asdict(each) for each in self.checks],
        }  # fmt: skip
        (folder / "report.json").write_text(json.dumps(content, indent=2) + "\n")
        (folder / "report.md").write_text(self.text())
        return folder / "report.md"

    def text(self) -> str:
        """Return the report as Markdown."""
        result = "No deviations." if not self.deviations else f"{len(self.deviations)} deviations:"
        lines = ["# Rehearsal", "", f"**{result}**", *(f"- {each}" for each in self.deviations[:100]), ""]
        lines += [f"- {name}: {fact}" for name, fact in self.facts.items()]
        lines += ["", "## Checked afterward", "", "| | | |", "|---|---|---|"]
        lines += [
            f"| {'ok' if not each.deviations else 'WRONG'} | {each.name} | {each.found} |" for each in self.checks
        ]
        lines += [
            "", "## What people saw", "",
            "Times are in milliseconds, of requests that got a response. Every error has to belong to a fault.",
            "The last columns: seconds from the end of the fault to the first good response, and to the last error.",
            "",
            "| phase | requests | median | 95% | 99% | slowest | errors | good after | last error |",
            "|---|---|---|---|---|---|---|---|---|", *map(_row, self.phases), "",
            *(f"- {name}: {means}" for name, means in self.means.items()),
        ]  # fmt: skip
        return "\n".join(lines) + "\n"


def _row(phase: Summary) -> str:
    times = " | ".join(f"{1000 * each:.0f}" for each in (phase.median, phase.p95, phase.p99, phase.slowest))
    errors = ", ".join(f"{number} of {what}" for what, number in phase.failed.items()) or "none"
    after = " | ".join("" if each is None else f"{each:.1f}" for each in (phase.first_good, phase.last_bad))
    return f"| {phase.name} | {phase.requests} | {times} | {errors} | {after} |"
