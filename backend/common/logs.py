"""Formatters and filters of the log, which is JSON in production, one object per line, and text in the demo."""

import datetime as dt
import logging
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from common.private_text import LINK_TOKEN, described, for_the_log, stack_of
from common.request_ids import current_request_id


class NoTraceback(logging.Filter):
    """Drop the traceback of errors that a visitor's request caused, since the message is enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


class NoLinkTokens(logging.Filter):
    """Remove the tokens of private links from messages with a request's path."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if LINK_TOKEN.search(message):
            record.msg, record.args = LINK_TOKEN.sub(r"\1…", message), ()
        return True


class WithRequestId(logging.Filter):
    """Add the ID of the request. A job in the worker has that of the request that deferred it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = getattr(record, "request_id", "") or current_request_id()
        return True


class OneObjectPerLine(JsonFormatter):
    """JSON with time, level, logger, message and request_id, and for errors their type and stack.

    Personal data and secrets are removed: addresses and numbers from messages, and all values from errors.
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
