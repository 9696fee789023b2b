"""Slow connections that tie up the server: some send nothing, some a byte a second. Closed ones are reopened."""

import asyncio
from contextlib import suppress

from devtools.rehearsal.log import Log
from devtools.rehearsal.site import Site

_HEAD = b"POST /api/quotes HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"
_STAGGER = 0.005  # seconds between the first connections


async def hold(site: Site, log: Log, idle: int, trickling: int) -> None:
    """Hold this many connections open until canceled. A tenth of the idle ones finish the TLS handshake."""
    async with asyncio.TaskGroup() as group:
        for number in range(idle):
            group.create_task(_again(site, log, "idle", encrypted=number % 10 == 0))
            await asyncio.sleep(_STAGGER)
        for _ in range(trickling):
            group.create_task(_again(site, log, "trickling", encrypted=True))
            await asyncio.sleep(_STAGGER)


async def _again(site: Site, log: Log, kind: str, *, encrypted: bool) -> None:
    while True:
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", site.public_port, ssl=site.tls if encrypted else None
            )
        except OSError:
            await asyncio.sleep(1)
            continue
        log.counts[f"{kind} connections opened"] += 1
        try:
            if kind == "trickling":
                writer.write(_HEAD % site.host.encode())
            while not reader.at_eof():
                if kind == "trickling":
                    writer.write(b" ")
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(4096), 1 if kind == "trickling" else None)
        except OSError:
            pass
        finally:
            writer.close()
        log.counts[f"{kind} connections closed by the site"] += 1
        await asyncio.sleep(0.5)
