"""Context of every server-rendered page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def business(request: HttpRequest) -> dict[str, Any]:
    """Return the business's details, and whether this is the demo, whose emails are in a folder."""
    return {
        "business_name": settings.BUSINESS_NAME,
        "business_phone": settings.BUSINESS_PHONE,
        "business_email": settings.BUSINESS_EMAIL,
        "is_demo": settings.DEMO,
        "outbox": settings.DATA_DIR / "outbox",
    }
