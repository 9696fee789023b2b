"""Errors in Stripe's format: a status code and ``{"error": {type, code, message, param, …}}``."""

from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """An error response.

    ``keep``: what the call has written so far is kept, such as the failed charge of a declined payment; otherwise it
    is rolled back. ``replay``: the response is stored under the idempotency key. Stripe does so as soon as it has
    begun to execute a call, so not for invalid parameters.
    """

    def __init__(
        self, status: int, kind: str, message: str, *, code: str | None = None, keep: bool = False,
        replay: bool = True, **more: Any,
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.status = status
        self.keep = keep
        self.replay = replay
        self.error: Json = {"message": message, "type": kind}
        if code:
            self.error["code"] = code
            self.error["doc_url"] = f"https://stripe.com/docs/error-codes/{code.replace('_', '-')}"
        self.error.update({key: value for key, value in more.items() if value is not None})

    def body(self) -> Json:
        """Return the JSON of the response."""
        return {"error": self.error}


def invalid(message: str, *, param: str | None = None, code: str | None = None, **more: Any) -> ApiError:
    """Return a 400 for a call that is valid but rejected."""
    return ApiError(400, "invalid_request_error", message, code=code, param=param, **more)


def unreadable(message: str, *, param: str | None = None, code: str | None = None) -> ApiError:
    """Return a 400 for invalid parameters; nothing is stored under the idempotency key."""
    return ApiError(400, "invalid_request_error", message, code=code, param=param, replay=False)


def missing(kind: str, given: str, *, param: str = "id", status: int = 404) -> ApiError:
    """Return the error for a missing object: 404, or 400 if its ID came in a parameter."""
    return ApiError(
        status, "invalid_request_error", f"No such {_LABELS.get(kind, kind)}: '{given}'", code="resource_missing",
        param=param,
    )  # fmt: skip


_LABELS = {
    "payment_method": "PaymentMethod",
    "setup_intent": "setupintent",
    "subscription_item": "subscription item",
}


def unauthorized(message: str) -> ApiError:
    """Return a 401: the key is missing or wrong."""
    return ApiError(401, "invalid_request_error", message, replay=False)


def forbidden(message: str) -> ApiError:
    """Return a 403: the call needs the secret key."""
    return ApiError(403, "invalid_request_error", message, code="secret_key_required", replay=False)


def card_error(message: str, *, code: str, param: str | None = None, **more: Any) -> ApiError:
    """Return a 402: the card was declined. What the attempt wrote is kept."""
    return ApiError(402, "card_error", message, code=code, param=param, keep=True, **more)
