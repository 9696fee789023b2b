"""An owner edits the business's details, and everything that shows them follows."""

import datetime as dt
import json
import re
from concurrent.futures import ThreadPoolExecutor, wait
from io import BytesIO
from pathlib import Path
from threading import Event
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import Error, connection
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader
from rest_framework.test import APIClient

from common.business import business
from common.calendars import CalendarEvent, calendar_file
from common.permissions import NOT_OWNER
from common.tests.test_pages import ROUTES
from content import current
from content.models import BusinessVersion
from content.tests.conftest import Edit
from invoices.tests.factories import make_invoice
from notifications.layout import email_to_business, render_email
from testing.helpers import delivered, delivered_to_office, in_threads, run_queue, text_of

BUSINESS = "/api/desk/business"
HTML = """<!DOCTYPE html><title>@@business.name@@</title><p data-if="@@business.hours@@">@@business.hours@@</p>
<script type="application/ld+json">{"name": "@@business.name@@", "openingHours": ["@@business.openingHours@@"],
"areaServed": ["@@business.cities@@"]}</script>"""


@pytest.fixture
def build(tmp_path: Path, settings: Any) -> None:
    """A web client with one page."""
    settings.CLIENT_BUILD_DIR, settings.SECURE_SSL_REDIRECT = tmp_path, False
    (tmp_path / "routes.json").write_text(json.dumps(ROUTES))
    (tmp_path / "index.html").write_text(HTML)


def test_editor_shows_the_settings_before_the_first_change(admin_client: APIClient) -> None:
    shown = admin_client.get(BUSINESS).json()
    assert (shown["name"], shown["phone"]) == ("Seacoast Holiday Lights", "(603) 555-0148")
    assert shown["cities"] == ["Portsmouth", "Dover", "Exeter", "Hampton"]
    assert (shown["hours"], shown["updatedAt"], shown["updatedBy"]) == ("", None, None)
    assert admin_client.get(f"{BUSINESS}/versions").json() == []


def test_every_detail_can_be_changed(edit: Edit, admin_client: APIClient) -> None:
    details = {
        "name": "Harbor Lights", "phone": "(603) 555-0177", "email": "office@harbor.example",
        "address": "1 Pier Road, Rye", "cities": ["Rye", "Kittery"], "openingHours": "Mo-Fr 08:00-17:00",
        "license": "Insured", "reviewsUrl": "https://reviews.example", "photosUrl": "https://photos.example",
        "instagramUrl": "https://instagram.example", "facebookUrl": "https://facebook.example",
        "privacyUrl": "https://privacy.example", "termsUrl": "https://terms.example",
    }  # fmt: skip
    assert edit(**details).status_code == 200
    shown = admin_client.get(BUSINESS).json()
    assert {field: shown[field] for field in details} == details
    assert shown.keys() - details.keys() == {"hours", "updatedAt", "updatedBy"}


@pytest.mark.usefixtures("build")
def test_page_shows_a_change_without_a_build_or_restart(edit: Edit) -> None:
    before = Client().get("/")
    saved = edit(name="Ray's <Lights>", openingHours="Mo-Fr 08:00-17:00, Sa 09:00-12:00", cities=["Rye", "Kittery"])
    assert (saved.status_code, saved.json()["hours"]) == (200, "Mon-Fri 8:00 AM-5:00 PM, Sat 9:00 AM-12:00 PM")
    after = Client().get("/")
    assert "<title>Ray&#x27;s &lt;Lights&gt;</title>" in after.text
    assert ">Mon-Fri 8:00 AM-5:00 PM, Sat 9:00 AM-12:00 PM</p>" in after.text
    data = json.loads(re.findall(r"<script[^>]*>(.*?)</script>", after.text, re.DOTALL)[0])
    assert data == {
        "name": "Ray's <Lights>",
        "openingHours": ["Mo-Fr 08:00-17:00", "Sa 09:00-12:00"],
        "areaServed": ["Rye", "Kittery"],
    }
    assert after["ETag"] != before["ETag"]
    again = Client().get("/", headers={"If-None-Match": before["ETag"]})
    assert again.status_code == 200


def test_email_pdf_and_calendar_file_show_a_change(edit: Edit, admin_client: APIClient, tmp_path: Path) -> None:
    edit(
        name="Harbor Lights, Inc.",
        email="office@harbor.example",
        phone="(603) 555-0177",
        address="1 Pier Road, Rye",
    )
    mail = render_email(email_to_business(subject="News", paragraphs=["Hello"], facts=[], action=("Open", "/")))
    assert (mail.from_email, mail.to) == ('"Harbor Lights, Inc." <office@harbor.example>', ["office@harbor.example"])
    assert "1 Pier Road, Rye" in mail.body
    pdf = admin_client.get(f"/api/invoices/{make_invoice().id}/pdf")
    words = " ".join(PdfReader(BytesIO(pdf.content)).pages[0].extract_text().split())
    assert "Harbor Lights, Inc." in words
    assert "(603) 555-0177" in words
    day = CalendarEvent(uid=uuid4(), starts=dt.date(2026, 12, 1), summary="x", location="", changed_at=timezone.now())
    assert b"PRODID:-//Harbor Lights" in calendar_file(day)


@pytest.mark.django_db(transaction=True)
def test_sign_in_page_and_its_email_show_a_change(edit: Edit, guest: APIClient, customer: Any, tmp_path: Path) -> None:
    edit(name="Harbor Lights", phone="(603) 555-0177")
    assert "(603) 555-0177" in guest.get("/accounts/login/").text
    guest.post("/accounts/login/code/", {"email": customer.email})
    run_queue()
    (mail,) = delivered(tmp_path)
    assert mail["From"] == f"Harbor Lights <{settings.BUSINESS_EMAIL}>"


@pytest.mark.django_db(transaction=True)
def test_old_and_new_address_are_notified_of_the_change(edit: Edit, tmp_path: Path) -> None:
    edit(phone="(603) 555-0177")
    edit(email="ofice@harbor.example")
    notices = [*delivered_to_office(tmp_path), *delivered(tmp_path)]
    assert [mail["To"] for mail in notices] == [settings.BUSINESS_EMAIL, "ofice@harbor.example"]
    for mail in notices:
        assert mail["Subject"] == "The business's email is now ofice@harbor.example"
        text = text_of(mail)
        assert "Ada Admin changed the email of the business" in text
        assert (
            f"Before: {settings.BUSINESS_EMAIL}\nNow: ofice@harbor.example\nChanged by: Ada Admin\nChanged on: " in text
        )
        assert "/admin/business" in text


def test_unchanged_detail_still_follows_the_settings(edit: Edit, settings: Any) -> None:
    edit(phone="(603) 555-0177", name="Seacoast Holiday Lights")
    settings.BUSINESS_NAME = "Another Name"
    assert (business().name, business().phone) == ("Another Name", "(603) 555-0177")


def test_blanked_detail_does_not_fall_back_to_the_settings(edit: Edit, settings: Any) -> None:
    settings.BUSINESS_LICENSE = "Licensed and insured"
    edit(license="")
    assert business().license == ""


def test_history_lists_who_changed_what(edit: Edit, admin_client: APIClient) -> None:
    edit(phone="(603) 555-0177")
    edit(cities=["Rye", "Dover"], address="1 Pier Road")
    edit(cities=["Rye", "Dover"])  # no difference, so no version
    newest, oldest = admin_client.get(f"{BUSINESS}/versions").json()
    assert (newest["by"], newest["number"], oldest["number"]) == ("Ada Admin", 3, 2)
    assert oldest["changes"] == [{"field": "phone", "before": "(603) 555-0148", "after": "(603) 555-0177"}]
    assert newest["changes"] == [
        {"field": "address", "before": "", "after": "1 Pier Road"},
        {"field": "cities", "before": "Portsmouth, Dover, Exeter, Hampton", "after": "Rye, Dover"},
    ]
    shown = admin_client.get(BUSINESS).json()
    assert (shown["phone"], shown["address"], shown["updatedBy"]) == ("(603) 555-0177", "1 Pier Road", "Ada Admin")


def test_version_cannot_be_changed(edit: Edit) -> None:
    edit(phone="(603) 555-0177")
    with pytest.raises(Error, match="never changed"):
        BusinessVersion.objects.update(phone="(603) 555-0100")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", " ", "Enter the name"),
        ("phone", "call me", "Enter a phone number, such as (603) 555-0148"),
        ("email", "hello@", "Valid email is required"),
        ("cities", [], "Array must contain at least 1 element(s)"),
        ("cities", ["Rye, Dover"], "Enter each city separately"),
        ("cities", ["Rye\nDover"], "Enter each city separately"),
        ("openingHours", "weekdays", "Opening hours must be like Mo-Fr 08:00-17:00, Sa 09:00-12:00 and not 'weekdays'"),
        ("openingHours", "Mo 17:00-08:00", "The closing time must be after the opening time, not 'Mo 17:00-08:00'"),
        ("openingHours", "Mo 08:00-08:00", "The closing time must be after the opening time, not 'Mo 08:00-08:00'"),
        ("reviewsUrl", "javascript:alert(1)", "Enter a web address, such as https://example.com/page"),
        ("reviewsUrl", "https://example.com/our reviews", "Enter a web address, such as https://example.com/page"),
        ("termsUrl", "/terms", "Enter a web address, such as https://example.com/page"),
    ],
)
def test_invalid_detail_is_rejected_on_its_field(edit: Edit, field: str, value: Any, message: str) -> None:
    refused = edit(**{field: value})
    assert (refused.status_code, refused.json()["errors"]) == (400, {field: [message]})
    assert not BusinessVersion.objects.exists()


def test_office_staff_cannot_read_or_change_details(edit: Edit, office_client: APIClient) -> None:
    for refused in (
        office_client.get(BUSINESS),
        office_client.get(f"{BUSINESS}/versions"),
        office_client.patch(BUSINESS, {"updatedAt": None, "phone": "(603) 555-0177"}, format="json"),
    ):
        assert (refused.status_code, refused.json()["message"]) == (403, NOT_OWNER)
    assert not BusinessVersion.objects.exists()


def test_change_based_on_an_older_version_is_refused(edit: Edit, admin_client: APIClient) -> None:
    edit(phone="(603) 555-0177")
    for seen in (None, "2026-01-01T00:00:00Z"):
        refused = admin_client.patch(BUSINESS, {"updatedAt": seen, "phone": "(603) 555-0100"}, format="json")
        assert refused.status_code == 409
    assert "updatedAt" in admin_client.patch(BUSINESS, {"phone": "(603) 555-0100"}, format="json").json()["errors"]


@pytest.mark.django_db(transaction=True)
def test_only_one_of_concurrent_changes_is_saved(admin_client: APIClient) -> None:
    phones = [f"(603) 555-017{number}" for number in range(4)]

    def save(number: int) -> int:
        body = {"updatedAt": None, "phone": phones[number]}
        client = APIClient()
        client.cookies = admin_client.cookies
        return client.patch(BUSINESS, body, format="json").status_code

    assert sorted(in_threads(4, save)) == [200, 409, 409, 409]
    assert business().phone == BusinessVersion.objects.get().phone


def test_other_process_sees_a_change_after_ten_seconds(
    admin_client: APIClient, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    now = 1000.0
    monkeypatch.setattr("content.current.time.monotonic", lambda: now)
    current.set_content(None)
    assert business().phone == "(603) 555-0148"
    admin_client.patch(
        BUSINESS, {"updatedAt": None, "phone": "(603) 555-0177"}, format="json"
    )  # not committed, so this process is not refreshed at once
    with django_assert_num_queries(0):
        assert business().phone == "(603) 555-0148"
    now += current.FRESH_FOR
    assert business().phone == "(603) 555-0177"
    now += current.FRESH_FOR
    with django_assert_num_queries(1):
        assert business().phone == "(603) 555-0177"


def test_last_known_details_are_used_while_the_database_is_down(edit: Edit, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(phone="(603) 555-0177")
    assert business().phone == "(603) 555-0177"

    def fail(*args: Any) -> Any:
        raise Error("the server closed the connection")

    with monkeypatch.context() as patch:
        patch.setattr("content.current.time.monotonic", lambda: 10.0**12)
        patch.setattr(connection, "cursor", fail)
        assert business().phone == "(603) 555-0177"


def test_requests_at_the_start_of_a_process_wait_for_the_owners_details(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise those that come while the first one loads them would show the built-in ones."""
    cache, loading, is_loaded = current._Cache(), Event(), Event()
    owners = current.Content(overrides=(("name", "Harbor Lights"),))
    loads = []

    def load(before: current.Content | None) -> current.Content:
        loads.append(before)
        loading.set()
        assert is_loaded.wait(90)
        return owners

    monkeypatch.setattr(current, "_refresh", load)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(cache.read)
        assert loading.wait(90)
        second = threads.submit(cache.read)
        wait([second], timeout=0.2)
        is_loaded.set()
        assert [first.result(90), second.result(90)] == [owners, owners]
    assert loads == [None], "once for all of them"
