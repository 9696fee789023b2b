"""``POST /api/client-errors``: logs errors in visitors' browsers.

Each report is one line with page, message, stack and build, without personal data: the browser sends no names and no
query parameters, and anything that looks like an email address, phone number, ID or token is removed here.
"""

import json
import logging
from typing import Annotated

from django.db import transaction
from django.dispatch import Signal
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common import throttling
from common.inputs import Form, Text
from common.json import JSONParser
from common.private_text import without_personal_data
from common.views import AnonymousView

log = logging.getLogger("client")

# Sent with ``report``, the fields of ``ClientErrorInput`` without personal data.
client_error_reported = Signal()


class ClientErrorInput(Form):
    """The report. The client truncates longer texts."""

    message: Annotated[str, Text(500, 1)]
    stack: Annotated[str, Text(4000)] = ""
    path: Annotated[str, Text(200, 1)]
    build: Annotated[str, Text(64)] = ""


class ReportParser(JSONParser):
    """Accepts only small bodies; a larger one is a 413."""

    max_bytes = 16 * 1024


class ClientErrorView(AnonymousView):
    """``POST /api/client-errors``. It ignores sessions, since browsers send reports without the CSRF header."""

    parser_classes = [ReportParser]

    @extend_schema(request=ClientErrorInput, responses={204: None})
    def post(self, request: Request) -> Response:
        """Log an error that happened in a browser."""
        report = self.parse(ClientErrorInput)
        with transaction.atomic():
            throttling.count_request(request, "client-errors")
        clean = {name: without_personal_data(text) for name, text in report.items()}
        log.error("%s", json.dumps(clean))
        client_error_reported.send(ClientErrorView, report=clean)
        return Response(status=204)
