"""The customers of a rehearsal: they send quote requests and tree orders, and retry until they know the outcome."""

import http.client
import json
import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

CLIENTS = 8
TIMEOUT = 20  # seconds for one attempt
GIVE_UP_AFTER = 300  # seconds for all attempts of a request
_PAUSE = 0.25


@dataclass(frozen=True)
class Request:
    """A request, with a unique key and email address."""

    number: int
    path: str
    body: dict[str, Any]

    @property
    def key(self) -> str:
        """Return the ``Idempotency-Key`` of all its attempts."""
        return f"rehearsal-{self.number:06}"

    @property
    def email(self) -> str:
        """Return the customer's email address, which gets the confirmation."""
        return address(self.number)


@dataclass
class Outcome:
    """The outcome of the requests: IDs by number, results of the attempts, and failures."""

    ids: dict[int, str] = field(default_factory=dict)
    attempts: Counter[str] = field(default_factory=Counter)
    deviations: list[str] = field(default_factory=list)


def address(number: int) -> str:
    """Return the email address of a request's customer."""
    return f"rehearsal-{number:06}@example.com"


def make_requests(count: int, chance: random.Random) -> list[Request]:
    """Create ``count`` quote requests and tree orders, mixed."""
    return [_make_request(number, chance) for number in range(1, count + 1)]


def _make_request(number: int, chance: random.Random) -> Request:
    name, phone = f"Rehearsal {number}", "603-555-0172"
    if chance.random() < 0.5:
        body = {
            "fullName": name, "email": address(number), "phone": phone, "city": "Portsmouth",
            "servicePackage": chance.choice(["basic", "premium", "commercial"]),
        }  # fmt: skip
        return Request(number, "/api/quotes", body)
    body = {
        "customerName": name, "customerEmail": address(number), "customerPhone": phone, "treeSize": "modest_6ft",
        "addressLine1": "41 Marcy Street", "city": "Portsmouth", "state": "NH", "zipCode": "03801",
    }  # fmt: skip
    return Request(number, "/api/tree-orders", body)


class Clients:
    """Sends requests from several threads, spread evenly over ``seconds``."""

    def __init__(self, port: int, seconds: float) -> None:
        self.outcome = Outcome()
        self._port = port
        self._seconds = seconds
        self._lock = Lock()
        self._start = 0.0

    def send(self, requests: list[Request]) -> None:
        """Send them all and wait until each has an outcome or has timed out."""
        self._start = time.monotonic()
        with ThreadPoolExecutor(CLIENTS) as pool:
            for number, request in enumerate(requests):
                pool.submit(self._send, request, self._start + self._seconds * number / len(requests))

    def _send(self, request: Request, not_before: float) -> None:
        time.sleep(max(0.0, not_before - time.monotonic()))
        deadline = time.monotonic() + GIVE_UP_AFTER
        while time.monotonic() < deadline:
            status, content = self._attempt(request)
            with self._lock:
                self.outcome.attempts[status] += 1
            if status == "201":
                self._store_id(request, content)
                return
            if status.startswith("4"):
                self._complain(f"{request.path} {request.key}: {status} {content[:200]!r}")
                return
            time.sleep(_PAUSE)
        self._complain(f"{request.path} {request.key}: no 201 within {GIVE_UP_AFTER} seconds")

    def _attempt(self, request: Request) -> tuple[str, bytes]:
        """Return the status and the body, or the connection's error and an empty body."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT)
        try:
            headers = {"Content-Type": "application/json", "Idempotency-Key": request.key}
            connection.request("POST", request.path, json.dumps(request.body), headers)
            response = connection.getresponse()
            return str(response.status), response.read()
        except TimeoutError:
            return "timeout", b""
        except (OSError, http.client.HTTPException):
            return "connection dropped", b""
        finally:
            connection.close()

    def _store_id(self, request: Request, content: bytes) -> None:
        with self._lock:
            self.outcome.ids[request.number] = str(json.loads(content)["id"])

    def _complain(self, text: str) -> None:
        with self._lock:
            self.outcome.deviations.append(text)
