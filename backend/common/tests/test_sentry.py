"""Errors are reported to Sentry if it is set up, without personal data."""

import gzip
import json
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import brotli
import pytest
import sentry_sdk
from rest_framework.test import APIClient

from alerts.models import Alert, BrowserError
from alerts.monitoring import run_checks
from common import sentry
from common.request_ids import HEADER
from devtools.waiting import PATIENCE

pytestmark = pytest.mark.django_db

PERSON = "".join(("elea", "nor"))  # split, because reports include source lines of this file


@pytest.fixture
def reported(settings: Any) -> Iterator[list[dict[str, Any]]]:
    """What a fake Sentry server has received."""
    events: list[dict[str, Any]] = []

    class Sentry(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            body = {"br": brotli.decompress, "gzip": gzip.decompress}[self.headers["Content-Encoding"]](body)
            parts = [json.loads(line) for line in body.split(b"\n") if line.startswith(b"{")]
            events.extend(part for part in parts if "level" in part)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    server = HTTPServer(("127.0.0.1", 0), Sentry)
    threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
    settings.SENTRY_DSN = f"http://public@127.0.0.1:{server.server_port}/1"
    sentry.start(settings.SENTRY_DSN)
    yield events
    sentry_sdk.get_client().close(timeout=PATIENCE)
    sentry_sdk.get_global_scope().set_client(None)
    server.shutdown()
    server.server_close()


def test_failed_request_is_reported_with_only_its_reference(
    customer_client: APIClient, reported: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(view: Any, request: Any, **_: Any) -> None:
        whose = request.query_params["search"]
        raise ValueError(f"{whose} is wrong")

    monkeypatch.setattr("rest_framework.views.APIView.perform_content_negotiation", breaks)
    customer_client.raise_request_exception = False
    response = customer_client.get("/api/quotes?search=" + PERSON, headers={"Cookie": "x=y"})
    assert response.status_code == 500
    sentry_sdk.flush(timeout=PATIENCE)
    event = reported[0]
    assert event["tags"]["request_id"] == response[HEADER]
    assert event["exception"]["values"][-1]["type"] == "ValueError"
    assert PERSON not in json.dumps(reported)
    assert {"user", "request", "server_name", "breadcrumbs", "contexts", "extra"} & set(event) == set()
    frames = event["exception"]["values"][-1]["stacktrace"]["frames"]
    assert not any("vars" in frame for frame in frames)


def test_browser_error_is_reported_instead_of_alerted(guest: APIClient, reported: list[dict[str, Any]]) -> None:
    report = {"message": "eleanor@example.com is not a function", "path": "/quote", "build": "5d390fe6", "stack": ""}
    guest.post("/api/client-errors", report, format="json")
    sentry_sdk.flush(timeout=PATIENCE)
    from_client = [event for event in reported if event.get("logger") == "client" and "message" in event]
    assert "[email] is not a function" in json.dumps(from_client)
    assert PERSON not in json.dumps(reported)
    run_checks("worker")
    assert not Alert.objects.filter(name="browser-errors").exists()
    assert BrowserError.objects.get().told_at


def test_log_line_is_reported_without_its_arguments(reported: list[dict[str, Any]]) -> None:
    logging.getLogger("anything").error("Could not email %s", "eleanor@example.com")
    sentry_sdk.flush(timeout=PATIENCE)
    assert "Could not email" in json.dumps(reported)
    assert PERSON not in json.dumps(reported)


def test_nothing_is_reported_without_a_dsn(guest: APIClient, settings: Any) -> None:
    sentry.start("")
    assert not sentry_sdk.get_client().is_active()
