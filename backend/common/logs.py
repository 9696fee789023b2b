"""Filters for logging."""

import logging


class NoTraceback(logging.Filter):
    """Drop the traceback of errors that the visitor's request caused; the message is enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True
