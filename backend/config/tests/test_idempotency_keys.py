"""Idempotency keys are separate for each parent row."""

import re

import pytest

from common.idempotency import HEADER
from common.models import IdempotentResponse
from config.tests.test_access import ROLES, TABLE, Call, Clients, _described, _send, _undone, clients, things

__all__ = ["clients", "things"]


def _takes_a_key(call: Call) -> bool:
    """Return whether the call adds something to the row that its address names, once per key."""
    parameters = (_described(call) or {}).get("parameters", [])
    return "<uuid:" in call.route and any(each["name"] == HEADER for each in parameters)


def test_key_is_separate_for_each_parent_row(
    clients: Clients, things: dict[str, str], subtests: pytest.Subtests
) -> None:
    keyed = [call for call in TABLE if _takes_a_key(call) and call.statuses[ROLES.index("admin")] < 300]
    assert len(keyed) >= 6
    for call in keyed:
        with subtests.test(call.name), _undone(clients["admin"]) as client:
            client.credentials(HTTP_IDEMPOTENCY_KEY="the-same-key")
            assert _send(client, call, things).status_code < 300
            client.credentials()
            scope = IdempotentResponse.objects.get(key="the-same-key").scope
            row = re.findall(r"<uuid:(\w+)>", call.route)[0]
            assert things[row] in scope
