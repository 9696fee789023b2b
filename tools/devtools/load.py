"""A small HTTP load generator for ``make bench``, for loopback only."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """The result of a run of ``seconds``: completed requests, and how many had an unexpected status."""

    requests: int
    failed: int
    seconds: float

    @property
    def rate(self) -> float:
        """Return the requests per second."""
        return self.requests / self.seconds


def run(port: int, connections: int, seconds: float, request: Callable[[], bytes], expected: bytes) -> Result:
    """Send the requests that ``request`` returns over several connections, one at a time on each.

    ``expected`` is the status code, such as ``b"201"``. Connections that the server closes are reopened.
    """
    return asyncio.run(_run(port, connections, seconds, request, expected))


async def _run(port: int, connections: int, seconds: float, request: Callable[[], bytes], expected: bytes) -> Result:
    counts = {"requests": 0, "failed": 0}
    start = time.perf_counter()
    end = start + seconds

    async def one() -> None:
        reader = writer = None
        while time.perf_counter() < end:
            if writer is None or reader is None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request())
            status, keep = await _read_response(reader)
            counts["requests"] += 1
            counts["failed"] += status != expected
            if not keep:
                writer.close()
                writer = None
        if writer is not None:
            writer.close()

    await asyncio.gather(*(one() for _ in range(connections)))
    return Result(counts["requests"], counts["failed"], time.perf_counter() - start)


async def _read_response(reader: asyncio.StreamReader) -> tuple[bytes, bool]:
    head = await reader.readuntil(b"\r\n\r\n")
    lower = head.lower()
    length = int(lower.partition(b"content-length:")[2].partition(b"\r\n")[0])
    await reader.readexactly(length)
    return head[9:12], b"connection: close" not in lower
