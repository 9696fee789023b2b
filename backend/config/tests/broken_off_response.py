"""The product with one more path, whose response fails in the middle like an export during an outage."""

from collections.abc import Callable, Iterator
from typing import Any

from config.wsgi import application as product


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
    """Respond as the product does, except at ``/breaks-off``."""
    if environ["PATH_INFO"] != "/breaks-off":
        return product(environ, start_response)
    start_response("200 OK", [("Content-Length", "1000000")])
    return _break_off()


def _break_off() -> Iterator[bytes]:
    yield b"x" * 500_000
    raise RuntimeError("the rest of the response can't be read")
