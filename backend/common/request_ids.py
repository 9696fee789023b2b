"""Request IDs, which appear in every log line (the worker's too) and on error pages.

The proxy sends the ID (``X-Request-ID``). Without a proxy or without that header, we create one. Jobs that a request
defers keep its ID.
"""

import re
import uuid
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from procrastinate import App
from procrastinate.jobs import Job

HEADER = "X-Request-ID"
KEY = "request_id"  # in the arguments of a job

_VALID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{7,63}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """Return the ID of the current request, or of the request that deferred the current job; "" outside of both."""
    return _current.get()


def remember_request_id(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: set the ID of each request, and return it in the response's header."""

    def handle(request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "") if settings.TRUSTED_PROXIES else ""
        request_id = given if _VALID.fullmatch(given) else uuid.uuid4().hex
        token = _current.set(request_id)
        try:
            response = get_response(request)
        finally:
            _current.reset(token)
        response.headers[HEADER] = request_id
        return response

    return handle


def arguments_of_request() -> dict[str, str]:
    """Return the job argument that has the current request's ID; no argument outside of a request."""
    return {KEY: request_id} if (request_id := current_request_id()) else {}


def send_along_with_jobs(app: App) -> None:
    """Add the request's ID to every job that is deferred during a request (PROCRASTINATE_ON_APP_READY)."""
    manager: Any = app.job_manager
    at_once, later = manager.batch_defer_jobs, manager.batch_defer_jobs_async

    def defer(jobs: list[Job], connection: Any = None) -> list[Job]:
        return at_once(jobs=[_with_id(job) for job in jobs], connection=connection)  # type: ignore[no-any-return]

    async def defer_async(jobs: list[Job], connection: Any = None) -> list[Job]:
        return await later(jobs=[_with_id(job) for job in jobs], connection=connection)  # type: ignore[no-any-return]

    manager.batch_defer_jobs, manager.batch_defer_jobs_async = defer, defer_async


async def take_from_job(call_next: Callable[[], Any], context: Any, worker: Any) -> Any:
    """Worker middleware: run a job under the ID of the request that deferred it."""
    token = _current.set(str(context.job.task_kwargs.pop(KEY, "")))
    try:
        return await call_next()
    finally:
        _current.reset(token)


def _with_id(job: Job) -> Job:
    return job.evolve(task_kwargs={**job.task_kwargs, **arguments_of_request()})
