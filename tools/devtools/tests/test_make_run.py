"""``make run`` restarts its processes, starts again after being killed, and leaves no process behind.

Its data folder has spaces, an umlaut and quotes in its path.
"""

import socket
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from devtools.postgres import Server
from devtools.product import Product
from devtools.web import kept_port

# On a busy machine, the first start with the demo's data takes most of a minute.
START, RECOVERY = 240, 120


@pytest.fixture(scope="module")
def product(open_folder: Path) -> Iterator[Product]:
    product = Product(open_folder / "Über the \"tree\" in 'quotes'" / "var")
    try:
        product.start()
        product.wait_ready(START)
        yield product
    finally:
        if product.exit_code() is None:
            product.kill_all()


@pytest.mark.parametrize("part", ["web worker", "web server", "job worker", "Stripe sandbox", "database"])
def test_killed_part_is_restarted(product: Product, part: str) -> None:
    killed = product.parts()[part][0]
    killed.kill()

    def replaced() -> bool:
        now = product.parts().get(part, [])
        return bool(now) and killed not in now

    product.wait_until(replaced, f"running its {part} again", RECOVERY)
    product.wait_ready(RECOVERY)
    if part != "web worker":  # gunicorn restarts those itself
        assert f"The {part.removeprefix('job ')} ended (SIGKILL). Restarting it in 1 s." in product.output()


def _sandbox_port(product: Product) -> str:
    command = product.parts()["Stripe sandbox"][0].cmdline()
    return str(command[command.index("--port") + 1])


def test_start_works_right_after_everything_was_killed(product: Product) -> None:
    port = _sandbox_port(product)
    product.kill_all()
    product.start()
    product.wait_ready(START)
    # Receipts are links to it.
    assert _sandbox_port(product) == port


def test_start_ends_processes_of_killed_supervisor(product: Product) -> None:
    orphans = [processes[0] for name, processes in product.parts().items() if "database" not in name]
    product.kill_supervisor()
    product.start()
    product.wait_ready(START)
    assert not [orphan for orphan in orphans if orphan.is_running() and orphan.status() != psutil.STATUS_ZOMBIE]


def test_second_copy_in_same_folder_is_rejected(product: Product) -> None:
    second = Product(product.data)
    second.start()
    second.wait_for_end(START)
    assert second.exit_code() == 1
    assert "is in use by a running copy" in second.output()


def test_error_names_port_in_use(place: Path) -> None:
    product = Product(place)
    with socket.create_server(("127.0.0.1", product.port)):
        product.start()
        product.wait_for_end(START)
    assert product.exit_code() == 1
    assert f"Port {product.port} on 127.0.0.1 is not free" in product.output()


def test_error_names_log_of_database_that_does_not_start(place: Path) -> None:
    server = Server(place / "postgres")
    server.start()
    server.release()
    with (place / "postgres" / "postgresql.conf").open("a") as settings:
        settings.write("no_such_setting = on\n")
    product = Product(place)
    product.start()
    product.wait_for_end(START)
    assert product.exit_code() == 1
    assert f"The database did not start, see {place}/postgres/log (exit code 1)" in product.output()
    assert product.running_processes() == []


def test_stop_ends_every_process(product: Product) -> None:
    assert product.running_processes()
    assert product.stop() == 0
    assert product.running_processes() == []
    assert not (product.data / "postgres" / "postmaster.pid").exists()


def test_port_whose_file_was_cut_off_is_chosen_anew(tmp_path: Path) -> None:
    file = tmp_path / "stripe.port"
    file.write_text("")  # as on a full disk
    port = kept_port(file)
    assert kept_port(file) == port
