"""Distinguish outages of the database from bugs, and log an outage in one line instead of a traceback."""

import logging
from collections.abc import Iterator

import psycopg
from django.db import InterfaceError, OperationalError

_CONNECTION_ERRORS = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError)
# Error classes of a server that is stopping, starting or out of resources (PostgreSQL documentation, "PostgreSQL Error
# Codes"): connection exception, insufficient resources, operator intervention, system error.
_OUTAGE_CLASSES = ("08", "53", "57", "58")
_STATEMENT_TIMEOUT = "57014"


def database_error(error: BaseException | None) -> BaseException | None:
    """Return the first of ``error`` and its causes that came from the database's connection, or None."""
    return next((cause for cause in _causes(error) if isinstance(cause, _CONNECTION_ERRORS)), None)


def is_outage(error: BaseException | None) -> bool:
    """Return whether the database is down, as opposed to a slow statement, a deadlock or a bug."""
    cause = database_error(error)
    if cause is None:
        return False
    states = [state for one in _causes(cause) if (state := getattr(one, "sqlstate", None))]
    return all(state.startswith(_OUTAGE_CLASSES) and state != _STATEMENT_TIMEOUT for state in states)


def in_one_line(error: BaseException | None) -> str:
    """Return the first line of the database connection's error message, without trailing punctuation."""
    text = str(database_error(error) or error).strip() or type(error).__name__
    return text.splitlines()[0].rstrip(":. ")


class OneLinePerOutage(logging.Filter):
    """Replace the traceback of an outage, which is the same for every request, with one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten records of an outage. All records pass."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and database_error(error) and is_outage(error):
            record.msg, record.args = f"{record.getMessage()} ({in_one_line(error)})", None
            record.exc_info = record.exc_text = None
        return True


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__
