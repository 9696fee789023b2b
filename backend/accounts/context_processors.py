"""Template context for every server-rendered page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def demo(request: HttpRequest) -> dict[str, Any]:
    """Return whether this is the demo, and the folder that its emails are written to."""
    return {"is_demo": settings.DEMO, "outbox": settings.DATA_DIR / "outbox"}
