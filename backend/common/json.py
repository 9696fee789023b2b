"""JSON with orjson, which is strict and faster than the standard library."""

from decimal import Decimal
from typing import IO, Any

import orjson
from django.conf import settings
from rest_framework.exceptions import APIException, ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer


def dumps(data: Any) -> bytes:
    """Return JSON with instants as ISO 8601 with ``Z``, days as ``YYYY-MM-DD`` and money as strings with two places."""
    return orjson.dumps(data, default=_plain, option=orjson.OPT_UTC_Z | orjson.OPT_NON_STR_KEYS)


def _plain(value: Any) -> Any:
    return f"{value:.2f}" if isinstance(value, Decimal) else str(value)


class BodyTooLarge(APIException):
    """The request body is over ``MAX_BODY_BYTES`` (413)."""

    status_code = 413
    default_detail = "That is too much for one request"


class JSONParser(BaseParser):
    """Parse one JSON object. Raises ParseError (400) for anything else, BodyTooLarge (413) over ``max_bytes``."""

    media_type = "application/json"
    max_bytes = settings.MAX_BODY_BYTES

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        body = stream.read(self.max_bytes + 1)
        if len(body) > self.max_bytes:
            raise BodyTooLarge
        try:
            data = orjson.loads(body)
            orjson.dumps(data)  # orjson parses deeper nesting than it serializes, and idempotency serializes bodies
        except orjson.JSONDecodeError:
            raise ParseError("The request body is not valid JSON") from None
        except orjson.JSONEncodeError:
            raise ParseError("The request body is nested too deeply") from None
        if not isinstance(data, dict):
            raise ParseError("The request body must be a JSON object")
        return data


class JSONRenderer(BaseRenderer):
    """Render the data of a response. A response without data has no body."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return b"" if data is None else dumps(data)


class JSONOnly(DefaultContentNegotiation):
    """Request bodies are parsed by Content-Type (415 for others); responses are JSON whatever ``Accept`` says."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type
