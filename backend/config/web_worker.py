"""The gunicorn worker: a request takes one of the few threads only after it has fully arrived.

gunicorn's own ``gthread`` hands a connection to a thread right away and lets the thread wait for the bytes. A handful
of clients that send a byte per second, or nothing at all, can then block the site for everyone, and so can a handful
that don't read their responses. Here the worker's main loop collects each request, and sends whatever a slow client
has not read yet, without blocking, as nginx does with its buffers. Connections that are too slow are closed. The worker
speaks plain HTTP/1.1; a proxy in front terminates TLS.
"""

import errno
import json
import socket
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE
from typing import IO, Any, ClassVar

from gunicorn.config import Config
from gunicorn.errors import ConfigError
from gunicorn.http.parser import RequestParser
from gunicorn.workers.gthread import TConn, ThreadWorker

from config.incoming_request import IncomingRequest, Refused

_CHUNK = 64 * 1024


def _last_response(status: str, message: str) -> bytes:
    """Return an error in the API's shape, after which the connection is closed."""
    body = json.dumps({"message": message}).encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


class _ErrorPage:
    """Stands in for the socket to which gunicorn sends an HTML page about an error, and keeps only its status."""

    status = "500 Internal Server Error"

    @property
    def message(self) -> str:
        """What to tell the client."""
        if self.status.startswith("414"):
            return "The request's address is too long."
        return "The request is not valid HTTP." if self.status.startswith("4") else "Something went wrong on our end."

    def gettimeout(self) -> float:
        return 0.0

    def sendall(self, data: bytes) -> None:
        self.status = data.partition(b"\r\n")[0].partition(b" ")[2].decode()


class ResponseSocket:
    """The socket that gunicorn's response writes to, so that a thread doesn't wait for the client.

    ``unsent`` is what the client has not received yet, for the main loop to send. Only a response that leaves more than
    ``most_unsent`` bytes of it, such as a large export, waits for room, for at most ``within`` seconds each time. After
    that, it raises TimeoutError.
    """

    most_unsent: ClassVar[int] = 4 * 1024 * 1024

    def __init__(self, sock: socket.socket, within: float) -> None:
        sock.setblocking(False)
        self.unsent = bytearray()
        self._sock = sock
        self._within = within

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)

    def sendall(self, data: bytes) -> None:
        """Send ``data``, and keep what can't be sent right away."""
        self.unsent += data
        with suppress(BlockingIOError):
            while self.unsent:
                del self.unsent[: self._sock.send(self.unsent)]
        if len(self.unsent) > self.most_unsent:
            self._wait_for_room()

    def send(self, data: bytes) -> int:
        """Do the same as ``sendall``, and return the length of ``data``."""
        self.sendall(data)
        return len(data)

    def sendfile(self, file: IO[bytes], offset: int = 0, count: int = 0) -> int:
        """Send ``count`` bytes of ``file`` from ``offset``; return how many were sent."""
        file.seek(offset)
        left = count
        while left and (chunk := file.read(min(left, _CHUNK))):
            self.sendall(chunk)
            left -= len(chunk)
        return count - left

    def _wait_for_room(self) -> None:
        self._sock.settimeout(self._within)
        try:
            while len(self.unsent) > self.most_unsent:
                del self.unsent[: self._sock.send(self.unsent[:_CHUNK])]
        finally:
            self._sock.setblocking(False)


class BufferingWorker(ThreadWorker):
    """``gthread`` that waits for slow clients in its main loop, never in a thread.

    All state below belongs to the main loop's thread. A waiting connection is receiving a request (it is in
    ``incoming``), sending the rest of a response (it is in ``outgoing``), or closing: its response is out, and the
    client may still be sending.
    """

    # Seconds for a new connection to send anything, and for a complete head from its first byte. (Between requests, a
    # connection may be silent for gunicorn's ``keepalive``.)
    head_within: ClassVar[float] = 10
    # A body may take this many seconds, plus the time its size needs at the slowest rate (bytes per second).
    body_within: ClassVar[float] = 10
    slowest_rate: ClassVar[float] = 10_000
    # The same for the rest of a response; and seconds for the client to close its side afterward.
    send_within: ClassVar[float] = 10
    close_within: ClassVar[float] = 2
    # gunicorn's own limits on the request line and on each header are stricter and also apply.
    largest_head: ClassVar[int] = 64 * 1024
    # Bytes of unfinished requests and responses in memory. Beyond that, the oldest connections are closed.
    most_buffered: ClassVar[int] = 64 * 1024 * 1024

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.waiting: dict[TConn, float] = {}  # deadlines (monotonic) by connection; the longest waiting first
        self.incoming: dict[TConn, IncomingRequest] = {}
        self.outgoing: dict[TConn, tuple[bytearray, bool]] = {}  # unsent bytes, and whether to keep the connection
        self._next_sweep = 0.0

    @classmethod
    def check_config(cls, cfg: Config, log: Any) -> None:
        """Raise ConfigError if gunicorn is configured to terminate TLS itself."""
        if cfg.is_ssl:
            raise ConfigError("This worker speaks plain HTTP: end TLS in a proxy in front")

    # --- New connections ------------------------------------------------------------------------------------------

    def accept(self, listener: socket.socket) -> None:
        """Accept a new connection. At the maximum, drop the one that has waited longest to make room."""
        while self.nr_conns >= self.worker_connections - 1 and self.waiting:
            self._drop(next(iter(self.waiting)))
        try:
            sock, address = listener.accept()
        except OSError as error:  # usually because the client left before we accepted it
            if error.errno in {errno.EMFILE, errno.ENFILE} and self.waiting:
                self._drop(next(iter(self.waiting)))
            return
        self.nr_conns += 1
        conn = TConn(self.cfg, sock, address, listener.getsockname())
        conn.parser, conn.initialized, conn.data_ready = RequestParser(self.cfg, sock, address), True, True
        self._receive(conn, b"", self.head_within)

    # --- Receiving requests ---------------------------------------------------------------------------------------

    def _receive(self, conn: TConn, received: bytes, within: float) -> None:
        """Collect a request for at most ``within`` seconds; ``received`` is the part that has already arrived."""
        conn.sock.setblocking(False)
        self.incoming[conn] = IncomingRequest(received)
        self._wait(conn, within, self._on_bytes)
        if received:
            self._look_at(conn)

    def _on_bytes(self, conn: TConn, _: Any) -> None:
        try:
            chunk = conn.sock.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk:
            self._drop(conn)
            return
        if not self.incoming[conn].data:
            self._extend(conn, self.head_within)
        self.incoming[conn].data += chunk
        self._look_at(conn)

    def _look_at(self, conn: TConn) -> None:
        """Pass the request to a thread if it is complete, or refuse it if it is invalid or too large."""
        request = self.incoming[conn]
        head_was_missing = request.size is None
        try:
            complete = request.has_all(self.largest_head)
        except Refused as refusal:
            self._refuse(conn, refusal)
            return
        if complete:
            self._stop_waiting(conn)
            conn.parser.unreader.unread(bytes(request.data))
            self.enqueue_req(conn)
        elif head_was_missing and request.size is not None:
            if request.expects_continue():
                self._send_now(conn, b"HTTP/1.1 100 Continue\r\n\r\n")
            self._extend(conn, self.body_within + request.size / self.slowest_rate)

    # --- Sending responses ----------------------------------------------------------------------------------------

    def handle_request(self, req: Any, conn: TConn) -> bool:
        """Respond in a thread, sending as much as the client accepts without waiting."""
        sock, response = conn.sock, ResponseSocket(conn.sock, self.send_within)
        conn.sock = response
        try:
            keep: bool = super().handle_request(req, conn)
        except TimeoutError:
            self.log.debug("A client did not take its response")
            return False
        finally:
            conn.sock = sock
        # Set only after success: if a response fails halfway, gunicorn has already closed the connection.
        conn.unsent = response.unsent
        return keep

    def finish_request(self, conn: TConn, fs: "Future[bool]") -> None:
        """Send the rest of the response, then wait for the next request or close; runs in the main loop."""
        keep = not fs.cancelled() and fs.exception() is None and bool(fs.result())
        unsent, conn.unsent = getattr(conn, "unsent", bytearray()), bytearray()
        if not unsent:
            self._after_response(conn, keep)
            return
        self.outgoing[conn] = unsent, keep
        self._wait(conn, self.send_within + len(unsent) / self.slowest_rate, self._on_room, EVENT_WRITE)

    def _on_room(self, conn: TConn, _: Any) -> None:
        unsent, keep = self.outgoing[conn]
        try:
            del unsent[: conn.sock.send(unsent)]
        except BlockingIOError:
            return
        except OSError:
            self._drop(conn)
            return
        if not unsent:
            self._stop_waiting(conn)
            self._after_response(conn, keep)

    # --- After the response ---------------------------------------------------------------------------------------

    def _after_response(self, conn: TConn, keep: bool) -> None:
        if keep:
            within = self.cfg.keepalive if self.alive else self.close_within
            self._receive(conn, conn.parser.unreader.take_buffered(), within)
        else:
            self._close_gently(conn)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Log the error as gunicorn does, but respond with JSON instead of its HTML page."""
        page = _ErrorPage()
        super().handle_error(req, page, addr, exc)
        with suppress(OSError):  # a client that has not read earlier responses may leave no room for this one
            client.setblocking(False)
            client.sendall(_last_response(page.status, page.message))

    def _refuse(self, conn: TConn, refusal: Refused) -> None:
        self._send_now(conn, _last_response(refusal.status, refusal.message))
        self._stop_waiting(conn)
        self._close_gently(conn)

    def _send_now(self, conn: TConn, data: bytes) -> None:
        with suppress(OSError):  # nothing else was sent on this connection, so its buffer is empty
            conn.sock.send(data)

    def _close_gently(self, conn: TConn) -> None:
        """Close our side and read until the client has closed its own. Otherwise the kernel may discard the end of the
        response (RFC 9112, section 9.6). gunicorn blocks the main loop for this, which holds up all other connections.
        """
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self.nr_conns -= 1
            conn.close()
            return
        self._wait(conn, self.close_within, self._on_leftovers)

    def _on_leftovers(self, conn: TConn, _: Any) -> None:
        try:
            ended = not conn.sock.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            ended = True
        if ended:
            self._drop(conn)

    # --- Waiting --------------------------------------------------------------------------------------------------

    def _wait(self, conn: TConn, within: float, on_event: Any, event: int = EVENT_READ) -> None:
        self.waiting[conn] = time.monotonic() + within
        self.poller.register(conn.sock, event, partial(self._if_waiting, conn, on_event))

    def _if_waiting(self, conn: TConn, on_event: Any, sock: Any) -> None:
        """Call ``on_event``, unless an earlier event in the same round has dropped the connection."""
        if conn in self.waiting:
            on_event(conn, sock)

    def _extend(self, conn: TConn, within: float) -> None:
        self.waiting[conn] = time.monotonic() + within

    def _stop_waiting(self, conn: TConn) -> None:
        del self.waiting[conn]
        self.incoming.pop(conn, None)
        self.outgoing.pop(conn, None)
        self.poller.unregister(conn.sock)

    def _drop(self, conn: TConn) -> None:
        self._stop_waiting(conn)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Close connections that are past their deadline. gunicorn calls this after each round of the main loop."""
        now = time.monotonic()
        if now < self._next_sweep:
            return
        self._next_sweep = now + 0.5
        for conn in [conn for conn, deadline in self.waiting.items() if deadline < now]:
            request = self.incoming.get(conn)
            if request and request.data:
                self._refuse(conn, Refused("408 Request Timeout", "The request took too long to arrive."))
            else:
                self._drop(conn)
        while self._buffered() > self.most_buffered:
            self._drop(next(conn for conn in self.waiting if conn in self.incoming or conn in self.outgoing))

    def _buffered(self) -> int:
        unsent = sum(len(unsent) for unsent, _ in self.outgoing.values())
        return unsent + sum(len(request.data) for request in self.incoming.values())

    def murder_keepalived(self, force: bool = False) -> None:
        """Close all waiting connections when the worker exits."""
        if force:
            for conn in list(self.waiting):
                self._drop(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """Close waiting connections by ``deadline``, except those sending a response; the worker is stopping."""
        self.waiting = {
            conn: until if conn in self.outgoing else min(until, deadline) for conn, until in self.waiting.items()
        }
