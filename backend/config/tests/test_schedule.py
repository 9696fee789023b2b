"""The worker's scheduled jobs are those that docs/operations.md lists, at these times."""

import re

from procrastinate.contrib.django import app

from devtools.paths import PROJECT


def test_jobs_run_when_the_documentation_says() -> None:
    _, _, section = (PROJECT / "docs" / "operations.md").read_text().partition("## Scheduled jobs\n")
    listed = dict(re.findall(r"^\| `(\S+)` \| `([^`]+)` \|", section.partition("\n## ")[0], re.MULTILINE))
    assert {name: task.cron for (name, _), task in app.periodic_registry.periodic_tasks.items()} == listed
