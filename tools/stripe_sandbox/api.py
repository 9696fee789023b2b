"""A request to the API: keys, faults, idempotency, routing and the response."""

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

KEY_LIFETIME = 24 * 3600

# Checks a request's method, path and parameters; raises ApiError for what Stripe would reject.
CheckRequest = Callable[[str, str, Tree], None]


@dataclass(frozen=True)
class ApiRequest:
    """An API request. ``headers`` have lower-case names; ``origin`` is this server's own URL."""

    method: str
    path: str
    query: str = ""
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    origin: str = ""


@dataclass(frozen=True)
class ApiResponse:
    """An API response. ``stored``: it is replayed for the same idempotency key."""

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
        self.unreadable_requests: list[str] = []  # by the secret key; tests fail on them
        with store.transaction():  # requests interrupted when the sandbox last stopped
            store.db.execute("DELETE FROM idempotency WHERE status IS NULL")

    def respond(self, request: ApiRequest, fault: str | None = None) -> ApiResponse:
        """Handle a request. ``fault``: ``500`` (before the work), ``500_after`` (after it), ``400``, ``429`` or
        ``503``.
        """
        request_id = new_id("req", 14)
        key = request.headers.get("idempotency-key") if request.method == "POST" else None

        def run() -> ApiResponse:
            return self._run_with_fault(request, request_id, fault)

        response = self._run_once(request, key, request_id, run) if key else run()
        self._webhooks.wake()
        headers = {"Request-Id": request_id, "Stripe-Version": API_VERSION} | response.headers
        if key:
            headers["Idempotency-Key"] = key
        return ApiResponse(response.status, response.body, headers)

    def _run_with_fault(self, request: ApiRequest, request_id: str, fault: str | None) -> ApiResponse:
        if fault == "400":
            return _error_response(
                ApiError(400, "invalid_request_error", "This request can't be processed.", replay=False)
            )
        if fault == "429":
            return _error_response(
                ApiError(429, "invalid_request_error", "Request rate limit exceeded.", code="rate_limit")
            )
        if fault == "503":
            return _error_response(ApiError(503, "api_error", "Stripe is temporarily unavailable.", replay=False))
        response = self._run(request, request_id) if fault != "500" else None
        if fault in ("500", "500_after"):
            return _error_response(ApiError(500, "api_error", "An unknown error occurred", replay=True))
        assert response
        return response

    def _run_once(self, request: ApiRequest, key: str, request_id: str, run: Callable[[], ApiResponse]) -> ApiResponse:
        """Run it once per key; return the stored response after that, or 400 for other parameters."""
        call = json.dumps([request.method, request.path, request.query, decode(request.body)], sort_keys=True)
        with self._store.transaction():
            earlier = self._stored_response(key, call)
            if earlier is None:
                self._store.db.execute(
                    "INSERT INTO idempotency (key, call, request, created) VALUES (?, ?, ?, ?)",
                    (key, call, request_id, time.time()),
                )
        if earlier is not None:
            return earlier
        response = run()
        with self._store.transaction():
            if response.stored:
                self._store.db.execute(
                    "UPDATE idempotency SET status = ?, body = ? WHERE key = ?",
                    (response.status, json.dumps(response.body), key),
                )
            else:
                self._store.db.execute("DELETE FROM idempotency WHERE key = ?", (key,))
        return response

    def _stored_response(self, key: str, call: str) -> ApiResponse | None:
        if len(key) > 255:
            return _error_response(invalid("Idempotency keys cannot be longer than 255 characters."))
        self._store.db.execute("DELETE FROM idempotency WHERE created < ?", (time.time() - KEY_LIFETIME,))
        row = self._store.db.execute("SELECT * FROM idempotency WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        if row["call"] != call:
            return _error_response(_other_parameters(key))
        if row["status"] is None:
            return _error_response(_in_progress(key))
        return ApiResponse(
            row["status"], json.loads(row["body"]),
            {"Idempotent-Replayed": "true", "Original-Request": row["request"]},
        )  # fmt: skip

    def _run(self, request: ApiRequest, request_id: str) -> ApiResponse:
        try:
            with self._store.transaction():
                return ApiResponse(200, self._execute(request, request_id))
        except ApiError as error:
            return _error_response(error, request_id)
        except Exception:  # as at Stripe, a bug here is a 500, which clients retry
            traceback.print_exc(file=sys.stderr)
            return _error_response(ApiError(500, "api_error", "The sandbox itself failed: see what it printed."))

    def _execute(self, request: ApiRequest, request_id: str) -> Any:
        tree = decode(request.query if request.method != "POST" else request.body)
        publishable = _is_publishable(request, tree)
        if (version := request.headers.get("stripe-version", API_VERSION)) != API_VERSION:
            raise invalid(f"Invalid Stripe API version: {version}: the sandbox speaks {API_VERSION}")
        route, path = _route(request)
        if publishable and not route.publishable:
            raise forbidden("This API call cannot be made with a publishable API key. Please use a secret API key.")
        call = Call(
            self._store, self._webhooks, Params(tree), path, publishable, request.origin, request_id,
            request.headers.get("idempotency-key"),
        )  # fmt: skip
        try:
            if self._check_request and not publishable:  # Stripe.js's own requests are not documented
                self._check_request(request.method, request.path, tree)
            expand = call.params.texts("expand")
            shown = render(self._store, route.handler(call), expand, INCLUDED)
            call.params.check_all_read()
        except ApiError as error:
            if not error.replay and not publishable:
                self.unreadable_requests.append(f"{request.method} {request.path}: {error}")
            error.error = {name: _visible_fields(value, publishable) for name, value in error.error.items()}
            raise
        return _visible_fields(shown, publishable)


def _visible_fields(value: Any, publishable: bool) -> Any:
    """Remove fields of intents that the publishable key may not see, also in nested objects."""
    if not publishable or not isinstance(value, dict):
        return value
    keys = PUBLIC_KEYS.get(str(value.get("object")))
    return {name: _visible_fields(one, True) for name, one in value.items() if keys is None or name in keys}


def _error_response(error: ApiError, request_id: str | None = None) -> ApiResponse:
    if error.error["type"] == "card_error" and request_id:
        error.error["request_log_url"] = f"https://dashboard.stripe.com/test/logs/{request_id}"
    return ApiResponse(error.status, error.body(), {}, stored=error.replay and error.status != 429)


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


def _is_publishable(request: ApiRequest, tree: Json) -> bool:
    """Return whether the request uses the publishable key. Raises ApiError (401) without a valid key."""
    given = tree.pop("key", None) or _authorization(request.headers.get("authorization", ""))
    if not given:
        raise unauthorized(
            "You did not provide an API key. You require to provide your API key in the Authorization header, using "
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


def _route(request: ApiRequest) -> tuple[Route, dict[str, str]]:
    for route in ROUTES:
        if route.method == request.method and (match := re.fullmatch(route.pattern, request.path)):
            return route, match.groupdict()
    raise ApiError(
        404, "invalid_request_error",
        f"Unrecognized request URL ({request.method}: {request.path}). If you are trying to list objects, remove the "
        "trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier "
        "in your code. (The sandbox has only the part of the API that the product uses.)",
    )  # fmt: skip
