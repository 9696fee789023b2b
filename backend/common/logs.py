"""How the log is written: as JSON in production, one object a line, and as text in the demo."""

import datetime as dt
import logging
import re
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from common.private_text import described, for_the_log, stack_of
from common.request_ids import current_request_id

_LINK = re.compile(r"(/(?:f|unsubscribe)/)[\w%.-]{16,}")


class NoTraceback(logging.Filter):
    """Drop the traceback of errors that the visitor's request caused; the message is enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


class NoLinkTokens(logging.Filter):
    """Leave the tokens of links in emails out of lines that name a request's path, such as that of a failed one."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if _LINK.search(message):
            record.msg, record.args = _LINK.sub(r"\1…", message), ()
        return True


class WithRequestId(logging.Filter):
    """Add the ID of the request, which a job in the worker has from the request that deferred it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = getattr(record, "request_id", "") or current_request_id()
        return True


class OneObjectPerLine(JsonFormatter):
    """A line of JSON: time, level, logger, message, request_id, and for an error its type and where it happened.

    Personal data and secrets are left out: addresses and numbers from messages, and all values from errors.
    """

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        log_data["time"] = dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds")
        log_data["level"], log_data["logger"] = record.levelname, record.name
        log_data["message"] = for_the_log(record.getMessage())
        if request_id := getattr(record, "request_id", ""):
            log_data["request_id"] = request_id
        if record.exc_info and record.exc_info[1]:
            log_data["error"], log_data["stack"] = described(record.exc_info[1]), stack_of(record.exc_info[1])
        for name in ("method", "path", "status", "ms"):
            if hasattr(record, name):
                log_data[name] = getattr(record, name)
