"""The ID of the request that something happens for: in every line of the log, in the worker's, and on error pages.

The proxy in front gives it (``X-Request-ID``); without one, or without a proxy, we make it. A job that a request
defers takes it along.
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
    """Return the ID of the request that is being handled, or whose job runs; "" outside of any."""
    return _current.get()


def remember_request_id(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Django middleware: give each request its ID, and the response the header."""

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
    """Return what a job gets among its arguments to remember its request: nothing outside of one."""
    return {KEY: request_id} if (request_id := current_request_id()) else {}


def send_along_with_jobs(app: App) -> None:
    """Have each job that is deferred during a request take the request's ID along (PROCRASTINATE_ON_APP_READY)."""
    manager: Any = app.job_manager
    at_once, later = manager.batch_defer_jobs, manager.batch_defer_jobs_async

    def defer(jobs: list[Job], connection: Any = None) -> list[Job]:
        return at_once(jobs=[_with_id(job) for job in jobs], connection=connection)  # type: ignore[no-any-return]

    async def defer_async(jobs: list[Job], connection: Any = None) -> list[Job]:
        return await later(jobs=[_with_id(job) for job in jobs], connection=connection)  # type: ignore[no-any-return]

    manager.batch_defer_jobs, manager.batch_defer_jobs_async = defer, defer_async


async def take_from_job(call_next: Callable[[], Any], context: Any, worker: Any) -> Any:
    """Middleware of the worker: a job runs under the ID of the request that deferred it."""
    token = _current.set(str(context.job.task_kwargs.pop(KEY, "")))
    try:
        return await call_next()
    finally:
        _current.reset(token)


def _with_id(job: Job) -> Job:
    return job.evolve(task_kwargs={**job.task_kwargs, **arguments_of_request()})
