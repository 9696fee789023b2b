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


def _process_next(account: Account, given: Json) -> Any:
    account.process_next(**given)
    return {}


ACTIONS: dict[str, Action] = {
    "GET /sandbox/webhooks": lambda account, given: account.webhooks.status(),
    "POST /sandbox/webhooks": lambda account, given: account.set_webhooks(**given),
    "GET /sandbox/deliveries": lambda account, given: {"data": account.webhooks.deliveries()},
    "GET /sandbox/faults": lambda account, given: {"faults": account.faults.list_all()},
    "POST /sandbox/faults": _add_fault,
    "DELETE /sandbox/faults": _clear_faults,
    "POST /sandbox/objects": _objects,
    "POST /sandbox/authenticate": lambda account, given: account.authenticate(**given),
    "POST /sandbox/renew": lambda account, given: account.renew(**given),
    "POST /sandbox/expire": lambda account, given: account.expire(**given),
    "POST /sandbox/exhaust_retries": lambda account, given: account.exhaust_retries(**given),
    "POST /sandbox/delete_customer": lambda account, given: account.delete_customer(**given),
    "POST /sandbox/expire_card": lambda account, given: account.expire_card(**given),
    "POST /sandbox/fail_refund": lambda account, given: account.fail_refund(**given),
    "POST /sandbox/refund": lambda account, given: account.refund(**given),
    "POST /sandbox/delay_refunds": lambda account, given: account.delay_refunds(**given),
    "POST /sandbox/finish_refund": lambda account, given: account.finish_refund(**given),
    "POST /sandbox/dispute": lambda account, given: account.dispute(**given),
    "POST /sandbox/close_dispute": lambda account, given: account.close_dispute(**given),
    "POST /sandbox/pay_out": lambda account, given: account.pay_out(**given),
    "POST /sandbox/advance_payout": lambda account, given: account.advance_payout(**given),
    "POST /sandbox/fail_payout": lambda account, given: account.fail_payout(**given),
    "POST /sandbox/adjust": lambda account, given: account.adjust(**given),
    "POST /sandbox/hold_bookings": lambda account, given: account.hold_bookings(**given),
    "POST /sandbox/process_next": _process_next,
    "POST /sandbox/finish_processing": lambda account, given: account.finish_processing(**given),
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
