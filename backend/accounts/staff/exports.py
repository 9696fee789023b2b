"""Every spreadsheet that leaves the desk is recorded: who, when, with what filter, how many rows."""

from collections.abc import Iterable, Iterator

from rest_framework.request import Request

from accounts.models import SecurityEvent, SecurityEventKind, signed_in
from accounts.staff.events import record_event


def recorded(request: Request, what: str, pieces: Iterable[str]) -> Iterator[str]:
    """Return the ``pieces`` of a file, its head first and one for each row, and record the export.

    It is recorded before the first piece is sent, and its number of rows once the last one was sent or the
    download has stopped.
    """
    query = " ".join(f"{name}={value}" for name, value in request.query_params.items())
    described = f"{what}, {f'filtered by {query}' if query else 'everything'}"[:400]
    event = record_event(SecurityEventKind.EXPORTED, f"{described}: not finished", by=signed_in(request.user))
    return _counted(event, described, pieces)


def _counted(event: SecurityEvent, described: str, pieces: Iterable[str]) -> Iterator[str]:
    sent = -1  # the head is no row
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
