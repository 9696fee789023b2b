"""The embedded PostgreSQL can be used by several processes, several users of one machine, and below any path."""

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


def _beside(data: Path, program: str, **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "devtools.postgres", sys.executable, "-c", program]
    environment = {**os.environ, "DATABASE_URL": "", "DATA_DIR": str(data), **environment}
    return subprocess.Popen(
        command, cwd=TOOLS, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


@pytest.mark.parametrize(
    "folder", ["with a space", "it's Übersee", 'a "quoted" name', "one,two", "long" * 30], ids=lambda name: name[:12]
)
def test_data_folder_may_have_any_name(place: Path, folder: str) -> None:
    with _beside(place / folder, SHOW) as process:
        output, _ = process.communicate(timeout=300)
    assert (process.returncode, output) == (0, "42\n")


def test_nothing_is_left_where_another_user_of_the_machine_would_meet_it(place: Path) -> None:
    temporary = place / "tmp"
    temporary.mkdir()
    program = f"{SHOW}; print(os.listdir({str(temporary)!r}))"
    with _beside(place / "var", program, TMPDIR=str(temporary)) as process:
        output, _ = process.communicate(timeout=300)
    assert (process.returncode, output) == (0, "42\n[]\n")


def test_socket_folder_of_a_long_path_goes_with_the_server(place: Path) -> None:
    temporary = place / "tmp"
    temporary.mkdir()
    program = f"{SHOW}; print(len(os.listdir({str(temporary)!r})))"
    with _beside(place / ("long" * 30), program, TMPDIR=str(temporary)) as process:
        output, _ = process.communicate(timeout=300)
    assert (process.returncode, output) == (0, "42\n1\n")
    assert list(temporary.iterdir()) == []


def test_server_stops_with_the_last_process_that_uses_it(place: Path) -> None:
    first, second = Server(place / "postgres"), Server(place / "postgres")
    first.start()
    with _beside(place, f"{SHOW}; input()") as other:
        assert other.stdout
        assert other.stdout.readline() == "42\n"
        first.release()
        psycopg.connect(second.url).close()
        other.kill()  # it takes its use with it, and leaves the server
    second.start()
    second.release()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(second.url)


def test_server_killed_with_a_busy_session_starts_again_without_it(place: Path) -> None:
    server = Server(place / "postgres")
    server.start()
    try:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("CREATE TABLE kept (number int)")
            connection.execute("INSERT INTO kept VALUES (1)")
        # It notices only when it looks up from its work that the server has gone.
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
