"""Shared code of webhooks."""

from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import BaseParser

from common.json import BodyTooLarge


class RawBodyParser(BaseParser):
    """Accepts any body as bytes, since a webhook's signature is computed from them. Raises BodyTooLarge (413)."""

    media_type = "*/*"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the body's bytes."""
        body: bytes = stream.read(settings.MAX_BODY_BYTES + 1)
        if len(body) > settings.MAX_BODY_BYTES:
            raise BodyTooLarge
        return body
