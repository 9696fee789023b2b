"""The context of one API call or control: the store, the parameters, the time and the key."""

import copy
import secrets
import string
import time
from dataclasses import dataclass, field
from typing import Any

from stripe_sandbox import API_VERSION
from stripe_sandbox.errors import Json, invalid, missing
from stripe_sandbox.params import Params
from stripe_sandbox.render import plain
from stripe_sandbox.store import Store
from stripe_sandbox.webhooks import Webhooks

_ALPHABET = string.ascii_letters + string.digits


def new_id(prefix: str, length: int = 24) -> str:
    """Return a new ID, such as ``pi_…``."""
    return f"{prefix}_{''.join(secrets.choice(_ALPHABET) for _ in range(length))}"


@dataclass
class Call:
    """What a handler receives. ``publishable``: the request used the publishable key, from a browser."""

    store: Store
    webhooks: Webhooks
    params: Params = field(default_factory=lambda: Params({}))
    path: dict[str, str] = field(default_factory=dict)
    publishable: bool = False
    origin: str = ""
    request_id: str | None = None
    idempotency_key: str | None = None
    now: int = field(default_factory=lambda: int(time.time()))

    def find(self, kind: str, identity: str, *, param: str | None = None) -> Json:
        """Return the object. Raises ApiError: 404, or 400 if its ID came in a parameter."""
        found = self.store.get(identity)
        if found is None or found["object"] != kind or found.get("deleted"):
            raise missing(kind, identity, param=param or "id", status=400 if param else 404)
        return found

    def find_by_path(self, kind: str) -> Json:
        """Return the object whose ID is in the path. Raises ApiError (404)."""
        return self.find(kind, self.path["id"])

    def find_by_param(self, kind: str, name: str) -> Json | None:
        """Return the object named by a parameter, or None without it. Raises ApiError (400)."""
        identity = self.params.text(name)
        return self.find(kind, identity, param=self.params.full_name(name)) if identity else None

    def find_default_card(self, params: Params, customer: str) -> str | None:
        """Return the ID in ``default_payment_method``. Raises ApiError (400) for a card of somebody else."""
        identity = params.text("default_payment_method")
        name = params.full_name("default_payment_method")
        if identity and self.find("payment_method", identity, param=name)["customer"] != customer:
            raise invalid(
                f"The customer does not have a payment method with the ID {identity}. The payment method must be "
                "attached to the customer.",
                code="resource_missing", param=name,
            )  # fmt: skip
        return identity

    def snapshot(self, item: Json) -> Json:
        """Copy the object, for ``emit`` to compare it with later."""
        return plain(item)

    def emit(self, kind: str, item: Json, before: Json | None = None) -> None:
        """Save the object and an event about it. With ``before``, only if something changed."""
        self.store.save(item)
        snapshot = plain(item)
        data: Json = {"object": snapshot}
        if before is not None:
            changed = {key: copy.deepcopy(value) for key, value in before.items() if snapshot.get(key) != value}
            if not changed:
                return
            data["previous_attributes"] = changed
        event = {
            "id": new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": self.now,
            "data": data,
            "livemode": False,
            "pending_webhooks": 0,
            "request": {"id": self.request_id, "idempotency_key": self.idempotency_key},
            "type": kind,
        }
        event["pending_webhooks"] = self.webhooks.queue(self.store, event)
        self.store.save(event)

    def new_object(self, kind: str, prefix: str, **values: Any) -> Json:
        """Return a new object with the common fields ``id``, ``object``, ``created`` and ``livemode``."""
        return {"id": new_id(prefix), "object": kind, "created": self.now, "livemode": False, **values}
