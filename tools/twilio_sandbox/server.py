"""The sandbox over HTTP: Twilio's Messages API, and under ``/sandbox/`` the controls for tests in other processes."""

import base64
import json
import threading
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

from twilio_sandbox.account import Account


class TwilioSandbox(Account):
    """An account served on ``host`` and ``port`` (0: any free port) between ``start`` and ``stop``."""

    url = ""

    def start(self, host: str = "127.0.0.1", port: int = 0) -> str:
        """Start listening; return the URL, which is the product's ``TWILIO_API_URL``."""
        self._server = _Server((host, port), self)
        self.url = f"http://{host}:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), name="twilio", daemon=True).start()
        return self.url

    def stop(self) -> None:
        self._server.stopping.set()
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], account: Account) -> None:
        super().__init__(address, _Handler)
        self.account = account
        self.stopping = threading.Event()


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path == "/sandbox/texts":
            self._respond(200, {"data": [asdict(text) for text in self.server.account.texts]})
        else:
            self._respond(404, {"code": 20404, "message": "Not found", "status": 404})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        path = urlsplit(self.path).path
        if path.startswith("/sandbox/"):
            self._control(path.removeprefix("/sandbox/"), json.loads(body or "{}"))
        elif path == f"/2010-04-01/Accounts/{self.server.account.account_sid}/Messages.json":
            self._message(dict(parse_qsl(body, keep_blank_values=True)))
        else:
            self._respond(404, {"code": 20404, "message": "Not found", "status": 404})

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, to keep the product's log readable."""

    def _message(self, params: dict[str, str]) -> None:
        account = self.server.account
        if account.fault in ("drop", "slow"):
            if account.fault == "slow":
                self.server.stopping.wait(account.seconds)
            self.close_connection = True
        elif account.fault:
            status = int(account.fault)
            self._respond(status, {"code": 20000 + status, "message": "Injected fault", "status": status})
        elif not self._is_authorized():
            self._respond(401, {"code": 20003, "message": "Authenticate", "status": 401})
        else:
            self._respond(*account.create_text(params))

    def _is_authorized(self) -> bool:
        account = self.server.account
        given = base64.b64encode(f"{account.account_sid}:{account.token}".encode()).decode()
        return self.headers.get("Authorization") == f"Basic {given}"

    def _control(self, action: str, given: dict[str, Any]) -> None:
        account = self.server.account
        match action:
            case "text-in":
                self._respond(200, {"status": account.text_in(**given)})
            case "call-in":
                self._respond(200, {"status": account.call_in(**given)})
            case "report":
                text = next(text for text in account.texts if text.sid == given["sid"])
                self._respond(200, {"status": account.report(text, given.get("status", ""))})
            case "errors":
                account.errors = {number: int(code) for number, code in given.items()}
                self._respond(200, given)
            case "fault":
                account.fault, account.seconds = given.get("fault", ""), float(given.get("seconds", 30))
                self._respond(200, given)
            case _:
                self._respond(404, {})

    def _respond(self, status: int, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
