"""The HTTP server: one thread per kept-alive connection, with CORS for browsers on other origins."""

import contextlib
import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from stripe_sandbox import pages
from stripe_sandbox.account import Account
from stripe_sandbox.api import ApiRequest, ApiResponse
from stripe_sandbox.control import control
from stripe_sandbox.faults import Fault
from stripe_sandbox.script import stripe_js

# Pages on other origins may call the API and load the script, but not the controls.
_CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD, POST, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, Stripe-Version",
    "Access-Control-Expose-Headers": "Request-Id",
    "Access-Control-Max-Age": "300",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
HTML = "text/html; charset=utf-8"


class Server(ThreadingHTTPServer):
    """The HTTP server of an account."""

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
        """Stop listening and close the kept-alive connections."""
        self.stopping.set()
        self.shutdown()
        self.server_close()
        for one in list(self._open):
            with contextlib.suppress(OSError):  # already closed
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
        request = ApiRequest(method, address.path, address.query, body, headers, origin)
        if request.path.startswith("/v1/"):
            self._api(request)
        elif request.path.startswith("/sandbox/"):
            self._control(request)
        elif request.path in ("/stripe.js", "/v3", "/v3/"):
            self._send(200, stripe_js(), "text/javascript; charset=utf-8")
        elif request.path.startswith("/i/"):
            page = pages.hosted_invoice(self.server.account, request)
            self._send(page.status, page.body, HTML)
        elif request.path.startswith("/receipts/"):
            page = pages.receipt(self.server.account, request)
            self._send(page.status, page.body, HTML)
        elif request.path == "/files/apple-pay/apple-developer-merchantid-domain-association":
            self._send(200, b"7B2276657273696F6E223A317D", "text/plain")
        elif request.path == "/":
            self._send(200, pages.home(self.server.account), HTML)
        else:
            self._send(404, pages.not_found(), HTML)

    def _api(self, request: ApiRequest) -> None:
        fault = self.server.account.faults.take(request.method, request.path)
        kind = fault.kind if fault else None
        if fault and kind in ("timeout", "drop"):
            return self._abort(fault)
        response = self.server.account.api.respond(request, kind)
        if fault and kind in ("timeout_after", "drop_after"):
            return self._abort(fault)
        return self._json(response)

    def _control(self, request: ApiRequest) -> None:
        if request.path.startswith("/sandbox/authenticate/"):
            page = pages.authenticate(self.server.account, request)
            self._send(page.status, page.body, HTML, {"Location": page.location} if page.location else {})
        else:
            self._json(control(self.server.account, request))

    def _abort(self, fault: Fault) -> None:
        """Close the connection without a response, at once or after the fault's seconds."""
        if fault.kind.startswith("timeout"):
            self.server.stopping.wait(fault.seconds)
        self.close_connection = True

    def _json(self, response: ApiResponse) -> None:
        self._send(response.status, json.dumps(response.body).encode(), "application/json", response.headers)

    def _send(self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache, no-store")
        cross_origin = {} if self.path.startswith("/sandbox/") else _CORS_HEADERS
        for name, value in (cross_origin | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
