"""A mail server for tests: real SMTP on loopback that can accept, refuse, be busy or hang."""

import asyncio
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from threading import Event, Thread
from typing import Any, Literal

from aiosmtpd.smtp import SMTP

Behavior = Literal[
    "accept", "silent", "refuse_sender", "refuse_recipient", "refuse_content", "busy", "full", "no_reply", "trickle"
]  # fmt: skip

_FULL = "452 4.3.1 Out of disk space"


@dataclass
class MailServer:
    """``behavior`` may change at any time. ``received`` has the accepted emails, oldest first, as (recipients, email).
    With ``no_reply``, it accepts a message but never replies. ``times`` are their times (monotonic seconds).
    """

    port: int = 0
    tls: ssl.SSLContext | None = None  # offered with STARTTLS
    behavior: Behavior = "accept"
    received: list[tuple[list[str], EmailMessage]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    connections: int = 0

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """aiosmtpd's hook for the sender."""
        if self.behavior == "refuse_sender":
            return "550 5.7.1 Sender not allowed"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """aiosmtpd's hook for a recipient."""
        if self.behavior == "refuse_recipient":
            return "550 5.1.1 No such user here"
        if self.behavior == "busy":
            return "451 4.3.2 Try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """aiosmtpd's hook for a whole message."""
        if self.behavior == "refuse_content":
            return "554 5.6.0 Message refused"
        if self.behavior == "full":
            return _FULL
        message = message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        self.times.append(time.monotonic())
        self.received.append((list(envelope.rcpt_tos), message))
        while self.behavior == "no_reply":
            await asyncio.sleep(0.05)
        return self._reply()

    def _reply(self) -> str:
        """Return the reply to a received message; the behavior may have changed since then."""
        return _FULL if self.behavior == "full" else "250 OK"

    def message_ids(self) -> list[str]:
        """Return the Message-ID of everything received."""
        return [str(email["Message-ID"]) for _, email in self.received]

    def _protocol(self) -> asyncio.BaseProtocol:
        self.connections += 1
        if self.behavior == "silent":
            return asyncio.Protocol()
        if self.behavior == "trickle":
            return _Trickle()
        return SMTP(
            self,
            hostname="mail.test",
            enable_SMTPUTF8=True,
            tls_context=self.tls,
            require_starttls=bool(self.tls),
            auth_require_tls=False,  # no user name or password is right
        )


class _Trickle(asyncio.Protocol):
    """Sends its greeting one byte at a time, and never finishes."""

    def connection_made(self, transport: Any) -> None:
        def drip() -> None:
            if not transport.is_closing():
                transport.write(b"2")
                asyncio.get_running_loop().call_later(0.1, drip)

        drip()


@contextmanager
def mail_server(*, starttls: ssl.SSLContext | None = None, tls: ssl.SSLContext | None = None) -> Iterator[MailServer]:
    """Run a mail server on a free port, in a separate thread, with STARTTLS or TLS if a context is given."""
    server, loop, started = MailServer(tls=starttls), asyncio.new_event_loop(), Event()

    async def serve() -> None:
        listener = await loop.create_server(server._protocol, "127.0.0.1", 0, ssl=tls)
        server.port = listener.sockets[0].getsockname()[1]
        started.set()

    def run() -> None:
        loop.create_task(serve())
        loop.run_forever()

    thread = Thread(target=run, daemon=True)
    thread.start()
    assert started.wait(30)
    try:
        yield server
    finally:
        server.behavior = "accept"  # releases anything waiting for a reply
        loop.call_soon_threadsafe(loop.stop)
        thread.join(30)
