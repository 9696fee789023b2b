"""The site responds only to its own host names and port."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from django.test import Client, RequestFactory
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from accounts.models import User
from common.hosts import check_port
from devtools.paths import BACKEND
from devtools.web import free_port
from testing.helpers import delivered, text_of


@pytest.fixture
def production(settings: Any) -> None:
    settings.DEVELOPMENT = False
    settings.SITE_URL = "https://lights.example"
    settings.ALLOWED_HOSTS = ["lights.example"]
    settings.SECURE_SSL_REDIRECT = False


@pytest.mark.parametrize("host", ["lights.example", "lights.example:443"])
def test_site_responds_at_its_own_port(db: None, production: None, host: str) -> None:
    assert Client().get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["lights.example:1234", "lights.example:8000", "evil.example"])
@pytest.mark.parametrize("path", ["/healthz", "/api/catalog", "/accounts/login/", "/robots.txt"])
def test_other_port_or_name_is_a_400(db: None, production: None, host: str, path: str) -> None:
    response = Client().get(path, headers={"Host": host})
    assert response.status_code == 400
    if path.startswith("/api/"):
        assert response.json() == {"message": "Bad request"}


def test_site_url_with_a_port_is_accepted(db: None, production: None, settings: Any) -> None:
    settings.SITE_URL = "https://lights.example:8443"
    assert Client().get("/healthz", headers={"Host": "lights.example:8443"}).status_code == 200
    assert Client().get("/healthz", headers={"Host": "lights.example:443"}).status_code == 400


@pytest.mark.parametrize("development", [True, False])
def test_site_also_responds_at_the_port_of_the_server(settings: Any, development: bool) -> None:
    """For Vite's proxy, health checks, and people who try out a production installation."""
    settings.DEVELOPMENT, settings.SITE_URL = development, "http://127.0.0.1:8123"
    respond = check_port(lambda request: "responded")  # type: ignore[arg-type, return-value]
    for host in ("127.0.0.1:8123", "localhost:8123", "127.0.0.1:9000", "localhost"):
        request = RequestFactory().get("/", headers={"Host": host}, SERVER_PORT="9000")
        assert respond(request) == "responded"  # type: ignore[comparison-overlap]


@pytest.mark.django_db(transaction=True)
def test_links_in_emails_lead_to_the_site(client: Client, settings: Any, tmp_path: Path) -> None:
    """Even if the request used another name from ALLOWED_HOSTS."""
    settings.SITE_URL = "https://lights.example"
    settings.ALLOWED_HOSTS = ["lights.example", "old.example"]
    User.objects.create_user("eleanor@example.com")
    for path in ("login/code/", "password/reset/", "signup/"):
        form = {"email": "nobody@example.com", "first_name": "N", "password1": "a long enough secret"}
        client.post(f"/accounts/{path}", form, headers={"Host": "old.example"})
    texts = [text_of(mail) for mail in delivered(tmp_path)]
    assert len(texts) == 3
    assert sum("https://lights.example/accounts/signup/" in text for text in texts) == 2
    assert not any("old.example" in text for text in texts)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address and log of a real web server as in the demo, without a database."""
    port, log = free_port(), tmp_path / "log"
    environment = os.environ | {
        "DEBUG": "1", "PORT": str(port), "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
        "DATA_DIR": str(tmp_path), "WEB_CONCURRENCY": "1",
    }  # fmt: skip
    command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "config.wsgi"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=BACKEND, env=environment, stdout=output, stderr=output)
        try:
            yield f"http://127.0.0.1:{port}", log
        finally:
            process.terminate()
            process.wait(90)


def test_rejected_host_is_logged_in_one_line(server: tuple[str, Path]) -> None:
    url, log = server
    session = requests.Session()
    session.mount("http://", HTTPAdapter(max_retries=Retry(12, backoff_factor=0.1)))
    assert session.get(f"{url}/robots.txt").status_code == 200
    before = log.read_text()
    assert session.get(f"{url}/robots.txt", headers={"Host": "127.0.0.1:1234"}).status_code == 400
    assert session.get(f"{url}/robots.txt", headers={"Host": "evil.example"}).status_code == 400
    assert session.get(f"{url}/robots.txt", headers={"Host": f"localhost:{url.rpartition(':')[2]}"}).status_code == 200
    lines = [line for line in log.read_text().removeprefix(before).splitlines() if line]
    assert len(lines) == 2, lines
    assert "127.0.0.1:1234" in lines[0]
    assert "evil.example" in lines[1]
