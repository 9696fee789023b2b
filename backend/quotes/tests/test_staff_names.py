"""The names of authors in a quote's thread."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from quotes.tests.factories import make_quote


def _thread(client: APIClient, quote: Any) -> list[str]:
    return [entry["authorName"] for entry in client.get(f"/api/quotes/{quote.id}/comments").json()]


def test_staff_without_a_name_appear_as_the_business(
    admin: User, admin_client: APIClient, customer: User, customer_client: APIClient, settings: Any
) -> None:
    User.objects.filter(pk=admin.pk).update(first_name="", last_name="Admin")
    quote = make_quote(user=customer)
    admin_client.post(f"/api/quotes/{quote.id}/comments", {"content": "When suits you?"}, format="json")
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "quoting", "quoteAmount": "500.00"}, format="json")
    assert set(_thread(customer_client, quote)) == {settings.BUSINESS_NAME}
    text = customer_client.get(f"/api/quotes/{quote.id}/comments").content.decode()
    assert admin.email not in text


def test_authors_appear_by_their_first_name(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    quote = make_quote(user=customer)
    customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Hello"}, format="json")
    admin_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Hello"}, format="json")
    assert _thread(customer_client, quote) == ["Eleanor", "Ada"]


def test_administrator_comments_on_own_quote_as_a_customer(admin: User, admin_client: APIClient) -> None:
    path = f"/api/quotes/{make_quote(user=admin).id}/comments"
    assert admin_client.post(path, {"content": "Hello"}, format="json").json()["isStaffComment"] is False


def test_deleted_staff_appear_as_the_business(
    admin: User, admin_client: APIClient, customer: User, customer_client: APIClient, settings: Any
) -> None:
    quote = make_quote(user=customer)
    admin_client.post(f"/api/quotes/{quote.id}/comments", {"content": "When suits you?"}, format="json")
    admin.delete()
    assert _thread(customer_client, quote) == [settings.BUSINESS_NAME]


@pytest.mark.parametrize("name", ["Eleanor", ""])
def test_customer_without_a_name_appears_by_email(
    customer: User, customer_client: APIClient, admin_client: APIClient, name: str
) -> None:
    User.objects.filter(pk=customer.pk).update(first_name=name)
    quote = make_quote(user=customer)
    customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Hello"}, format="json")
    assert _thread(admin_client, quote) == [name or customer.email]
