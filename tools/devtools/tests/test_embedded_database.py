"""The embedded PostgreSQL works for several processes, for several users of a machine, and in any folder."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from devtools.paths import TOOLS
from devtools.postgres import Server
from devtools.waiting import wait_until

SHOW = "import os, psycopg; print(*psycopg.connect(os.environ['DATABASE_URL']).execute('SELECT 40 + 2').fetchone())"


def _run_with_database(data: Path, program: str, **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "devtools.postgres", sys.executable, "-c", program]
    environment = {**os.environ, "DATABASE_URL": "", "DATA_DIR": str(data), **environment}
    return subprocess.Popen(
        command, cwd=TOOLS, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


# A name that is too long has a test below.
@pytest.mark.parametrize("folder", ['it\'s "Übersee"', "one,two"])
def test_data_folder_may_have_any_name(place: Path, folder: str) -> None:
    with _run_with_database(place / folder, SHOW) as process:
        output, _ = process.communicate(timeout=300)
    assert (process.returncode, output) == (0, "42\n")


def test_server_leaves_nothing_in_the_temporary_folder(place: Path) -> None:
    temporary = place / "tmp"
    temporary.mkdir()
    program = f"{SHOW}; print(os.listdir({str(temporary)!r}))"
    with _run_with_database(place / "var", program, TMPDIR=str(temporary)) as process:
        output, _ = process.communicate(timeout=300)
    assert (process.returncode, output) == (0, "42\n[]\n")


def test_socket_folder_of_long_path_is_removed_with_server(place: Path) -> None:
    temporary = place / "tmp"
    temporary.mkdir()
    program = f"{SHOW}; print(len(os.listdir({str(temporary)!r})))"
    with _run_with_database(place / ("long" * 30), program, TMPDIR=str(temporary)) as process:
        output, _ = process.communicate(timeout=300)
    assert (process.returncode, output) == (0, "42\n1\n")
    assert list(temporary.iterdir()) == []


def test_server_stops_with_last_process_that_uses_it(place: Path) -> None:
    first, second = Server(place / "postgres"), Server(place / "postgres")
    first.start()
    with _run_with_database(place, f"{SHOW}; input()") as other:
        assert other.stdout
        assert other.stdout.readline() == "42\n"
        first.release()
        psycopg.connect(second.url).close()
        other.kill()  # it no longer uses the server, but does not stop it either
    second.start()
    second.release()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(second.url)


def test_server_killed_during_busy_session_restarts(place: Path) -> None:
    server = Server(place / "postgres")
    server.start()
    try:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("CREATE TABLE kept (number int)")
            connection.execute("INSERT INTO kept VALUES (1)")
        # A busy session does not notice that the server is gone.
        busy = "DO $$ BEGIN LOOP NULL; END LOOP; END $$"
        session = subprocess.Popen(
            [sys.executable, "-c", f"import psycopg; psycopg.connect({server.url!r}).execute({busy!r})"],
            stderr=subprocess.DEVNULL,
        )
        running = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'DO $$%'"
        with psycopg.connect(server.url, autocommit=True) as connection:
            wait_until(lambda: connection.execute(running).fetchall())
        postmaster = server.postmaster()
        assert postmaster
        postmaster.kill()
        wait_until(server.ended)
        server.start()
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT number FROM kept").fetchall() == [(1,)]
        assert session.wait(120) != 0
    finally:
        server.release()
