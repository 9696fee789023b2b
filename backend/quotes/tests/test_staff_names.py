"""The names of staff that customers see in a quote's thread."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from quotes.tests.factories import make_quote


def _thread(client: APIClient, quote: Any) -> list[str]:
    return [entry["authorName"] for entry in client.get(f"/api/quotes/{quote.id}/comments").json()]


def test_administrator_without_a_name_is_shown_as_the_business(
    admin: User, admin_client: APIClient, customer: User, customer_client: APIClient, settings: Any
) -> None:
    User.objects.filter(pk=admin.pk).update(first_name="", last_name="Admin")
    quote = make_quote(user=customer)
    admin_client.post(f"/api/quotes/{quote.id}/comments", {"content": "When suits you?"}, format="json")
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "quoting", "quoteAmount": "500.00"}, format="json")
    assert set(_thread(customer_client, quote)) == {settings.BUSINESS_NAME}
    text = customer_client.get(f"/api/quotes/{quote.id}/comments").content.decode()
    assert admin.email not in text


def test_authors_with_a_name_are_shown_by_it(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    quote = make_quote(user=customer)
    customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Hello"}, format="json")
    admin_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Hello"}, format="json")
    assert _thread(customer_client, quote) == ["Eleanor", "Ada"]


def test_administrators_comment_on_their_own_quote_as_a_customer(admin: User, admin_client: APIClient) -> None:
    path = f"/api/quotes/{make_quote(user=admin).id}/comments"
    assert admin_client.post(path, {"content": "Hello"}, format="json").json()["isStaffComment"] is False


def test_staff_whose_account_was_deleted_keep_the_business_name(
    admin: User, admin_client: APIClient, customer: User, customer_client: APIClient, settings: Any
) -> None:
    quote = make_quote(user=customer)
    admin_client.post(f"/api/quotes/{quote.id}/comments", {"content": "When suits you?"}, format="json")
    admin.delete()
    assert _thread(customer_client, quote) == [settings.BUSINESS_NAME]


@pytest.mark.parametrize("name", ["Eleanor", ""])
def test_customer_without_a_name_is_shown_by_email_to_staff(
    customer: User, customer_client: APIClient, admin_client: APIClient, name: str
) -> None:
    User.objects.filter(pk=customer.pk).update(first_name=name)
    quote = make_quote(user=customer)
    customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Hello"}, format="json")
    assert _thread(admin_client, quote) == [name or customer.email]
