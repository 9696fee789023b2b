"""Text without control characters and plausible dates are enforced everywhere."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import Address, User
from common.inputs import UNPRINTABLE
from config.tests.test_access import TABLE, WEBHOOKS, Call, Clients, clients, things
from config.tests.test_fuzz import body_fields, client_of, filled
from jobs.models import Job
from quotes.models import Quote, QuoteComment
from quotes.tests.factories import make_quote, quote_body
from testing.payments import StripeSandbox

__all__ = ["clients", "things"]  # fixtures

UNWANTED = ["\x00", "\x07", "\x0b", "\r", "\x1b", "\x7f", "\x85", "\x9f", "a\rb", "line\n\rnext"]
WRITES = [call for call in TABLE if call.method != "get" and call.route not in WEBHOOKS]


def _texts(call: Call) -> list[str]:
    """Return the fields of a call's body that accept any text. The checkout's amount has no type in the schema."""
    return [
        name
        for name, schema in body_fields(call).items()
        if schema.get("type") == "string"
        and not {"enum", "description"} & schema.keys()
        and schema.get("format", "email") == "email"
        and name != "amount"
    ]


def _writer(call: Call, clients: Clients) -> APIClient:
    """Return the first role that can change all fields. A tree order's customer can change only the preferred day."""
    return clients["admin"] if call.route == "tree-orders/<uuid:order_id>" else client_of(call, clients)


WITH_TEXT = [call for call in WRITES if _texts(call)]


def test_text_fields_are_found_in_the_schema() -> None:
    found = {(call.route, name) for call in WITH_TEXT for name in _texts(call)}
    assert {("quotes", "fullName"), ("quotes/<uuid:quote_id>/comments", "content"), ("auth/user", "lastName")} <= found
    assert len(found) > 25


@pytest.mark.parametrize("call", WITH_TEXT, ids=lambda call: f"{call.method} {call.route}")
def test_control_characters_are_rejected_in_every_text(
    call: Call, clients: Clients, things: dict[str, str], stripe_sandbox: StripeSandbox
) -> None:
    path, body = filled(call, things)
    sent = {key: json.loads(value) for key, value in body.items()}
    for name in _texts(call):
        for unwanted in UNWANTED:
            changed = {**sent, name: f"Port{unwanted}smouth"}
            response = getattr(_writer(call, clients), call.method)(path, changed, format="json")
            assert response.status_code == 400, (name, unwanted, response.content)
            # The length of a state is checked first.
            assert name == "state" or response.json()["errors"][name] == [UNPRINTABLE], (name, unwanted)


def test_line_ends_of_browsers_become_line_feeds(customer: User, customer_client: APIClient) -> None:
    path = f"/api/quotes/{make_quote(user=customer).id}/comments"
    response = customer_client.post(path, {"content": " first\r\nsecond\n\tthird\r\n "}, format="json")
    assert response.status_code == 201
    assert QuoteComment.objects.get().comment == "first\nsecond\n\tthird"


@pytest.mark.parametrize(
    "path", ["/api/quotes?scope=admin&q=", "/api/quotes?scope=admin&city=", "/api/desk/customers?q="]
)
@pytest.mark.parametrize("text", ["%00", "a%0Db", "a%1Bb", "%7F", "%C2%85"])
def test_control_characters_are_rejected_in_a_search(admin_client: APIClient, path: str, text: str) -> None:
    response = admin_client.get(path + text)
    assert response.status_code == 400
    assert UNPRINTABLE in str(response.json()["errors"])


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/accounts/signup/", {"first_name": "El\reanor", "email": "new@example.com", "password1": "long enough 123"}),
        ("/accounts/signup/", {"first_name": "E", "email": '"\x01"@example.com', "password1": "long enough 123"}),
        ("/accounts/login/", {"login": "a\x07@example.com", "password": "x"}),
        ("/backoffice/login/", {"login": "a\x1b@example.com", "password": "x"}),
    ],
)
def test_control_characters_are_rejected_in_forms(client: Client, db: None, path: str, form: dict[str, str]) -> None:
    response = client.post(path, form)
    assert response.status_code == 400
    assert "can't be displayed" in response.content.decode()
    assert not User.objects.exists()


def test_line_ends_of_browsers_are_accepted_in_forms(client: Client, db: None) -> None:
    assert (
        client.post("/accounts/login/", {"login": "nobody@example.com", "password": "x\r\ny\tz\n"}).status_code == 200
    )


@pytest.mark.parametrize("field", ["label", "street", "city", "state", "zipCode", "isDefault"])
def test_address_field_cannot_be_set_to_null(customer: User, customer_client: APIClient, field: str) -> None:
    address = Address.objects.create(user=customer, street="1 Main St", city="Dover", state="NH", zip_code="03820")
    response = customer_client.patch(f"/api/addresses/{address.id}", {field: None}, format="json")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]


def test_unknown_choice_is_quoted_truncated(admin_client: APIClient) -> None:
    response = admin_client.patch(f"/api/quotes/{make_quote().id}", {"status": "#" * 5000}, format="json")
    assert response.status_code == 400
    assert response.json()["errors"]["status"][0].count("#") == 100


CHANGES = [call for call in WRITES if call.method == "patch"]
CAN_BE_NULL = {
    "quoteAmount", "scheduledDate", "scheduledDeliveryDate", "preferredDeliveryDate", "dueDate", "updatedAt",
}  # fmt: skip


@pytest.mark.parametrize("call", CHANGES, ids=lambda call: call.route)
def test_null_is_rejected_for_required_fields(call: Call, clients: Clients, things: dict[str, str]) -> None:
    path, _ = filled(call, things)
    seen = {"updatedAt": None} if "updatedAt" in body_fields(call) else {}
    for name in body_fields(call):
        response = _writer(call, clients).patch(path, {**seen, name: None}, format="json")
        if name in CAN_BE_NULL:
            assert response.status_code in {200, 409}, (name, response.content)
        else:
            assert response.status_code == 400, (name, response.content)
            assert list(response.json()["errors"]) == [name]


FAR_DATES = ["0001-01-01", "1999-12-31", "2101-01-01", "9999-12-31"]


@pytest.mark.parametrize("day", FAR_DATES)
def test_job_cannot_be_scheduled_on_an_implausible_date(
    admin_client: APIClient, things: dict[str, str], day: str
) -> None:
    for time in ("T00:00:00Z", "T23:59:59.999999Z", "T12:00:00-05:00"):
        body = {"scheduledDate": f"{day}{time}"}
        job, quote = f"/api/jobs/{things['job_id']}", {"quoteId": things["quote_id"]}
        for response in (
            admin_client.patch(job, body, format="json"),
            admin_client.post("/api/jobs", body | quote, format="json"),
        ):
            assert response.status_code == 400
            assert list(response.json()["errors"]) == ["scheduledDate"]
    assert admin_client.patch(job, {"status": "completed"}, format="json").status_code == 200
    assert Job.objects.count() == 1


@pytest.mark.parametrize("time", ["2000-01-01T00:00:00Z", "2100-12-31T23:59:59Z"])
def test_job_can_be_scheduled_on_the_first_and_last_plausible_day(
    admin_client: APIClient, things: dict[str, str], time: str
) -> None:
    body = {"scheduledDate": time, "updatedAt": None}
    assert admin_client.patch(f"/api/jobs/{things['job_id']}", body, format="json").json()["scheduledDate"] == time


@pytest.mark.parametrize("day", FAR_DATES)
@pytest.mark.parametrize(
    ("method", "route", "field"),
    [
        ("post", "quotes", "preferredStartDate"),
        ("post", "tree-orders", "preferredDeliveryDate"),
        ("patch", "tree-orders/<uuid:order_id>", "scheduledDeliveryDate"),
        ("post", "invoices", "dueDate"),
    ],
)
def test_implausible_day_is_rejected(
    method: str, route: str, field: str, day: str, clients: Clients, things: dict[str, str]
) -> None:
    call = next(call for call in TABLE if (call.method, call.route) == (method, route))
    path, body = filled(call, things)
    sent = {key: json.loads(value) for key, value in body.items()} | {field: day}
    response = getattr(clients["admin"], method)(path, sent, format="json")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]


@pytest.mark.parametrize("days", ["from=0001-01-01", "to=9999-12-31", "from=0001-01-01&to=9999-12-31"])
@pytest.mark.parametrize("ordering", ["createdAt", "-createdAt", "scheduledDate", "-scheduledDate"])
def test_first_and_last_date_are_open_ends_of_a_filter(
    admin_client: APIClient, things: dict[str, str], days: str, ordering: str
) -> None:
    response = admin_client.get(f"/api/jobs?scope=admin&{days}&ordering={ordering}")
    assert response.status_code == 200
    assert [job["id"] for job in response.json()] == [things["job_id"]]


@pytest.mark.parametrize("path", ["login/", "login/callback/", "login/token/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_google_sign_in_is_not_found_without_its_keys(client: Client, db: None, path: str, method: str) -> None:
    client.raise_request_exception = False
    response = getattr(client, method)(f"/accounts/google/{path}", {"credential": "x", "state": "y"})
    assert response.status_code in ({404} if (path, method) != ("login/token/", "get") else {404, 405})
    assert EmailAddress.objects.count() == 0


def test_quote_text_is_kept_as_typed(guest: APIClient) -> None:
    typed: dict[str, Any] = {"fullName": "Zoë O'Brien-Łukasz 🎄", "comments": "Gate:\t1234\n“ring twice”"}
    assert guest.post("/api/quotes", quote_body(**typed), format="json").status_code == 201
    quote = Quote.objects.get()
    assert (quote.full_name, quote.comments) == (typed["fullName"], typed["comments"])
