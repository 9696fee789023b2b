"""gunicorn's log in the product's format."""

import datetime as dt
import logging
from typing import Any

from django.conf import settings
from gunicorn.glogging import Logger

from common.private_text import for_the_log
from common.request_ids import HEADER

_access = logging.getLogger("access")


class ProductLogger(Logger):
    """Passes gunicorn's lines to the handlers in ``LOGGING``, and writes one line per request, except in the demo.

    The line has the path without query parameters and without the tokens of private links.
    """

    def setup(self, cfg: Any) -> None:
        self.error_log.setLevel(logging.WARNING)
        self.error_log.propagate = True

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: dt.timedelta) -> None:
        """Log a request after its response."""
        if settings.DEVELOPMENT:
            return
        status = int(str(resp.status).split(" ", 1)[0])
        path = for_the_log(str(environ.get("PATH_INFO", "")))
        method, milliseconds = environ.get("REQUEST_METHOD", ""), round(request_time.total_seconds() * 1000)
        headers = {str(name).lower(): value for name, value in resp.headers}
        _access.info(
            "%s %s %s", method, path, status,
            extra={
                "method": method, "path": path, "status": status, "ms": milliseconds,
                "request_id": headers.get(HEADER.lower(), ""),
            },
        )  # fmt: skip
