"""Administrators export quotes as CSV."""

import csv
import io
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from quotes.export import as_csv
from quotes.models import Quote
from quotes.tests.factories import make_quote
from testing.helpers import PAST
from texts.models import ContactChoice


def _export(client: APIClient, query: str = "") -> list[dict[str, str]]:
    response = client.get(f"/api/quotes/export.csv{query}")
    assert response.status_code == 200
    text = b"".join(response).decode("utf-8")
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


def test_export_has_a_row_for_each_quote(admin_client: APIClient) -> None:
    quote = make_quote(
        full_name="Zoë Émile", quote_amount="1140.00", add_ons=["wreaths", "timers"], square_footage=2400,
        comments='Two lines,\r\nwith "quotes"', created_at=PAST, answered_at="2020-12-01T15:00:00Z",
        street_address="41 Marcy St", communication_preference="phone", text_updates=True,
        preferred_start_date="2020-12-05", valid_until="2020-12-31", accepted_by="Pat Nolan",
    )  # fmt: skip
    make_quote(full_name="Bob", created_at="2020-11-30T12:00:00Z")
    line, other = _export(admin_client)
    assert line["id"] == str(quote.id)
    assert line["fullName"] == "Zoë Émile"
    assert line["quoteAmount"] == "1140.00"
    assert line["addOns"] == "wreaths, timers"
    assert line["comments"] == 'Two lines,\r\nwith "quotes"'
    assert (line["createdAt"], line["answeredAt"]) == ("2020-12-01 07:00", "2020-12-01 10:00")  # Eastern
    assert (line["city"], line["streetAddress"], line["acceptedBy"]) == ("Portsmouth", "41 Marcy St", "Pat Nolan")
    assert (line["preferredStartDate"], line["validUntil"]) == ("2020-12-05", "2020-12-31")
    assert (line["communicationPreference"], line["textUpdates"], other["textUpdates"]) == ("phone", "yes", "no")


def test_export_has_what_customers_chose_in_my_services(
    admin_client: APIClient, customer: User, outsider: User
) -> None:
    ContactChoice.objects.create(user=customer, channel="phone", number="+16035550199")
    for name, user in {"Ada": customer, "Bob": outsider, "Cleo": None}.items():
        make_quote(full_name=name, user=user, phone="603.555.0100", communication_preference="sms")
    lines = _export(admin_client, "?ordering=fullName")
    assert [(line["phone"], line["communicationPreference"]) for line in lines] == [
        ("(603) 555-0199", "phone"), ("603.555.0100", "sms"), ("603.555.0100", "sms"),
    ]  # fmt: skip


def test_export_has_house_and_estimate(admin_client: APIClient) -> None:
    make_quote(full_name="Ada", storeys=2, front_width_feet=45, estimate={"low": 864, "high": 1230, "lines": []})
    make_quote(full_name="Bob")
    ada, bob = _export(admin_client, "?ordering=fullName")
    house = ("storeys", "frontWidthFeet", "estimateLow", "estimateHigh")
    assert [ada[column] for column in house] == ["2", "45", "864", "1230"]
    assert [bob[column] for column in house] == [""] * 4


def test_export_is_a_file_download(admin_client: APIClient) -> None:
    response = admin_client.get("/api/quotes/export.csv")
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"].startswith('attachment; filename="quotes-')
    assert response.streaming


@pytest.mark.parametrize(
    "name",
    [
        '=HYPERLINK("http://evil.example","x")', "+1+1", "-1+1", "@SUM(A1)", "\t1", "\r1", "\n1", " =1", " +1", " -1",
        " @A1", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20A1",
    ],
)  # fmt: skip
def test_export_has_no_formulas(admin_client: APIClient, name: str) -> None:
    make_quote(full_name=name, comments=name, city=name)
    [line] = _export(admin_client)
    for column in ("fullName", "comments", "city"):
        assert line[column] == f"'{name}"


def test_export_follows_the_filters_of_the_list(admin_client: APIClient) -> None:
    make_quote(full_name="Ada Smith", status="pending")
    make_quote(full_name="Bob Smith", status="quoting")
    make_quote(full_name="Cleo Jones", status="pending")
    lines = _export(admin_client, "?q=smith&status=pending")
    assert [line["fullName"] for line in lines] == ["Ada Smith"]
    assert [line["fullName"][0] for line in _export(admin_client, "?ordering=fullName")] == ["A", "B", "C"]
    assert admin_client.get("/api/quotes/export.csv?status=x").status_code == 400


def test_export_of_several_batches_is_in_order(admin_client: APIClient, django_assert_num_queries: Any) -> None:
    quotes = [
        Quote(full_name=f"P {number:04}", email="e@example.com", phone="1", city="Dover", service_package="basic")
        for number in range(2300)
    ]
    Quote.objects.bulk_create(quotes, batch_size=500)
    with django_assert_num_queries(7):  # session, user, the record and its end, three readings of at most a thousand
        lines = _export(admin_client, "?ordering=fullName")
    assert [line["fullName"] for line in lines] == [f"P {number:04}" for number in range(2300)]


def test_export_streams_pages_as_they_are_read() -> None:
    read = []

    def pages() -> Any:
        for number in range(3):
            read.append(number)
            yield [Quote(full_name=str(number), created_at=timezone.now())]

    pieces = as_csv(pages())
    next(pieces)
    next(pieces)
    assert read == [0]


def test_export_has_source_and_campaign(admin_client: APIClient) -> None:
    make_quote(heard_from="search", utm_source="=google", utm_medium="cpc", utm_campaign="fall-2026")
    [line] = _export(admin_client)
    assert {name: line[name] for name in line if name.startswith(("heard", "campaign"))} == {
        "heardFrom": "search",
        "campaignSource": "'=google",
        "campaignMedium": "cpc",
        "campaignName": "fall-2026",
        "campaignContent": "",
        "campaignTerm": "",
    }
