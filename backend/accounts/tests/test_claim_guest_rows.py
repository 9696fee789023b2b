"""An account claims its owner's guest rows once it has verified the email address."""

from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import newest_code
from trees.models import TreeOrder
from trees.tests.factories import tree_order_body

SECRET = "a long enough secret"


def _sign_up(client: Client, email: str) -> None:
    client.post("/accounts/signup/", {"first_name": "Eleanor", "email": email, "password1": SECRET})


@pytest.mark.django_db(transaction=True)
def test_guest_order_is_in_the_account_after_sign_up(client: Client, tmp_path: Path) -> None:
    client.post("/api/quotes", quote_body(email="Eleanor@Example.com"), content_type="application/json")
    client.post(
        "/api/tree-orders", tree_order_body(customerEmail="ELEANOR@example.com"), content_type="application/json"
    )
    make_quote(email="somebody.else@example.com")

    _sign_up(client, "eleanor@example.com")
    assert Quote.objects.filter(user=None).count() == 2, "signing up alone proves nothing"
    client.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)})

    assert [quote["email"] for quote in client.get("/api/quotes").json()] == ["Eleanor@Example.com"]
    assert len(client.get("/api/tree-orders").json()) == 1
    assert Quote.objects.filter(user=None).count() == 1


def test_unverified_address_claims_no_rows(customer: User, client: Client) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=False, primary=True)
    quote = make_quote(email=customer.email)
    client.force_login(customer)
    assert client.get("/api/quotes").json() == []
    quote.refresh_from_db()
    assert quote.user is None


def test_later_guest_rows_join_at_the_next_sign_in(customer: User, client: Client) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    make_quote(email=customer.email.upper())
    client.force_login(customer)
    assert len(client.get("/api/quotes").json()) == 1


def test_rows_of_another_account_are_not_claimed(customer: User, outsider: User, client: Client) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    make_quote(email=customer.email, user=outsider)
    client.force_login(customer)
    assert client.get("/api/quotes").json() == []
    assert TreeOrder.objects.count() == 0
