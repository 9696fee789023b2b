"""A gunicorn of one's own on loopback, for the benchmark and the tests that need real worker processes."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BACKEND = Path(__file__).resolve().parents[1]
WORKERS, THREADS = 2, 4


def free_port() -> int:
    """A port on loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serve(app: str, environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """``app`` under gunicorn as it runs in production; gives (port, process id of gunicorn's master).

    Raises TimeoutError where it does not listen within ten seconds.
    """
    port = free_port()
    command = [
        sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "--workers", str(WORKERS),
        "--worker-class", "gthread", "--threads", str(THREADS), "--log-level", "warning", app,
    ]  # fmt: skip
    server = subprocess.Popen(command, cwd=BACKEND, env=environment)  # noqa: S603
    try:
        _wait(port)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def _wait(port: int) -> None:
    for _ in range(200):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("The server did not start")
