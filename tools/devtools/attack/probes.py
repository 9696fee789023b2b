"""Requests that no schema describes: bodies in other encodings and types, odd methods, paths and headers.

Each is sent to every operation that takes a body, or to one path, as the owner, since permissions would stop other
roles earlier.
"""

import gzip
import http.client
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import requests

from devtools.attack.report import Part

JSON = "application/json"
DEEP = 20_000
UNKNOWN_ID = "01a20682-0000-7000-8000-000000000000"
# Name, content type, body, and the statuses that are right for any operation. 404: the row doesn't exist.
BODIES: list[tuple[str, str, bytes, set[int]]] = [
    ("form", "application/x-www-form-urlencoded", b"status=paid&amount=1", {403, 404, 415}),
    ("multipart", "multipart/form-data; boundary=x", b"--x\r\n\r\n1\r\n--x--\r\n", {403, 404, 415}),
    ("plain text", "text/plain", b'{"status": "paid"}', {403, 404, 415}),
    ("XML", "application/xml", b"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", {403, 404, 415}),
    ("no type", "", b"{}", {400, 403, 404, 415}),
    ("UTF-16", JSON, '{"note": "x"}'.encode("utf-16"), {400, 403, 404}),
    ("byte order mark", JSON, b'\xef\xbb\xbf{"note": "x"}', {400, 403, 404}),
    ("Latin-1", JSON, '{"note": "é"}'.encode("latin-1"), {400, 403, 404}),
    ("lone surrogate", JSON, b'{"note": "\\ud800"}', {400, 403, 404}),
    ("NUL byte", JSON, b'{"note": "a\x00b"}', {400, 403, 404}),
    ("deeply nested", JSON, b'{"a":' * DEEP + b"1" + b"}" * DEEP, {400, 403, 404, 413}),
    ("deep lists", JSON, b'{"a":' + b"[" * DEEP + b"]" * DEEP + b"}", {400, 403, 404, 413}),
    ("cut off", JSON, b'{"note": "x', {400, 403, 404}),
    ("compressed", JSON, gzip.compress(b'{"note": "x"}'), {400, 403, 404}),
    ("too large", JSON, b'{"note": "' + b"x" * 300_000 + b'"}', {403, 404, 413}),
    ("list", JSON, b"[]", {400, 403, 404}),
    ("text", JSON, b'"x"', {400, 403, 404}),
    ("nothing", JSON, b"", {200, 400, 403, 404}),  # 200: changes nothing if every field is optional
]
# Whether these values are valid depends on the operation, so only require a well-formed response below 500.
NUMBERS = [b"1e400", b"-1e400", b"9" * 400, b"NaN", b"Infinity", b"1" + b"0" * 5000, b"0.1e-9999"]
PATHS = [
    "/api/%00", "/api/quotes/%00", "/api/quotes/%2e%2e/%2e%2e/etc/passwd", "/api/%ff%fe", "/api/desk/customers/%00",
    "/api/desk/customers/%ED%A0%80", "/api/quotes?%ff=%ff", "/api/quotes?limit=%00", "/api/looks/%00/card.svg",
    "/api/looks/p-warm-wt/..%2f..%2fx", "/api//quotes", "/api/quotes/", "/api/quotes;x=1", "/api/" + "x" * 3000,
    "/api/quotes?" + "&".join(f"a{number}=1" for number in range(1500)), "/f/%00", "/f/" + "x" * 3000,
    "/unsubscribe/%00",
    "/accounts/login/?next=%00", "/%00", "/%ff", "/healthz/%00", "/readyz?%00", "/robots.txt/%00", "/backoffice/%00",
]  # fmt: skip
METHODS = ["TRACE", "CONNECT", "PROPFIND", "LOCK", "PURGE", "BREW", "get"]
HEADERS = [
    {"Accept": "application/xml"}, {"Accept": "\xff"}, {"Accept-Encoding": "br;q=nonsense, *;q=0"},
    {"Range": "bytes=9-1"},
    {"If-None-Match": '"' + "x" * 4000 + '"'}, {"If-Modified-Since": "yesterday"}, {"X-Forwarded-For": "\xff, ::1, x"},
    {"X-Forwarded-Proto": "gopher"}, {"X-HTTP-Method-Override": "DELETE"}, {"Content-Length": "0"},
    {"X-Request-ID": "x" * 4000}, {"Cookie": "sessionid=\xff; csrftoken=; =; x"}, {"Origin": "null"},
    {"Referer": "\xff"},
]  # fmt: skip


@dataclass(frozen=True)
class Probe:
    """A request and its allowed statuses (None: any below 500)."""

    name: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None = None
    statuses: set[int] | None = None


def probe(url: str, session: dict[str, str]) -> Part:
    """Send all probes with the headers in ``session``."""
    schema = requests.get(f"{url}/api/schema/", timeout=30).json()
    host, port = url.rsplit("/", 1)[-1].split(":")
    probes = [*_bodies(schema, session), *_odd(session)]
    findings = [told for each in probes if (told := _fault(host, int(port), each))]
    return Part("Odd requests", f"{len(probes)} requests", findings)


def _bodies(schema: dict[str, Any], session: dict[str, str]) -> Iterator[Probe]:
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            types = operation.get("requestBody", {}).get("content", {})
            if JSON not in types or "webhook" in path:
                continue
            target = _filled(path, operation)
            for name, kind, body, statuses in BODIES:
                headers = session | ({"Content-Type": kind} if kind else {})
                yield Probe(name, method.upper(), target, headers, body, statuses)
            for number in NUMBERS:
                body = _with_number(schema, types[JSON]["schema"], number)
                yield Probe(f"number {number[:20]!r}", method.upper(), target, session | {"Content-Type": JSON}, body)


def _filled(path: str, operation: dict[str, Any]) -> str:
    """Fill the path's parameters with an ID that doesn't exist, so that the probes change nothing."""
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", UNKNOWN_ID)
    return path


def _with_number(schema: dict[str, Any], body: dict[str, Any], number: bytes) -> bytes:
    """Return the body with every field set to ``number``."""
    named = schema["components"]["schemas"].get(body.get("$ref", "").rsplit("/", 1)[-1], body)
    fields = [json.dumps(name).encode() + b": " + number for name in named.get("properties", {})]
    return b"{" + b", ".join(fields) + b"}"


def _odd(session: dict[str, str]) -> Iterator[Probe]:
    for path in PATHS:
        yield Probe("odd path", "GET", path, session)
    for method in METHODS:
        yield Probe("odd method", method, "/api/quotes", session, None)
    for headers in HEADERS:
        for path in ("/api/quotes", "/api/catalog", "/", "/accounts/login/"):
            yield Probe(f"odd header {next(iter(headers))}", "GET", path, session | headers)


def _fault(host: str, port: int, each: Probe) -> str | None:
    """Send a request; return what is wrong with the response."""
    connection = http.client.HTTPConnection(host, port, timeout=30)
    try:
        connection.request(each.method, each.path, each.body, each.headers)
        response = connection.getresponse()
        status, body = response.status, response.read()
    except (OSError, http.client.HTTPException) as error:
        return f"{_said(each)}: {type(error).__name__}"
    finally:
        connection.close()
    if status >= 500 and status != 501:
        return f"{_said(each)}: {status}"
    if each.statuses and status not in each.statuses:
        return f"{_said(each)}: {status}, not one of {sorted(each.statuses)}"
    is_ours = response.headers.get("X-Request-ID") is not None
    if status >= 400 and is_ours and each.path.startswith("/api/") and each.method != "HEAD" and not _is_error(body):
        return f"{_said(each)}: {status} without the shape of an error"
    return None


def _said(each: Probe) -> str:
    return f"{each.name}: {each.method} {each.path[:80]}"


def _is_error(body: bytes) -> bool:
    try:
        told = json.loads(body)
    except ValueError:
        return False
    return isinstance(told, dict) and "message" in told and set(told) <= {"message", "errors"}
