"""What adds a tree order to the queue, what removes it, and what does not."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from accounts.models import User
from testing.helpers import in_threads
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order, tree_order_body

DAY = dt.timedelta(days=1)
# 10:00 AM Eastern on a Thursday
NOW = dt.datetime(2026, 11, 19, 15, tzinfo=dt.UTC)


def _rows(client: APIClient) -> list[dict[str, Any]]:
    response = client.get("/api/desk/queue")
    assert response.status_code == 200, response.content
    return response.json()  # type: ignore[no-any-return]


def _kinds(client: APIClient) -> list[str]:
    return [row["kind"] for row in _rows(client)]


def _due(client: APIClient) -> dt.datetime:
    [row] = _rows(client)
    return dt.datetime.fromisoformat(row["respondBy"])


def _patch(client: APIClient, order: TreeOrder, **changes: Any) -> None:
    response = client.patch(f"/api/tree-orders/{order.id}", changes, format="json")
    assert response.status_code == 200, response.content


def _call(client: APIClient, order: TreeOrder, outcome: str) -> None:
    response = client.post(f"/api/tree-orders/{order.id}/calls", {"outcome": outcome}, format="json")
    assert response.status_code == 201, response.content


def _at(moment: dt.datetime) -> Any:
    return time_machine.travel(moment, tick=False)


class TestTreeOrder:
    """Pending, and the customer has not been reached."""

    def test_order_waits_for_a_call_for_24_hours(self, guest: APIClient, admin_client: APIClient) -> None:
        order = guest.post("/api/tree-orders", tree_order_body(addressLine2="Unit 3"), format="json").json()
        [row] = _rows(admin_client)
        assert (row["kind"], row["id"], row["treeOrderId"]) == ("tree_order", order["id"], order["id"])
        assert row["streetAddress"] == f"{order['addressLine1']}, Unit 3"
        assert _due(admin_client) == dt.datetime.fromisoformat(order["createdAt"]) + DAY

    def test_row_has_amounts_paid_and_due(self, admin_client: APIClient) -> None:
        order = make_tree_order(status="pending")
        body = {"method": "cash", "amount": "40.00"}
        paid = admin_client.post(f"/api/tree-orders/{order.id}/record-payment", body, format="json")
        assert paid.status_code == 200, paid.content
        [row] = _rows(admin_client)
        assert (row["amount"], row["amountPaid"]) == (str(order.total_amount), "40.00")
        assert row["amountDue"] == str(order.total_amount - 40)

    @pytest.mark.parametrize("outcome", ["voicemail", "no_answer", "wrong_number"])
    def test_try_does_not_end_it(self, admin_client: APIClient, outcome: str) -> None:
        order = make_tree_order()
        _call(admin_client, order, outcome)
        [row] = _rows(admin_client)
        assert (row["kind"], row["tries"]) == ("tree_order", 1)

    def test_notes_and_day_do_not_end_it(self, admin_client: APIClient) -> None:
        order = make_tree_order()
        _patch(admin_client, order, notes="Back door", scheduledDeliveryDate="2026-12-05")
        assert _kinds(admin_client) == ["tree_order"]

    @pytest.mark.parametrize("status", ["confirmed", "scheduled", "delivered", "cancelled"])
    def test_any_other_status_ends_it(self, admin_client: APIClient, status: str) -> None:
        order = make_tree_order()
        _patch(admin_client, order, status=status)
        assert "tree_order" not in _kinds(admin_client)

    def test_pending_again_without_a_contact_brings_it_back(self, admin_client: APIClient) -> None:
        order = make_tree_order()
        _patch(admin_client, order, status="confirmed")
        _patch(admin_client, order, status="pending")
        assert _kinds(admin_client) == ["tree_order"]


class TestTreeDay:
    """Reached or confirmed, and without a delivery day."""

    def test_reached_customer_waits_for_a_day_24_hours_after_the_last_contact(self, admin_client: APIClient) -> None:
        order = make_tree_order()
        for hours in (0, 5):
            with _at(NOW + dt.timedelta(hours=hours)):
                _call(admin_client, order, "reached")
        assert _kinds(admin_client) == ["tree_day"]
        assert _due(admin_client) == NOW + dt.timedelta(hours=29)
        with _at(NOW + dt.timedelta(hours=6)):
            _call(admin_client, order, "no_answer")
        assert _due(admin_client) == NOW + dt.timedelta(hours=29)

    @pytest.mark.parametrize("status", ["confirmed", "scheduled"])
    def test_order_confirmed_without_anyone_reached_waits_for_a_day(self, admin_client: APIClient, status: str) -> None:
        order = make_tree_order()
        with _at(NOW):
            _patch(admin_client, order, status=status)
        assert _kinds(admin_client) == ["tree_day"]
        assert _due(admin_client) == NOW + DAY
        assert admin_client.get(f"/api/tree-orders/{order.id}").json()["answeredAt"] is None

    @pytest.mark.parametrize(
        ("preferred", "due"),
        [
            (None, NOW + DAY),
            ("2026-11-30", NOW + DAY),
            ("2026-11-22", dt.datetime(2026, 11, 19, 14, tzinfo=dt.UTC)),  # 9:00 AM today
            ("2026-11-23", dt.datetime(2026, 11, 20, 14, tzinfo=dt.UTC)),  # 9:00 AM tomorrow, an hour sooner
            ("2026-11-24", NOW + DAY),
        ],
    )
    def test_day_is_due_three_days_before_preferred_day(
        self, admin_client: APIClient, preferred: str | None, due: dt.datetime
    ) -> None:
        order = make_tree_order(preferred_delivery_date=preferred)
        with _at(NOW):
            _call(admin_client, order, "reached")
        assert _due(admin_client) == due

    def test_deadline_at_nine_is_eastern_across_clock_changes(self, admin_client: APIClient) -> None:
        order = make_tree_order(preferred_delivery_date="2026-11-03")  # three days before it, daylight time ends
        with _at(dt.datetime(2026, 10, 31, 12, tzinfo=dt.UTC)):
            _call(admin_client, order, "reached")
        assert _due(admin_client) == dt.datetime(2026, 10, 31, 13, tzinfo=dt.UTC)

    def test_row_shows_preferred_day(self, admin_client: APIClient) -> None:
        order = make_tree_order(preferred_delivery_date="2026-12-05")
        _call(admin_client, order, "reached")
        [row] = _rows(admin_client)
        assert row["summary"] == "Modest 6 ft Standard Tree, prefers Sat, Dec 5"

    def test_setting_day_ends_it_until_day_is_removed(self, admin_client: APIClient) -> None:
        order = make_tree_order()
        _call(admin_client, order, "reached")
        _patch(admin_client, order, scheduledDeliveryDate="2026-12-05")
        assert _rows(admin_client) == []
        _patch(admin_client, order, scheduledDeliveryDate=None)
        assert _kinds(admin_client) == ["tree_day"]

    @pytest.mark.parametrize("change", [{"notes": "Back door"}, {"status": "confirmed"}, {"status": "scheduled"}])
    def test_other_changes_do_not_end_it(self, admin_client: APIClient, change: dict[str, str]) -> None:
        order = make_tree_order()
        _call(admin_client, order, "reached")
        _patch(admin_client, order, **change)
        assert _kinds(admin_client) == ["tree_day"]

    @pytest.mark.parametrize("status", ["delivered", "cancelled"])
    def test_delivered_or_canceled_order_is_not_in_queue(self, admin_client: APIClient, status: str) -> None:
        order = make_tree_order()
        _call(admin_client, order, "reached")
        _patch(admin_client, order, status=status)
        assert _rows(admin_client) == []

    def test_call_about_canceled_order_adds_no_row(self, admin_client: APIClient) -> None:
        order = make_tree_order(status="cancelled")
        for outcome in ("no_answer", "reached"):
            _call(admin_client, order, outcome)
        assert _rows(admin_client) == []


@pytest.mark.django_db(transaction=True)
def test_order_is_in_the_queue_once_whatever_happens_at_once(admin: User) -> None:
    order = make_tree_order()

    def work(number: int) -> None:
        client = APIClient()
        client.force_login(admin)
        if number % 2:
            _call(client, order, "reached")
        else:
            _patch(client, order, status="confirmed")

    in_threads(6, work)
    client = APIClient()
    client.force_login(admin)
    assert _kinds(client) == ["tree_day"]
