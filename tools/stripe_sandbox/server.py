"""The sandbox as an object, for tests in the same process and for the command."""

import threading
from typing import Any, Self

from stripe_sandbox import clock
from stripe_sandbox.account import Account
from stripe_sandbox.web import Server


class Sandbox(Account):
    """An account served on ``host`` and ``port`` (0: any free port). For other arguments, see ``Account``."""

    def __init__(self, *given: Any, host: str = "127.0.0.1", port: int = 0, **named: Any) -> None:
        super().__init__(*given, **named)
        self._clock = clock.Clock(self.call)
        self._address = (host, port)
        self._server: Server | None = None

    def start(self) -> str:
        """Start listening; return the URL."""
        self._server = Server(self._address, self)
        host, port = self._server.server_address[:2]
        self.url = f"http://{host!s}:{port}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), name="sandbox", daemon=True).start()
        self.webhooks.start()
        self._clock.start()
        return self.url

    def stop(self) -> None:
        """Stop listening and sending. The files in ``data`` are kept."""
        if self._server:
            self._server.stop()
            self._server = None
        self._clock.stop()
        self.webhooks.stop()
        self.store.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
