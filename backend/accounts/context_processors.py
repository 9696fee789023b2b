"""Template context for every server-rendered page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from common.business import business as the_business


def business(request: HttpRequest) -> dict[str, Any]:
    """Return the business's details, and for the demo the folder that emails are written to."""
    now = the_business()
    return {
        "business_name": now.name,
        "business_phone": now.phone,
        "business_email": now.email,
        "is_demo": settings.DEMO,
        "outbox": settings.DATA_DIR / "outbox",
    }
