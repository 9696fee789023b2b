"""Administrators see the number of pending quotes, and all quotes by package and city."""

from typing import Any

from rest_framework.test import APIClient

from jobs.models import Job
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body

NONE = {"count": 0, "percent": 0}


def _metrics(client: APIClient) -> dict[str, Any]:
    response = client.get("/api/analytics/quotes")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def test_metrics_are_zero_before_the_first_quote(admin_client: APIClient) -> None:
    assert _metrics(admin_client) == {
        "pendingCount": 0,
        "scheduledJobCount": 0,
        "packages": {"basic": NONE, "premium": NONE, "commercial": NONE},
        "cities": {
            "Portsmouth": NONE,
            "Dover": NONE,
            "Exeter": NONE,
            "Hampton": NONE,
            "Other": NONE,
        },
    }


def test_percentages_of_all_quotes_are_rounded(admin_client: APIClient) -> None:
    for package, count in (("basic", 1), ("premium", 5), ("commercial", 2)):
        for _ in range(count):
            make_quote(service_package=package, city="Dover" if package == "basic" else "Exeter")
    metrics = _metrics(admin_client)
    assert metrics["packages"] == {
        "basic": {"count": 1, "percent": 13},  # 12.5
        "premium": {"count": 5, "percent": 63},  # 62.5
        "commercial": {"count": 2, "percent": 25},
    }
    assert metrics["cities"]["Dover"] == {"count": 1, "percent": 13}
    assert metrics["cities"]["Exeter"] == {"count": 7, "percent": 88}
    assert metrics["cities"]["Portsmouth"] == NONE


def test_new_request_and_its_status_change_count_at_once(guest: APIClient, admin_client: APIClient) -> None:
    quote_id = guest.post("/api/quotes", quote_body(city="Rye"), format="json").json()["id"]
    metrics = _metrics(admin_client)
    assert metrics["pendingCount"] == 1
    assert metrics["cities"]["Rye"] == {"count": 1, "percent": 100}
    response = admin_client.patch(f"/api/quotes/{quote_id}", {"status": "quoting"}, format="json")
    assert response.status_code == 200, response.content
    assert _metrics(admin_client)["pendingCount"] == 0


def test_only_scheduled_jobs_are_counted_as_scheduled(admin_client: APIClient) -> None:
    quote = make_quote()
    for status in ("scheduled", "scheduled", "in_progress", "completed", "cancelled"):
        Job.objects.create(quote=quote, status=status)
    assert _metrics(admin_client)["scheduledJobCount"] == 2


def test_cities_are_counted_case_insensitively(admin_client: APIClient) -> None:
    for city in ("Portsmouth", "portsmouth", "PORTSMOUTH", "kittery", "Kittery", "Kittery"):
        make_quote(city=city)
    make_quote(city="Rye").delete()
    cities = _metrics(admin_client)["cities"]
    assert cities["Portsmouth"]["count"] == 3
    assert cities["Kittery"] == {"count": 3, "percent": 50}
    assert len(cities) == 6


def test_rarest_cities_are_added_to_other(admin_client: APIClient) -> None:
    for number in range(25):
        Quote.objects.bulk_create(
            Quote(full_name="E", email="e@example.com", phone="1", city=f"Town {number:02}", service_package="basic")
            for _ in range(30 - number)
        )
    for _ in range(3):
        make_quote(city="Other")
    cities = _metrics(admin_client)["cities"]
    assert list(cities)[:5] == ["Portsmouth", "Dover", "Exeter", "Hampton", "Other"]
    assert list(cities)[5:] == [f"Town {number:02}" for number in range(20)]
    assert cities["Other"]["count"] == 3 + 10 + 9 + 8 + 7 + 6
    assert sum(city["count"] for city in cities.values()) == Quote.objects.count()
