"""A small rehearsal: requests come in while processes are killed; ``make rehearse`` runs the large one."""

import subprocess
import sys

from devtools.paths import TOOLS


def test_nothing_is_lost_doubled_or_stuck_while_processes_are_killed() -> None:
    command = [sys.executable, "-m", "devtools.rehearse", "--requests", "200", "--kills", "5", "--seed", "7"]
    done = subprocess.run(command, cwd=TOOLS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
