"""Filters of the log."""

import logging


class NoTraceback(logging.Filter):
    """Drop the traceback of what a visitor's request is to blame for; the message says it all."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True
