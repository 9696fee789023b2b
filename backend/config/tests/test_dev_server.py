"""With ``make dev``, Vite serves the client and proxies all other requests to Django."""

import http.client
import subprocess
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from devtools import node
from devtools.paths import FRONTEND
from devtools.web import free_port


class _SaysHost(BaseHTTPRequestHandler):
    """A stand-in for Django that responds with the requested host."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.headers["Host"].encode())

    def log_message(self, *_: object) -> None:
        pass


def test_django_gets_the_browsers_host_and_accepts_its_forms() -> None:
    django, port = HTTPServer(("127.0.0.1", 0), _SaysHost), free_port()
    Thread(target=django.serve_forever, daemon=True).start()
    command = node.tool("@react-router/dev/bin.cjs", "dev", "--host", "127.0.0.1", "--port", str(port), "--strictPort")
    environment = {**node.environment(), "BACKEND_URL": f"http://127.0.0.1:{django.server_port}"}
    vite = subprocess.Popen(command, cwd=FRONTEND, env=environment, stdout=subprocess.DEVNULL)
    try:
        assert _get(port, "/api/auth/user") == f"127.0.0.1:{port}"
    finally:
        vite.terminate()
        vite.wait()
        django.shutdown()


def _get(port: int, path: str) -> str:
    for _ in range(600):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
            connection.request("GET", path)
            return connection.getresponse().read().decode()
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise TimeoutError("Vite did not start")
