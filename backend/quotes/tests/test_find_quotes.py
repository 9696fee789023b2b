"""Administrators filter, search, sort and page through quotes."""

import base64
import datetime as dt
import json
import re
from typing import Any
from urllib.parse import quote as url_quote
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from common import search_lists
from quotes.models import Quote
from quotes.tests.factories import make_quote

LIST = "/api/quotes?scope=admin"


def walk(client: APIClient, address: str) -> list[dict[str, Any]]:
    """Return all rows by following the links to the next page."""
    rows: list[dict[str, Any]] = []
    while address:
        response = client.get(address)
        assert response.status_code == 200, response.content
        rows += response.json()
        match = re.fullmatch(r'<(.+)>; rel="next"', response.headers.get("Link", ""))
        address = match[1] if match else ""
    return rows


def names(client: APIClient, query: str) -> list[str]:
    return [row["fullName"] for row in walk(client, f"{LIST}&{query}")]


@pytest.fixture
def people(db: None) -> dict[str, Quote]:
    now = timezone.now()
    rows = [
        ("Ada Smith", "pending", "basic", "Dover", None),
        ("bob O'Brien", "quoting", "premium", "Dover", "599.00"),
        ("Cleo van der Berg-Fitzgerald", "approved", "premium", "Portsmouth", "599.00"),
        ("Dan Smithson", "rejected", "commercial", "Kittery", "12.50"),
        ("Zoë Émile", "complete_storage", "basic", "Portsmouth", "0.00"),
    ]
    return {
        name: make_quote(
            full_name=name, status=status, service_package=package, city=city, quote_amount=amount,
            email=f"{name[:3].lower().strip()}.x{number}@mail{number}.example", phone=f"(603) 555-01{number}0",
            created_at=now - dt.timedelta(days=9 * number),
        )
        for number, (name, status, package, city, amount) in enumerate(rows)
    }  # fmt: skip


FILTERS = [
    ("status=pending", "A"),
    ("status=pending,rejected", "AD"),
    ("status=pending&status=quoting", "Ab"),
    ("servicePackage=premium", "bC"),
    ("servicePackage=premium,basic&status=approved,pending", "AC"),
    ("city=Dover", "Ab"),
    ("city=dover", ""),
    ("city=Portsmouth&servicePackage=basic", "Z"),
    ("city=Portsmouth&status=approved&servicePackage=premium", "C"),
    ("city=Nowhere", ""),
]


@pytest.mark.parametrize(
    "ordering", ["-createdAt", "createdAt", "fullName", "-fullName", "quoteAmount", "-quoteAmount", "status"]
)
def test_filters_apply_in_every_order(admin_client: APIClient, people: dict[str, Quote], ordering: str) -> None:
    for limit in (1, 50):
        for query, found in FILTERS:
            shown = names(admin_client, f"{query}&ordering={ordering}&limit={limit}")
            assert (query, sorted(name[0] for name in shown)) == (query, sorted(found))
            assert names(admin_client, f"q=555&{query}&ordering={ordering}&limit={limit}") == shown, (
                "all have this number"
            )


@pytest.mark.parametrize(
    ("ordering", "expected"),
    [
        ("-createdAt", "AbCDZ"),
        ("createdAt", "ZDCbA"),
        ("fullName", "AbCDZ"),
        ("-fullName", "ZDCbA"),
        ("quoteAmount", "ZDbCA"),  # two at 599.00, sorted by ID; those without an amount come last
        ("-quoteAmount", "CbDZA"),
        ("status", "CZAbD"),
    ],
)
def test_quotes_are_sorted(admin_client: APIClient, people: dict[str, Quote], ordering: str, expected: str) -> None:
    for limit in (1, 2, 3, 50):
        shown = names(admin_client, f"ordering={ordering}&limit={limit}")
        assert (limit, "".join(name[0] for name in shown)) == (limit, expected)


@pytest.mark.parametrize("ordering", ["quoteAmount", "-quoteAmount", "fullName", "-fullName", "status", "createdAt"])
def test_rows_with_equal_values_are_each_listed_once(admin_client: APIClient, ordering: str) -> None:
    now = timezone.now()
    for number in range(13):
        make_quote(
            created_at=now, quote_amount=[None, 5, 7][number % 3], full_name=["A B", "a b"][number % 2],
            status=["pending", "quoting"][number % 2],
        )  # fmt: skip
    for query in ("", "&servicePackage=premium,basic", "&city=Portsmouth", "&q=eleanor.555", "&q=b"):
        ids = [row["id"] for row in walk(admin_client, f"{LIST}&ordering={ordering}&limit=4{query}")]
        assert len(ids) == len(set(ids)) == 13


SEARCHES = [
    ("smith", "AD"),
    ("SMITH", "AD"),
    ("smithson", "D"),
    ("ada smith", "A"),
    ("smith ada", "A"),
    ("o'brien", "b"),
    ("brien", "b"),
    ("fitz", "C"),
    ("zoë", "Z"),
    ("ÉMILE", "Z"),
    ("ada.x0@mail0.example", "A"),
    ("@mail3", "D"),
    ("603-555-0110", "b"),
    ("6035550110", "b"),
    ("5550110", "b"),
    ("555-0110", "b"),
    ("0110", "b"),
    ("(603) 555", "AbCDZ"),
    ("mith", ""),
    ("nobody", ""),
    ("%", ""),
    ("'; DROP TABLE quotes_quote; --", ""),
    ("a & b | !c:*", ""),
    ("\\", ""),
    ("   ", "AbCDZ"),
    ("- @", "AbCDZ"),
]


@pytest.mark.parametrize("ordering", ["-createdAt", "createdAt", "fullName", "-quoteAmount", "status"])
def test_search_finds_name_email_and_phone(admin_client: APIClient, people: dict[str, Quote], ordering: str) -> None:
    for q, found in SEARCHES:
        shown = names(admin_client, f"limit=1&ordering={ordering}&q={url_quote(q)}")
        assert (q, sorted(name[0] for name in shown)) == (q, sorted(found))


def test_search_finds_short_and_full_id(admin_client: APIClient, people: dict[str, Quote]) -> None:
    quote = people["Dan Smithson"]
    assert names(admin_client, f"q={str(quote.id)[-8:]}") == ["Dan Smithson"]
    for ordering in ("-createdAt", "fullName"):
        assert names(admin_client, f"q={quote.id}&ordering={ordering}") == ["Dan Smithson"]


def test_search_respects_filters(admin_client: APIClient, people: dict[str, Quote]) -> None:
    assert names(admin_client, "q=smith&status=rejected") == ["Dan Smithson"]
    assert names(admin_client, "q=smith&city=Dover&ordering=-fullName") == ["Ada Smith"]
    assert names(admin_client, "q=smith&servicePackage=premium") == []


def test_search_finds_a_changed_name(people: dict[str, Quote], admin_client: APIClient) -> None:
    Quote.objects.filter(full_name="Ada Smith").update(full_name="Ada Jones")
    assert names(admin_client, "q=jones") == ["Ada Jones"]
    assert names(admin_client, "q=ada+smith") == []


def test_search_for_a_very_common_word_scans_the_list(
    admin_client: APIClient, people: dict[str, Quote], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_lists, "MAX_INDEX_MATCHES", 2)
    monkeypatch.setattr(search_lists, "MAX_CANDIDATE_MATCHES", 2)
    assert names(admin_client, "q=555&limit=1") == list(people)
    assert names(admin_client, "q=555&limit=1&ordering=createdAt") == list(people)[::-1]
    for ordering in ("-createdAt", "fullName", "quoteAmount", "status"):
        assert names(admin_client, f"q=smith&status=rejected&ordering={ordering}") == ["Dan Smithson"]


@pytest.mark.parametrize("max_matches", [2, 100])
def test_sorted_search_is_limited_to_the_newest_matches(
    admin_client: APIClient, people: dict[str, Quote], monkeypatch: pytest.MonkeyPatch, max_matches: int
) -> None:
    """This holds both when PostgreSQL scans the list in order and when it searches the index."""
    monkeypatch.setattr(search_lists, "CANDIDATES", 3)
    monkeypatch.setattr(search_lists, "MAX_CANDIDATE_MATCHES", max_matches)
    assert names(admin_client, "q=555&ordering=-fullName&limit=2") == list(people)[2::-1]
    assert names(admin_client, "q=555&ordering=createdAt") == list(people)[::-1], (
        "sorted by time, there is no such limit"
    )


@pytest.mark.parametrize(
    "query",
    ["status=nonsense", "status=pending,x", "servicePackage=gold", "ordering=city", "ordering=-status", "q=a%00b",
     f"q={'x' * 201}", f"city={'x' * 201}", "limit=0", "cursor=x", "cursor=WyJhIl0=", "cursor=e30="],
)  # fmt: skip
def test_bad_query_is_a_400_that_names_the_parameter(admin_client: APIClient, query: str) -> None:
    response = admin_client.get(f"{LIST}&{query}")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [query.split("=")[0]]


@pytest.mark.parametrize("name", ["q", "city"])
def test_filter_takes_up_to_200_characters(admin_client: APIClient, name: str) -> None:
    assert admin_client.get(f"{LIST}&{name}={'x' * 200}").status_code == 200


@pytest.mark.parametrize(
    ("amount", "code"),
    [("9999999999.99", 200), ("1e10", 400), ("ten", 400), ("NaN", 400), ("sNaN", 400), ("-Infinity", 400)],
)
def test_cursor_has_an_amount_below_ten_billion(admin_client: APIClient, amount: str, code: int) -> None:
    cursor = base64.urlsafe_b64encode(json.dumps(["quoteAmount", amount, str(UUID(int=1))]).encode()).decode()
    assert admin_client.get(f"{LIST}&ordering=quoteAmount&cursor={cursor}").status_code == code


def test_cursor_of_another_order_is_a_400(admin_client: APIClient, people: dict[str, Quote]) -> None:
    link = admin_client.get(f"{LIST}&limit=1&ordering=fullName").headers["Link"]
    address = link.partition("<")[2].partition(">")[0].replace("ordering=fullName", "ordering=status")
    response = admin_client.get(address)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["cursor"]


def test_customers_list_ignores_filters_and_search(customer_client: APIClient, people: dict[str, Quote]) -> None:
    assert customer_client.get("/api/quotes?status=nonsense").json() == []
    assert customer_client.get(f"{LIST}&q=smith").status_code == 403


@pytest.mark.parametrize("query", ["", "&status=pending&city=Dover", "&ordering=quoteAmount", "&ordering=status"])
@pytest.mark.parametrize("rows", [2, 120])
def test_page_takes_a_constant_number_of_queries(
    admin_client: APIClient, query: str, rows: int, django_assert_max_num_queries: Any
) -> None:
    for _ in range(rows):
        make_quote(city="Dover")
    with django_assert_max_num_queries(5):  # session, user, rows, those without an amount, visits
        assert len(admin_client.get(f"{LIST}{query}&limit=100").json()) == min(rows, 100)
