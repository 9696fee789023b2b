"""The controls over HTTP, under ``/sandbox/``, for tests in a browser or in another process, as JSON."""

import json
from collections.abc import Callable
from typing import Any

from stripe_sandbox.account import Account
from stripe_sandbox.api import ApiRequest, ApiResponse
from stripe_sandbox.errors import ApiError, Json

Action = Callable[[Account, Json], Any]


def _add_fault(account: Account, given: Json) -> Any:
    account.faults.add(**given)
    return {"faults": account.faults.list_all()}


def _clear_faults(account: Account, given: Json) -> Any:
    account.faults.clear()
    return {"faults": []}


def _objects(account: Account, given: Json) -> Any:
    return {"data": account.objects(given.pop("object"), **given)}


def _call(method: str) -> Action:
    return lambda account, given: getattr(account, method)(**given) or {}


# Methods of ``Account``.
_METHODS = (
    "authenticate", "renew", "expire", "exhaust_retries", "delete_customer", "expire_card", "fail_refund", "refund",
    "delay_refunds", "finish_refund", "dispute", "close_dispute", "pay_out", "advance_payout", "fail_payout", "adjust",
    "hold_bookings", "process_next", "finish_processing",
)  # fmt: skip
ACTIONS: dict[str, Action] = {
    "GET /sandbox/webhooks": lambda account, given: account.webhooks.status(),
    "POST /sandbox/webhooks": lambda account, given: account.set_webhooks(**given),
    "GET /sandbox/deliveries": lambda account, given: {"data": account.webhooks.deliveries()},
    "GET /sandbox/faults": lambda account, given: {"faults": account.faults.list_all()},
    "POST /sandbox/faults": _add_fault,
    "DELETE /sandbox/faults": _clear_faults,
    "POST /sandbox/objects": _objects,
    **{f"POST /sandbox/{method}": _call(method) for method in _METHODS},
}


def control(account: Account, request: ApiRequest) -> ApiResponse:
    """Run a control; the keys of its JSON are the parameters of the method of ``Account``."""
    action = ACTIONS.get(f"{request.method} {request.path.rstrip('/')}")
    if action is None:
        return ApiResponse(404, {"error": {"message": f"No such control. Available: {', '.join(ACTIONS)}"}})
    try:
        given = json.loads(request.body or "{}")
        return ApiResponse(200, action(account, given))
    except ApiError as error:
        return ApiResponse(error.status, error.body())
    except LookupError as error:
        return ApiResponse(404, {"error": {"message": f"Not found: {error}"}})
    except (TypeError, ValueError) as error:
        return ApiResponse(400, {"error": {"message": str(error)}})
