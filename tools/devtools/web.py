"""Run gunicorn on loopback, for the benchmark and for tests that need real worker processes."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from devtools.paths import BACKEND
from devtools.waiting import wait_until

WORKERS, THREADS = 2, 4


def free_port() -> int:
    """Return a free port on loopback."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def kept_port(file: Path) -> int:
    """Return the port stored in ``file`` if it is free, so that links survive a restart; otherwise a new one."""
    with suppress(OSError, ValueError):  # there is none, it is cut off, or the port is in use
        port = int(file.read_text())
        with socket.socket() as probe:
            # Ignore connections of the previous server that are still closing.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    port = free_port()
    file.write_text(str(port))
    return port


@contextmanager
def serve(
    app: str,
    environment: dict[str, str],
    worker_class: str = "config.web_worker.BufferingWorker",
    log: Path | None = None,
) -> Iterator[tuple[int, int]]:
    """Run ``app`` under gunicorn as in production; yield the port and the process ID of gunicorn's master.

    Its output goes to the file ``log``, if given. Raises TimeoutError if it does not start listening.
    """
    port = free_port()
    command = [
        sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "--workers", str(WORKERS),
        "--worker-class", worker_class, "--threads", str(THREADS), "--log-level", "warning", app,
    ]  # fmt: skip
    output = log.open("ab") if log else None
    server = subprocess.Popen(command, cwd=BACKEND, env=environment, stderr=output)  # noqa: S603
    try:
        wait_until(lambda: _listens(port), f"{app} does not listen on its port")
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()
        if output:
            output.close()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
