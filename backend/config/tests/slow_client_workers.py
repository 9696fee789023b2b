"""The product's web worker with lower limits, so that tests don't have to wait."""

import socket
from contextlib import suppress
from typing import Any

from gunicorn.workers.gthread import TConn

from config.web_worker import BufferingWorker, ResponseSocket


class Patient(BufferingWorker):
    """Closes nothing while a test runs, however busy the machine is. The kernel keeps little of a response: how much it
    would keep by default differs between machines."""

    head_within = body_within = send_within = close_within = 300

    def _receive(self, conn: TConn, received: bytes, within: float) -> None:
        conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16 * 1024)
        super()._receive(conn, received, within)


class Impatient(BufferingWorker):
    """Waits two seconds where the real one waits ten."""

    head_within = body_within = 2


class Cramped(Patient):
    """Keeps little of a response, and waits a second for room for more."""

    send_within = 1

    def init_process(self) -> None:
        ResponseSocket.most_unsent = 64 * 1024
        super().init_process()


class Stuffed(Patient):
    """Fills what the kernel keeps of a response before it sends an error, as the earlier responses to a client that
    reads none of them do."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        client.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                client.send(bytes(1024))
        client.setblocking(True)  # as gunicorn leaves it
        super().handle_error(req, client, addr, exc)


class Small(BufferingWorker):
    """Holds 20 connections and 1 MB of unfinished requests, and waits for them as ``Patient`` does."""

    head_within = body_within = 300
    most_buffered = 1_000_000

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.worker_connections = 20
