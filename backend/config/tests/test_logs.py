"""Every log line has its request ID, and none has personal data, secrets or link tokens."""

import json
import logging
import os
from collections.abc import Iterator
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings as project
from django.db import IntegrityError
from django.test import Client
from django.utils.module_loading import import_string
from gunicorn.config import Config
from procrastinate.contrib.django.models import ProcrastinateJob
from rest_framework.test import APIClient

from accounts.models import User
from common.request_ids import HEADER
from config import env
from config.gunicorn_logs import ProductLogger
from devtools.web import serve
from links.tests.factories import make_link
from quotes.models import Quote
from quotes.tests.factories import quote_body
from testing.helpers import run_queue
from testing.mail_server import MailServer, mail_server

LOGGING: Any = project.LOGGING

pytestmark = pytest.mark.django_db(transaction=True)


class Lines(logging.Handler):
    """Keeps the lines as they would be written in production."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.setFormatter(import_string(LOGGING["formatters"]["json"]["()"])())
        for name in LOGGING["handlers"]["console"]["filters"]:
            self.addFilter(import_string(LOGGING["filters"][name]["()"])())

    def emit(self, record: logging.LogRecord) -> None:
        self.text.append(self.format(record))

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Every line; each has to be an object of its own."""
        return [json.loads(line) for line in self.text]

    def of(self, logger: str) -> list[dict[str, Any]]:
        """The lines of one logger."""
        return [line for line in self.objects if line["logger"] == logger]


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler, root = Lines(), logging.getLogger()
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)


def _break(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def raise_error(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr("quotes.views.request_quote", raise_error)


def test_failed_request_is_logged_in_one_line_without_values(
    guest: APIClient, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    _break(monkeypatch, IntegrityError("duplicate key\nDETAIL:  Key (email)=(eleanor@example.com) already exists."))
    guest.raise_request_exception = False
    response = guest.post("/api/quotes", quote_body(), format="json")
    assert response.status_code == 500
    (line,) = lines.of("django.request")
    assert line["request_id"] == response[HEADER]
    assert (line["level"], line["error"]) == ("ERROR", "IntegrityError")
    assert any("quotes/views.py" in where for where in line["stack"])
    assert "eleanor" not in json.dumps(lines.objects)


def test_message_of_a_code_error_is_logged(guest: APIClient, lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch, TypeError("'NoneType' object is not callable"))
    guest.raise_request_exception = False
    guest.post("/api/quotes", quote_body(), format="json")
    assert lines.of("django.request")[0]["error"] == "TypeError: 'NoneType' object is not callable"


def test_error_page_shows_the_reference(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: Any, **__: Any) -> None:
        raise ValueError("Eleanor")

    monkeypatch.setattr("links.pages.render", breaks)
    response = Client(raise_request_exception=False).get("/f/")
    assert response.status_code == 500
    assert f"Reference: {response[HEADER]}." in response.content.decode()
    assert lines.of("django.request")[0]["request_id"] == response[HEADER]


@pytest.mark.parametrize(
    ("given", "proxies", "taken"),
    [
        ("3f2b8c1e-aaaa-4bbb-8ccc-1234567890ab", 1, True),
        ("3f2b8c1e-aaaa-4bbb-8ccc-1234567890ab", 0, False),
        ("short", 1, False),
        ("x" * 65, 1, False),
        ("a\tb{injected}: yes", 1, False),
        ("", 1, False),
    ],
)
def test_request_id_is_taken_only_from_our_proxy(settings: Any, given: str, proxies: int, taken: bool) -> None:
    settings.TRUSTED_PROXIES = proxies
    response = Client(headers={HEADER: given}).get("/healthz")
    assert (response[HEADER] == given) is taken
    assert 8 <= len(response[HEADER]) <= 64


def test_two_requests_have_two_ids() -> None:
    assert Client().get("/healthz")[HEADER] != Client().get("/healthz")[HEADER]


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    with mail_server() as running:
        url = f"smtp+plain://127.0.0.1:{running.port}"
        settings.DELIVERY_BACKEND, settings.DELIVERY_OPTIONS = env.mail(url, development=True)
        yield running


def test_job_runs_under_the_id_of_its_request(guest: APIClient, lines: Lines, settings: Any) -> None:
    settings.DELIVERY_BACKEND = "notifications.smtp.SMTPBackend"
    settings.DELIVERY_OPTIONS = {"host": "127.0.0.1", "port": 1, "timeout": 1}
    response = guest.post("/api/quotes", quote_body(), format="json")
    assert response.status_code == 201
    assert {job.args["request_id"] for job in ProcrastinateJob.objects.all()} == {response[HEADER]}
    run_queue()
    failed = lines.of("notifications.tasks")
    assert failed
    assert {line["request_id"] for line in failed} == {response[HEADER]}


def _access(lines: Lines, path: str) -> dict[str, Any]:
    response = SimpleNamespace(status="200 OK", headers=[(HEADER, "the-request-id")])
    environ = {"PATH_INFO": path, "QUERY_STRING": "email=eleanor@example.com", "REQUEST_METHOD": "GET"}
    ProductLogger(Config()).access(response, None, environ, timedelta(milliseconds=12))
    return lines.of("access")[-1]


def test_access_log_has_no_parameters_tokens_or_addresses(lines: Lines, settings: Any) -> None:
    settings.DEVELOPMENT = False
    line = _access(lines, "/f/3yq8vN0t1kXrQpW5sZbLmA-3yq8vN0t1k")
    assert {key: line[key] for key in ("path", "status", "ms", "method", "request_id")} == {
        "path": "/f/…", "status": 200, "ms": 12, "method": "GET", "request_id": "the-request-id",
    }  # fmt: skip
    assert "eleanor" not in json.dumps(line)


def test_head_request_of_a_monitor_is_not_worth_a_warning(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serve("config.wsgi", {**os.environ, "DATABASE_URL": "postgresql:///none", "DEBUG": "1"}, log=log) as (port, _):
        connection = HTTPConnection("127.0.0.1", port, timeout=90)
        connection.request("HEAD", "/healthz")
        assert connection.getresponse().status == 200
    assert "WARNING" not in log.read_text()


def test_season_of_requests_logs_no_personal_data(
    guest: APIClient,
    customer: User,
    customer_client: APIClient,
    admin_client: APIClient,
    lines: Lines,
    server: MailServer,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    settings.DEVELOPMENT = False
    person = {"fullName": "Wilhelmina Quackenbush", "email": "wilhelmina@example.com", "phone": "(603) 555-0177"}
    asked = quote_body(**person, streetAddress="41 Marcy Street")
    assert guest.post("/api/quotes", asked, format="json").status_code == 201
    token = make_link(Quote.objects.get()).token
    server.behavior = "refuse_recipient"
    run_queue()
    Client().get(f"/f/{token}")
    Client().get("/f/3yq8vN0t1kXrQpW5sZbLmA3yq8vN0t1k")
    Client().get("/unsubscribe/3yq8vN0t1kXrQpW5sZbLmA3yq8vN0t1k")
    guest.post("/api/quotes", asked | {"email": "wilhelmina@", "phone": "12"}, format="json")
    guest.post("/api/auth/login", {"email": person["email"], "password": "my-secret-word"}, format="json")
    Client().post("/accounts/login/", {"login": person["email"], "password": "my-secret-word"})
    admin_client.get(f"/api/desk/search?q={person['email']}")
    customer_client.get(f"/api/quotes/{Quote.objects.get().id}")
    crash = {"message": f"{person['email']} {person['phone']} is null", "path": f"/f/{token}", "stack": ""}
    guest.post("/api/client-errors", crash, format="json")
    for path in (f"/f/{token}", "/quote", f"/api/desk/search?q={person['email']}"):
        _access(lines, path)
    for client in (guest, customer_client):
        client.raise_request_exception = False
    for error in (
        IntegrityError(f"null value\nDETAIL:  Failing row contains (1, {', '.join(person.values())})."),
        ValueError(f"{person} is wrong"),
        KeyError(person["fullName"]),
        RuntimeError(f"{settings.SECRET_KEY} {token}"),
    ):
        _break(monkeypatch, error)
        guest.post("/api/quotes", asked, format="json")
    logging.getLogger("anything").error("Could not email %s, nor call %s", person["email"], "+16035550177")

    written = "\n".join(lines.text)
    assert len(lines.objects) > 10
    assert {"django.request", "access", "client", "notifications.tasks"} <= {line["logger"] for line in lines.objects}
    secrets = [
        *person.values(), "Wilhelmina", "Quackenbush", "555-0177", "5550177", "my-secret-word", token,
        "3yq8vN0t1kXrQpW5sZbLmA", settings.SECRET_KEY, customer.email, "41 Marcy",
    ]  # fmt: skip
    assert [secret for secret in secrets if secret.lower() in written.lower()] == []
