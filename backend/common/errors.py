"""Domain errors, and the one place that turns any failure under ``/api/`` into the API's error shape.

The shape is ``{"message": "...", "errors": {"field": ["..."]}}``, with ``errors`` only for field errors.
"""

import logging
import sys
from typing import Any

import psycopg
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.defaults import page_not_found, permission_denied
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response
from rest_framework.views import set_rollback

from common.outages import database_error
from common.request_ids import current_request_id

log = logging.getLogger(__name__)

NOT_FOUND = "Not found"
FORBIDDEN = "You don't have permission to do this"
CHANGED_SINCE = "Someone else just changed this. Nothing was overwritten; review it and save again."
SERVER_ERROR = "Something went wrong on our end. Nothing was saved; please try again or call us."
UNKNOWN_OUTCOME = "We don't know whether it was saved. Sending it again is safe."
UNREADABLE = "We can't reach our records right now. Please try again in a minute."
RETRY_AFTER = 30  # seconds


class DomainError(Exception):
    """A business rule refuses the request.

    ``status`` is the HTTP status of the response and ``headers`` are added to it. ``retry_after`` is the number of
    seconds after which the same request may succeed.
    """

    status = 400
    headers: dict[str, str] = {}
    retry_after: int | None = None

    def __init__(self, message: str, errors: dict[str, list[str]] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.errors = errors


class Conflict(DomainError):
    """The current state or capacity does not allow the request (409)."""

    status = 409


def field_error(name: str, message: str) -> DomainError:
    """Return the refusal (400) of one field of the request, by its JSON name."""
    return DomainError(message, {name: [message]})


class TooManyRequests(DomainError):
    """A rate limit is exceeded (429). ``wait`` is in seconds, for ``Retry-After``."""

    status = 429

    def __init__(self, message: str, wait: float) -> None:
        super().__init__(message)
        self.retry_after = max(1, round(wait))


def handle_api_error(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Handle exceptions for DRF. Return None for unexpected errors, which become a logged 500."""
    if isinstance(exc, DomainError):
        set_rollback()
        later = {"Retry-After": str(exc.retry_after)} if exc.retry_after else {}
        return Response(_shape(exc.message, exc.errors), status=exc.status, headers=exc.headers | later)
    if _account_is_gone(exc):
        exc = exceptions.NotAuthenticated()
    if isinstance(exc, Http404):
        exc = exceptions.NotFound(NOT_FOUND)
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied(FORBIDDEN)
    if not isinstance(exc, exceptions.APIException):
        return None
    set_rollback()
    return Response(_from_api_exception(exc), status=exc.status_code)


def _account_is_gone(exc: Exception) -> bool:
    """Return whether the request stored something for an account that was deleted while it ran."""
    cause = exc.__cause__ if isinstance(exc, IntegrityError) else None
    if not isinstance(cause, psycopg.errors.ForeignKeyViolation):
        return False
    return 'in table "accounts_user"' in (cause.diag.message_detail or "")


def _from_api_exception(exc: exceptions.APIException) -> dict[str, Any]:
    if isinstance(exc, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        return _shape("Unauthorized")
    if isinstance(exc, exceptions.ValidationError):
        return _from_validation(exc.detail)
    return _shape(str(exc.detail))


def _from_validation(detail: Any) -> dict[str, Any]:
    """Return field errors by JSON name; the message repeats the first one for clients that show only a message."""
    if isinstance(detail, list):
        return _shape(str(detail[0]))
    errors = {field: [str(text) for text in texts] for field, texts in detail.items()}
    return _shape(next(iter(errors.values()))[0], errors)


def _shape(message: str, errors: dict[str, list[str]] | None = None) -> dict[str, Any]:
    return {"message": message, "errors": errors} if errors else {"message": message}


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def json_error(message: str, status: int) -> JsonResponse:
    """Return an error response in the same shape, for code outside DRF."""
    return JsonResponse(_shape(message), status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Django's ``handler400``, which also handles a bad Host header and a malformed request."""
    if _is_api(request):
        return json_error("Bad request", 400)
    return HttpResponse("Bad request", status=400, content_type="text/plain")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's ``handler403``."""
    return json_error(FORBIDDEN, 403) if _is_api(request) else permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Django's ``handler404``."""
    if _is_api(request):
        return json_error(NOT_FOUND, 404)
    return page_not_found(request, exception or Http404())


def failed(request: HttpRequest) -> HttpResponse:
    """Django's ``handler500``: the log has the traceback, the response never does.

    Respond with 503 if the database failed (in a middleware, in the view or at the commit). Django calls this while
    it handles the exception.
    """
    if database_error(sys.exception()):
        return _unavailable(request)
    if _is_api(request):
        return json_error(SERVER_ERROR, 500)
    page = render_to_string("500.html", {"reference": current_request_id()})
    return HttpResponse(page, status=500, headers={"Cache-Control": "no-store"})


def _unavailable(request: HttpRequest) -> HttpResponse:
    """Respond with 503, without using the database."""
    is_write = request.method not in SAFE_METHODS
    message = UNKNOWN_OUTCOME if is_write else UNREADABLE
    if _is_api(request):
        response: HttpResponse = json_error(message, 503)
    else:
        response = HttpResponse(
            render_to_string("503.html", {"message": message, "reference": current_request_id()}), status=503
        )
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's ``CSRF_FAILURE_VIEW``, for pages: the API checks in ``common.authentication``."""
    log.warning("CSRF check failed on %s: %s", request.path, reason)
    return permission_denied(request, PermissionDenied())
