"""While the database is down, the web server responds with 503 within seconds and still serves static pages."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import requests

from common.errors import UNKNOWN_OUTCOME, UNREADABLE
from common.tests.own_postgres import OwnServer, own_server
from devtools.paths import BACKEND
from devtools.waiting import wait_until
from devtools.web import serve
from quotes.tests.factories import quote_body

pytestmark = pytest.mark.django_db  # the server gets a copy of its tables

HANGS = 90  # seconds; a response takes six on an idle machine, and without timeouts as long as the freeze

_SIGN_IN = """
import django; django.setup()
from django.test import Client
from accounts.models import User
client = Client()
client.force_login(User.objects.create_user("eleanor@example.com", "correct horse"))
print(client.cookies["sessionid"].value)
"""


class Site:
    """The product under gunicorn, for a signed-in customer."""

    def __init__(self, server: OwnServer, port: int, session: str, log: Path) -> None:
        self.server, self.log = server, log
        self.url = f"http://127.0.0.1:{port}"
        self._cookies = {"sessionid": session, "csrftoken": "x" * 32}

    def get(self, path: str) -> requests.Response:
        return requests.get(self.url + path, cookies=self._cookies, timeout=HANGS)

    def write(self, method: str, path: str, body: dict[str, Any]) -> requests.Response:
        headers = {"X-CSRFToken": "x" * 32, "Idempotency-Key": "one-key-for-this-quote"}
        return requests.request(
            method, self.url + path, json=body, cookies=self._cookies, headers=headers, timeout=HANGS
        )

    def wait_until_well(self) -> None:
        """Wait until both processes of the server have noticed that the database is back.

        Each connection goes to a random one: eight in a row sometimes went to the same process.
        """
        wait_until(lambda: all(self.get("/api/auth/user").status_code == 200 for _ in range(30)))


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> Iterator[OwnServer]:
    with own_server() as server:
        yield server


@pytest.fixture(scope="module")
def site(server: OwnServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    pages = ["index.html", "quote/index.html", "christmas-trees/index.html"]
    for page in pages:
        (folder / "client" / page).parent.mkdir(parents=True, exist_ok=True)
        (folder / "client" / page).write_text("<!DOCTYPE html><title>Prerendered</title>")
    routes = {"prerendered": [page.removesuffix("index.html") for page in pages], "clientRendered": []}
    (folder / "client" / "routes.json").write_text(json.dumps(routes))
    given = server.environment(CLIENT_BUILD_DIR=str(folder / "client"), DJANGO_SETTINGS_MODULE="config.settings")
    session = subprocess.run(
        [sys.executable, "-c", _SIGN_IN], cwd=BACKEND, env=given, check=True, capture_output=True, text=True
    ).stdout.strip()
    with serve("config.wsgi", given, log=folder / "log") as (port, _):
        yield Site(server, port, session, folder / "log")


@contextmanager
def _stopped(server: OwnServer) -> Iterator[None]:
    server.stop()
    try:
        yield
    finally:
        server.start()


@contextmanager
def _frozen(server: OwnServer) -> Iterator[None]:
    server.freeze()
    try:
        yield
    finally:
        server.thaw()


OUTAGES = pytest.mark.parametrize("outage", [_stopped, _frozen])
WRITES = [
    ("POST", "/api/quotes"),
    ("PATCH", "/api/auth/user"),
    ("DELETE", "/api/addresses/01890000-0000-7000-8000-000000000000"),
]
WITHOUT_DATABASE = ["/healthz", "/", "/quote", "/christmas-trees", "/robots.txt", "/api/catalog"]


@OUTAGES
def test_read_gets_503_while_the_database_is_down(site: Site, outage: Any) -> None:
    site.wait_until_well()
    with outage(site.server):
        for path in ["/api/auth/user", "/api/quotes", "/readyz"]:
            response = site.get(path)
            assert response.status_code == 503, path
            if path != "/readyz":
                assert response.json() == {"message": UNREADABLE}
                assert int(response.headers["Retry-After"]) > 0
    site.wait_until_well()


@OUTAGES
def test_write_gets_503_that_does_not_claim_success_or_failure(site: Site, outage: Any) -> None:
    site.wait_until_well()
    with outage(site.server):
        for method, path in WRITES:
            response = site.write(method, path, quote_body())
            assert (response.status_code, response.json()) == (503, {"message": UNKNOWN_OUTCOME})
            assert int(response.headers["Retry-After"]) > 0
    site.wait_until_well()
    assert site.write("POST", "/api/quotes", quote_body()).status_code == 201


@OUTAGES
def test_server_rendered_page_gets_503_in_our_design(site: Site, outage: Any) -> None:
    site.wait_until_well()
    with outage(site.server):
        response = site.get("/accounts/email/")
        assert response.status_code == 503
        assert response.headers["Content-Type"].startswith("text/html")
        assert "Retry-After" in response.headers
        assert "Seacoast Holiday Lights" in response.text
        assert "We can&#x27;t reach our records" in response.text
    site.wait_until_well()


@OUTAGES
def test_static_page_is_served_during_an_outage(site: Site, outage: Any) -> None:
    site.wait_until_well()
    with outage(site.server):
        crowd = [threading.Thread(target=site.get, args=["/api/quotes"]) for _ in range(16)]
        for one in crowd:
            one.start()
        for path in WITHOUT_DATABASE:
            assert site.get(path).status_code == 200, path
        for one in crowd:
            one.join()
    site.wait_until_well()


def test_connection_lost_before_the_commit_gets_503(site: Site) -> None:
    site.server.execute("TRUNCATE quotes_quote, common_idempotentresponse CASCADE")
    site.wait_until_well()
    found: list[requests.Response] = []
    with psycopg.connect(site.server.url) as blocker:
        blocker.execute("LOCK TABLE quotes_quote")
        sender = threading.Thread(target=lambda: found.append(site.write("POST", "/api/quotes", quote_body())))
        sender.start()
        waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT%%'"
        [(pid,)] = wait_until(lambda: site.server.execute(waiting))
        site.server.execute("SELECT pg_terminate_backend(%s)", pid)
        sender.join()
    assert (found[0].status_code, found[0].json()) == (503, {"message": UNKNOWN_OUTCOME})
    assert site.write("POST", "/api/quotes", quote_body()).status_code == 201
    assert site.server.execute("SELECT count(*) FROM quotes_quote") == [(1,)]


def test_slow_statement_gets_503_while_the_database_is_up(site: Site) -> None:
    site.wait_until_well()
    with psycopg.connect(site.server.url) as blocker:
        blocker.execute("LOCK TABLE quotes_quote")
        response = site.get("/api/quotes")
    assert response.status_code == 503
    site.wait_until_well()


def test_outage_is_logged_in_one_line_per_request(site: Site) -> None:
    site.wait_until_well()
    before = len(site.log.read_text())
    with _stopped(site.server):
        for _ in range(5):
            assert site.get("/api/auth/user").status_code == 503
        said = site.log.read_text()[before:]
    site.wait_until_well()
    lines = [line for line in said.splitlines() if "/api/auth/user" in line]
    assert len(lines) == 5, said
    assert "Traceback" not in said


def test_statements_are_limited_in_the_web_server_but_not_in_commands(site: Site) -> None:
    site.wait_until_well()
    web = site.server.execute("SHOW statement_timeout")
    assert web == [("0",)]
    code = "import django; django.setup(); from django.db import connection as c; k = c.cursor(); " + (
        "k.execute('SHOW statement_timeout'); print(k.fetchone()[0])"
    )
    for wanted, setup in [("0", ""), ("10s", "import config.wsgi; ")]:
        done = subprocess.run(
            [sys.executable, "-c", setup + code], cwd=BACKEND, check=True, capture_output=True, text=True,
            env=site.server.environment(DJANGO_SETTINGS_MODULE="config.settings"),
        )  # fmt: skip
        assert done.stdout.strip() == wanted, json.dumps(done.stderr)
