"""Filters for logging."""

import logging
import re

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
