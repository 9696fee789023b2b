"""Customers see their own quotes, and no one else's."""

import datetime as dt
import re

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice
from quotes.models import Quote
from quotes.tests.factories import make_quote


def test_customer_lists_own_quotes_newest_first(customer: User, customer_client: APIClient, outsider: User) -> None:
    first, second = make_quote(user=customer), make_quote(user=customer)
    make_quote(user=outsider)
    make_quote()
    assert [quote["id"] for quote in customer_client.get("/api/quotes").json()] == [str(second.id), str(first.id)]


def test_administrator_lists_all_quotes_only_in_the_admin_scope(customer: User, admin_client: APIClient) -> None:
    make_quote(user=customer)
    assert admin_client.get("/api/quotes").json() == []
    assert len(admin_client.get("/api/quotes?scope=admin").json()) == 1


def test_quote_can_be_read_by_its_owner_and_administrators(
    customer: User, guest: APIClient, customer_client: APIClient, outsider_client: APIClient, admin_client: APIClient
) -> None:
    address = f"/api/quotes/{make_quote(user=customer).id}"
    assert guest.get("/api/quotes").status_code == 401
    assert guest.get("/api/quotes").json() == {"message": "Unauthorized"}
    assert guest.get(address).status_code == 401
    assert customer_client.get(address).status_code == 200
    assert outsider_client.get(address).status_code == 404
    assert admin_client.get(address).status_code == 200
    assert customer_client.get("/api/quotes?scope=admin").status_code == 403


def test_pages_have_every_row_once(customer: User, customer_client: APIClient) -> None:
    same_moment = timezone.now()
    for number in range(7):
        # Four rows were created at the same instant, so the ID breaks the tie.
        make_quote(user=customer, created_at=same_moment - dt.timedelta(minutes=max(0, number - 3)))
    everything = [quote["id"] for quote in customer_client.get("/api/quotes").json()]

    seen, address = [], "/api/quotes?limit=2"
    while address:
        response = customer_client.get(address)
        seen += [quote["id"] for quote in response.json()]
        match = re.fullmatch(r'<(.+)>; rel="next"', response.headers.get("Link", ""))
        address = match[1] if match else ""
    assert seen == everything
    assert len(set(seen)) == 7


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "limit=x", "limit=-1", "limit=²", "cursor=x", "cursor=é", "scope=me"]
)
def test_bad_query_is_a_400(customer_client: APIClient, query: str) -> None:
    response = customer_client.get(f"/api/quotes?{query}")
    assert response.status_code == 400
    assert query.split("=")[0] in response.json()["errors"]


@pytest.mark.parametrize("rows", [2, 200])
def test_page_takes_a_constant_number_of_queries(
    customer: User, customer_client: APIClient, rows: int, django_assert_num_queries: type
) -> None:
    Quote.objects.bulk_create(
        Quote(user=customer, full_name="E", email="e@example.com", phone="1", city="Dover", service_package="basic")
        for _ in range(rows)
    )
    with django_assert_num_queries(3):  # session, user, rows
        assert len(customer_client.get("/api/quotes?limit=200").json()) == rows


def test_quote_shows_its_sent_invoices_oldest_first(customer: User, customer_client: APIClient) -> None:
    quote = make_quote(user=customer, status="approved")
    make_invoice(user=customer, quote=quote, status="draft")
    newer, older = (
        make_invoice(user=customer, quote=quote, created_at=timezone.now() - dt.timedelta(days=days)).invoice_number
        for days in (1, 2)
    )
    shown = customer_client.get(f"/api/quotes/{quote.id}").json()["invoices"]
    assert [each["invoiceNumber"] for each in shown] == [older, newer]


def test_quote_shows_its_visits_by_day_and_those_without_one_last(customer: User, customer_client: APIClient) -> None:
    quote, now = make_quote(user=customer), timezone.now()
    days = {"installation": now, "service": None, "takedown": now - dt.timedelta(days=9)}
    for kind, day in days.items():
        quote.jobs.create(user=customer, kind=kind, scheduled_date=day)
    shown = customer_client.get(f"/api/quotes/{quote.id}").json()["jobs"]
    assert [visit["kind"] for visit in shown] == ["takedown", "installation", "service"]
