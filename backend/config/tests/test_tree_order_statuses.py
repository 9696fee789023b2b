"""What each status of a tree order means across the product."""

from config.tests.status_tables import DAY, NOON, TODAY, World, check
from trees.models import TreeOrder, TreeOrderStatus


def _tells_the_day(world: World, status: str) -> bool:
    order = world.tree(status, scheduled_delivery_date=None)
    world.patch(f"tree-orders/{order.id}", scheduledDeliveryDate=f"{TODAY + 3 * DAY}")
    told, reminded = (world.is_told(order, kind) for kind in ("tree-day", "tree-tomorrow"))
    assert told == reminded
    return told


def _counts_tries_of_tree(world: World, status: str) -> bool:
    world.post(f"tree-orders/{(order := world.tree(status)).id}/calls", outcome="voicemail")
    return TreeOrder.objects.get(id=order.id).tries == 1


def _is_on_day_sheet(world: World, status: str) -> bool:
    order = world.tree(status)
    sheet = world.get(f"tree-orders/day-sheet?day={TODAY + 3 * DAY}")
    return str(order.id) in [each["id"] for town in sheet["towns"] for each in town["orders"]]


def test_tree_order_is_what_the_table_says_in_each_status(world: World) -> None:
    undelivered, uncanceled = "pending confirmed scheduled", "pending confirmed scheduled delivered"
    check(
        world,
        TreeOrderStatus,
        [
            ("is next for its customer", uncanceled, lambda world, status: world.is_next(world.tree(status))),
            (
                "was not marked the day after",
                undelivered,
                lambda world, status: world.is_listed(
                    world.tree(status, scheduled_delivery_date=TODAY - DAY), "tree-orders?scope=admin&pastUnmarked=true"
                ),
            ),
            ("the customer is told its day", undelivered, _tells_the_day),
            (
                "waits for the first response",
                "pending",
                lambda world, status: world.is_awaited(lambda: world.tree(status)),
            ),
            ("waits for a call", "pending", lambda world, status: world.is_due(world.tree(status), "tree_order")),
            (
                "waits for a day",
                "confirmed scheduled",
                lambda world, status: world.is_due(world.tree(status, scheduled_delivery_date=None), "tree_day"),
            ),
            (
                "waits for a day after the call",
                undelivered,
                lambda world, status: world.is_due(
                    world.tree(status, scheduled_delivery_date=None, answered_at=NOON), "tree_day"
                ),
            ),
            ("a try counts", uncanceled, _counts_tries_of_tree),
            ("is on the list of its day", uncanceled, _is_on_day_sheet),
            (
                "is on the list of unpaid ones",
                uncanceled,
                lambda world, status: world.is_listed(world.tree(status), "tree-orders?scope=admin&unpaid=1"),
            ),
            (
                "is hauled away in January",
                uncanceled,
                lambda world, status: world.is_listed(
                    world.tree(status, include_disposal=True), "tree-orders?scope=admin&disposal=1"
                ),
            ),
            (
                "takes cash",
                uncanceled,
                lambda world, status: (
                    world.post(f"tree-orders/{world.tree(status).id}/record-payment", method="cash") == 200
                ),
            ),
        ],
    )
