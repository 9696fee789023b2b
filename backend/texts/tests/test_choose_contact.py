"""Customers choose in My Services how we contact them."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from common.text_consent import consent_wording
from texts.models import ConsentEvent

URL = "/api/contact-choice"


def _choose(client: APIClient, **body: Any) -> Any:
    return client.put(URL, body, format="json")


@pytest.mark.parametrize(
    "body",
    [
        {"channel": "sms"},
        {"channel": "sms", "number": "555-0142"},
        {"channel": "email", "number": "555-0142"},
        {"channel": "phone", "textUpdates": True},
    ],
)
def test_invalid_number_changes_nothing(customer_client: APIClient, body: dict[str, Any]) -> None:
    chosen = _choose(customer_client, channel="sms", number="603-555-0142", textUpdates=True).json()
    refused = _choose(customer_client, **body)
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["number"])
    assert customer_client.get(URL).json() == chosen


def test_saving_same_choice_again_records_no_new_consent(
    customer_client: APIClient, outsider_client: APIClient
) -> None:
    for box in (True, True, False, False):
        assert _choose(customer_client, channel="phone", number="(603) 555-0142", textUpdates=box).json() == {
            "channel": "phone", "number": "(603) 555-0142", "textUpdates": box,
        }  # fmt: skip
    given, withdrawn = ConsentEvent.objects.order_by("id")
    assert (given.is_given, given.method, given.wording) == (True, "my_services", consent_wording("myServices"))
    assert (withdrawn.is_given, withdrawn.method) == (False, "my_services")
    assert outsider_client.get(URL).json() == {"channel": None, "number": "", "textUpdates": False}


def test_newest_request_counts_until_they_choose(customer_client: APIClient) -> None:
    order = {
        "customerName": "Eleanor Hayes", "customerEmail": "e@example.com", "customerPhone": "603 555 0144",
        "addressLine1": "41 Marcy Street", "city": "Portsmouth", "state": "NH", "zipCode": "03801",
        "treeSize": "modest_6ft", "textUpdates": True,
    }  # fmt: skip
    assert customer_client.post("/api/tree-orders", order, format="json").status_code == 201
    assert customer_client.get(URL).json() == {"channel": None, "number": "(603) 555-0144", "textUpdates": True}
    for channel, phone, box, number in (
        ("phone", "call my office", True, "call my office"),
        ("sms", "+1 603 555 0142", False, "(603) 555-0142"),
        ("sms", "603.555.0142", True, "(603) 555-0142"),
    ):
        quote = {
            "fullName": "Eleanor Hayes", "email": "e@example.com", "phone": phone, "city": "Dover",
            "servicePackage": "premium", "communicationPreference": channel, "textUpdates": box,
        }  # fmt: skip
        assert customer_client.post("/api/quotes", quote, format="json").status_code == 201
        is_on = box and number != phone
        assert customer_client.get(URL).json() == {"channel": channel, "number": number, "textUpdates": is_on}
    saved = _choose(customer_client, channel="email", number="").json()
    assert customer_client.get(URL).json() == saved == {"channel": "email", "number": "", "textUpdates": False}


def test_turning_texts_off_requires_a_valid_number(admin_client: APIClient) -> None:
    response = admin_client.post("/api/texts/off", {"phone": "call me"}, format="json")
    assert (response.status_code, list(response.json()["errors"])) == (400, ["phone"])
    assert not ConsentEvent.objects.exists()
