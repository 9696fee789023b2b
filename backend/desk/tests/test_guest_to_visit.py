"""A guest without an account, from the request to a rescheduled visit: each side sees each step immediately."""

import datetime as dt
import re
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import vobject
from django.utils import timezone
from rest_framework.test import APIClient

from common.days import eastern
from notifications.models import Message
from notifications.told import evening_before
from quotes.tests.factories import quote_body
from testing.helpers import delivered, end_waits, text_of

pytestmark = pytest.mark.django_db(transaction=True)


def _open_link(email: EmailMessage) -> tuple[APIClient, dict[str, str]]:
    """Open the link of an email on another device; return its browser and the headers of its changes."""
    found = re.search(r"https?://[^/\s]+(/f/[\w-]{43})", text_of(email))
    assert found, text_of(email)
    device = APIClient(enforce_csrf_checks=True)
    assert device.get(found[1]).status_code == 302
    return device, {"X-CSRFToken": device.cookies["csrftoken"].value}


def _kinds_due(admin_client: APIClient, quote_id: str) -> list[str]:
    return [row["kind"] for row in admin_client.get("/api/desk/queue").json() if row["quoteId"] == quote_id]


def _day(email: EmailMessage) -> tuple[str, dt.datetime]:
    """Return the UID and time of the attached event, read with another library than the one that wrote it."""
    [file] = [part for part in email.iter_attachments() if part.get_filename() == "visit.ics"]
    event = vobject.readOne(str(file.get_content())).vevent
    return event.uid.value, event.dtstart.value


def test_guest_requests_accepts_and_sees_the_day(guest: APIClient, admin_client: APIClient, tmp_path: Path) -> None:
    def newest() -> EmailMessage:
        return delivered(tmp_path)[-1]

    def staff(method: str, path: str, **body: Any) -> Any:
        response = getattr(admin_client, method)(path, body, format="json")
        assert response.status_code in (200, 201), response.content
        return response.json()

    quote = f"/api/quotes/{guest.post('/api/quotes', quote_body(), format='json').json()['id']}"
    quote_id = quote.rsplit("/", 1)[1]
    assert _kinds_due(admin_client, quote_id) == ["quote"]

    device, csrf = _open_link(newest())
    question = {"content": "Does this include the dormers?"}
    assert device.post(f"{quote}/comments", question, format="json", headers=csrf).status_code == 201
    assert sorted(_kinds_due(admin_client, quote_id)) == ["question", "quote"]

    staff("post", f"{quote}/comments", content="Yes, both dormers.")
    assert _kinds_due(admin_client, quote_id) == ["quote"]
    assert "Yes, both dormers." in text_of(newest())

    staff("patch", quote, quoteAmount="1140.00", status="reviewed")
    assert _kinds_due(admin_client, quote_id) == []
    end_waits()
    assert newest()["Subject"] == "Your price is ready: $1,140.00"

    device, csrf = _open_link(newest())
    yes = {"quoteAmount": "1140.00", "acceptedBy": "Eleanor Hayes"}
    assert device.post(f"{quote}/accept", yes, format="json", headers=csrf).status_code == 200
    assert _kinds_due(admin_client, quote_id) == ["accepted"]
    assert newest()["Subject"] == "You said yes to your holiday lights"

    first, second = (eastern(timezone.localdate() + dt.timedelta(days=days), dt.time(9)) for days in (5, 9))
    job = staff("post", "/api/jobs", quoteId=quote_id, scheduledDate=first.isoformat())
    assert _kinds_due(admin_client, quote_id) == []
    assert _day(newest()) == (job["id"], first)
    assert device.get(quote).json()["jobs"][0]["scheduledDate"] == job["scheduledDate"]

    staff("patch", f"/api/jobs/{job['id']}", scheduledDate=second.isoformat())
    end_waits()
    assert _day(newest()) == (job["id"], second)
    end_waits(evening_before(first.date()) - timezone.now() + dt.timedelta(minutes=1))
    delivered(tmp_path)
    reminders = Message.objects.filter(kind="visit-tomorrow").order_by("not_before")
    assert list(reminders.values_list("status", "error")) == [("skipped", "The visit has moved."), ("queued", "")]
