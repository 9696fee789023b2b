"""Web workers are killed during orders: every order that got a 201 is in the database."""

import http.client
import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import psutil
import pytest

from common.tests.real_processes import product_environment
from devtools.web import serve
from trees.models import TreeOrder
from trees.tests.factories import tree_order_body

ORDERS, KILL_AFTER = 240, 60


def _order(port: int) -> str | None:
    """Return the ID of the order, or None if the connection broke before the response."""
    try:
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
        body = json.dumps(tree_order_body())
        client.request("POST", "/api/tree-orders", body, {"Content-Type": "application/json"})
        response = client.getresponse()
        content = response.read()
    except (OSError, http.client.HTTPException):
        return None
    assert response.status == 201, content
    return str(json.loads(content)["id"])


@pytest.mark.django_db(transaction=True)
def test_every_order_that_got_a_201_is_stored() -> None:
    sent = count(1)
    with serve("config.wsgi", product_environment()) as (port, master), ThreadPoolExecutor(8) as pool:

        def order(_: int) -> str | None:
            if next(sent) == KILL_AFTER:
                os.kill(psutil.Process(master).children()[0].pid, signal.SIGKILL)
            return _order(port)

        answered = [order_id for order_id in pool.map(order, range(ORDERS)) if order_id]

    assert len(answered) > ORDERS / 2, "the other worker went on serving"
    stored = {str(order_id) for order_id in TreeOrder.objects.values_list("id", flat=True)}
    assert set(answered) <= stored
