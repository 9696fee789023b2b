"""Nothing is lost when the sandbox stops."""

from pathlib import Path

from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.conftest import official
from stripe_sandbox.tests.shop import Shop


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    with Sandbox(data=tmp_path) as sandbox:
        shop = Shop(sandbox, official(sandbox).v1)
        subscription = shop.active()
        made = shop.api.customers.create({"email": "b@example.com"}, {"idempotency_key": "order-1"})
        events = shop.events()
    with Sandbox(data=tmp_path) as sandbox:
        again = Shop(sandbox, official(sandbox).v1)
        assert again.events() == events
        assert again.api.subscriptions.retrieve(subscription.id).to_dict() == subscription.to_dict()
        replayed = again.api.customers.create({"email": "b@example.com"}, {"idempotency_key": "order-1"})
        assert replayed.id == made.id
        assert sandbox.renew(subscription.id)["status"] == "active"
        taken = sandbox.deliver_pending(lambda body, signature: 200)
        assert [kind for kind, _ in taken][: len(events)] == events


def test_it_stops_with_connections_open(tmp_path: Path) -> None:
    with Sandbox(data=tmp_path) as sandbox:
        Shop(sandbox, official(sandbox).v1).intent()
        sandbox.faults.add("timeout", seconds=60)
