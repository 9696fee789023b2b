"""A short rehearsal; ``make rehearse`` runs a whole day."""

import json
import subprocess
import sys
from pathlib import Path

from devtools.paths import TOOLS

# None that takes a message away from a worker: the next attempt is 90 seconds later. The tests of messages and of the
# queue show that without waiting.
FAULTS = ["web worker killed", "web server killed", "database slow"]


def test_day_with_faults_loses_and_doubles_nothing(tmp_path: Path) -> None:
    few = ["--visitors", "4", "--quotes", "4", "--trees", "3", "--idle", "20", "--trickling", "2", "--without-caddy"]
    command = [sys.executable, "-m", "devtools.rehearse", "--minutes", "0.15", "--seed", "7", *few]
    done = subprocess.run(
        [*command, "--report", tmp_path, "--faults", *FAULTS], cwd=TOOLS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["deviations"] == []
    assert [phase["name"] for phase in report["phases"]] == ["opening", "slow connections", *FAULTS, "evening"]
    stored = next(check["found"] for check in report["checks"] if check["name"] == "stored")
    assert stored.startswith("4 quotes, 3 tree orders, 8 comments")
