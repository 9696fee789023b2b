"""Customers see their visits and can add them to their calendar."""

import datetime as dt
import re
from typing import Any

import pytest
from django.db import IntegrityError
from rest_framework.test import APIClient

from accounts.models import User
from jobs.models import Job
from quotes.models import Quote
from quotes.tests.factories import make_quote


def _visit(customer: User, when: str | None = "2026-12-01T14:00:00Z", **fields: Any) -> Job:
    quote = make_quote(user=customer, quote_amount="500.00", street_address="41 Marcy St; rear, left")
    return Job.objects.create(quote=quote, user=customer, scheduled_date=when, **fields)


def test_job_names_its_customer_and_service(customer: User, customer_client: APIClient) -> None:
    _visit(customer, kind="takedown")
    [job] = customer_client.get("/api/jobs").json()
    assert job["kind"] == "takedown"
    assert job["status"] == "scheduled"
    assert job["scheduledDate"] == "2026-12-01T14:00:00Z"
    assert job["user"] == {"firstName": "Eleanor", "email": "eleanor@example.com"}
    assert job["quote"] == {"servicePackage": "premium", "city": "Portsmouth", "quoteAmount": "500.00"}
    Quote.objects.update(status="quoting", has_lines=True)  # a draft of another price
    assert customer_client.get("/api/jobs").json()[0]["quote"]["quoteAmount"] is None


def test_pages_of_a_customers_visits_are_as_the_whole_list(customer: User, customer_client: APIClient) -> None:
    _visit(customer)
    _visit(customer, None)
    rows = customer_client.get("/api/jobs").json()
    assert customer_client.get("/api/jobs?limit=1").json() == rows[:1]


@pytest.mark.parametrize(
    ("instant", "wall_clock"),
    [
        ("2026-12-01T14:00:00Z", "20261201T090000"),  # winter: five hours behind UTC
        ("2026-10-31T13:00:00Z", "20261031T090000"),  # the day before the clocks change: four
        ("2026-11-01T14:00:00Z", "20261101T090000"),  # the day they change
        ("2026-12-02T04:30:00Z", "20261201T233000"),  # 23:30 is still the same day here
    ],
)
def test_calendar_file_is_in_eastern_time(
    customer: User, customer_client: APIClient, instant: str, wall_clock: str
) -> None:
    job = _visit(customer, instant)
    response = customer_client.get(f"/api/jobs/{job.id}/calendar.ics")
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    lines = response.content.decode().split("\r\n")
    assert f"DTSTART;TZID=America/New_York:{wall_clock}" in lines
    assert r"LOCATION:41 Marcy St\; rear\, left\, Portsmouth\, NH" in lines
    assert all(len(line.encode()) <= 75 for line in lines)


def test_job_without_a_date_has_no_calendar_file(customer: User, customer_client: APIClient) -> None:
    job = _visit(customer, None)
    assert customer_client.get(f"/api/jobs/{job.id}/calendar.ics").status_code == 404


@pytest.mark.parametrize("rows", [2, 40])
def test_list_takes_a_constant_number_of_queries(
    customer: User, customer_client: APIClient, rows: int, django_assert_num_queries: Any
) -> None:
    quote = make_quote(user=customer)
    Job.objects.bulk_create(Job(quote=quote, user=customer) for _ in range(rows))
    with django_assert_num_queries(3):
        assert len(customer_client.get("/api/jobs").json()) == rows


def test_calendar_file_has_one_complete_event(customer: User, customer_client: APIClient) -> None:
    job = _visit(customer, kind="service", status="cancelled")
    lines = customer_client.get(f"/api/jobs/{job.id}/calendar.ics").content.decode().split("\r\n")
    assert [lines[0], *lines[-3:]] == ["BEGIN:VCALENDAR", "END:VEVENT", "END:VCALENDAR", ""]
    assert {
        f"UID:{job.id}",
        f"DTSTAMP:{job.updated_at.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}",
        f"SEQUENCE:{int(job.updated_at.timestamp()) // 60}",  # minutes: calendars ignore an older file
        "DTEND;TZID=America/New_York:20261201T110000",
        "SUMMARY:Holiday lights: service visit",
        "STATUS:CANCELLED",
        "TZID:America/New_York",
    } <= set(lines)


def test_carriage_return_in_street_adds_no_line_to_calendar_file(customer: User, customer_client: APIClient) -> None:
    """Forms reject control characters, but a stored one must not break the file either."""
    job = _visit(customer)
    job.quote.street_address = "41 Marcy St\rBEGIN:VALARM\r\nEND:VALARM"
    job.quote.save()
    text = customer_client.get(f"/api/jobs/{job.id}/calendar.ics").content.decode()
    assert "\rBEGIN:VALARM" not in text
    assert "\nBEGIN:VALARM" not in text
    assert re.sub(r"\r\n", "", text).isprintable()


@pytest.mark.parametrize("day", ["9999-12-31", "1901-12-31"])
def test_job_in_an_implausible_year_is_not_stored(customer: User, day: str) -> None:
    with pytest.raises(IntegrityError, match="job_date_plausible"):
        _visit(customer, f"{day}T23:00:00Z")


def test_last_plausible_day_has_a_calendar_file(customer: User, customer_client: APIClient) -> None:
    job = _visit(customer, "2100-12-31T23:00:00Z")
    text = customer_client.get(f"/api/jobs/{job.id}/calendar.ics").content.decode()
    assert "DTSTART;TZID=America/New_York:21001231T180000\r\n" in text
