"""The driver knows what to collect, and customers pay by card with a QR code."""

import re
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest
import qrcode
from django.core.serializers import serialize
from rest_framework.test import APIClient

from links.models import Link, LinkSource
from trees.models import TreeOrder
from trees.payment_codes import CARD_FORM_FRAGMENT
from trees.tests.factories import make_tree_order

CODES = "/api/tree-orders/payment-codes"
DAY = "2026-12-05"


def _on_the_day(**changes: Any) -> TreeOrder:
    return make_tree_order(**{"scheduled_delivery_date": DAY, "status": "scheduled", **changes})


def _record(client: APIClient, order: TreeOrder, **body: Any) -> None:
    response = client.post(f"/api/tree-orders/{order.id}/record-payment", {"method": "cash", **body}, format="json")
    assert response.status_code == 200, response.content


def _totals(client: APIClient) -> dict[str, Any]:
    totals: dict[str, Any] = client.get(f"/api/tree-orders/day-sheet?day={DAY}").json()["totals"]
    return {name: totals[name] for name in ("orders", "toCollect", "ordersToCollect", "ordersPaying")}


def _codes(client: APIClient, *orders: TreeOrder) -> Any:
    response = client.post(CODES, {"orderIds": [str(order.id) for order in orders]}, format="json")
    assert response.status_code == 200, response.content
    return response.json()


def _token(url: str) -> str:
    return urlsplit(url).path.removeprefix("/f/")


def test_day_sheet_totals_what_the_driver_has_to_collect(admin_client: APIClient) -> None:
    paid, partly = _on_the_day(), _on_the_day()
    _on_the_day(zip_code="03904", state="ME")
    _on_the_day(is_paying=True)
    _on_the_day(status="cancelled")
    _record(admin_client, paid)
    _record(admin_client, partly, amount="40.00")
    left = partly.total_amount - 40 + paid.total_amount  # the rest of one order, and the order outside New Hampshire
    assert _totals(admin_client) == {
        "orders": 4,
        "toCollect": f"{left:.2f}",
        "ordersToCollect": 2,
        "ordersPaying": 1,
    }


def test_delivered_order_is_still_to_be_collected(admin_client: APIClient) -> None:
    order = _on_the_day(status="delivered")
    assert _totals(admin_client)["toCollect"] == f"{order.total_amount:.2f}"


def test_empty_day_has_nothing_to_collect(admin_client: APIClient) -> None:
    assert _totals(admin_client) == {"orders": 0, "toCollect": "0.00", "ordersToCollect": 0, "ordersPaying": 0}


@pytest.mark.parametrize("count", [2, 40])
def test_day_sheet_and_codes_take_a_constant_number_of_queries(
    count: int, admin_client: APIClient, django_assert_num_queries: Any
) -> None:
    orders = [_on_the_day() for _ in range(count)]
    for order in orders[::2]:
        _record(admin_client, order, amount="10.00")
    with django_assert_num_queries(5):  # session, user, orders, payments, consent
        assert _totals(admin_client)["orders"] == count
    with django_assert_num_queries(4):  # session, user, orders, links
        assert len(_codes(admin_client, *orders)) == count


def test_code_opens_the_payment_page_of_its_order(admin_client: APIClient, client: Any) -> None:
    order, other = _on_the_day(), _on_the_day()
    codes = {UUID(code["orderId"]): code for code in _codes(admin_client, order, other)}
    assert set(codes) == {order.id, other.id}
    url = codes[order.id]["url"]
    assert url.endswith(CARD_FORM_FRAGMENT)
    opened = client.get(urlsplit(url).path)
    assert (opened.status_code, opened["Location"]) == (302, f"/follow/tree-orders/{order.id}")
    assert client.get(f"/api/tree-orders/{order.id}").json()["canPayOnline"] is True
    assert client.get(f"/api/tree-orders/{other.id}").status_code == 404


def test_code_path_draws_the_qr_code(admin_client: APIClient) -> None:
    (code,) = _codes(admin_client, _on_the_day())
    dark = {
        (int(x) + square, int(y))
        for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", code["path"])
        for square in range(int(length))
    }
    standard = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=0, mask_pattern=3)
    standard.add_data(code["url"])
    rows = standard.get_matrix()
    assert code["size"] == len(rows)
    assert dark == {(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark}


def test_token_of_a_code_is_not_stored(admin_client: APIClient) -> None:
    order = _on_the_day()
    (first,), (second,) = _codes(admin_client, order), _codes(admin_client, order)
    assert _token(first["url"]) != _token(second["url"])
    links = Link.objects.filter(resource_id=order.id)
    assert [link.source for link in links] == [LinkSource.CODE] * 2
    stored = serialize("json", links)
    assert _token(first["url"]) not in stored


def test_repeated_request_for_codes_returns_new_links(admin_client: APIClient) -> None:
    body = {"orderIds": [str(_on_the_day().id)]}
    headers = {"Idempotency-Key": "day-sheet-2026-12-05"}
    first, second = (admin_client.post(CODES, body, format="json", headers=headers).json() for _ in range(2))
    assert first[0]["url"] != second[0]["url"]


def test_earlier_code_stays_valid_until_it_is_withdrawn(admin_client: APIClient, client: Any) -> None:
    order = _on_the_day()
    (first,), _second = _codes(admin_client, order), _codes(admin_client, order)
    path = urlsplit(first["url"]).path
    assert client.get(path).status_code == 302
    for link in admin_client.get(f"/api/links?treeOrderId={order.id}").json():
        assert link["source"] == "code"
        admin_client.post(f"/api/links/{link['id']}/withdraw")
    assert client.get(path).status_code == 404


def test_order_with_nothing_to_pay_online_gets_no_code(admin_client: APIClient) -> None:
    paid = _on_the_day()
    _record(admin_client, paid)
    others = [
        _on_the_day(status="cancelled"),
        _on_the_day(zip_code="03904", state="ME"),
        _on_the_day(is_paying=True),
    ]
    assert _codes(admin_client, paid, *others) == []
    assert not Link.objects.exists()


def test_order_that_does_not_exist_gets_no_code(admin_client: APIClient) -> None:
    body = {"orderIds": ["01a20000-0000-7000-8000-000000000001"]}
    assert admin_client.post(CODES, body, format="json").json() == []


@pytest.mark.parametrize("ids", [None, "all", ["x"], ["01a20000-0000-7000-8000-000000000001"] * 201])
def test_codes_need_a_list_of_orders(admin_client: APIClient, ids: Any) -> None:
    response = admin_client.post(CODES, {"orderIds": ids}, format="json")
    assert response.status_code == 400
    assert next(iter(response.json()["errors"])).split(".")[0] == "orderIds"
