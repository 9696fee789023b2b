"""``docs/operations.md`` lists exactly the checks that exist, and whether they alert the owner."""

import re
from pathlib import Path

from alerts.monitoring import NEVER_ALERTS
from common.doctor import inspect, registry

OPERATIONS = Path(__file__).parents[3] / "docs" / "operations.md"


def test_documentation_lists_every_check_that_can_alert() -> None:
    inspect([])  # loads the checks
    section = OPERATIONS.read_text().partition("\n## Alerts\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[a-z`, -]+`) \| \S", section, re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)}
    assert listed == {check.name for check in registry._checks.values() if not check.remote}
    assert listed >= NEVER_ALERTS
