"""No request causes a server error, whatever its body, query or path.

The bodies of the access table are changed field by field, and then at random with a fixed seed; the OpenAPI schema says
which fields and query parameters there are.
"""

import json
import random
import re
from collections import defaultdict
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from config.tests.test_access import ROLES, TABLE, WEBHOOKS, Call, Clients, clients, things
from testing.helpers import api_schema
from testing.payments import StripeSandbox

__all__ = ["clients", "things"]  # fixtures

# Raw JSON, since json.dumps can't write some of it.
VALUES = [
    *(
        "null",
        "true",
        "0",
        "-1",
        "1e400",
        "-0.0",
        "1.5",
        "9" * 30,
        "NaN",
        "[]",
        "{}",
        "[null]",
        '[["a"]]',
        '{"a": null}',
    ),
    *('""', '"  "', '"a"', '"x"', f'"{"x" * 300}"', f'"{"x" * 6000}"', '"\\u0000"', '"a\\rb"', '"a\\u0085b"'),
    *(
        '"\\ud800"',
        '"\\udfff\\ud800"',
        '"\U0001f384"',
        '"\\u202e"',
        '"\'\\\\%s{0}"',
        '"\u0663"',
        '"1e3"',
        '"-0"',
        '"NaN"',
    ),
    *('"0001-01-01"', '"9999-12-31"', '"0000-00-00"', '"2026-02-30"', '"10000-01-01"', '"2026-11-01T01:30:00"'),
    *('"0001-01-01T00:00:00Z"', '"9999-12-31T23:59:59.999999Z"', '"0001-01-01T00:00:00+14:00"'),
    *('"9999-12-31T23:59:59-12:00"', '"2026-12-01T14:00:00Z"', '"2100-12-31T23:59:59Z"', '"2000-01-01"'),
    *('"00000000-0000-0000-0000-000000000000"', '"ffffffff-ffff-ffff-ffff-ffffffffffff"', '"99999999.99"', '"1e99999"'),
]
QUERY = [
    *(
        "",
        "0",
        "1",
        "-1",
        "1e3",
        "a,b",
        "'",
        "\\",
        "%",
        "&",
        "x" * 300,
        "(",
        ":*",
        "a & b",
        "admin",
        "\u0663",
        "-createdAt",
    ),
    *("\x00", "a\rb", "\u202e", "\U0001f384", "00000000-0000-0000-0000-000000000000", "0001-01-01", "9999-12-31"),
    *("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "2026-02-30"),
]
RANDOM_BODIES = 20
# PostgreSQL or Python fails on these unless they are rejected, so every field is tried with them.
ALWAYS = {
    "null", "{}", "[null]", "9" * 30, '"\\u0000"', '"\\ud800"', '"0001-01-01T00:00:00+14:00"', '"9999-12-31"', "\x00"
}  # fmt: skip
SHARES = 3
FINE = {503}  # card payment that is not set up, or down


def _template(route: str) -> str:
    return "/api/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)


def _operation(call: Call) -> dict[str, Any]:
    operation: dict[str, Any] = api_schema()["paths"].get(_template(call.route), {}).get(call.method, {})
    return operation


def body_fields(call: Call) -> dict[str, Any]:
    """Return the properties of a call's body from the schema."""
    body = _operation(call).get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rsplit("/", 1)[-1]
    properties: dict[str, Any] = api_schema()["components"]["schemas"].get(name, {}).get("properties", {})
    return properties


def filled(call: Call, things: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Return a call's path, and its body as raw JSON by key."""
    path = f"/api/{call.route}".replace("<str:key>", things["user_id"]).replace("<str:page>", "terms")
    body = json.dumps(call.body or {})
    for name, value in things.items():
        path, body = (text.replace(f"<uuid:{name}>", value) for text in (path, body))
    return path, {key: json.dumps(value) for key, value in json.loads(body).items()}


def client_of(call: Call, clients: Clients) -> APIClient:
    """Return the first role that is allowed, or a customer if there is none."""
    able = (role for role, status in zip(ROLES, call.statuses, strict=True) if status not in {401, 403, 404})
    role = next(able, "customer")
    client = clients[role]
    client.raise_request_exception = False
    return client


def _fault(client: APIClient, method: str, path: str, body: str | None = None, **headers: str) -> str | None:
    """Return what is wrong with the response. The request's changes are rolled back."""
    with transaction.atomic():
        data: Any = (body or "").encode("utf-8", "surrogatepass")
        response = client.generic(method.upper(), path, data, content_type="application/json", headers=headers)
        transaction.set_rollback(True)
    if response.status_code >= 500 and response.status_code not in FINE:
        return f"{response.status_code} {method} {path[:150]} {(body or '')[:300]} {headers}"
    if response.status_code >= 400 and "message" not in response.json():
        return f"no message: {method} {path[:150]} {(body or '')[:300]}"
    return None


def _as_json(body: dict[str, str]) -> str:
    return "{" + ", ".join(f"{json.dumps(key)}: {value}" for key, value in body.items()) + "}"


def _shares(kinds: dict[Any, str], values: list[str]) -> dict[Any, list[str]]:
    """Return the values that each field tries, by field. ``kinds`` say which fields are parsed by the same code.

    Fields of a common kind share the values: each tries a third of them and those in ``ALWAYS``, so that all fields of
    the kind try all.
    """
    always = [value for value in values if value in ALWAYS]
    others = [value for value in values if value not in ALWAYS]
    by_kind: dict[str, list[Any]] = defaultdict(list)
    for field, kind in kinds.items():
        by_kind[kind].append(field)
    return {
        field: always + (others[place % SHARES :: SHARES] if len(fields) >= SHARES else others)
        for fields in by_kind.values()
        for place, field in enumerate(fields)
    }


def _kind(schema: dict[str, Any]) -> str:
    """Return what the type of a field checks, apart from length and choices."""
    relevant = {
        name: value for name, value in schema.items() if name in {"type", "format", "pattern", "anyOf", "items"}
    }
    return json.dumps([relevant, "enum" in schema or "$ref" in schema], sort_keys=True)


def _field_names(call: Call) -> list[str]:
    return sorted({*body_fields(call), *(call.body or {})})


def _parameters(call: Call) -> list[str]:
    return [each["name"] for each in _operation(call).get("parameters", []) if each["in"] == "query"]


@cache
def body_values() -> dict[tuple[int, str], list[str]]:
    """Return the values to try in each field of each call."""
    fields = [(id(call), name, body_fields(call).get(name, {})) for call in WRITES for name in _field_names(call)]
    return _shares({(call, name): _kind(schema) for call, name, schema in fields}, VALUES)


@cache
def query_values() -> dict[tuple[int, str], list[str]]:
    """Return the values to try in each query parameter. Those with the same name are parsed by the same code."""
    return _shares({(id(call), name): name for call in READS for name in _parameters(call)}, QUERY)


def _bodies(call: Call, body: dict[str, str]) -> list[str]:
    bodies = [_as_json(body | {key: value}) for key in _field_names(call) for value in body_values()[id(call), key]]
    chance = random.Random(f"{call.method} {call.route}")
    keys = sorted({*body_fields(call), *body})
    for _ in range(RANDOM_BODIES if keys else 0):
        picked = chance.sample(keys, chance.randint(0, len(keys)))
        bodies.append(_as_json(body | {key: chance.choice(VALUES) for key in picked}))
    return bodies


WRITES = [call for call in TABLE if call.method != "get" and call.route not in WEBHOOKS]
READS = [call for call in TABLE if call.method == "get" and call.route not in {"schema/", "login", "logout"}]


@pytest.mark.parametrize("call", WRITES, ids=lambda call: f"{call.method} {call.route}")
def test_body_cannot_cause_a_server_error(
    call: Call, clients: Clients, things: dict[str, str], stripe_sandbox: StripeSandbox
) -> None:
    path, body = filled(call, things)
    client = client_of(call, clients)
    faults = [_fault(client, call.method, path, raw) for raw in _bodies(call, body)]
    assert not [fault for fault in faults if fault]


@pytest.mark.parametrize("call", READS, ids=lambda call: f"{call.method} {call.route}{call.query}")
def test_query_cannot_cause_a_server_error(call: Call, clients: Clients, things: dict[str, str]) -> None:
    path, _ = filled(call, things)
    client = clients["customer" if call.statuses[3] == 404 else "admin"]
    client.raise_request_exception = False
    names = _parameters(call)
    queries = [f"{name}={quote(value)}" for name in names for value in query_values()[id(call), name]]
    queries += [f"{name}={raw}" for name in names for raw in ("%ED%A0%80", "%ff")]
    chance = random.Random(call.route)
    for _ in range(RANDOM_BODIES if names else 0):
        picked = chance.sample(names, chance.randint(1, min(3, len(names))))
        queries.append("&".join(f"{name}={quote(chance.choice(QUERY))}" for name in picked))
    start = call.query.replace("<uuid:quote_id>", things["quote_id"]) or "?"
    faults = [_fault(client, "get", f"{path}{start}&{query}") for query in ["", *queries]]
    assert not [fault for fault in faults if fault]


@pytest.mark.parametrize("value", [*QUERY, "x@y", "é"])
def test_customer_key_cannot_cause_a_server_error(value: str, admin_client: APIClient) -> None:
    assert admin_client.get(f"/api/desk/customers/{quote(value or '-', safe='')}").status_code in {200, 404}


@pytest.mark.parametrize("key", ["a" * 8, "\x00" * 8, "\r" * 8, "\x7f" * 8, "é" * 8, "a" * 128, "a" * 129])
def test_idempotency_key_cannot_cause_a_server_error(key: str, admin_client: APIClient) -> None:
    admin_client.raise_request_exception = False
    assert _fault(admin_client, "post", "/api/addresses", "{}", **{"Idempotency-Key": key}) is None
