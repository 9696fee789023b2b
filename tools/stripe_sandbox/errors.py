"""What goes wrong, as Stripe says it: a status code and ``{"error": {type, code, message, param, …}}``."""

from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """An answer that is not a success.

    ``keep``: what the call had written so far stays (a declined payment leaves its traces); otherwise it is rolled
    back. ``replay``: the answer is stored under the idempotency key; Stripe does so once it has begun to execute a
    call, so not for parameters that it could not read.
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
        """The JSON of the answer."""
        return {"error": self.error}


def invalid(message: str, *, param: str | None = None, code: str | None = None, **more: Any) -> ApiError:
    """400 for a call that is understood and refused."""
    return ApiError(400, "invalid_request_error", message, code=code, param=param, **more)


def unreadable(message: str, *, param: str | None = None, code: str | None = None) -> ApiError:
    """400 for parameters that cannot be read; nothing is stored under the idempotency key."""
    return ApiError(400, "invalid_request_error", message, code=code, param=param, replay=False)


def missing(kind: str, given: str, *, param: str = "id", status: int = 404) -> ApiError:
    """The object is not there. In the address: 404; named in a parameter: 400, as Stripe answers."""
    return ApiError(
        status, "invalid_request_error", f"No such {_SPOKEN.get(kind, kind)}: '{given}'", code="resource_missing",
        param=param,
    )  # fmt: skip


_SPOKEN = {"payment_method": "PaymentMethod", "setup_intent": "setupintent", "subscription_item": "subscription item"}


def unauthorized(message: str) -> ApiError:
    """401: no key, or not one of ours."""
    return ApiError(401, "invalid_request_error", message, replay=False)


def forbidden(message: str) -> ApiError:
    """403: a publishable key where the secret one is needed."""
    return ApiError(403, "invalid_request_error", message, code="secret_key_required", replay=False)


def card_error(message: str, *, code: str, param: str | None = None, **more: Any) -> ApiError:
    """402: the card was refused. What the attempt wrote stays."""
    return ApiError(402, "card_error", message, code=code, param=param, keep=True, **more)
