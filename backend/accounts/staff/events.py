"""What owners can look up about staff, exports and erased persons."""

from accounts import security_log
from accounts.models import SecurityEvent, SecurityEventKind, User

# ``security_log.record_administrator`` has a line of its own, with the role.
_LOGGED_ELSEWHERE = {SecurityEventKind.ROLE_GIVEN, SecurityEventKind.ROLE_TAKEN}


def record_event(kind: SecurityEventKind, summary: str, *, by: User | None, subject: str = "") -> SecurityEvent:
    """Store an event, in the transaction of what it is about, and log its kind. ``by`` is None for a command or the
    worker. ``summary`` is shown to owners and must not name a customer.
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
