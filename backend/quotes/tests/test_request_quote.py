"""Visitors, customers and staff request quotes."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from rest_framework.test import APIClient

from accounts.models import Address, User
from catalog.catalog import PACKAGE_BY_ID
from quotes.models import Quote
from quotes.tests.factories import quote_body
from testing.helpers import input_table
from texts.models import ConsentEvent

TABLE = Path(__file__).parent / "quote_inputs.json"


def test_guest_request_creates_a_pending_quote_without_a_price(guest: APIClient) -> None:
    sent = quote_body(
        addOns=["wreaths", "storage"], squareFootage=2400, comments="The blue house", preferredStartDate="2026-12-05"
    )
    response = guest.post("/api/quotes", sent, format="json")

    assert response.status_code == 201
    quote = response.json()
    assert {field: quote[field] for field in sent} == sent
    assert quote["status"] == "pending"
    assert quote["quoteAmount"] is None
    assert quote["userId"] is None
    assert quote["communicationPreference"] == "email"
    assert quote["textUpdates"] is False
    assert quote["createdAt"].endswith("Z")
    assert str(Quote.objects.get().id) == quote["id"]


def test_signed_in_customer_owns_the_quote(customer: User, customer_client: APIClient) -> None:
    quote = customer_client.post("/api/quotes", quote_body(), format="json").json()
    assert quote["userId"] == str(customer.id)


@pytest.mark.django_db
def test_request_that_staff_enter_belongs_to_the_customer(
    customer: User, customer_client: APIClient, admin: User, admin_client: APIClient
) -> None:
    body = quote_body(email="eleanor@example.com")
    quote = admin_client.post("/api/quotes", body, format="json").json()
    assert quote["userId"] is None
    path = f"/api/quotes/{quote['id']}"
    comment = admin_client.post(f"{path}/comments", {"content": "As you said on the phone"}, format="json").json()
    assert comment["isStaffComment"] is True
    [row] = admin_client.get("/api/desk/queue").json()
    assert (row["kind"], row["customerName"], row["email"]) == ("quote", "Eleanor Hayes", "eleanor@example.com")
    priced = {"status": "reviewed", "quoteAmount": "900.00"}
    assert admin_client.patch(path, priced, format="json").status_code == 200
    said_yes = {"quoteAmount": "900.00", "acceptedBy": "Eleanor Hayes", "channel": "phone"}
    accepted = admin_client.post(f"{path}/accept", said_yes, format="json").json()["acceptance"]
    assert (accepted["acceptedBy"], accepted["channel"]) == ("Eleanor Hayes", "phone")
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    customer_client.force_login(customer)  # whoever signs in gets what belongs to their address
    assert [mine["id"] for mine in customer_client.get("/api/quotes").json()] == [quote["id"]]
    EmailAddress.objects.create(user=admin, email="added@example.com", verified=False)
    added = admin_client.post("/api/quotes", quote_body(email="added@example.com"), format="json").json()
    assert added["userId"] is None, "it may be the customer's"
    own = admin_client.post("/api/quotes", quote_body(email=admin.email.upper()), format="json").json()
    assert own["userId"] == str(admin.id), "a request of their own"


@pytest.mark.django_db
def test_checked_box_records_consent_to_texts(
    guest: APIClient, customer_client: APIClient, admin_client: APIClient, admin: User
) -> None:
    for number, client in enumerate((guest, customer_client, admin_client)):
        body = quote_body(phone=f"603-555-010{number}", textUpdates=True)
        assert client.post("/api/quotes", body, format="json").status_code == 201
        assert client.post("/api/quotes", {**body, "textUpdates": False}, format="json").status_code == 201
    consents = ConsentEvent.objects.order_by("id").values_list("number", "method", "staff")
    assert list(consents) == [
        ("+16035550100", "quote_form", None),
        ("+16035550101", "quote_form", None),
        ("+16035550102", "office", admin.id),
    ]


def test_server_assigned_fields_are_ignored(guest: APIClient, outsider: User) -> None:
    forged = {
        "id": "01890000-0000-7000-8000-000000000000",
        "status": "approved",
        "quoteAmount": "1.00",
        "userId": str(outsider.id),
        "createdAt": "2001-01-01T00:00:00Z",
        "somethingElse": {"a": 1},
    }
    quote = guest.post("/api/quotes", quote_body(**forged), format="json").json()

    assert quote["id"] != forged["id"]
    assert quote["status"] == "pending"
    assert quote["quoteAmount"] is None
    assert quote["userId"] is None
    assert not quote["createdAt"].startswith("2001")


@pytest.mark.parametrize(("name", "body", "_errors"), input_table(TABLE, "good"), ids=lambda value: str(value)[:60])
def test_good_input_is_accepted(guest: APIClient, name: str, body: dict[str, Any], _errors: Any) -> None:
    response = guest.post("/api/quotes", body, format="json")
    assert response.status_code == 201, response.content
    assert Quote.objects.count() == 1


@pytest.mark.parametrize(("name", "body", "errors"), input_table(TABLE, "bad"), ids=lambda value: str(value)[:60])
def test_bad_input_is_a_400_with_the_forms_messages(
    guest: APIClient, name: str, body: dict[str, Any], errors: dict[str, str]
) -> None:
    response = guest.post("/api/quotes", body, format="json")
    assert response.status_code == 400
    assert response.json()["errors"] == {field: [message] for field, message in errors.items()}
    assert response.json()["message"] in errors.values()
    assert Quote.objects.count() == 0


def test_instant_counts_as_its_day_in_eastern_time(guest: APIClient) -> None:
    """23:30 on 5 December in Portsmouth is already the 6th in UTC."""
    body = quote_body(preferredStartDate="2090-12-06T04:30:00.000Z")
    assert guest.post("/api/quotes", body, format="json").json()["preferredStartDate"] == "2090-12-05"


@pytest.mark.parametrize("time", ["T00:00:00Z", "T00:00:00.000Z"])
def test_midnight_in_utc_is_a_date_without_a_time(guest: APIClient, time: str) -> None:
    body = quote_body(preferredStartDate=f"2090-12-06{time}")
    assert guest.post("/api/quotes", body, format="json").json()["preferredStartDate"] == "2090-12-06"


@pytest.mark.parametrize("instant", ["2090-12-06T00:00:01Z", "2090-12-05T19:00:00-05:00", "2090-12-06T00:00:00+00:00"])
def test_other_instants_near_midnight_count_as_their_eastern_day(guest: APIClient, instant: str) -> None:
    body = quote_body(preferredStartDate=instant)
    assert guest.post("/api/quotes", body, format="json").json()["preferredStartDate"] == "2090-12-05"


@pytest.mark.parametrize("text", ["2090-12-05T12:00:00\x00Z", "\uff12\uff10\uff19\uff10-12-05"])
def test_date_with_a_nul_byte_or_the_digits_of_another_script_is_a_400(guest: APIClient, text: str) -> None:
    response = guest.post("/api/quotes", quote_body(preferredStartDate=text), format="json")
    assert response.status_code == 400
    assert response.json()["errors"] == {"preferredStartDate": ["Invalid date"]}


def test_preferred_start_date_may_be_in_the_past(guest: APIClient) -> None:
    body = quote_body(preferredStartDate="2020-12-05")
    assert guest.post("/api/quotes", body, format="json").json()["preferredStartDate"] == "2020-12-05"


@pytest.mark.parametrize(("sent", "kept"), [(0, 0), (0.5, 1), (1800.49, 1800), (1800.5, 1801), (1e3, 1000)])
def test_square_footage_is_rounded_half_up(guest: APIClient, sent: float, kept: int) -> None:
    response = guest.post("/api/quotes", quote_body(squareFootage=sent), format="json")
    assert response.json()["squareFootage"] == kept
    assert Quote.objects.get().square_footage == kept


def test_saved_address_provides_the_street(customer: User, customer_client: APIClient) -> None:
    for street in ("1 Pier St", "41 Marcy St"):
        home = Address.objects.create(user=customer, street=street, city="Dover", state="NH", zip_code="03801")
    quote = customer_client.post("/api/quotes", quote_body(addressId=str(home.id)), format="json").json()
    assert quote["addressId"] == str(home.id)
    assert quote["streetAddress"] == "41 Marcy St"
    body = quote_body(addressId=str(home.id), streetAddress="41 Marcy St, rear")
    assert customer_client.post("/api/quotes", body, format="json").json()["streetAddress"] == "41 Marcy St, rear"


def test_another_customers_address_is_a_400(customer: User, outsider: User, outsider_client: APIClient) -> None:
    home = Address.objects.create(user=customer, street="41 Marcy St", city="Dover", state="NH", zip_code="03801")
    Address.objects.create(user=outsider, street="1 Pier St", city="Dover", state="NH", zip_code="03801")
    response = outsider_client.post("/api/quotes", quote_body(addressId=str(home.id)), format="json")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["addressId"]
    assert Quote.objects.count() == 0


def test_request_with_a_filled_honeypot_is_a_400(guest: APIClient) -> None:
    response = guest.post("/api/quotes", quote_body(website="https://spam.example"), format="json")
    assert response.status_code == 400
    assert Quote.objects.count() == 0
    assert guest.post("/api/quotes", quote_body(website=""), format="json").status_code == 201


def test_blank_parts_of_a_design_are_not_stored(guest: APIClient) -> None:
    design = {"style": "classic", "colour": "", "lit": [], "estimate": {"low": 0, "high": None, "lines": []}}
    quote = guest.post("/api/quotes", quote_body(design=design), format="json").json()
    assert Quote.objects.get(id=quote["id"]).design == {"style": "classic", "estimate": {"low": 0}}


def test_request_stores_the_servers_own_estimate(guest: APIClient, admin_client: APIClient) -> None:
    house = {"squareFootage": 2400, "storeys": 2, "frontWidthFeet": 45}
    asked = {"servicePackage": "premium", **house, "addOns": ["wreaths", "storage"]}
    forged = {"low": 1, "high": 2, "lines": [{"label": "Everything", "low": 1, "high": 2}]}
    body = quote_body(**asked, estimate=forged, design={"estimate": forged})
    quote = guest.post("/api/quotes", body, format="json").json()

    estimate = guest.post("/api/estimate", asked, format="json").json()
    assert quote["estimate"] == estimate
    assert (quote["storeys"], quote["frontWidthFeet"]) == (2, 45)
    [row] = admin_client.get("/api/desk/queue").json()
    assert row["estimate"] == {"low": estimate["low"], "high": estimate["high"]}


def test_stored_estimate_ignores_unknown_add_ons(guest: APIClient) -> None:
    quote = guest.post("/api/quotes", quote_body(addOns=["SMART timers", "a snow cannon"]), format="json").json()
    known = guest.post("/api/estimate", {"servicePackage": "premium", "addOns": ["timers"]}, format="json").json()
    assert quote["estimate"] == known
    assert (quote["storeys"], quote["frontWidthFeet"]) == (None, None)


def test_commercial_request_has_no_estimate(guest: APIClient, admin_client: APIClient) -> None:
    quote = guest.post("/api/quotes", quote_body(servicePackage="commercial"), format="json").json()
    assert quote["estimate"] is None
    [row] = admin_client.get("/api/desk/queue").json()
    assert row["estimate"] is None


def test_new_catalog_price_applies_only_to_new_requests(guest: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = guest.post("/api/estimate", {"servicePackage": "basic"}, format="json").json()
    quote = guest.post("/api/quotes", quote_body(servicePackage="basic"), format="json").json()

    package = PACKAGE_BY_ID["basic"]
    dearer = replace(package, starting_price=Decimal(999))
    monkeypatch.setitem(PACKAGE_BY_ID, "basic", dearer)
    stored = Quote.objects.get(id=quote["id"]).estimate
    assert stored == seen
    # Requests use the price at the time they come in, even if the visitor saw an older one.
    later = guest.post("/api/quotes", quote_body(servicePackage="basic"), format="json").json()
    assert later["estimate"]["low"] == 999


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"storeys": 40}, "Enter 1 to 10 stories"),
        ({"frontWidthFeet": 3}, "Enter a front width of 10 to 1,000 feet"),
    ],
)
def test_request_with_an_impossible_house_is_a_400(guest: APIClient, change: dict[str, int], message: str) -> None:
    response = guest.post("/api/quotes", quote_body(**change), format="json")
    assert (response.status_code, response.json()["errors"]) == (400, {next(iter(change)): [message]})
    assert Quote.objects.count() == 0
