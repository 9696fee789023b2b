"""Security events that owners can look up: staff, exports and erased people."""

from accounts import security_log
from accounts.models import SecurityEvent, SecurityEventKind, User

# ``security_log.record_administrator`` logs these with the role.
_LOGGED_ELSEWHERE = {SecurityEventKind.ROLE_GIVEN, SecurityEventKind.ROLE_TAKEN}


def record_event(kind: SecurityEventKind, summary: str, *, by: User | None, subject: str = "") -> SecurityEvent:
    """Store an event and log its kind, in the transaction of the change itself.

    ``by`` is None for a command or the worker. Owners see ``summary``, which must not identify a customer.
    """
    event = SecurityEvent.objects.create(
        kind=kind,
        actor=by,
        actor_name=by.full_name if by else "The server",
        subject=subject,
        summary=summary[:500],
    )
    if kind not in _LOGGED_ELSEWHERE:
        security_log.record_event(str(kind), by=by, entry=event.id)
    return event
