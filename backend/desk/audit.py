"""The audit trail that django-auditlog keeps for quotes, jobs, tree orders and invoices.

Rows that administrators create are logged. Rows that the public creates are not, since each has its own creation time.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from auditlog.models import LogEntry
from auditlog.registry import auditlog
from auditlog.signals import pre_log
from django.db.models.signals import pre_save
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from common.response_deadlines import ResponseDeadline
from invoices.models import Invoice
from jobs.models import Job
from quotes.models import Quote
from trees.models import TreeOrder

# The database or the services set these, so a change to them is not worth an entry.
_AUTOMATIC_FIELDS = [
    "updated_at", "created_at", "search_vector", "clock_at", "question_at", "last_word_at", "accepted_at", "has_visit",
    "takedown_from", "retry_at", "unpriced_since", "silent_since", "needs_day_from", "reached_at", "choose_day_by",
    "opened_at", "accepted_by", "unbilled_since", "has_lines", "told_revision", "acceptance",
    "amount_kept", "amount_waived", "amount_disputed", "amount_lost", "amount_refunding", "is_paying", "refund_at",
    "stripe_payment_intent_id",
    *(field.name for field in ResponseDeadline._meta.local_fields),
]  # fmt: skip
AUDITED = (Quote, Job, TreeOrder, Invoice)

_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


def remember_request(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: record the request's user as the author of the changes made in it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = _request.set(request)
        try:
            return get_response(request)
        finally:
            _request.reset(token)

    return middleware


def register() -> None:
    """Start to audit the AUDITED models."""
    for model in AUDITED:
        auditlog.register(model, exclude_fields=list(_AUTOMATIC_FIELDS))
        pre_log.connect(_wanted, sender=model, dispatch_uid=f"audit {model.__name__}")
    pre_save.connect(_sign, sender=LogEntry, dispatch_uid="audit")


def _actor() -> User | None:
    """Return the user of the current request; None in the worker and for signed-out visitors."""
    request = _request.get()
    user = getattr(request, "user", None)
    return user if isinstance(user, User) else None


def _wanted(sender: Any, instance: Any, action: int, **kwargs: Any) -> bool:
    """Return whether auditlog should write an entry: not if the public created the row."""
    if action != LogEntry.Action.CREATE:
        return True
    actor = _actor()
    return actor is not None and actor.is_admin and sender in (Job, Invoice)


def _sign(sender: Any, instance: LogEntry, **kwargs: Any) -> None:
    if actor := _actor():
        instance.actor_id = actor.pk
        instance.actor_email = actor.email
