"""What a web process imports at startup. Each of these libraries takes megabytes in every process, for work that only
the worker or very few requests do.
"""

import subprocess
import sys

from django.conf import settings

ONLY_ON_DEMAND = {
    "PIL",
    "aiohttp",
    "httpx",
    "icalendar",
    "openpyxl",
    "qrcode",
    "twilio.rest.api",
    "typst",
}


def test_web_process_starts_without_rarely_needed_libraries() -> None:
    loads = "import sys, config.wsgi; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", loads], cwd=settings.BACKEND_DIR, check=True, capture_output=True, text=True
    )
    loaded = set(done.stdout.split())
    assert "quotes.views" in loaded
    assert loaded & ONLY_ON_DEMAND == set()
