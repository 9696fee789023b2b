"""Run the arrangement, its checks and its measurements; the exit code is 1 if a check fails.

``python -m devtools.machines [--only WORD]`` runs the checks whose title has the word, and does not measure.
"""

import argparse
import signal
import sys
import tempfile
import time
from pathlib import Path

from devtools.machines.arrangement import arrangement
from devtools.machines.checks import Checks
from devtools.machines.measures import measure
from devtools.supervisor import Failed
from devtools.terminal import say


def main() -> int:
    """Print a report; return the exit code."""
    parser = argparse.ArgumentParser(prog="devtools.machines", description=__doc__)
    parser.add_argument("--only", default="", help="a word of the checks to run")
    only = parser.parse_args().only
    failed = 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that everything is stopped
    with tempfile.TemporaryDirectory(prefix="lights-machines-") as folder:
        try:
            with arrangement(Path(folder)) as (site, machines):
                checks = Checks(site, machines)
                for title, check in checks.all():
                    if only in title or check == checks.session:
                        failed += not _passes(title, check)
                if not only:
                    measure(site, checks.staff, machines, say)
        except (Failed, TimeoutError) as error:
            say(str(error))
            return 1
    say(f"{failed} checks failed" if failed else "All checks passed.")
    return 1 if failed else 0


def _passes(title: str, check: object) -> bool:
    began = time.monotonic()
    try:
        seen = check()  # type: ignore[operator]
    except (AssertionError, TimeoutError) as error:
        say(f"FAILED  {title}\n        {error}")
        return False
    say(f"ok      {title}\n        {seen} ({time.monotonic() - began:.1f} s)")
    return True


if __name__ == "__main__":
    sys.exit(main())
