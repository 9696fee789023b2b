"""What ends is started again, unless it keeps ending right at its start or nothing can start for now."""

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

watching = supervisor.Supervisor(say)
watching.start("clerk", [sys.executable, "-c", sys.argv[2], sys.argv[1]], folder)
try:
    watching.watch(obstacle)
except supervisor.Failed as failure:
    say(str(failure))
finally:
    watching.stop()
"""


def _supervise(folder: Path, program: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SUPERVISE, str(folder), program]
    return subprocess.Popen(command, cwd=TOOLS, stdout=subprocess.PIPE, text=True)


def test_process_that_always_ends_at_its_start_is_given_up(tmp_path: Path) -> None:
    with _supervise(tmp_path, "raise SystemExit(3)") as supervisor:
        lines = supervisor.communicate(timeout=120)[0].splitlines()
    assert lines[0] == "The clerk ended (exit code 3): starting it again in 0 s."
    assert lines[-1] == ("The clerk ended (exit code 3), as it keeps doing right after its start: stopping everything.")
    assert len(lines) == 5


def test_process_that_cannot_start_on_a_full_disk_is_started_once_there_is_space(tmp_path: Path) -> None:
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
