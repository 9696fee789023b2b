"""A stand-in for object storage with the part of S3 that the product uses: objects, multipart uploads and lists."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape


class ObjectStorage:
    """Objects by "bucket/key". ``refuses`` makes every write a 403, and ``keeps_everything`` every deletion.

    Requests need a signature, which is not checked. ``on_write`` is called during each write.
    """

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.parts: dict[str, dict[int, bytes]] = {}
        self.largest_request = 0
        self.refuses = self.keeps_everything = False
        self.on_write: Callable[[], object] = lambda: None
        self.url = ""


@contextmanager
def object_storage() -> Iterator[ObjectStorage]:
    """Run an object storage server on a free local port."""
    storage = ObjectStorage()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"storage": storage}))
    storage.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
    try:
        yield storage
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    storage: ObjectStorage

    def do_PUT(self) -> None:
        key, query = self._asked()
        body = self._body()
        self.storage.on_write()
        if self._is_refused():
            return
        if "uploadId" in query:
            self.storage.parts[query["uploadId"]][int(query["partNumber"])] = body
        else:
            self.storage.objects[key] = body
        self._answer(200, headers={"ETag": '"1"'})

    def do_POST(self) -> None:
        key, query = self._asked()
        body = self._body()
        if self._is_refused(deletes="delete" in query):
            return
        if "uploads" in query:
            self.storage.parts["upload-1"] = {}
            self._answer(
                200, "<InitiateMultipartUploadResult><UploadId>upload-1</UploadId></InitiateMultipartUploadResult>"
            )
        elif "delete" in query:
            names = re.findall(r"<Key>([^<]+)</Key>", body.decode())
            for name in names:
                self.storage.objects.pop(f"{key.rstrip('/')}/{name}", None)
            deleted = "".join(f"<Deleted><Key>{name}</Key></Deleted>" for name in names)
            self._answer(200, f"<DeleteResult>{deleted}</DeleteResult>")
        else:
            parts = self.storage.parts.pop(query["uploadId"])
            self.storage.objects[key] = b"".join(parts[number] for number in sorted(parts))
            self._answer(200, '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>')

    def do_GET(self) -> None:
        key, query = self._asked()
        if "list-type" in query:
            start = f"{key.rstrip('/')}/"
            found = [name.removeprefix(start) for name in sorted(self.storage.objects) if name.startswith(start)]
            entries = "".join(
                f"<Contents><Key>{escape(name)}</Key><LastModified>2026-11-22T08:00:00.000Z</LastModified>"
                f'<ETag>"1"</ETag><Size>{len(self.storage.objects[start + name])}</Size></Contents>'
                for name in found if name.startswith(query.get("prefix", ""))
            )  # fmt: skip
            self._answer(200, f"<ListBucketResult><IsTruncated>false</IsTruncated>{entries}</ListBucketResult>")
        elif key not in self.storage.objects:
            self._answer(404)
        else:
            headers = {"ETag": '"1"', "Last-Modified": "Sun, 22 Nov 2026 08:00:00 GMT"}
            self._answer(200, self.storage.objects[key], headers)

    do_HEAD = do_GET

    def _asked(self) -> tuple[str, dict[str, str]]:
        assert "AWS4-HMAC-SHA256 Credential=the-key/" in self.headers["Authorization"]
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        return unquote(parts.path).lstrip("/"), query

    def _body(self) -> bytes:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.storage.largest_request = max(self.storage.largest_request, len(body))
        return body

    def _is_refused(self, *, deletes: bool = False) -> bool:
        refused = self.storage.refuses or (deletes and self.storage.keeps_everything)
        if refused:
            self._answer(403, "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>")
        return refused

    def _answer(self, status: int, body: str | bytes = b"", headers: dict[str, str] | None = None) -> None:
        content = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""
