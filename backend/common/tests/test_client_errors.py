"""Errors in browsers are logged, without personal data."""

import json
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

REPORT = {
    "message": "x is not a function",
    "stack": "TypeError: x is not a function\n    at QuoteForm (https://lights.example/assets/quote-form-Ab12.js:8:8358)",
    "path": "/quote",
    "build": "5d390fe6",
}


def _logged(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [json.loads(record.getMessage()) for record in caplog.records if record.name == "client"]


def test_report_is_logged_as_one_line(guest: APIClient, caplog: pytest.LogCaptureFixture) -> None:
    response = guest.post("/api/client-errors", REPORT, format="json")
    assert (response.status_code, response.content) == (204, b"")
    assert _logged(caplog) == [REPORT]
    assert all("\n" not in record.getMessage() for record in caplog.records)


def test_report_needs_no_csrf_header(customer: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(customer)
    response = client.post("/api/client-errors", REPORT, content_type="application/json")
    assert response.status_code == 204


@pytest.mark.parametrize(
    ("sent", "logged"),
    [
        ({"message": "no person eleanor@example.com"}, {"message": "no person [email]"}),
        ({"message": "call (603) 555-0172 or +16035550172"}, {"message": "call [number] or [number]"}),
        ({"path": "/my-services?tab=quotes#quote-1"}, {"path": "/my-services"}),
        ({"path": "/follow/3yq8vN0t1kXrQpW5sZbLmA"}, {"path": "/follow/[token]"}),
        (
            {"stack": "at https://lights.example/x.js?email=a@b.example:3:44"},
            {"stack": "at https://lights.example/x.js:3:44"},
        ),
        ({"message": "404 /api/quotes/0198a000-0000-7000-8000-000000000001"}, {"message": "404 /api/quotes/[id]"}),
    ],
)
def test_personal_data_is_removed(
    guest: APIClient, caplog: pytest.LogCaptureFixture, sent: dict[str, str], logged: dict[str, str]
) -> None:
    assert guest.post("/api/client-errors", REPORT | sent, format="json").status_code == 204
    assert _logged(caplog) == [REPORT | logged]


@pytest.mark.parametrize("body", [{}, {"message": "x"}, {**REPORT, "message": ""}, {**REPORT, "stack": "x" * 4001}])
def test_incomplete_report_is_refused(guest: APIClient, caplog: pytest.LogCaptureFixture, body: Any) -> None:
    assert guest.post("/api/client-errors", body, format="json").status_code == 400
    assert _logged(caplog) == []


def test_large_report_is_refused(guest: APIClient, caplog: pytest.LogCaptureFixture) -> None:
    response = guest.post("/api/client-errors", REPORT | {"stack": "x" * 20_000}, format="json")
    assert response.status_code == 413
    assert _logged(caplog) == []


def test_flood_of_reports_is_refused(guest: APIClient, caplog: pytest.LogCaptureFixture, settings: Any) -> None:
    settings.THROTTLES, settings.THROTTLE_PER_MINUTE = True, 3
    statuses = [guest.post("/api/client-errors", REPORT, format="json").status_code for _ in range(5)]
    assert statuses == [204, 204, 204, 429, 429]
    assert len(_logged(caplog)) == 3
