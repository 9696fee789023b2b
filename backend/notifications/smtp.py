"""Django's SMTP backend, with timeouts that work for slow and silent mail servers too."""

import smtplib
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Timer
from typing import Any

from django.core.mail.backends.smtp import EmailBackend

CONNECT_TIMEOUT = 5.0  # seconds to connect to one of the server's addresses
DELIVERY_TIMEOUT = 20.0  # seconds for a whole delivery, from connecting to the server's last reply


class _QuickConnect:
    """Connect within ``CONNECT_TIMEOUT`` seconds; later steps may take the rest of ``DELIVERY_TIMEOUT``."""

    opening: Callable[[smtplib.SMTP], None]

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:  # a hook of SMTP and SMTP_SSL
        self.opening(self)  # type: ignore[arg-type]
        connection: socket.socket = super()._get_socket(host, port, min(CONNECT_TIMEOUT, timeout))  # type: ignore[misc]
        connection.settimeout(timeout)
        return connection


class SMTPBackend(EmailBackend):
    """Deliver over SMTP, within ``DELIVERY_TIMEOUT`` seconds for each call of ``send_messages``.

    A socket's timeout limits a single read or write, so a server that sends a byte now and then never exceeds it. So a
    timer shuts the connection down, which ends any read or write.
    """

    _client: smtplib.SMTP | None = None

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """The smtplib class that Django opens a connection with."""
        base = smtplib.SMTP_SSL if self.use_ssl else smtplib.SMTP
        return type("Client", (_QuickConnect, base), {"opening": staticmethod(self._remember)})

    def send_messages(self, email_messages: Any) -> int:
        """Send the emails; return their number. Raises SMTPException and OSError."""
        timer = Timer(DELIVERY_TIMEOUT, self._hang_up)
        timer.daemon = True
        timer.start()
        try:
            return super().send_messages(email_messages)
        finally:
            timer.cancel()

    def _remember(self, client: smtplib.SMTP) -> None:
        self._client = client

    def _hang_up(self) -> None:
        connection = self._client.sock if self._client else None
        if connection:
            with suppress(OSError):  # already closed
                connection.shutdown(socket.SHUT_RDWR)

    def _close_connection(self, connection: smtplib.SMTP) -> None:
        """End the session. Ignore errors, since the server has already accepted or refused the message."""
        with suppress(smtplib.SMTPException, OSError):
            connection.quit()
        connection.close()
