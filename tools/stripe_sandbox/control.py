"""The controls over HTTP, under ``/sandbox/``, for tests in a browser or in another process. JSON in, JSON out."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stripe_sandbox.api import Answer, Asked
from stripe_sandbox.errors import ApiError, Json

if TYPE_CHECKING:
    from stripe_sandbox.server import Sandbox

Action = Callable[["Sandbox", Json], Any]


def _add_fault(sandbox: "Sandbox", given: Json) -> Any:
    sandbox.faults.add(**given)
    return {"faults": sandbox.faults.listed()}


def _clear_faults(sandbox: "Sandbox", given: Json) -> Any:
    sandbox.faults.clear()
    return {"faults": []}


def _objects(sandbox: "Sandbox", given: Json) -> Any:
    return {"data": sandbox.objects(given.pop("object"), **given)}


def _process_next(sandbox: "Sandbox", given: Json) -> Any:
    sandbox.process_next(**given)
    return {}


ACTIONS: dict[str, Action] = {
    "GET /sandbox/webhooks": lambda sandbox, given: sandbox.webhooks.status(),
    "POST /sandbox/webhooks": lambda sandbox, given: sandbox.set_webhooks(**given),
    "GET /sandbox/deliveries": lambda sandbox, given: {"data": sandbox.webhooks.deliveries()},
    "GET /sandbox/faults": lambda sandbox, given: {"faults": sandbox.faults.listed()},
    "POST /sandbox/faults": _add_fault,
    "DELETE /sandbox/faults": _clear_faults,
    "POST /sandbox/objects": _objects,
    "POST /sandbox/authenticate": lambda sandbox, given: sandbox.authenticate(**given),
    "POST /sandbox/renew": lambda sandbox, given: sandbox.renew(**given),
    "POST /sandbox/expire": lambda sandbox, given: sandbox.expire(**given),
    "POST /sandbox/give_up": lambda sandbox, given: sandbox.give_up(**given),
    "POST /sandbox/delete_customer": lambda sandbox, given: sandbox.delete_customer(**given),
    "POST /sandbox/refund": lambda sandbox, given: sandbox.refund(**given),
    "POST /sandbox/dispute": lambda sandbox, given: sandbox.dispute(**given),
    "POST /sandbox/close_dispute": lambda sandbox, given: sandbox.close_dispute(**given),
    "POST /sandbox/process_next": _process_next,
    "POST /sandbox/finish_processing": lambda sandbox, given: sandbox.finish_processing(**given),
}


def control(sandbox: "Sandbox", asked: Asked) -> Answer:
    """Do what a control asks for; the keys of its JSON are the parameters of the methods of ``Sandbox``."""
    action = ACTIONS.get(f"{asked.method} {asked.path.rstrip('/')}")
    if action is None:
        return Answer(404, {"error": {"message": f"No such control. There are: {', '.join(ACTIONS)}"}})
    try:
        given = json.loads(asked.body or "{}")
        return Answer(200, action(sandbox, given))
    except ApiError as error:
        return Answer(error.status, error.body())
    except LookupError as error:
        return Answer(404, {"error": {"message": f"Not there: {error}"}})
    except (TypeError, ValueError) as error:
        return Answer(400, {"error": {"message": str(error)}})
