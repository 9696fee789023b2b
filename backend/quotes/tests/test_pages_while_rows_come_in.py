"""Paging through a list shows each row once, even while new rows come in."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from quotes.filters import ORDERS
from quotes.models import QuoteStatus
from quotes.tests.factories import make_quote

pytestmark = pytest.mark.properties

# Only a few values, so that many rows tie in the order of the list.
quotes = st.fixed_dictionaries(
    {
        "quote_amount": st.none() | st.sampled_from([Decimal(0), Decimal("9.99"), Decimal(10), Decimal("99999999.99")]),
        "full_name": st.sampled_from(["a", "A", "á", "Zoë", "z", " ", "%_", "\U0001f384"]),
        "status": st.sampled_from([QuoteStatus.PENDING, QuoteStatus.REVIEWED, QuoteStatus.REJECTED]),
    }
)


@settings(
    max_examples=settings().max_examples // 20,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    ordering=st.sampled_from(sorted(ORDERS)),
    limit=st.integers(1, 4),
    before=st.lists(quotes, max_size=9),
    between=st.lists(st.lists(quotes, max_size=2), max_size=4),
)
def test_existing_row_is_on_exactly_one_page(
    admin_client: APIClient,
    ordering: str,
    limit: int,
    before: list[dict[str, Any]],
    between: list[list[dict[str, Any]]],
) -> None:
    with transaction.atomic():
        there = {str(make_quote(**values).id) for values in before}
        seen: list[str] = []
        path: str | None = f"/api/quotes?scope=admin&ordering={ordering}&limit={limit}"
        while path:
            response = admin_client.get(path)
            seen += [row["id"] for row in response.json()]
            path = response.headers["Link"].split(">")[0][1:] if "Link" in response.headers else None
            for values in between.pop() if between else []:
                make_quote(**values)
        assert len(seen) == len(set(seen))
        assert there <= set(seen)
        transaction.set_rollback(True)
