"""Timestamps of rows are consistent although the database and each machine have their own clocks."""

import datetime as dt

import pytest
import time_machine
from django.apps import apps
from django.utils import timezone
from rest_framework.test import APIClient

from common.models import Record, UpdatedAtField
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from trees.tests.factories import tree_order_body

SLOW_CLOCK = dt.timedelta(minutes=-5)


@pytest.mark.parametrize(("path", "body"), [("quotes", quote_body()), ("tree-orders", tree_order_body())])
def test_updated_at_is_not_before_created_at(guest: APIClient, path: str, body: dict[str, object]) -> None:
    with time_machine.travel(timezone.now() + SLOW_CLOCK):
        row = guest.post(f"/api/{path}", body, format="json").json()
    assert row["updatedAt"] == row["createdAt"]


def test_updated_at_increases_even_with_a_slow_clock(admin_client: APIClient) -> None:
    quote = make_quote()
    path = f"/api/quotes/{quote.id}"
    seen = admin_client.get(path).json()["updatedAt"]
    with time_machine.travel(timezone.now() + SLOW_CLOCK):
        changed = admin_client.patch(path, {"status": "quoting", "updatedAt": seen}, format="json").json()
        late = admin_client.patch(path, {"status": "reviewed", "updatedAt": seen}, format="json")
    assert changed["updatedAt"] > seen >= changed["createdAt"]
    assert late.status_code == 409
    assert Quote.objects.get().status == "quoting"


def test_every_record_has_the_same_clock() -> None:
    records = [model for model in apps.get_models() if issubclass(model, Record)]
    assert len(records) > 10
    for model in records:
        assert isinstance(model._meta.get_field("updated_at"), UpdatedAtField), model
