"""``make run`` and ``make dev``: run the whole product from one process that starts, watches and stops all others.

``python -m devtools.run`` serves the built client with gunicorn; ``--dev`` reloads both sides on a change. Processes
that end are restarted. The process ID is in ``DATA_DIR/run.pid``: SIGTERM (or Ctrl-C) stops everything, the database
last; a second signal does not wait for running requests.
"""

import fcntl
import os
import shutil
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import psutil

from devtools import cluster
from devtools.leftovers import MARK, end_leftovers, is_alive
from devtools.paths import BACKEND, FRONTEND, TOOLS
from devtools.postgres import Server, data_dir
from devtools.supervisor import Failed, Stopped, Supervisor
from devtools.terminal import say
from devtools.web import free_port, kept_port

HOST = "127.0.0.1"
PYTHON = sys.executable

READY = """
  Seacoast Holiday Lights is ready:  http://{host}:{port}

    customer    customer@example.com
    admin       admin@example.com
    password    holiday-lights-demo
    mail        {data}/outbox
    cards       {cards}

  Ctrl-C stops everything.
"""


# To start after a crash, PostgreSQL needs space for two WAL files (16 MB each).
SPACE_NEEDED = 48 * 1024 * 1024


def main() -> int:
    """Run until a signal arrives; return 0, or 1 if something could not start or kept crashing."""
    dev = "--dev" in sys.argv[1:]
    os.environ.setdefault("DEBUG", "1")
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    os.environ["DATA_DIR"] = str(data_dir())  # absolute, since child processes use other working folders
    supervisor = Supervisor(say)
    try:
        with _only_copy(data_dir()) as pid_file:
            end_leftovers(pid_file, supervisor.check)
            port = _port()
            supervisor.environment |= {"PORT": str(port), MARK: str(pid_file)}
            with _database(supervisor):
                _serve(supervisor, port, dev=dev)
    except Stopped:
        return 0
    except Failed as failure:
        say(str(failure))
        return 1
    return 0


def _serve(supervisor: Supervisor, port: int, *, dev: bool) -> None:
    try:
        _start_sandbox(supervisor, port)
        (_start_dev if dev else _start)(supervisor, port)
        say(READY.format(host=HOST, port=port, data=data_dir(), cards=_cards()))
        supervisor.watch(_disk_full)
        say("Stopping …")
    finally:
        supervisor.stop()


def _disk_full() -> str | None:
    if shutil.disk_usage(data_dir()).free >= SPACE_NEEDED:
        return None
    return f"The disk of {data_dir()} is full. Everything restarts once there is space."


def _start_sandbox(supervisor: Supervisor, port: int) -> None:
    """Start the Stripe sandbox if there is no Stripe key. Its data is next to the database's."""
    if os.environ.get("STRIPE_SECRET_KEY"):
        return
    # Keep the same port across restarts, since receipts link to it.
    own = kept_port(data_dir() / "stripe.port")
    url = f"http://{HOST}:{own}"
    command = [
        PYTHON, "-m", "stripe_sandbox", "--port", str(own), "--data", str(data_dir() / "stripe"),
        "--webhook", f"http://{HOST}:{port}/api/stripe/webhook",
    ]  # fmt: skip
    supervisor.start("Stripe sandbox", command, TOOLS)
    supervisor.environment["STRIPE_SANDBOX_URL"] = url
    supervisor.wait_for(url)


def _cards() -> str:
    if os.environ.get("STRIPE_SECRET_KEY"):
        return "as Stripe's keys say"
    return "4242 4242 4242 4242 pays, …0002 is declined, 4000 0025 0000 3155 asks for authentication"


def _start(supervisor: Supervisor, port: int) -> None:
    _prepare(supervisor)
    supervisor.start("web server", [PYTHON, "-m", "gunicorn", "--bind", f"{HOST}:{port}", "config.wsgi"], BACKEND)
    supervisor.start("worker", [PYTHON, "manage.py", "run_worker"], BACKEND)
    supervisor.wait_for(f"http://{HOST}:{port}/readyz")


def _start_dev(supervisor: Supervisor, port: int) -> None:
    """Start Vite on the public port; it forwards requests that aren't for the client to Django."""
    from devtools import node

    behind = f"{HOST}:{free_port()}"
    supervisor.environment |= {"BACKEND_URL": f"http://{behind}", "DEBUG_PAGES": "1"}
    _prepare(supervisor)
    vite = node.tool("@react-router/dev/bin.cjs", "dev", "--host", HOST, "--port", str(port), "--strictPort")
    supervisor.start("web server", [PYTHON, "manage.py", "runserver", behind], BACKEND, group=True)
    supervisor.start("worker", [PYTHON, "-m", "devtools.worker"], TOOLS, group=True)
    supervisor.start("Vite server", vite, FRONTEND, group=True)
    supervisor.wait_for(f"http://{behind}/readyz")
    supervisor.wait_for(f"http://{HOST}:{port}/")


def _prepare(supervisor: Supervisor) -> None:
    if code := supervisor.run([PYTHON, "-m", "devtools.prepare"], TOOLS):
        raise Failed(f"The database could not be brought up to date (exit code {code}).")


def _port() -> int:
    """Return ``PORT``. Raises Failed if it is invalid or in use."""
    given = os.environ.get("PORT") or "8000"
    if not (given.isdecimal() and 0 < int(given) < 65536):
        raise Failed(f"PORT must be a number from 1 to 65535, not {given!r}.")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, int(given)))
        except OSError as error:
            raise Failed(f"Port {given} on {HOST} is not free ({error.strerror}): choose another with PORT=…") from None
    return int(given)


@contextmanager
def _only_copy(folder: Path) -> Iterator[Path]:
    """Lock ``run.pid`` in the data folder; yield its path. Raises Failed if another copy has locked it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "run.pid").open("a+") as file:
        deadline = time.monotonic() + 10
        while not _locked(file):
            file.seek(0)
            number = file.read().strip()
            if _runs(number) or time.monotonic() > deadline:
                raise Failed(f"{folder} is in use by a running copy (process {number}): choose another with DATA_DIR=…")
            time.sleep(0.05)  # the other copy may be about to exit
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield Path(file.name)
        file.truncate(0)


def _locked(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _runs(number: str) -> bool:
    """Return whether a process with this ID runs. A blank ID counts: the copy has not written its own yet."""
    try:
        return not number or is_alive(psutil.Process(int(number)))
    except (ValueError, psutil.NoSuchProcess):
        return False


@contextmanager
def _database(supervisor: Supervisor) -> Iterator[None]:
    """Run the embedded database, unless ``DATABASE_URL`` is set.

    Raises Stopped if a signal interrupts its start, Failed if it cannot start.
    """
    if os.environ.get("DATABASE_URL"):
        yield
        return
    server = Server(data_dir() / "postgres")
    try:
        server.start(supervisor.check_signals)
        supervisor.environment |= {"DATABASE_URL": server.url, "POSTGRES_BIN": str(cluster.BIN)}
        supervisor.database = server
        yield
    finally:
        server.release()


if __name__ == "__main__":
    sys.exit(main())
