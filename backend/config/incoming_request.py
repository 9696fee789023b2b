"""A request whose bytes are still arriving: whether it is complete, and whether it is acceptable before its body is."""

import re
from base64 import b64encode
from hmac import compare_digest

from django.conf import settings

_HEAD_END = b"\r\n\r\n"
# Several or malformed lengths go to gunicorn, which refuses them without reading a body (RFC 9112, section 6.3).
_CONTENT_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d+)[ \t]*(?=\r\n)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
_EXPECTS_CONTINUE = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*(?=\r\n)", re.IGNORECASE)
_INBOUND_EMAIL = b"POST /api/webhooks/email "
_BASIC = re.compile(rb"\r\nauthorization:[ \t]*basic[ \t]+([a-z0-9+/=]+)[ \t]*(?=\r\n)", re.IGNORECASE)
_MOST_DIGITS = 15


class Refused(Exception):
    """The request is refused: ``status`` and ``message`` go to the client."""

    def __init__(self, status: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class IncomingRequest:
    """The bytes of one request so far, and how many it needs (None until the end of its head is in)."""

    def __init__(self, received: bytes = b"") -> None:
        self.data = bytearray(received)
        self.head_size: int | None = None
        self.size: int | None = None

    def has_all(self, largest_head: int) -> bool:
        """Return whether the request is complete.

        Raises Refused: 431 for a head over ``largest_head`` bytes, 413 for a body over ``MAX_BODY_BYTES``, 411 for a
        body of unknown length (RFC 9112, section 6.3, lets a server require it; browsers and Stripe always send it).
        """
        if self.size is None:
            self._read_head(largest_head)
        return self.size is not None and len(self.data) >= self.size

    def expects_continue(self) -> bool:
        """Return whether the client waits for a "100 Continue" before it sends the body (RFC 9110, section 10.1.1)."""
        return self.head_size == len(self.data) and bool(_EXPECTS_CONTINUE.search(self.data, 0, self.head_size))

    def _read_head(self, largest: int) -> None:
        end = self.data.find(_HEAD_END)
        if end > largest or (end < 0 and len(self.data) > largest):
            raise Refused("431 Request Header Fields Too Large", "The request's headers are too large.")
        if end < 0:
            return
        self.head_size = end + len(_HEAD_END)
        if _CHUNKED.search(self.data, 0, self.head_size):
            raise Refused("411 Length Required", "Send the request with a Content-Length.")
        lengths = _CONTENT_LENGTH.findall(self.data, 0, self.head_size)
        length = lengths[0] if len(lengths) == 1 else b"0"
        if len(length) > _MOST_DIGITS or int(length) > self._largest_body():
            raise Refused("413 Content Too Large", "That is too much for one request.")
        self.size = self.head_size + int(length)

    def _largest_body(self) -> int:
        """Return the maximum size of the body in bytes; it is larger for inbound emails sent with the secret."""
        if not settings.INBOUND_EMAIL_PROVIDER or not self.data.startswith(_INBOUND_EMAIL):
            return settings.MAX_BODY_BYTES
        expected = b64encode(settings.INBOUND_EMAIL_SECRET.encode())
        given = _BASIC.findall(self.data, 0, self.head_size or 0)
        is_provider = len(given) == 1 and compare_digest(bytes(given[0]), expected)
        return settings.INBOUND_EMAIL_BYTES if is_provider else settings.MAX_BODY_BYTES
