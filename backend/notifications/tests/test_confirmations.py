"""A confirmation goes to the one who caused it, not to any address that is typed into a form."""

from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from rest_framework.test import APIClient

from accounts.models import User
from common.email_kinds import Cause
from notifications.models import Message
from quotes.tests.factories import quote_body
from testing.helpers import delivered
from trees.tests.factories import tree_order_body

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("form", ["quotes", "tree-orders"]),
]

THIRD = "third.person@example.com"


def _send(client: APIClient, form: str, email: str) -> None:
    body = quote_body(email=email) if form == "quotes" else tree_order_body(customerEmail=email)
    assert client.post(f"/api/{form}", body, format="json").status_code == 201


def _verified(user: User, *emails: str) -> None:
    for number, email in enumerate(emails):
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=number == 0)


def test_customer_gets_the_confirmation_at_their_own_address(
    customer: User, customer_client: APIClient, tmp_path: Path, form: str
) -> None:
    _verified(customer, "eleanor@example.com")
    _send(customer_client, form, THIRD)
    assert [email["To"] for email in delivered(tmp_path)] == ["eleanor@example.com"]


def test_customer_with_several_addresses_gets_the_confirmation_at_the_main_one(
    customer: User, customer_client: APIClient, tmp_path: Path, form: str
) -> None:
    EmailAddress.objects.create(user=customer, email="eleanor@work.example", verified=True)
    _verified(customer, "eleanor@example.com")
    _send(customer_client, form, THIRD)
    assert [email["To"] for email in delivered(tmp_path)] == ["eleanor@example.com"]


def test_customer_can_use_any_verified_address(
    customer: User, customer_client: APIClient, tmp_path: Path, form: str
) -> None:
    _verified(customer, "eleanor@example.com", "eleanor@work.example")
    _send(customer_client, form, "Eleanor@Work.example")
    assert [email["To"].lower() for email in delivered(tmp_path)] == ["eleanor@work.example"]


def test_unverified_address_gets_no_confirmation(
    customer: User, customer_client: APIClient, tmp_path: Path, form: str
) -> None:
    _verified(customer, "eleanor@example.com")
    EmailAddress.objects.create(user=customer, email=THIRD, verified=False)
    _send(customer_client, form, THIRD)
    assert [email["To"] for email in delivered(tmp_path)] == ["eleanor@example.com"]


def test_customer_cannot_send_200_emails_to_a_third_person(
    customer: User, customer_client: APIClient, settings: Any, tmp_path: Path, form: str
) -> None:
    _verified(customer, "eleanor@example.com")
    settings.THROTTLES = True
    for _ in range(12):
        _send(customer_client, form, THIRD)
    assert [email["To"] for email in delivered(tmp_path)] == ["eleanor@example.com"] * 10


def test_administrator_can_request_for_customers_without_limit(
    admin: User, admin_client: APIClient, settings: Any, tmp_path: Path, form: str
) -> None:
    _verified(admin, "ada@example.com")
    settings.THROTTLES = True
    for _ in range(12):
        _send(admin_client, form, THIRD)
    assert [email["To"] for email in delivered(tmp_path)] == [THIRD] * 12
    assert set(Message.objects.values_list("cause", flat=True)) == {Cause.STAFF}


def test_guest_gets_the_confirmation_at_the_address_they_typed(guest: APIClient, tmp_path: Path, form: str) -> None:
    _send(guest, form, THIRD)
    assert [email["To"] for email in delivered(tmp_path)] == [THIRD]
