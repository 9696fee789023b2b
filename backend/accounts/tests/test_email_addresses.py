"""Email addresses: ASCII only, and one way to tell whether two are the same.

A Unicode upper-case comparison takes these characters for ASCII letters: the dotless i (U+0131), the long s (U+017F),
the Kelvin sign (U+212A) and the capital I with a dot (U+0130). Their mailboxes belong to other people.
"""

import base64

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from common.email_addresses import email_key, is_email_address
from invoices.tests.factories import make_invoice
from notifications.models import Message
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order, tree_order_body

PASSWORD = "correct horse"
SECRET = "a long enough secret"

# An address with one of the four characters, and the ASCII address that it looks like to UPPER() or lower().
LOOKALIKES = [
    pytest.param("anna@gma\u0131l.com", "anna@gmail.com", id="dotless-i"),
    pytest.param("anna@gmail.com".replace("a@", "\u017f@"), "anns@gmail.com", id="long-s"),
    pytest.param("\u212aim@example.com", "kim@example.com", id="Kelvin-sign"),
    pytest.param("anna@gma\u0130l.com", "anna@gmail.com", id="dotted-I"),
]


@pytest.mark.parametrize(("lookalike", "address"), LOOKALIKES)
def test_rows_are_not_claimed_by_a_lookalike_address(
    customer: User, client: Client, lookalike: str, address: str
) -> None:
    EmailAddress.objects.create(user=customer, email=lookalike, verified=True, primary=True)
    make_quote(email=address)
    make_tree_order(customer_email=address)
    client.force_login(customer)
    assert client.get("/api/quotes").json() == []
    assert client.get("/api/tree-orders").json() == []
    assert Quote.objects.filter(user=None).count() == TreeOrder.objects.filter(user=None).count() == 1


@pytest.mark.parametrize(("lookalike", "address"), LOOKALIKES)
def test_customer_page_separates_lookalike_guests(admin_client: APIClient, lookalike: str, address: str) -> None:
    mine = make_quote(email=address.upper())
    make_quote(email=lookalike, phone="603-555-0199")
    key = base64.urlsafe_b64encode(address.encode()).decode()
    page = admin_client.get(f"/api/desk/customers/{key}").json()
    assert [quote["id"] for quote in page["quotes"]] == [str(mine.id)]
    assert page["guestMatches"] == []
    rows = admin_client.get("/api/desk/customers").json()
    assert sorted((row["email"], row["quotes"]) for row in rows) == sorted([(address.upper(), 1), (lookalike, 1)])


@pytest.mark.parametrize(("lookalike", "address"), LOOKALIKES)
def test_lookalike_address_is_rejected_by_the_api(guest: APIClient, lookalike: str, address: str) -> None:
    response = guest.post("/api/quotes", quote_body(email=lookalike), format="json")
    assert (response.status_code, response.json()["errors"]) == (400, {"email": ["Valid email is required"]})
    response = guest.post("/api/tree-orders", tree_order_body(customerEmail=lookalike), format="json")
    assert (response.status_code, response.json()["errors"]) == (400, {"customerEmail": ["Invalid email address"]})
    assert not Quote.objects.exists()
    assert not TreeOrder.objects.exists()


@pytest.mark.parametrize(("lookalike", "address"), LOOKALIKES)
@pytest.mark.parametrize("path", ["login/", "login/code/", "signup/", "password/reset/"])
def test_lookalike_address_is_rejected_by_the_sign_in_pages(
    client: Client, db: None, path: str, lookalike: str, address: str
) -> None:
    form = {"email": lookalike, "login": lookalike, "password": SECRET, "password1": SECRET, "first_name": "Anna"}
    response = client.post(f"/accounts/{path}", form)
    assert response.status_code == 200
    assert "Enter a valid email address." in response.content.decode()
    assert not Message.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize(("lookalike", "address"), LOOKALIKES)
def test_lookalike_address_cannot_be_added_to_an_account(customer: User, lookalike: str, address: str) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    client = Client()
    client.post("/accounts/login/", {"login": customer.email, "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    response = client.post("/accounts/email/", {"email": lookalike, "action_add": "1"})
    assert "Enter a valid email address." in response.content.decode()
    assert not Message.objects.exists()


@pytest.mark.parametrize(("lookalike", "address"), LOOKALIKES)
def test_lookalike_address_cannot_become_an_administrator(db: None, lookalike: str, address: str) -> None:
    with pytest.raises(CommandError, match="not an email address"):
        call_command("make_admin", lookalike)
    assert not User.objects.exists()


@pytest.mark.parametrize(("lookalike", "address"), LOOKALIKES)
def test_back_office_rejects_a_lookalike_address(admin: User, client: Client, lookalike: str, address: str) -> None:
    quote = make_quote(email=address)
    client.force_login(admin)
    page = client.get(f"/backoffice/quotes/quote/{quote.pk}/change/")
    form = {name: value for name, value in page.context["adminform"].form.initial.items() if value is not None}
    inline = {f"comments-{part}_FORMS": "0" for part in ("TOTAL", "INITIAL")}
    response = client.post(page.request["PATH_INFO"], form | inline | {"email": lookalike})
    assert "Enter a valid email address." in response.content.decode()
    quote.refresh_from_db()
    assert quote.email == address


def test_punycode_domain_is_an_address_like_any_other(guest: APIClient) -> None:
    response = guest.post(
        "/api/quotes", quote_body(email="Anna@xn--mnchen-3ya.xn--vermgensberatung-pwb"), format="json"
    )
    assert response.status_code == 201


def test_addresses_are_the_same_in_any_case(admin_client: APIClient, customer: User, client: Client) -> None:
    make_quote(email="ELEANOR@Example.COM")
    make_tree_order(customer_email="Eleanor@example.com")
    invoice = make_invoice(user=None, bill_to_email="eleanor@EXAMPLE.com")
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    client.force_login(customer)
    assert len(client.get("/api/quotes").json()) == len(client.get("/api/tree-orders").json()) == 1
    invoice.refresh_from_db()
    assert invoice.user == customer


@pytest.mark.parametrize(
    "text",
    [
        "eleanor", "eleanor@", "@example.com", "eleanor@example", "eleanor@localhost", "eleanor@[127.0.0.1]",
        '"eleanor hayes"@example.com', ".eleanor@example.com", "eleanor.@example.com", "el..eanor@example.com",
        "eleanor@-example.com", "eleanor@example-.com", "eleanor@example.c0m", "eleanor@example.com\n",
        "eleanor@example.com, oscar@example.com", "<eleanor@example.com>", "eleanor@exämple.com", "élé@example.com",
        f"eleanor@{'e' * 64}.com", "eleanor@example.com\x00", "eleanor@xn--.com-",
    ],
)  # fmt: skip
def test_malformed_address_is_rejected(text: str) -> None:
    assert not is_email_address(text)


def test_longest_address_has_254_characters() -> None:
    longest = f"{'e' * 64}@{'a' * 63}.{'b' * 63}.{'c' * 57}.com"
    assert len(longest) == 254
    assert is_email_address(longest)
    assert not is_email_address(longest.replace("c.com", "cc.com"))


def test_key_changes_the_case_of_ascii_letters_only() -> None:
    assert email_key("ELEANOR@Example.COM") == "eleanor@example.com"
    assert email_key("\u212a\u0130\u0131\u017f") == "\u212a\u0130\u0131\u017f"
