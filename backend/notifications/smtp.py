"""Django's SMTP backend with time limits that hold for slow and silent mail servers."""

import smtplib
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Timer
from typing import Any

from django.core.mail.backends.smtp import EmailBackend

CONNECT_TIMEOUT = 5.0  # seconds to connect to one address of the server
DELIVERY_TIMEOUT = 20.0  # seconds for a whole delivery, from connecting to the server's last reply


class _QuickConnect:
    """Connects within ``CONNECT_TIMEOUT`` seconds; each later step may take the rest of the delivery's time."""

    opening: Callable[[smtplib.SMTP], None]

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:  # smtplib's hook, SMTP_SSL's as well
        self.opening(self)  # type: ignore[arg-type]
        connection: socket.socket = super()._get_socket(host, port, min(CONNECT_TIMEOUT, timeout))  # type: ignore[misc]
        connection.settimeout(timeout)
        return connection


class SMTPBackend(EmailBackend):
    """Delivers over SMTP, within ``DELIVERY_TIMEOUT`` seconds for each call of ``send_messages``.

    A socket's timeout limits one read or write, and a server that sends a byte now and then never reaches it. So a
    timer closes the connection, which ends every wait for it.
    """

    _client: smtplib.SMTP | None = None

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """The class of smtplib that Django opens a connection with."""
        base = smtplib.SMTP_SSL if self.use_ssl else smtplib.SMTP
        return type("Client", (_QuickConnect, base), {"opening": staticmethod(self._remember)})

    def send_messages(self, email_messages: Any) -> int:
        """Send the emails; return how many. Raises SMTPException and OSError."""
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
            with suppress(OSError):  # closed already
                connection.shutdown(socket.SHUT_RDWR)

    def _close_connection(self, connection: smtplib.SMTP) -> None:
        """End the session. Errors here change nothing: the server has already accepted the message or refused it."""
        with suppress(smtplib.SMTPException, OSError):
            connection.quit()
        connection.close()
