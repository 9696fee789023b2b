"""Processes that end are restarted, unless they keep ending or nothing can start."""

import signal
import subprocess
import sys
from pathlib import Path

from devtools.paths import TOOLS
from devtools.waiting import wait_until

SUPERVISE = """
import sys
from pathlib import Path
from devtools import restarts, supervisor

restarts.FIRST_PAUSE = restarts.LONGEST_PAUSE = 0.05
folder = Path(sys.argv[1])

def obstacle():
    return "The disk is full." if (folder / "full").exists() else None

def say(text):
    print(text, flush=True)

supervising = supervisor.Supervisor(say)
supervising.start("clerk", [sys.executable, "-c", sys.argv[2], sys.argv[1]], folder)
try:
    supervising.watch(obstacle)
except supervisor.Failed as failure:
    say(str(failure))
finally:
    supervising.stop()
"""


def _supervise(folder: Path, program: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SUPERVISE, str(folder), program]
    return subprocess.Popen(command, cwd=TOOLS, stdout=subprocess.PIPE, text=True)


def test_process_that_keeps_ending_is_given_up(tmp_path: Path) -> None:
    with _supervise(tmp_path, "raise SystemExit(3)") as supervisor:
        lines = supervisor.communicate(timeout=120)[0].splitlines()
    assert lines[0] == "The clerk ended (exit code 3). Restarting it in 0 s."
    assert lines[-1] == "The clerk ended (exit code 3) again right after its start. Stopping everything."
    assert len(lines) == 5


def test_process_is_restarted_once_disk_has_space(tmp_path: Path) -> None:
    (tmp_path / "full").touch()
    program = (
        "import sys, time; from pathlib import Path; folder = Path(sys.argv[1])\n"
        "if (folder / 'full').exists(): raise SystemExit(1)\n"
        "(folder / 'started').touch(); time.sleep(600)"
    )
    with _supervise(tmp_path, program) as supervisor:
        assert supervisor.stdout
        assert "The clerk ended" in supervisor.stdout.readline()
        assert supervisor.stdout.readline() == "The disk is full.\n"
        (tmp_path / "full").unlink()
        wait_until((tmp_path / "started").exists)
        supervisor.send_signal(signal.SIGTERM)
        assert supervisor.wait(60) == 0
