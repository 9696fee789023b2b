"""A short rehearsal; ``make rehearse`` runs a long one."""

import subprocess
import sys

from devtools.paths import TOOLS


def test_requests_survive_killed_processes() -> None:
    command = [sys.executable, "-m", "devtools.rehearse", "--requests", "50", "--kills", "5", "--seed", "7"]
    done = subprocess.run(command, cwd=TOOLS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
