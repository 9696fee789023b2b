"""The HTTP side: one thread for each connection, kept alive, open to the browser's calls from other origins."""

import contextlib
import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from stripe_sandbox import pages
from stripe_sandbox.account import Account
from stripe_sandbox.api import Answer, Asked
from stripe_sandbox.control import control
from stripe_sandbox.faults import Fault
from stripe_sandbox.script import stripe_js

# Pages of other origins may call the API and load the script; the controls are no page's business.
_FROM_ELSEWHERE = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD, POST, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, Stripe-Version",
    "Access-Control-Expose-Headers": "Request-Id",
    "Access-Control-Max-Age": "300",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
HTML = "text/html; charset=utf-8"


class Server(ThreadingHTTPServer):
    """Listens; its handlers find the account here."""

    daemon_threads = True
    request_queue_size = 128
    allow_reuse_address = True

    def __init__(self, address: tuple[str, int], account: Account) -> None:
        super().__init__(address, Handler)
        self.account = account
        self.stopping = threading.Event()
        self._open: set[socket.socket] = set()

    def process_request(self, request: "socket.socket | tuple[bytes, socket.socket]", address: object) -> None:
        assert isinstance(request, socket.socket)
        self._open.add(request)
        super().process_request(request, address)

    def shutdown_request(self, request: "socket.socket | tuple[bytes, socket.socket]") -> None:
        assert isinstance(request, socket.socket)
        self._open.discard(request)
        super().shutdown_request(request)

    def stop(self) -> None:
        """Stop listening, and end the connections that are kept alive."""
        self.stopping.set()
        self.shutdown()
        self.server_close()
        for one in list(self._open):
            with contextlib.suppress(OSError):  # it has gone by itself
                one.shutdown(socket.SHUT_RDWR)


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self._handle("GET")

    def do_POST(self) -> None:
        self._handle("POST")

    def do_DELETE(self) -> None:
        self._handle("DELETE")

    def do_OPTIONS(self) -> None:
        self._send(204, b"", "text/plain")

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, to keep the product's log readable."""

    def _handle(self, method: str) -> None:
        address = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode(errors="replace")
        headers = {name.lower(): value for name, value in self.headers.items()}
        origin = f"http://{headers.get('host', '127.0.0.1')}"
        asked = Asked(method, address.path, address.query, body, headers, origin)
        if asked.path.startswith("/v1/"):
            self._api(asked)
        elif asked.path.startswith("/sandbox/"):
            self._control(asked)
        elif asked.path in ("/stripe.js", "/v3", "/v3/"):
            self._send(200, stripe_js(), "text/javascript; charset=utf-8")
        elif asked.path == "/":
            self._send(200, pages.home(self.server.account), HTML)
        else:
            self._send(404, pages.not_found(), HTML)

    def _api(self, asked: Asked) -> None:
        fault = self.server.account.faults.draw(asked.method, asked.path)
        kind = fault.kind if fault else None
        if fault and kind in ("timeout", "drop"):
            return self._break_off(fault)
        answer = self.server.account.api.answer(asked, kind)
        if fault and kind in ("timeout_after", "drop_after"):
            return self._break_off(fault)
        return self._json(answer)

    def _control(self, asked: Asked) -> None:
        if asked.path.startswith("/sandbox/authenticate/"):
            page = pages.authenticate(self.server.account, asked)
            self._send(page.status, page.body, HTML, {"Location": page.location} if page.location else {})
        else:
            self._json(control(self.server.account, asked))

    def _break_off(self, fault: Fault) -> None:
        """Answer nothing: after a while, or at once."""
        if fault.kind.startswith("timeout"):
            self.server.stopping.wait(fault.seconds)
        self.close_connection = True

    def _json(self, answer: Answer) -> None:
        self._send(answer.status, json.dumps(answer.body).encode(), "application/json", answer.headers)

    def _send(self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache, no-store")
        open_to_pages = {} if self.path.startswith("/sandbox/") else _FROM_ELSEWHERE
        for name, value in (open_to_pages | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
