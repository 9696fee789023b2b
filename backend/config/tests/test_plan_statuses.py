"""What each status of a storage plan means across the product."""

from collections.abc import Callable
from typing import Any

from config.tests.status_tables import World, check
from payments.states import SubscriptionStatus
from storage.models import StorageSubscription
from storage.tests.factories import make_address
from testing.payments import StripeSandbox


def _takes_address(world: World, status: str) -> bool:
    row, address = world.plan(status), make_address(world.customer)
    path = f"/api/storage-subscriptions/{row.id}/addresses"
    code = world.own.post(path, {"addressId": str(address.id)}, format="json").status_code
    return bool(code in (200, 201))


def _tells_office(world: World, status: str, change: Callable[[World, Any, Any], Any]) -> bool:
    row, address = world.plan(status), make_address(world.customer, status="subscribed")
    row.addresses.add(address)
    change(world, row, address)
    return world.is_told(row, "office-storage")


def _remove(world: World, row: Any, address: Any) -> None:
    world.own.delete(f"/api/storage-subscriptions/{row.id}/addresses/{address.id}")


def _goes_on(world: World, status: str) -> bool:
    world.plan(status)
    body = {"plan": "business"}
    assert world.own.post("/api/create-subscription", body, format="json").status_code == 200
    return StorageSubscription.objects.count() == 1


def _move(world: World, row: Any, address: Any) -> None:
    world.own.patch(f"/api/addresses/{address.id}", {"street": "8 Court Street"}, format="json")


def test_storage_plan_is_what_the_table_says_in_each_status(world: World, stripe_sandbox: StripeSandbox) -> None:
    live = "active past_due canceling"
    check(
        world,
        SubscriptionStatus,
        [
            ("takes another address", live, _takes_address),
            (
                "the office is told of an address less",
                live,
                lambda world, status: _tells_office(world, status, _remove),
            ),
            (
                "the office is told that an address moved",
                live,
                lambda world, status: _tells_office(world, status, _move),
            ),
            ("is next for its customer", f"{live} incomplete", lambda world, status: world.is_next(world.plan(status))),
            (
                "covers what is stored",
                live,
                lambda world, status: _shown(world, status)["active"],
            ),
            ("subscribing goes on with it", f"{live} incomplete", _goes_on),
            ("is revenue", "active past_due", lambda world, status: _revenue(world, status)["mrr"] > 0),
            ("is revenue until it ends", "canceling", lambda world, status: _revenue(world, status)["canceling"] > 0),
        ],
    )


def _shown(world: World, status: str) -> dict[str, Any]:
    world.plan(status)
    [found] = world.own.get("/api/storage-subscriptions").json()
    return dict(found)


def _revenue(world: World, status: str) -> dict[str, float]:
    world.plan(status)
    found: dict[str, float] = world.get("analytics/mrr")
    return found
