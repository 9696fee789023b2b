"""Webhook endpoints: stored and returned, but the sandbox sends every event to the URL it was started with."""

import secrets

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, unreadable
from stripe_sandbox.lists import page
from stripe_sandbox.params import Params


def create(call: Call) -> Json:
    """Create an endpoint; only this response has its signing secret."""
    params = call.params
    endpoint = call.new_object(
        "webhook_endpoint", "we", api_version=params.text("api_version"), application=None, description=None,
        enabled_events=[], metadata={}, status="enabled", url=params.required("url"),
    )  # fmt: skip
    params.flag("connect")
    if not params.texts("enabled_events"):
        raise unreadable("Missing required param: enabled_events.", code="parameter_missing", param="enabled_events")
    _read(params, endpoint)
    call.store.save(endpoint)
    return endpoint | {"secret": f"whsec_{secrets.token_hex(16)}"}


def update(call: Call) -> Json:
    endpoint = call.find_by_path("webhook_endpoint")
    params = call.params
    endpoint["url"] = params.text("url", endpoint["url"])
    if "disabled" in params:
        endpoint["status"] = "disabled" if params.flag("disabled") else "enabled"
    _read(params, endpoint)
    return call.store.save(endpoint)


def delete(call: Call) -> Json:
    endpoint = call.find_by_path("webhook_endpoint")
    call.store.delete(endpoint["id"])
    return {"id": endpoint["id"], "object": "webhook_endpoint", "deleted": True}


def list_all(call: Call) -> Json:
    return page(call, "webhook_endpoint", "/v1/webhook_endpoints", {})


def _read(params: Params, endpoint: Json) -> None:
    endpoint["description"] = params.text("description", endpoint["description"])
    endpoint["metadata"] = params.metadata(endpoint["metadata"])
    endpoint["enabled_events"] = params.texts("enabled_events") or endpoint["enabled_events"]
