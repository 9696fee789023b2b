"""Events, as the API lists them."""

import fnmatch

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, unreadable
from stripe_sandbox.lists import page


def retrieve(call: Call) -> Json:
    return call.find_by_path("event")


def list_all(call: Call) -> Json:
    """Filter by ``type`` (may contain ``*``), ``types`` (up to 20), ``delivery_success`` and ``created``."""
    params = call.params
    pattern, names = params.text("type"), params.texts("types")
    if pattern and names:
        raise unreadable("You may only specify one of these parameters: type, types.")
    if len(names) > 20:
        raise unreadable("Too many types: at most 20.", param="types")
    delivered = params.flag("delivery_success")

    def wanted(event: Json) -> bool:
        named = fnmatch.fnmatchcase(event["type"], pattern) if pattern else not names or event["type"] in names
        return named and (delivered is None or delivered == (event["pending_webhooks"] == 0))

    return page(call, "event", "/v1/events", {}, keep=wanted)
