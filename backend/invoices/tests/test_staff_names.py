"""Customers see who recorded and reversed payments, but no email addresses of staff."""

from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice


def test_administrator_without_a_name_is_shown_as_the_business(
    admin: User, admin_client: APIClient, customer: User, customer_client: APIClient, settings: Any
) -> None:
    User.objects.filter(pk=admin.pk).update(first_name="")
    payments = f"/api/invoices/{make_invoice(user=customer, status='sent').id}/payments"
    paid = {"method": "check", "note": "", "amount": "10.00"}
    admin_client.post(payments.replace("payments", "record-payment"), paid, format="json")
    [payment] = customer_client.get(payments).json()
    admin_client.post(f"{payments}/{payment['id']}/take-back", {"note": "It bounced"}, format="json")
    response = customer_client.get(payments)
    assert admin.email not in response.content.decode()
    [payment] = response.json()
    assert (payment["recordedBy"], payment["takenBackBy"]) == (settings.BUSINESS_NAME, settings.BUSINESS_NAME)
