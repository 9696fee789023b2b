"""Staff find any customer, quote, tree order or invoice by a few characters."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from common.days import in_full
from desk.customer_keys import guest_key
from invoices.tests.factories import make_invoice
from quotes.tests.factories import make_quote
from trees.tests.factories import make_tree_order

NOTHING: dict[str, list[Any]] = {"customers": [], "quotes": [], "treeOrders": [], "invoices": []}


def _search(client: APIClient, q: str) -> dict[str, list[dict[str, Any]]]:
    response = client.get("/api/desk/search", {"q": q})
    assert response.status_code == 200, response.content
    return response.json()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("name", "q", "found"),
    [
        ("Pat O'Brien", "obrien", 1),
        ("Pat O'Brien", "OBri pat", 1),
        ("Pat O'Brien", "o'brien", 1),
        ("Pat O'Brien", "o\N{RIGHT SINGLE QUOTATION MARK}brien", 1),
        ("Pat O\N{RIGHT SINGLE QUOTATION MARK}Brien", "o'bri", 1),
        ("Pat O\N{RIGHT SINGLE QUOTATION MARK}Brien", "obrien", 1),
        ("Pat OBrien", "obrien", 1),
        ("Gia D'Angelo", "dangelo", 1),
        ("Oda Brien", "obrien", 0),
        ("Pat O'Brien", "ocon", 0),
        ("Jo Weiß", "WEIß", 1),
        ("Jo Weiß", "wei", 1),
    ],
)
def test_names_are_found_as_people_type_them(admin_client: APIClient, name: str, q: str, found: int) -> None:
    quote = make_quote(full_name=name, email="pat@guest.example")
    make_tree_order(customer_name=name, customer_email="pat@guest.example")
    results = _search(admin_client, q)
    assert [len(results[each]) for each in ("customers", "quotes", "treeOrders")] == [found] * 3
    listed = admin_client.get("/api/desk/customers", {"q": q}).json()
    assert [row["key"] for row in listed] == [guest_key(quote.email)] * found


def test_phone_numbers_are_found_however_they_are_written(admin_client: APIClient) -> None:
    written = ["603-555-0172", "+1 (603) 555-0172", "1-603-555-0172", "+16035550172", "603.555.0172", "6035550172"]
    for phone in written:
        make_quote(phone=phone)
        make_tree_order(customer_phone=phone)
    make_quote(phone="207-555-0172")
    for q in [*written, "(603)5550172", "603 555 0172", "60355501"]:
        results = _search(admin_client, q)
        quotes = admin_client.get("/api/quotes", {"scope": "admin", "q": q}).json()
        assert (q, len(results["quotes"]), len(results["treeOrders"]), len(quotes)) == (q, 5, 5, 6)


def test_search_by_name_finds_guest_and_all_their_rows(admin_client: APIClient) -> None:
    quote = make_quote(
        full_name="Tom Okafor",
        email="Tom@guest.example",
        status="quoting",
        quote_amount=1250,
        street_address="4 Elm St",
    )
    order = make_tree_order(customer_name="Tom Okafor", customer_email="tom@guest.example")
    invoice = make_invoice(bill_to_name="Tom Okafor", bill_to_email="Tom@guest.example", amount="1250.00")
    make_quote(full_name="Sam Lee", email="sam@guest.example")
    found = _search(admin_client, "oka")
    key = guest_key("tom@guest.example")
    assert found == {
        "customers": [
            {"id": key, "key": key, "title": "Tom Okafor", "detail": found["customers"][0]["detail"], "status": None}
        ],
        "quotes": [
            {
                "id": str(quote.id), "key": key, "title": "Tom Okafor", "status": "quoting",
                "detail": "Premium Installation · 4 Elm St · Portsmouth · $1,250.00"
                f" · requested {in_full(quote.created_at)} · {str(quote.id)[-8:]}",
            }
        ],
        "treeOrders": [
            {
                "id": str(order.id), "key": key, "title": "Tom Okafor", "status": "pending",
                "detail": f"Modest 6 ft Standard Tree · {order.street} · {order.city} · $100.00"
                f" · ordered {in_full(order.created_at)} · {str(order.id)[-8:]}",
            }
        ],
        "invoices": [
            {
                "id": str(invoice.id), "key": key, "title": invoice.invoice_number, "status": "sent",
                "detail": "Tom Okafor · $1,250.00",
            }
        ],
    }  # fmt: skip
    assert "guest.example" in found["customers"][0]["detail"]


def test_account_without_a_name_is_shown_by_email_address(admin_client: APIClient) -> None:
    User.objects.create_user("nobody@accounts.example")
    [found] = _search(admin_client, "nobody@accounts.example")["customers"]
    assert (found["title"], found["detail"]) == ("nobody@accounts.example", "")


def test_deactivated_account_is_not_found(admin_client: APIClient) -> None:
    User.objects.create_user("gone@accounts.example", is_active=False)
    assert _search(admin_client, "gone@accounts.example") == NOTHING
    assert admin_client.get("/api/desk/customers?q=gone").json() == []


def test_search_finds_row_by_end_of_id_or_whole_id(admin_client: APIClient) -> None:
    quote, order = make_quote(), make_tree_order()
    for text in (str(quote.id)[-8:], str(quote.id)):
        assert [row["id"] for row in _search(admin_client, text)["quotes"]] == [str(quote.id)]
    for text in (str(order.id)[-8:], str(order.id)):
        assert [row["id"] for row in _search(admin_client, text)["treeOrders"]] == [str(order.id)]


@pytest.mark.parametrize("q", ["INV-2026-00042", "00042", "42", "hayes"])
def test_search_finds_invoice_by_number_and_bill_to(customer: User, admin_client: APIClient, q: str) -> None:
    invoice = make_invoice(user=customer, invoice_number="INV-2026-00042")
    [found] = _search(admin_client, q)["invoices"]
    assert (found["id"], found["key"], found["title"]) == (str(invoice.id), str(customer.id), "INV-2026-00042")
    assert found["status"] == invoice.status


def test_each_sort_has_its_newest_five_in_constant_queries(
    admin_client: APIClient, django_assert_max_num_queries: Any
) -> None:
    newest = make_quote(full_name="Eleanor Reed", email="reed@guest.example")
    for rows in (1, 8):
        for _ in range(rows):
            newest = make_quote()
            make_tree_order(customer_name="Eleanor Hayes")
        with django_assert_max_num_queries(20):
            found = _search(admin_client, "eleanor")
    assert [row["title"] for row in found["customers"]] == ["Eleanor Hayes", "Eleanor Reed"]
    assert (len(found["quotes"]), len(found["treeOrders"])) == (5, 5)
    assert found["quotes"][0]["id"] == str(newest.id)


def test_text_without_a_word_finds_nothing(admin_client: APIClient) -> None:
    make_quote()
    assert _search(admin_client, "--") == NOTHING


@pytest.mark.parametrize("q", ["", "a", " a "])
def test_search_needs_two_characters(admin_client: APIClient, q: str) -> None:
    response = admin_client.get("/api/desk/search", {"q": q})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["q"]
