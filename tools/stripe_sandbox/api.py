"""A request to the API, from the key it comes with to the JSON that answers it."""

import base64
import json
import re
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from stripe_sandbox import API_VERSION, PUBLISHABLE_KEY, SECRET_KEY
from stripe_sandbox.call import Call, new_id
from stripe_sandbox.errors import ApiError, Json, forbidden, invalid, unauthorized
from stripe_sandbox.forms import Tree, decode
from stripe_sandbox.params import Params
from stripe_sandbox.render import render
from stripe_sandbox.routes import INCLUDED, PUBLIC_KEYS, ROUTES, Route
from stripe_sandbox.store import Store
from stripe_sandbox.webhooks import Webhooks

KEYS_LIVE = 24 * 3600

# Looks at a request's method, path and parameters; raises ApiError for what Stripe would not take.
CheckRequest = Callable[[str, str, Tree], None]


@dataclass(frozen=True)
class Asked:
    """A request as it came. ``headers`` by their lower-case names; ``origin``: this server's own address."""

    method: str
    path: str
    query: str = ""
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    origin: str = ""


@dataclass(frozen=True)
class Answer:
    """A status, JSON, headers. ``stored``: it stays under the idempotency key."""

    status: int
    body: Json
    headers: dict[str, str] = field(default_factory=dict)
    stored: bool = True


class Api:
    """Stripe's API over a store."""

    def __init__(self, store: Store, webhooks: Webhooks, check_request: CheckRequest | None = None) -> None:
        self._store = store
        self._webhooks = webhooks
        self._check_request = check_request
        self.unreadable_requests: list[str] = []  # what came with the secret key and could not be read
        with store.transaction():  # calls that a stop cut off
            store.db.execute("DELETE FROM idempotency WHERE status IS NULL")

    def answer(self, asked: Asked, fault: str | None = None) -> Answer:
        """Answer a request; ``fault``: ``500`` (nothing is done), ``500_after`` (it is done), ``503``, ``429``."""
        request_id = new_id("req", 14)
        key = asked.headers.get("idempotency-key") if asked.method == "POST" else None

        def run() -> Answer:
            return self._faulty(asked, request_id, fault)

        answer = self._once(asked, key, request_id, run) if key else run()
        self._webhooks.wake()
        headers = {"Request-Id": request_id, "Stripe-Version": API_VERSION} | answer.headers
        if key:
            headers["Idempotency-Key"] = key
        return Answer(answer.status, answer.body, headers)

    def _faulty(self, asked: Asked, request_id: str, fault: str | None) -> Answer:
        if fault == "429":
            return _failed(ApiError(429, "invalid_request_error", "Request rate limit exceeded.", code="rate_limit"))
        if fault == "503":
            return _failed(ApiError(503, "api_error", "Stripe is temporarily unavailable.", replay=False))
        answer = self._run(asked, request_id) if fault != "500" else None
        if fault in ("500", "500_after"):
            return _failed(ApiError(500, "api_error", "An unknown error occurred", replay=True))
        assert answer
        return answer

    def _once(self, asked: Asked, key: str, request_id: str, run: Callable[[], Answer]) -> Answer:
        """Run it the first time; afterwards answer the same, or 400 for other parameters."""
        call = json.dumps([asked.method, asked.path, asked.query, decode(asked.body)], sort_keys=True)
        with self._store.transaction():
            earlier = self._earlier(key, call)
            if earlier is None:
                self._store.db.execute(
                    "INSERT INTO idempotency (key, call, request, created) VALUES (?, ?, ?, ?)",
                    (key, call, request_id, time.time()),
                )
        if earlier is not None:
            return earlier
        answer = run()
        with self._store.transaction():
            if answer.stored:
                self._store.db.execute(
                    "UPDATE idempotency SET status = ?, body = ? WHERE key = ?",
                    (answer.status, json.dumps(answer.body), key),
                )
            else:
                self._store.db.execute("DELETE FROM idempotency WHERE key = ?", (key,))
        return answer

    def _earlier(self, key: str, call: str) -> Answer | None:
        if len(key) > 255:
            return _failed(invalid("Idempotency keys cannot be longer than 255 characters."))
        self._store.db.execute("DELETE FROM idempotency WHERE created < ?", (time.time() - KEYS_LIVE,))
        row = self._store.db.execute("SELECT * FROM idempotency WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        if row["call"] != call:
            return _failed(_other_parameters(key))
        if row["status"] is None:
            return _failed(_in_progress(key))
        return Answer(
            row["status"], json.loads(row["body"]),
            {"Idempotent-Replayed": "true", "Original-Request": row["request"]},
        )  # fmt: skip

    def _run(self, asked: Asked, request_id: str) -> Answer:
        try:
            with self._store.transaction():
                return Answer(200, self._execute(asked, request_id))
        except ApiError as error:
            return _failed(error, request_id)
        except Exception:  # a fault of the sandbox is answered as Stripe answers one of its own: a 500, retried
            traceback.print_exc(file=sys.stderr)
            return _failed(ApiError(500, "api_error", "The sandbox itself failed: see what it printed."))

    def _execute(self, asked: Asked, request_id: str) -> Any:
        tree = decode(asked.query if asked.method != "POST" else asked.body)
        published = _published(asked, tree)
        if (version := asked.headers.get("stripe-version", API_VERSION)) != API_VERSION:
            raise invalid(f"Invalid Stripe API version: {version}: the sandbox speaks {API_VERSION}")
        route, path = _route(asked)
        if published and not route.published:
            raise forbidden("This API call cannot be made with a publishable API key. Please use a secret API key.")
        call = Call(
            self._store, self._webhooks, Params(tree), path, published, asked.origin, request_id,
            asked.headers.get("idempotency-key"),
        )  # fmt: skip
        try:
            if self._check_request and not published:  # what Stripe.js sends is between Stripe and its own script
                self._check_request(asked.method, asked.path, tree)
            expand = call.params.texts("expand")
            shown = render(self._store, route.handler(call), expand, INCLUDED)
            call.params.done()
        except ApiError as error:
            if not error.replay and not published:
                self.unreadable_requests.append(f"{asked.method} {asked.path}: {error}")
            error.error = {name: _seen(value, published) for name, value in error.error.items()}
            raise
        return _seen(shown, published)


def _seen(value: Any, published: bool) -> Any:
    """Without what the publishable key does not show of an intent, here and inside of other objects."""
    if not published or not isinstance(value, dict):
        return value
    keys = PUBLIC_KEYS.get(str(value.get("object")))
    return {name: _seen(one, True) for name, one in value.items() if keys is None or name in keys}


def _failed(error: ApiError, request_id: str | None = None) -> Answer:
    if error.error["type"] == "card_error" and request_id:
        error.error["request_log_url"] = f"https://dashboard.stripe.com/test/logs/{request_id}"
    return Answer(error.status, error.body(), {}, stored=error.replay and error.status != 429)


def _other_parameters(key: str) -> ApiError:
    return ApiError(
        400, "idempotency_error",
        "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using "
        f"a key other than '{key}' if you meant to execute a different request.",
    )  # fmt: skip


def _in_progress(key: str) -> ApiError:
    return ApiError(
        409, "idempotency_error",
        f"There is currently another in-progress request using this Idempotent Key ({key}). Please try again later.",
        code="idempotency_key_in_use",
    )  # fmt: skip


def _published(asked: Asked, tree: Json) -> bool:
    """Whether the publishable key came. Raises ApiError (401) for no key and for a wrong one."""
    given = tree.pop("key", None) or _authorization(asked.headers.get("authorization", ""))
    if not given:
        raise unauthorized(
            "You did not provide an API key. You need to provide your API key in the Authorization header, using "
            "Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
        )
    if given not in (SECRET_KEY, PUBLISHABLE_KEY):
        raise unauthorized(f"Invalid API Key provided: {str(given)[:8]}{'*' * 8}{str(given)[-4:]}")
    return given == PUBLISHABLE_KEY


def _authorization(header: str) -> str:
    scheme, _, value = header.partition(" ")
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(value).decode().partition(":")[0]
        except ValueError:
            return ""
    return value.strip()


def _route(asked: Asked) -> tuple[Route, dict[str, str]]:
    for route in ROUTES:
        if route.method == asked.method and (match := re.fullmatch(route.pattern, asked.path)):
            return route, match.groupdict()
    raise ApiError(
        404, "invalid_request_error",
        f"Unrecognized request URL ({asked.method}: {asked.path}). If you are trying to list objects, remove the "
        "trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier "
        "in your code. (The sandbox speaks the part of the API that the product uses.)",
    )  # fmt: skip
