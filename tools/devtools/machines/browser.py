"""A browser that reaches the site through a load balancer, so each request may go to a different machine."""

import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@dataclass(frozen=True)
class Answer:
    """A response: the status (0 if the machine could not be reached), the body and the time it took, in seconds."""

    status: int
    body: bytes
    seconds: float

    def json(self) -> Any:
        return json.loads(self.body)


class Browser:
    """A browser that sends its cookies to all machines. ``address`` is its IP address as the load balancer sees it."""

    def __init__(self, address: str = "203.0.113.9") -> None:
        self.address = address
        self._cookies = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))

    def cookies(self) -> dict[str, str]:
        """Return the cookies by name."""
        return {cookie.name: cookie.value or "" for cookie in self._cookies}

    def forget(self, name: str) -> None:
        """Delete a cookie, as if it had expired."""
        for cookie in [each for each in self._cookies if each.name == name]:
            self._cookies.clear(cookie.domain, cookie.path, cookie.name)

    def get(self, url: str) -> Answer:
        return self._send(urllib.request.Request(url))  # noqa: S310 - our own address

    def post(self, url: str, body: dict[str, Any], *, key: str = "", forged: str = "") -> Answer:
        """Post JSON; ``forged`` is an ``X-Forwarded-For`` value set by the client itself."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.cookies().get("csrftoken", "")}
        headers |= {"Idempotency-Key": key} if key else {}
        return self._send(urllib.request.Request(url, json.dumps(body).encode(), headers), forged)  # noqa: S310

    def sign_in(self, form_from: str, sent_to: str, email: str, password: str) -> Answer:
        """Get the sign-in form from one machine and submit it to another."""
        token = _TOKEN.search(self.get(f"{form_from}/accounts/login/").body.decode())
        form = {"csrfmiddlewaretoken": token[1] if token else "", "login": email, "password": password}
        content = urllib.parse.urlencode(form).encode()
        return self._send(urllib.request.Request(f"{sent_to}/accounts/login/", content))  # noqa: S310

    def _send(self, request: urllib.request.Request, forged: str = "") -> Answer:
        # Like a proxy, keep what the client sent and append its real address.
        request.add_header("X-Forwarded-For", f"{forged}, {self.address}" if forged else self.address)
        began = time.monotonic()
        try:
            with self._opener.open(request, timeout=30) as response:
                return Answer(response.status, response.read(), time.monotonic() - began)
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.read(), time.monotonic() - began)
        except (OSError, HTTPException):
            return Answer(0, b"", time.monotonic() - began)
