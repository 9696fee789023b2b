"""The worker's procrastinate app: the product's tasks on a separate connection pool."""

import asyncio
import copy
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import attr
import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.contrib.django import app as product
from procrastinate.contrib.django.db_cleanup import DjangoApp
from procrastinate.contrib.django.utils import connector_params
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from procrastinate.periodic import PeriodicRegistry
from procrastinate.retry import BaseRetryStrategy, RetryDecision

from common.outages import is_outage
from common.postgres.pooling import direct_alias
from common.request_ids import take_from_job

# Timeout in seconds for a statement of the queue. They take milliseconds, unless the server is frozen or unreachable.
STATEMENT_WITHIN = 15
# Seconds. A periodic job that was due while no worker was running still runs if that was at most this long ago.
CATCH_UP_WITHIN = 60 * 60
OUTAGE_ATTEMPTS, OUTAGE_WAIT = 10, 10


def make_worker_app() -> App:
    """Return an app with copies of all tasks, for a worker to run.

    The tasks still defer jobs through the product's own app, and so in the current transaction: an email whose row is
    rolled back is not sent, and no thread fetches a job before the row that it needs is committed.
    """
    product.perform_import_paths()  # type: ignore[no-untyped-call]
    connector = QueueConnector(
        kwargs=connector_params(direct_alias()), min_size=1, max_size=4, timeout=STATEMENT_WITHIN, reconnect_timeout=60
    )
    app = DjangoApp(
        connector=connector,
        periodic_defaults={"max_delay": CATCH_UP_WITHIN},
        worker_defaults={"worker_middleware": [take_from_job]},
    )
    copies = {id(task): _copy(task, app) for task in product.tasks.values()}
    app.tasks = {name: copies[id(task)] for name, task in product.tasks.items()}
    app.periodic_registry = PeriodicRegistry()  # type: ignore[no-untyped-call]
    app.periodic_registry.periodic_tasks = {
        key: attr.evolve(periodic, task=copies[id(periodic.task)])
        for key, periodic in product.periodic_registry.periodic_tasks.items()
    }
    return app


class QueueConnector(PsycopgConnector):
    """A pool with a timeout for statements, since a frozen server keeps connections open and never responds."""

    async def execute_query_async(self, query: Any, **arguments: Any) -> None:
        async with _in_time():
            await super().execute_query_async(query, **arguments)

    async def execute_query_one_async(self, query: Any, **arguments: Any) -> dict[str, Any]:
        async with _in_time():
            row: dict[str, Any] = await super().execute_query_one_async(query, **arguments)
        return row

    async def execute_query_all_async(self, query: Any, **arguments: Any) -> list[dict[str, Any]]:
        async with _in_time():
            rows: list[dict[str, Any]] = await super().execute_query_all_async(query, **arguments)
        return rows


@asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(STATEMENT_WITHIN):
            yield
    except TimeoutError:
        silent = psycopg.OperationalError(f"no response within {STATEMENT_WITHIN} seconds")
        raise ConnectorException from silent


class RetryAfterOutage(BaseRetryStrategy):
    """Retry a job that lost its database connection. For other errors, the task's own ``strategy`` decides."""

    def __init__(self, strategy: BaseRetryStrategy | None) -> None:
        self.strategy = strategy

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """Return when to retry the job, or None."""
        if is_outage(exception) and job.attempts < OUTAGE_ATTEMPTS:
            return RetryDecision(retry_in={"seconds": OUTAGE_WAIT})
        return self.strategy.get_retry_decision(exception=exception, job=job) if self.strategy else None


def _copy(task: Any, app: App) -> Any:
    copied = copy.copy(task)
    copied.blueprint = app
    copied.retry_strategy = RetryAfterOutage(task.retry_strategy)
    return copied
