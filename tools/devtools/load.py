"""A small HTTP load generator for ``make bench``: loopback only, bounded in time, stops by itself."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """What a run of ``seconds`` brought: completed requests, and how many had another status than expected."""

    requests: int
    failed: int
    seconds: float

    @property
    def rate(self) -> float:
        """Requests per second."""
        return self.requests / self.seconds


def run(port: int, connections: int, seconds: float, request: Callable[[], bytes], expected: bytes) -> Result:
    """Send what ``request`` makes over so many connections at once, each waiting for its answer before the next.

    ``expected`` is the status line's code, such as ``b"201"``. A connection that the server closes is opened again.
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
            status, keep = await _answer(reader)
            counts["requests"] += 1
            counts["failed"] += status != expected
            if not keep:
                writer.close()
                writer = None
        if writer is not None:
            writer.close()

    await asyncio.gather(*(one() for _ in range(connections)))
    return Result(counts["requests"], counts["failed"], time.perf_counter() - start)


async def _answer(reader: asyncio.StreamReader) -> tuple[bytes, bool]:
    head = await reader.readuntil(b"\r\n\r\n")
    lower = head.lower()
    length = int(lower.partition(b"content-length:")[2].partition(b"\r\n")[0])
    await reader.readexactly(length)
    return head[9:12], b"connection: close" not in lower
