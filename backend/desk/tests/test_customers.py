"""The list and the pages of customers: accounts, and guests by their email address."""

import base64
import datetime as dt
import re
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Address, User
from desk.customer_keys import guest_key
from invoices.models import InvoicePayment
from invoices.tests.factories import make_invoice
from jobs.models import Job
from payments.tests.factories import make_payment
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from storage.models import StorageSubscription
from texts.models import ConsentEvent
from trees.models import TreePayment
from trees.tests.factories import make_tree_order


def _ago(days: float) -> dt.datetime:
    return timezone.now() - dt.timedelta(days=days)


def _list(client: APIClient, query: str = "") -> list[dict[str, Any]]:
    response = client.get(f"/api/desk/customers{query}")
    assert response.status_code == 200, response.content
    return response.json()  # type: ignore[no-any-return]


def _guest(name: str, **fields: Any) -> Quote:
    email = fields.pop("email", f"{name.split()[0].lower()}@guest.example")
    return make_quote(full_name=name, email=email, **fields)


def test_customers_are_listed_by_last_activity(customer: User, admin_client: APIClient) -> None:
    make_quote(user=customer, created_at=_ago(3))
    make_tree_order(user=customer, created_at=_ago(1))
    _guest("Tom Okafor", created_at=_ago(5), phone="603-555-0111")
    _guest("Thomas Okafor", email="TOM@guest.example", created_at=_ago(2), phone="603-555-0222")
    _guest("Sam Lee", created_at=_ago(4))
    for bill_to in ({"user": customer}, {"user": customer}, {"bill_to_email": "tom@guest.example"}):
        make_invoice(**bill_to)
    first, second, third = _list(admin_client)
    assert [row["invoices"] for row in (first, second, third)] == [2, 1, 0]
    assert (first["key"], first["kind"], first["userId"]) == (str(customer.id), "user", str(customer.id))
    assert (first["name"], first["email"], first["quotes"], first["treeOrders"]) == (
        "Eleanor Hayes", "eleanor@example.com", 1, 1,
    )  # fmt: skip
    assert (second["kind"], second["name"], second["phone"], second["quotes"]) == (
        "guest", "Thomas Okafor", "603-555-0222", 2,
    )  # fmt: skip
    assert base64.urlsafe_b64decode(second["key"]) == b"tom@guest.example"
    assert third["name"] == "Sam Lee"
    assert first["lastSeenAt"] > second["lastSeenAt"] > third["lastSeenAt"]


def test_customer_of_storage_is_listed_at_their_newest_row(
    customer: User, outsider: User, admin_client: APIClient
) -> None:
    make_quote(user=customer, created_at=_ago(3), phone="603-555-0111")
    make_tree_order(user=outsider, created_at=_ago(1))
    _guest("Sam Lee", created_at=_ago(4))
    for user, days in ((customer, 2), (customer, 6), (outsider, 5)):
        plan = StorageSubscription.objects.create(
            user=user, plan="consumer", monthly_amount=45, status="canceled", stripe_subscription_id=f"sub_{days}"
        )
        StorageSubscription.objects.filter(id=plan.id).update(created_at=_ago(days))
    rows = _list(admin_client)
    assert [row["name"] for row in rows] == ["Oscar Outside", "Eleanor Hayes", "Sam Lee"]
    assert rows[1]["lastSeenAt"] > _ago(2.5).isoformat()
    assert [(row["storageSubscriptions"], row["phone"]) for row in rows[:2]] == [
        (1, "603-555-0172"),
        (2, "603-555-0111"),
    ]
    Quote.objects.all().delete()
    assert [row["email"] for row in _list(admin_client)] == ["oscar@example.com", "eleanor@example.com"]
    assert _list(admin_client, "?limit=1")[0]["email"] == "oscar@example.com"
    page = admin_client.get(f"/api/desk/customers/{customer.id}").json()
    assert page["lastSeenAt"] == _list(admin_client)[1]["lastSeenAt"]


def test_customer_page_shows_the_newest_phone_number(customer: User, admin_client: APIClient) -> None:
    for phone in ("603-555-0111", "603-555-0172", ""):
        make_quote(user=customer, phone=phone)
    assert admin_client.get(f"/api/desk/customers/{customer.id}").json()["phone"] == "603-555-0172"


def test_account_and_guest_with_one_address_are_two_customers(customer: User, admin_client: APIClient) -> None:
    make_quote(user=customer)
    make_quote()  # a guest who gave the customer's address
    assert [row["kind"] for row in _list(admin_client)] == ["guest", "user"]


def test_search_for_a_common_name_has_one_page(admin_client: APIClient) -> None:
    for number in range(2):
        _guest("Sam Lee", email=f"quote-{number}@guest.example")
        make_tree_order(customer_name="Sam Lee", customer_email=f"tree-{number}@guest.example")
    response = admin_client.get("/api/desk/customers?q=sam&limit=2")
    assert (len(response.json()), "Link" in response.headers) == (2, False)


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_pages_list_every_customer_once(customer: User, admin_client: APIClient, limit: int) -> None:
    for number in range(12):
        _guest(f"P{number % 5} X", created_at=_ago(number))
        make_tree_order(customer_email=f"p{number % 7}@guest.example", created_at=_ago(number * 1.3))
        make_quote(user=customer, created_at=_ago(number / 2))
    seen, address = [], f"/api/desk/customers?limit={limit}"
    while address:
        response = admin_client.get(address)
        seen += [row["key"] for row in response.json()]
        match = re.fullmatch(r'<(.+)>; rel="next"', response.headers.get("Link", ""))
        address = match[1] if match else ""
    assert len(seen) == len(set(seen)) == 8


def test_customer_search_finds_accounts_and_guests(customer: User, outsider: User, admin_client: APIClient) -> None:
    _guest("Tom Okafor", phone="603-555-0111")
    make_tree_order(customer_name="Sam Okafor", customer_email="sam@guest.example")
    make_quote(user=customer, created_at=_ago(1))  # as a guest, before they had an account
    assert {row["name"] for row in _list(admin_client, "?q=okafor")} == {"Tom Okafor", "Sam Okafor"}
    assert [row["name"] for row in _list(admin_client, "?q=555-0111")] == ["Tom Okafor"]
    assert [row["name"] for row in _list(admin_client, "?q=oscar")] == ["Oscar Outside"]  # has no request yet
    assert _list(admin_client, "?q=oscar")[0]["lastSeenAt"] is None
    assert [(row["kind"], row["phone"]) for row in _list(admin_client, "?q=hayes")] == [("user", "603-555-0172")]
    assert _list(admin_client, "?q=nobody") == []
    assert admin_client.get("/api/desk/customers?q=%00").status_code == 400


def test_search_lists_each_person_once_with_latest_details(customer: User, admin_client: APIClient) -> None:
    make_quote(user=customer, full_name="Eleanor Okafor", created_at=_ago(3))
    _guest("Tom Okafor", created_at=_ago(5), phone="603-555-0111")
    _guest("Thomas Okafor", email="TOM@guest.example", created_at=_ago(2), phone="603-555-0222")
    _guest("Sam Okafor", created_at=_ago(4))
    found = [(row["name"], row["quotes"]) for row in _list(admin_client, "?q=okafor")]
    assert found == [("Thomas Okafor", 2), ("Eleanor Hayes", 1), ("Sam Okafor", 1)]
    assert _list(admin_client, "?q=okafor")[0]["phone"] == "603-555-0222"


def test_customer_page_has_all_rows_of_account(customer: User, outsider: User, admin_client: APIClient) -> None:
    quote = make_quote(user=customer)
    job = Job.objects.create(quote=quote, user=customer)
    order = make_tree_order(user=customer)
    invoice = make_invoice(user=customer, status="draft")
    home = Address.objects.create(user=customer, street="1 Main St", city="Dover", state="NH", zip_code="03820")
    StorageSubscription.objects.create(user=customer, plan="consumer", monthly_amount=15).addresses.add(home)
    _everything_of(outsider)
    page = admin_client.get(f"/api/desk/customers/{customer.id}").json()
    assert (page["kind"], page["name"], page["phone"]) == ("user", "Eleanor Hayes", "603-555-0172")
    for part, row in (("quotes", quote), ("jobs", job), ("treeOrders", order), ("invoices", invoice)):
        assert [each["id"] for each in page[part]] == [str(row.id)]
    assert [each["id"] for each in page["addresses"]] == [str(home.id)]
    assert [[each["id"] for each in plan["addresses"]] for plan in page["storageSubscriptions"]] == [[str(home.id)]]
    assert page["payments"] == []
    assert page["guestMatches"] == []


def test_customer_page_lists_newest_rows_first(customer: User, admin_client: APIClient) -> None:
    places = {"street": "1 Main St", "city": "Dover", "state": "NH", "zip_code": "03820"}
    rows: dict[str, list[str]] = {}
    for days in (3, 1, 2):
        at = {"user": customer, "created_at": _ago(days)}
        quote = make_quote(**at)
        made = {
            "quotes": quote,
            "jobs": Job.objects.create(quote=quote, **at),
            "treeOrders": make_tree_order(**at),
            "invoices": make_invoice(**at),
            "payments": make_payment(**at),
            "addresses": Address.objects.create(**places, **at),
            "storageSubscriptions": StorageSubscription.objects.create(
                plan="consumer", monthly_amount=15, status="canceled", **at
            ),
        }
        for part, row in made.items():
            rows.setdefault(part, []).append(str(row.pk))
    page = admin_client.get(f"/api/desk/customers/{customer.id}").json()
    for part, (third, first, second) in rows.items():
        assert [each["id"] for each in page[part]] == [first, second, third], part


def _everything_of(other: User) -> None:
    """Create rows that belong only on the page of ``other``."""
    quote = make_quote(user=other, email="oscar@example.com", phone="603-555-0111")
    Job.objects.create(quote=quote, user=other)
    Address.objects.create(user=other, street="2 Main St", city="Dover", state="NH", zip_code="03820")
    StorageSubscription.objects.create(user=other, plan="consumer", monthly_amount=15)
    make_payment(user=other)


def test_guest_page_has_all_rows_with_address_in_any_case(outsider: User, admin_client: APIClient) -> None:
    quotes = [_guest("Tom Okafor"), _guest("T. Okafor", email="Tom@Guest.example")]
    _everything_of(outsider)
    Job.objects.create(quote=_guest("Sam Lee"))
    order = make_tree_order(
        customer_email="TOM@guest.example", customer_name="Thomas Okafor", customer_phone="603-555-0333"
    )
    job = Job.objects.create(quote=quotes[0])
    page = admin_client.get(f"/api/desk/customers/{guest_key('tom@guest.example')}").json()
    assert (page["kind"], page["userId"]) == ("guest", None)
    assert (page["name"], page["phone"]) == ("Thomas Okafor", "603-555-0333")  # of the newest row
    assert dt.datetime.fromisoformat(page["lastSeenAt"]) == order.created_at
    assert {each["id"] for each in page["quotes"]} == {str(quote.id) for quote in quotes}
    assert [each["id"] for each in page["treeOrders"]] == [str(order.id)]
    assert [each["id"] for each in page["jobs"]] == [str(job.id)]
    assert page["addresses"] == page["storageSubscriptions"] == page["payments"] == []


def test_guest_page_has_no_rows_of_account_with_same_address(customer: User, admin_client: APIClient) -> None:
    own = make_quote(user=customer), make_tree_order(user=customer), make_invoice(user=customer)
    guest = make_quote(), make_tree_order(), make_invoice()
    page = admin_client.get(f"/api/desk/customers/{guest_key('eleanor@example.com')}").json()
    shown = [[each["id"] for each in page[part]] for part in ("quotes", "treeOrders", "invoices")]
    assert shown == [[str(row.id)] for row in guest]
    page = admin_client.get(f"/api/desk/customers/{customer.id}").json()
    shown = [[each["id"] for each in page[part]] for part in ("quotes", "treeOrders", "invoices")]
    assert shown == [[str(row.id)] for row in own]


def test_guest_with_only_an_invoice_has_its_name_and_address(admin_client: APIClient) -> None:
    make_invoice(bill_to_name="Tom Okafor", bill_to_email="Tom@guest.example")
    page = admin_client.get(f"/api/desk/customers/{guest_key('tom@guest.example')}").json()
    assert (page["name"], page["email"], page["phone"], page["lastSeenAt"]) == (
        "Tom Okafor", "Tom@guest.example", "", None,
    )  # fmt: skip


def test_possible_duplicates_are_listed_and_not_merged(customer: User, outsider: User, admin_client: APIClient) -> None:
    make_quote(user=customer, phone="603-555-0172")
    make_quote(user=customer, phone="555-01")
    _guest("Kim Short", phone="555-01")  # too short to tell people apart
    make_quote(user=outsider, phone="603-555-0111")  # an account whose quote has someone else's address
    make_tree_order(user=outsider, customer_phone="603-555-0111")
    make_quote()  # the same address, not signed in
    _guest("Elly H", phone="(603) 555-0172")  # the same phone number
    _guest("Sam Lee", phone="603-555-0999")
    _guest("Ann Lee", phone="603-555-01721")  # a longer number
    page = admin_client.get(f"/api/desk/customers/{customer.id}").json()
    assert len(page["quotes"]) == 2
    assert {match["email"] for match in page["guestMatches"]} == {"eleanor@example.com", "elly@guest.example"}
    guest = admin_client.get(f"/api/desk/customers/{guest_key('elly@guest.example')}").json()
    assert {match["kind"] for match in guest["guestMatches"]} == {"user", "guest"}
    _guest("Oscar", email=outsider.email.title(), phone="603-555-0177")
    guest = admin_client.get(f"/api/desk/customers/{guest_key(outsider.email)}").json()
    assert [match["kind"] for match in guest["guestMatches"]] == ["user"]


@pytest.mark.parametrize("is_order", [False, True])
def test_possible_duplicates_have_their_latest_details(
    customer: User, admin_client: APIClient, monkeypatch: pytest.MonkeyPatch, is_order: bool
) -> None:
    own = {"user": customer, "created_at": _ago(9)}
    make_quote(**own), make_tree_order(**own)
    for days in (3, 1, 2):
        for email, phone in (("eleanor@example.com", "603-555-0111"), ("elly@guest.example", "603-555-0172")):
            name, at = f"Guest of {days}", _ago(days)
            if is_order:
                make_tree_order(customer_name=name, customer_email=email, customer_phone=phone, created_at=at)
            else:
                make_quote(full_name=name, email=email, phone=phone, created_at=at)
    for checked in (50, 1):
        monkeypatch.setattr("desk.customer_page.MATCHES", checked)
        matches = admin_client.get(f"/api/desk/customers/{customer.id}").json()["guestMatches"]
        assert [(match["name"], match["email"]) for match in matches] == [
            ("Guest of 1", "elly@guest.example"),
            ("Guest of 1", "eleanor@example.com"),
        ], checked


@pytest.mark.parametrize(
    "key", ["01890000-0000-7000-8000-000000000000", "x", "%00", "AA==", guest_key("nobody@example.com"), "ü", "a" * 999]
)
def test_unknown_customer_key_is_a_404(admin_client: APIClient, key: str) -> None:
    assert admin_client.get(f"/api/desk/customers/{key}").status_code == 404


@pytest.mark.parametrize("people", [2, 40])
def test_list_costs_constant_queries(admin_client: APIClient, people: int, django_assert_num_queries: Any) -> None:
    for number in range(people):
        _guest(f"P{number} X")
    with django_assert_num_queries(10):
        assert len(_list(admin_client, "?limit=100")) == people


def test_customer_page_shows_only_settled_payments(customer: User, outsider: User, admin_client: APIClient) -> None:
    paid = make_payment(user=customer, stripe_payment_intent_id="pi_1")
    for status in ("open", "processing"):
        make_payment(
            user=customer, purpose=status, status=status, amount_received=0, succeeded_at=None,
            stripe_payment_intent_id=f"pi_{status}",
        )  # fmt: skip
    invoice, order = make_invoice(user=customer), make_tree_order(user=customer)
    through_links = [make_payment(stripe_payment_intent_id=f"pi_guest_{number}") for number in range(2)]
    InvoicePayment.objects.create(invoice=invoice, method="card", amount=10, payment=through_links[0])
    TreePayment.objects.create(order=order, method="card", amount=10, payment=through_links[1])
    for number, user in enumerate((outsider, None)):  # paid by others through their links
        others = [make_payment(stripe_payment_intent_id=f"pi_{kind}_{number}") for kind in ("invoice", "tree")]
        invoice = make_invoice(user=user, bill_to_email="gus@example.com")
        InvoicePayment.objects.create(invoice=invoice, method="card", amount=10, payment=others[0])
        order = make_tree_order(user=user, customer_email="gus@example.com")
        TreePayment.objects.create(order=order, method="card", amount=10, payment=others[1])
    page = admin_client.get(f"/api/desk/customers/{customer.id}").json()
    assert {row["id"] for row in page["payments"]} == {str(row.id) for row in (paid, *through_links)}


def test_customer_page_shows_latest_consent_to_texts(
    customer: User, admin: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    page = f"/api/desk/customers/{customer.id}"
    customer_client.post("/api/quotes", quote_body(textUpdates=True), format="json")
    assert [each["isGiven"] for each in admin_client.get(page).json()["textConsents"]] == [True]
    assert admin_client.post("/api/texts/off", {"phone": quote_body()["phone"]}, format="json").status_code == 200
    [consent] = admin_client.get(page).json()["textConsents"]
    assert (consent["isGiven"], consent["method"]) == (False, "office")
    assert ConsentEvent.objects.latest("id").staff == admin
    choice = {"channel": "sms", "number": "603-555-0199", "textUpdates": True}
    assert customer_client.put("/api/contact-choice", choice, format="json").status_code == 200
    make_quote(user=customer, phone="603-555-0188")
    consents = admin_client.get(page).json()["textConsents"]
    assert [(each["phone"], each["isGiven"]) for each in consents] == [
        ("(603) 555-0199", True),
        ("(603) 555-0188", None),
        ("(603) 555-0172", False),
    ]
    for last in range(1, 7):
        make_quote(user=customer, phone=f"603-555-010{last}")
    numbers = [each["phone"] for each in admin_client.get(page).json()["textConsents"]]
    assert numbers == ["(603) 555-0199", *(f"(603) 555-010{last}" for last in (6, 5, 4, 3, 2))]
