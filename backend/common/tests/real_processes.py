"""Real processes of the product for tests."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from devtools.paths import BACKEND
from devtools.waiting import PATIENCE

# In the environment of a worker, so that it runs the tasks of queue_tasks.py.
TESTS_TASKS = {"DJANGO_SETTINGS_MODULE": "common.tests.queue_settings"}


def database_url_of_tests(name: str = "") -> str:
    """Return the URL of the tests' database, or of the database ``name`` on the same server."""
    database = connection.settings_dict
    host, name = quote(database["HOST"], safe=""), quote(name or database["NAME"], safe="")
    return f"postgresql://{database['USER']}:{database['PASSWORD']}@/{name}?host={host}&port={database['PORT'] or 5432}"


def product_environment(database_url: str = "", **extra: str) -> dict[str, str]:
    """Return the environment of a process that uses ``database_url`` (default: the tests' database), without limits
    on counts."""
    given = {
        "DATABASE_URL": database_url or database_url_of_tests(),
        "DATA_DIR": str(settings.DATA_DIR),
        "DEBUG": "1",
        "DISABLE_THROTTLES": "1",
        "LOG_LEVEL": "INFO",
    }
    return {**os.environ, **given, **extra}


class RealWorker:
    """``manage.py run_worker`` as a separate process, which logs to the file ``log``."""

    def __init__(self, environment: dict[str, str], log: Path, *arguments: str) -> None:
        self._log = log
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "run_worker", *arguments], cwd=BACKEND, env=environment,
                stderr=file, stdout=file,
            )  # fmt: skip

    @property
    def log(self) -> str:
        """The log so far."""
        return self._log.read_text()

    def stop(self, number: int = signal.SIGTERM, *, within: float = PATIENCE) -> int:
        """Send a signal and return the exit code. Raises TimeoutExpired unless it ends ``within`` seconds."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(within)


@contextmanager
def real_worker(environment: dict[str, str], *arguments: str) -> Iterator[RealWorker]:
    """Run a worker and kill it at the end if it is still running. Its log is printed if the test fails."""
    log = Path(environment["DATA_DIR"]) / f"worker-{time.monotonic_ns()}.log"
    worker = RealWorker(environment, log, *arguments)
    try:
        yield worker
    except BaseException:
        sys.stderr.write(worker.log)
        raise
    finally:
        with suppress(ProcessLookupError):
            worker.process.kill()
        worker.process.wait()
