"""Slow, idle and misbehaving clients never block others.

Each test talks to a real gunicorn with two worker processes of four threads, over its own sockets.
"""

import json
import os
import resource
import signal
import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection

import psutil
import pytest
from django.conf import settings

from devtools.waiting import wait_until
from devtools.web import serve

ESTIMATE = json.dumps({"servicePackage": "basic", "squareFootage": 1800, "addOns": []}).encode()
NEEDS_NO_DATABASE = {**os.environ, "DATABASE_URL": "postgresql:///none", "DEBUG": "1"}


def _serve(worker: str) -> Iterator[int]:
    with serve("config.wsgi", NEEDS_NO_DATABASE, f"config.tests.slow_client_workers.{worker}") as (port, _):
        yield port


@pytest.fixture(scope="module")
def patient() -> Iterator[int]:
    """The port of a server that never cuts off clients."""
    yield from _serve("Patient")


@pytest.fixture(scope="module")
def impatient() -> Iterator[int]:
    """The port of a server that cuts off slow clients after two seconds."""
    yield from _serve("Impatient")


@pytest.fixture(scope="module")
def cramped() -> Iterator[int]:
    """The port of a server that keeps little of a response in memory."""
    yield from _serve("Cramped")


@pytest.fixture(scope="module")
def stuffed() -> Iterator[int]:
    """The port of a server that has no room for its errors."""
    yield from _serve("Stuffed")


@pytest.fixture(scope="module")
def small() -> Iterator[int]:
    """The port of a server that holds few connections."""
    yield from _serve("Small")


@pytest.fixture
def clients() -> Iterator[ExitStack]:
    """Closes the connections of a test at its end."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < 3000:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(3000, hard) if hard > 0 else 3000, hard))
    with ExitStack() as stack:
        yield stack


def _connect(clients: ExitStack, port: int, sent: bytes = b"") -> socket.socket:
    client = clients.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
    client.sendall(sent)
    return client


def _head(path: str, *headers: str, method: str = "POST") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]).encode()


def _estimate_head(length: int, *headers: str) -> bytes:
    return _head("/api/estimate", "Content-Type: application/json", f"Content-Length: {length}", *headers)


def _is_open(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        return bool(client.recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False


def _assert_served(port: int, requests: int = 20) -> None:
    """Assert that several new connections are all served. The kernel distributes them to both workers."""
    for _ in range(requests):
        connection = HTTPConnection("127.0.0.1", port, timeout=90)
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200
        connection.close()


def _read_all(client: socket.socket) -> bytes:
    client.settimeout(60)
    data = b""
    while chunk := client.recv(65536):
        data += chunk
    return data


def _status_and_body(response: bytes) -> tuple[int, dict[str, object]]:
    head, _, body = response.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def test_idle_connections_do_not_block_others(patient: int, clients: ExitStack) -> None:
    idle = [_connect(clients, patient) for _ in range(1100)]
    _assert_served(patient)
    assert all(_is_open(client) for client in idle)


def test_unfinished_headers_do_not_block_others(patient: int, clients: ExitStack) -> None:
    unfinished = [_connect(clients, patient, b"GET /healthz HTTP/1.1\r\nHost: 127") for _ in range(100)]
    _assert_served(patient)
    assert all(_is_open(client) for client in unfinished)


def test_unfinished_bodies_do_not_block_others(patient: int, clients: ExitStack) -> None:
    unfinished = [_connect(clients, patient, _estimate_head(len(ESTIMATE)) + ESTIMATE[:5]) for _ in range(100)]
    _assert_served(patient)
    assert all(_is_open(client) for client in unfinished)
    for client in unfinished:  # each is served once its body is complete
        client.settimeout(60)
        client.sendall(ESTIMATE[5:])
        assert client.recv(65536).startswith(b"HTTP/1.1 200")


def test_clients_that_keep_the_connection_open_do_not_block_others(patient: int, clients: ExitStack) -> None:
    request = _head("/healthz", "Connection: close", method="GET")
    lingering = [_connect(clients, patient, request) for _ in range(40)]
    for client in lingering:
        assert client.recv(65536).startswith(b"HTTP/1.1 200")
    _assert_served(patient)


def test_clients_that_do_not_read_do_not_block_others(patient: int, clients: ExitStack) -> None:
    largest = max((settings.CLIENT_BUILD_DIR / "assets").iterdir(), key=lambda file: file.stat().st_size)
    for _ in range(40):
        client = clients.enter_context(socket.socket())
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", patient))
        client.sendall(_head(f"/assets/{largest.name}", method="GET"))
    _assert_served(patient)


def test_clients_that_pipeline_without_reading_do_not_block_others(patient: int, clients: ExitStack) -> None:
    largest = max((settings.CLIENT_BUILD_DIR / "assets").iterdir(), key=lambda file: file.stat().st_size)
    for _ in range(40):
        client = clients.enter_context(socket.socket())
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", patient))
        client.sendall(_head(f"/assets/{largest.name}", method="GET") * 20)
    _assert_served(patient)


def test_clients_that_do_not_read_their_errors_do_not_block_others(stuffed: int, clients: ExitStack) -> None:
    for _ in range(40):
        client = clients.enter_context(socket.socket())
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", stuffed))
        client.sendall(b"GET /healthz\r\n\r\n")
    _assert_served(stuffed)


def test_responses_that_are_read_late_are_complete_and_in_order(patient: int, clients: ExitStack) -> None:
    by_size = sorted((settings.CLIENT_BUILD_DIR / "assets").glob("*.js"), key=lambda file: file.stat().st_size)
    client = clients.enter_context(socket.socket())
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    client.connect(("127.0.0.1", patient))
    asked_for = [by_size[-1], by_size[-2], by_size[-3], by_size[-1], by_size[-2], by_size[-3], by_size[-1]]
    client.sendall(b"".join(_head(f"/assets/{file.name}", method="GET") for file in asked_for[:-1]))
    client.sendall(_head(f"/assets/{asked_for[-1].name}", "Connection: close", method="GET"))
    rest = _read_all(client)
    for file in asked_for:
        head, _, rest = rest.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        body, rest = rest[: file.stat().st_size], rest[file.stat().st_size :]
        assert body == file.read_bytes()
    assert rest == b""


def test_response_too_large_to_keep_is_sent_whole_or_cut_off(cramped: int, clients: ExitStack) -> None:
    largest = max((settings.CLIENT_BUILD_DIR / "assets").iterdir(), key=lambda file: file.stat().st_size)
    request = _head(f"/assets/{largest.name}", "Connection: close", method="GET")
    readers = [clients.enter_context(socket.socket()) for _ in range(12)]
    for client in readers:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", cramped))
        client.sendall(request)
    _assert_served(cramped)  # after the threads have given up on clients that don't read
    assert len(_read_all(readers[0])) < largest.stat().st_size
    assert _read_all(_connect(clients, cramped, request)).endswith(largest.read_bytes())


def test_worker_survives_a_failing_response_to_a_client_that_does_not_read(clients: ExitStack) -> None:
    worker = "config.tests.slow_client_workers.Patient"
    with serve("config.tests.broken_off_response", NEEDS_NO_DATABASE, worker) as (port, master):
        _assert_served(port)
        workers = {child.pid for child in psutil.Process(master).children()}
        for _ in range(8):
            client = clients.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            client.connect(("127.0.0.1", port))
            client.sendall(_head("/breaks-off", method="GET"))
        _assert_served(port)
        # There may be more by now: gunicorn starts them one after the other.
        assert workers <= {child.pid for child in psutil.Process(master).children()}


def test_request_in_small_pieces_is_served(patient: int, clients: ExitStack) -> None:
    client = _connect(clients, patient)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    request = _estimate_head(len(ESTIMATE), "Connection: close") + ESTIMATE
    for byte in request:
        client.sendall(bytes([byte]))
    status, body = _status_and_body(_read_all(client))
    assert status == 200
    assert body["currency"] == "USD"


def test_connection_serves_several_requests_sent_at_once(patient: int, clients: ExitStack) -> None:
    one = _estimate_head(len(ESTIMATE)) + ESTIMATE
    client = _connect(clients, patient, one * 3 + _head("/healthz", "Connection: close", method="GET"))
    response = _read_all(client)
    assert response.count(b"HTTP/1.1 200") == 4
    assert response.endswith(b'{"status": "ok"}')


def test_client_that_waits_for_continue_gets_it(patient: int, clients: ExitStack) -> None:
    client = _connect(clients, patient, _estimate_head(len(ESTIMATE), "Expect: 100-continue", "Connection: close"))
    assert client.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
    client.sendall(ESTIMATE)
    assert b"HTTP/1.1 200" in _read_all(client)


def test_trickled_headers_are_cut_off(impatient: int, clients: ExitStack) -> None:
    client = _connect(clients, impatient)
    _trickle(client, _head("/healthz", "X-Long: " + "x" * 5000, method="GET"), pause=0.05)
    status, body = _status_and_body(_read_all(client))
    assert (status, body) == (408, {"message": "The request took too long to arrive."})


def test_trickled_body_is_cut_off(impatient: int, clients: ExitStack) -> None:
    client = _connect(clients, impatient, _estimate_head(5000))
    _trickle(client, b"x" * 5000, pause=0.05)
    status, body = _status_and_body(_read_all(client))
    assert (status, body) == (408, {"message": "The request took too long to arrive."})


def test_slow_but_steady_upload_is_served(impatient: int, clients: ExitStack) -> None:
    body = ESTIMATE + b" " * (90_000 - len(ESTIMATE))
    client = _connect(clients, impatient, _estimate_head(len(body), "Connection: close"))
    for start in range(0, len(body), 3000):
        client.sendall(body[start : start + 3000])
        time.sleep(0.1)  # a slow connection: in total, longer than the server waits for a stalled client
    assert _status_and_body(_read_all(client))[0] == 200


def _trickle(client: socket.socket, data: bytes, pause: float) -> None:
    """Send a byte at a time until the server has had enough."""
    client.settimeout(60)
    for byte in data:
        time.sleep(pause)
        try:
            client.sendall(bytes([byte]))
            client.setblocking(False)
            client.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            client.settimeout(60)
            continue
        except OSError:
            pass
        return
    raise AssertionError("The server took every byte")


TOO_MANY_HEADERS = [f"X-{number}: {'x' * 7000}" for number in range(12)]


@pytest.mark.parametrize(
    ("request_head", "status"),
    [
        (_estimate_head(10_000_000), 413),
        (_head("/api/estimate", "Content-Length: " + "9" * 30), 413),
        (_head("/api/estimate", "Content-Type: application/json", "Transfer-Encoding: chunked"), 411),
        (_head("/healthz", *TOO_MANY_HEADERS, method="GET"), 431),
        (_head("/healthz", *TOO_MANY_HEADERS, method="GET").rstrip(), 431),  # and more to come
        (_head("/api/quotes?q=" + "x" * 9000, method="GET"), 414),
        (_head("/api/estimate", "Content-Length: a few"), 400),
    ],
)
def test_unacceptable_request_is_refused_before_its_body(
    patient: int, clients: ExitStack, request_head: bytes, status: int
) -> None:
    client = _connect(clients, patient, request_head)
    client.shutdown(socket.SHUT_WR)
    response = _read_all(client)
    assert _status_and_body(response)[0] == status
    assert b"Connection: close" in response


def test_client_that_sends_a_too_large_body_gets_a_response(patient: int, clients: ExitStack) -> None:
    """If a server closes while it still receives the body, the connection is reset and the response is lost."""
    length = 5_000_000
    client = _connect(clients, patient, _estimate_head(length))
    client.settimeout(60)
    with suppress(ConnectionError):  # the server may not read the rest of the body
        client.sendall(b"x" * length)
    response = _read_all(client)
    assert _status_and_body(response)[0] == 413
    assert b"Connection: close" in response


def test_connection_is_usable_after_a_route_rejects_a_large_body(patient: int) -> None:
    connection = HTTPConnection("127.0.0.1", patient, timeout=60)
    for _ in range(3):
        connection.request("POST", "/api/client-errors", b"x" * 50_000, {"Content-Type": "application/json"})
        response = connection.getresponse()
        assert response.status == 413
        assert set(json.loads(response.read())) == {"message"}
    connection.request("GET", "/api/catalog")
    assert connection.getresponse().status == 200
    connection.close()


@pytest.mark.parametrize("lengths", [["5", "6"], ["+5"], ["-5"], ["5, 5"]])
def test_malformed_content_length_is_refused_at_once(patient: int, clients: ExitStack, lengths: list[str]) -> None:
    client = _connect(clients, patient, _head("/api/estimate", *[f"Content-Length: {length}" for length in lengths]))
    assert client.recv(65536).startswith(b"HTTP/1.1 400")


def test_longest_waiting_connection_is_closed_to_make_room(small: int, clients: ExitStack) -> None:
    idle = [_connect(clients, small) for _ in range(100)]
    _assert_served(small)
    still_open = [_is_open(client) for client in idle]
    assert not any(still_open[:40])
    assert sum(still_open) <= 2 * 20


def test_worker_survives_connections_that_send_while_being_closed(clients: ExitStack) -> None:
    with serve("config.wsgi", NEEDS_NO_DATABASE, "config.tests.slow_client_workers.Small") as (port, master):
        _assert_served(port)
        workers = psutil.Process(master).children()
        idle = [_connect(clients, port) for _ in range(100)]
        deadline = time.monotonic() + 60
        while sum(_is_open(client) for client in idle) > 2 * 19:  # until each worker has as many as it can hold
            assert time.monotonic() < deadline
            time.sleep(0.05)
        for worker in workers:  # so that they receive everything below at once
            worker.suspend()
        for _ in range(40):
            _connect(clients, port)
        for client in idle:
            with suppress(OSError):  # closed to make room
                client.send(b"G")
        for worker in workers:
            worker.resume()
        _assert_served(port)
        # There may be more by now: gunicorn starts them one after the other.
        assert set(workers) <= set(psutil.Process(master).children())


def test_unfinished_bodies_do_not_fill_memory(small: int, clients: ExitStack) -> None:
    big = [_connect(clients, small, _estimate_head(200_000) + b"x" * 199_000) for _ in range(15)]
    wait_until(lambda: sum(_is_open(client) for client in big) <= 2 * 5)
    _assert_served(small)


def test_only_inbound_emails_with_the_secret_may_be_large(clients: ExitStack) -> None:
    secret, wrong = (
        b64encode(f"postmark:{password}".encode()).decode() for password in ("a long enough password", "a guess")
    )
    given, guessed = (f"Authorization: Basic {each}" for each in (secret, wrong))
    mailbox = {
        "INBOUND_EMAIL_PROVIDER": "postmark", "INBOUND_EMAIL_DOMAIN": "reply.lights.example",
        "INBOUND_EMAIL_SECRET": "postmark:a long enough password",
    }  # fmt: skip
    with serve("config.wsgi", NEEDS_NO_DATABASE | mailbox, "config.tests.slow_client_workers.Patient") as (port, _):

        def status(path: str, *headers: str, length: int = 1_000_000) -> bytes:
            head = _head(path, f"Content-Length: {length}", "Expect: 100-continue", *headers)
            return _connect(clients, port, head).recv(65536).split()[1]

        assert status("/api/webhooks/email", given) == b"100"
        assert status("/api/webhooks/email", given, length=100_000_000) == b"413"
        assert status("/api/webhooks/email") == b"413"
        assert status("/api/webhooks/email", guessed) == b"413"
        assert status("/api/webhooks/email", given, guessed) == b"413"
        assert status("/api/estimate", given) == b"413"


def test_stopping_worker_sends_its_responses_but_does_not_wait_for_requests(clients: ExitStack) -> None:
    environment = NEEDS_NO_DATABASE | {"GUNICORN_CMD_ARGS": "--graceful-timeout 90"}
    largest = max((settings.CLIENT_BUILD_DIR / "assets").iterdir(), key=lambda file: file.stat().st_size)
    with serve("config.wsgi", environment, "config.tests.slow_client_workers.Patient") as (port, master):
        reader = clients.enter_context(socket.socket())
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        reader.connect(("127.0.0.1", port))
        reader.sendall(_head(f"/assets/{largest.name}", "Connection: close", method="GET"))
        beginning = reader.recv(100)
        # Enough of them for both workers, so that one of them has both kinds.
        unfinished = [_connect(clients, port, _head("/healthz", method="GET")[:-2]) for _ in range(10)]
        _assert_served(port)
        os.kill(master, signal.SIGTERM)
        for client in unfinished:
            assert _status_and_body(_read_all(client))[0] == 408
        assert (beginning + _read_all(reader)).endswith(largest.read_bytes())
