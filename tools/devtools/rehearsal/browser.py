"""A rehearsal's browser: it keeps cookies, sends the CSRF header, and retries until the outcome is known."""

import asyncio
import json
import re
import ssl
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import aiohttp

from devtools.rehearsal.log import Log

TIMEOUT = 30  # seconds for one attempt
GIVE_UP_AFTER = 300  # seconds for all attempts of a request
PAUSE = 1.0
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True)
class Answer:
    """A response: its status and its body."""

    status: int
    body: bytes

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    def json(self) -> Any:
        return json.loads(self.body)


class Browser:
    """One person's browser. Use it as a context manager."""

    def __init__(self, url: str, log: Log, tls: ssl.SSLContext | None = None) -> None:
        self.url = url
        self.log = log
        self._jar = aiohttp.CookieJar(unsafe=True)  # unsafe=True also keeps cookies for an IP address
        self._session = aiohttp.ClientSession(
            cookie_jar=self._jar,
            connector=aiohttp.TCPConnector(limit=4, ssl=tls or True),
            timeout=aiohttp.ClientTimeout(total=TIMEOUT),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._session.close()

    async def get(self, path: str) -> Answer | None:
        """Load a page without retrying; return None if that fails, like a person who sees an error and tries later."""
        return await self._attempt("GET", path)

    async def insist(self, path: str) -> Any:
        """Load JSON, retrying until it arrives; return None after ``GIVE_UP_AFTER`` seconds or for a 4xx."""
        answer = await self._until_known("GET", path, None, {})
        return answer.json() if answer and answer.ok else None

    async def send(self, method: str, path: str, body: dict[str, Any]) -> Answer | None:
        """Send a form with one ``Idempotency-Key`` until its outcome is known, as the web client does.

        Return None, and complain, if that takes longer than ``GIVE_UP_AFTER`` seconds.
        """
        return await self._until_known(method, path, json.dumps(body).encode(), {"Idempotency-Key": str(uuid4())})

    async def post_form(self, path: str, fields: dict[str, str]) -> Answer | None:
        """Send a page's own form, with its CSRF token."""
        form = aiohttp.FormData({**fields, "csrfmiddlewaretoken": self._csrf_token()})
        return await self._attempt("POST", path, form, {"Referer": f"{self.url}{path}"})

    async def _until_known(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> Answer | None:  # fmt: skip
        deadline = time.monotonic() + GIVE_UP_AFTER
        while time.monotonic() < deadline:
            if answer := await self._attempt(method, path, body, headers):
                return answer
            await asyncio.sleep(PAUSE)
        self.log.complain(f"{method} {path}: no outcome within {GIVE_UP_AFTER} seconds")
        return None

    async def _attempt(
        self,
        method: str,
        path: str,
        body: bytes | aiohttp.FormData | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer | None:
        name = f"{method} {_ID.sub('{id}', path.partition('?')[0])}"
        given = {**(headers or {})}
        if method != "GET":
            given |= {"X-CSRFToken": self._csrf_token(), "Origin": self.url}
        if isinstance(body, bytes):
            given["Content-Type"] = "application/json"
        start = time.monotonic()
        try:
            async with self._session.request(
                method, self.url + path, data=body, headers=given, allow_redirects=False
            ) as response:
                answer = Answer(response.status, await response.read())
        except TimeoutError:
            self.log.note(name, start, "timeout")
            return None
        except aiohttp.ClientError as error:
            self.log.note(name, start, "refused" if isinstance(error, aiohttp.ClientConnectorError) else "dropped")
            return None
        self.log.note(name, start, str(answer.status))
        return None if self.log.attempts[-1].failed else answer

    def _csrf_token(self) -> str:
        return next((cookie.value for cookie in self._jar if cookie.key.endswith("csrftoken")), "")
