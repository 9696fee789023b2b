"""Data is kept when the sandbox stops."""

from pathlib import Path

from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.conftest import official_client
from stripe_sandbox.tests.shop import Shop


def test_restart_keeps_everything(tmp_path: Path) -> None:
    with Sandbox(data=tmp_path) as sandbox:
        shop = Shop(sandbox, official_client(sandbox).v1)
        subscription = shop.active_subscription()
        made = shop.api.customers.create({"email": "b@example.com"}, {"idempotency_key": "order-1"})
        events = shop.events()
    with Sandbox(data=tmp_path) as sandbox:
        again = Shop(sandbox, official_client(sandbox).v1)
        assert again.events() == events
        assert again.api.subscriptions.retrieve(subscription.id).to_dict() == subscription.to_dict()
        replayed = again.api.customers.create({"email": "b@example.com"}, {"idempotency_key": "order-1"})
        assert replayed.id == made.id
        assert sandbox.renew(subscription.id)["status"] == "active"
        taken = sandbox.deliver_pending(lambda body, signature: 200)
        assert [kind for kind, _ in taken][: len(events)] == events


def test_sandbox_stops_with_open_connections(tmp_path: Path) -> None:
    with Sandbox(data=tmp_path) as sandbox:
        Shop(sandbox, official_client(sandbox).v1).intent()
        sandbox.faults.add("timeout", seconds=60)
