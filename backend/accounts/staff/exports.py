"""Recording of every spreadsheet export: who, when, with which filter, and how many rows."""

from collections.abc import Iterable, Iterator

from rest_framework.request import Request

from accounts.models import SecurityEvent, SecurityEventKind, signed_in
from accounts.staff.events import record_event
from common.inputs import is_printable


def recorded(request: Request, what: str, pieces: Iterable[str]) -> Iterator[str]:
    """Record an export and return its ``pieces``: the header line first, then one for each row.

    The event is stored before the first piece is sent. Its number of rows is added after the last one, or when the
    download stops early.
    """
    described = f"{what}{_filter(request) or ', everything'}"[:400]
    event = record_event(SecurityEventKind.EXPORTED, f"{described}: not finished", by=signed_in(request.user))
    return _counted(event, described, pieces)


def _filter(request: Request) -> str:
    """Return the filter in parentheses. What was searched for is left out: it can be the name of a customer."""
    given = [(name, "…" if name == "q" else value) for name, value in request.query_params.items()]
    parts = [part for name, value in given if is_printable(part := f"{name} {value}")]
    return f" ({', '.join(parts)})" if parts else ""


def _counted(event: SecurityEvent, described: str, pieces: Iterable[str]) -> Iterator[str]:
    sent = -1  # the header line is not a row
    ended = False
    try:
        for piece in pieces:
            sent += 1
            yield piece
        ended = True
    finally:
        rows = f"{max(sent, 0):,} {'row' if sent == 1 else 'rows'}"
        event.summary = f"{described}: {rows}" + ("" if ended else ", then the download stopped")
        event.save(update_fields=["summary", "updated_at"])
