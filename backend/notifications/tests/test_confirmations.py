"""A confirmation goes to the signed-in customer's own address, not to any address entered in a form."""

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


def test_confirmation_goes_to_customers_own_address(
    customer: User, customer_client: APIClient, tmp_path: Path, form: str
) -> None:
    _verified(customer, "eleanor@example.com")
    _send(customer_client, form, THIRD)
    assert [email["To"] for email in delivered(tmp_path)] == ["eleanor@example.com"]


def test_confirmation_goes_to_primary_address(
    customer: User, customer_client: APIClient, tmp_path: Path, form: str
) -> None:
    EmailAddress.objects.create(user=customer, email="eleanor@work.example", verified=True)
    _verified(customer, "eleanor@example.com")
    _send(customer_client, form, THIRD)
    assert [email["To"] for email in delivered(tmp_path)] == ["eleanor@example.com"]


def test_confirmation_can_go_to_any_verified_address(
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


def test_customer_cannot_flood_a_third_person(
    customer: User, customer_client: APIClient, settings: Any, tmp_path: Path, form: str
) -> None:
    _verified(customer, "eleanor@example.com")
    settings.THROTTLES = True
    for _ in range(12):
        _send(customer_client, form, THIRD)
    assert [email["To"] for email in delivered(tmp_path)] == ["eleanor@example.com"] * 10


def test_administrators_requests_have_no_limit(
    admin: User, admin_client: APIClient, settings: Any, tmp_path: Path, form: str
) -> None:
    _verified(admin, "ada@example.com")
    settings.THROTTLES = True
    for _ in range(12):
        _send(admin_client, form, THIRD)
    assert [email["To"] for email in delivered(tmp_path)] == [THIRD] * 12
    assert set(Message.objects.values_list("cause", flat=True)) == {Cause.STAFF}


def test_guests_confirmation_goes_to_entered_address(guest: APIClient, tmp_path: Path, form: str) -> None:
    _send(guest, form, THIRD)
    assert [email["To"] for email in delivered(tmp_path)] == [THIRD]
