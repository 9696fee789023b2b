"""Every list costs the same few queries, whether it has 2 rows or 200, and reads them through an index."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Address, User
from invoices.models import Invoice
from jobs.models import Job
from quotes.models import Quote
from quotes.tests.factories import make_quote
from storage.models import StorageSubscription
from trees.models import TreeOrder


def _quotes(user: User, count: int) -> None:
    Quote.objects.bulk_create(
        Quote(
            user=user, full_name="E", email="e@example.com", phone="1", city="Dover", service_package="basic",
            status="approved", has_visit=True,
        )
        for _ in range(count)
    )  # fmt: skip


def _jobs(user: User, count: int) -> None:
    quote = make_quote(user=user)
    Job.objects.bulk_create(Job(quote=quote, user=user) for _ in range(count))


def _addresses(user: User, count: int) -> None:
    Address.objects.bulk_create(
        Address(user=user, street="1 Main St", city="Dover", state="NH", zip_code="03820") for _ in range(count)
    )


def _invoices(user: User, count: int) -> None:
    Invoice.objects.bulk_create(
        Invoice(
            user=user, invoice_number=f"INV-{number}", amount=1, status="sent", sent_at=timezone.now(), bill_to_name="E"
        )
        for number in range(count)
    )


def _subscriptions(user: User, count: int) -> None:
    home = Address.objects.create(user=user, street="1 Main St", city="Dover", state="NH", zip_code="03820")
    for _ in range(count):
        StorageSubscription.objects.create(
            user=user, plan="business", monthly_amount=25, status="canceled", started_at=timezone.now()
        ).addresses.add(home)


def _tree_orders(user: User, count: int) -> None:
    TreeOrder.objects.bulk_create(
        TreeOrder(user=user, tree_size="modest_6ft", tree_price=70, delivery_price=30, total_amount=100)
        for _ in range(count)
    )


# Session, user and rows; a second query for the rows of a relation
LISTS = {
    "quotes": (_quotes, 4),
    "jobs": (_jobs, 3),
    "addresses": (_addresses, 3),
    "invoices": (_invoices, 3),
    "storage-subscriptions": (_subscriptions, 4),
    "tree-orders": (_tree_orders, 3),
}


@pytest.mark.parametrize("count", [2, 200])
@pytest.mark.parametrize("path", LISTS)
def test_list_queries_do_not_grow_with_rows(
    path: str, count: int, customer: User, customer_client: APIClient, django_assert_num_queries: Any
) -> None:
    fill: Callable[[User, int], None]
    fill, queries = LISTS[path]
    fill(customer, count)
    with django_assert_num_queries(queries):
        assert len(customer_client.get(f"/api/{path}?limit=200").json()) == count


FILLS: dict[Any, Callable[[User, int], None]] = {
    Quote: _quotes, TreeOrder: _tree_orders, Invoice: _invoices, Job: _jobs, Address: _addresses
}  # fmt: skip


@pytest.mark.parametrize("model", FILLS)
def test_customers_page_uses_an_index(model: Any, customer: User, outsider: User) -> None:
    FILLS[model](outsider, 300)
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {model._meta.db_table}")  # otherwise the plan depends on other tests
        for other_way in ("seqscan", "bitmapscan", "sort"):  # the table is too small for the planner to use an index
            cursor.execute(f"SET LOCAL enable_{other_way} = off")
        rows = model.objects.filter(user=customer).order_by("-created_at", "-id")[:51]
        plan = rows.explain()
    assert "_user_new" in plan, plan
    assert "Sort" not in plan, plan
